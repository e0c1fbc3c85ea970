// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include "report/run/outcome.hpp"
#include "report/run/report.hpp"
#include "text/literal.hpp"

namespace etalon::impl {

std::string run_json(const RunDocument& document) {
  const Plan& plan = *document.plan;
  const RunOutcome& outcome = *document.outcome;
  const CheckedModel& model = plan.model();
  const auto write_port = [&](JsonWriter& json, std::size_t k) {
    const Port& port = plan.outputs()[k];
    json.member("name", port.name).member("type", info(port.argument.type).name);
    json.member("shape", JsonText{to_string(port.argument.shape)});
    if (!document.files.empty())
      json.member("file", document.files[k]);
    else if (port.argument.shape.count <= most_printed)
      json.member("values", JsonText{print_tensor(outcome.outputs[k].view())});
  };
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-run-1", document.identity);
    json.line().member("model", document.model).member("kernels", document.kernels);
    if (document.kernels == "both") json.member("compared", elements_of(plan));
    json.line().object("plan",
                       [&] { json.member("nodes", model.calls.size()).member("operations", plan.operations()); });
    if (document.write_platform) json.line().object("platform", [&] { document.write_platform(json); });
    json.line().array("outputs", [&] {
      for (std::size_t k = 0; k < outcome.outputs.size(); ++k) json.line().object([&] { write_port(json, k); });
    });
    json.line().member("digest", outcome.digest);
    json.line().array("notices", [&] {
      for (const Finding& notice : outcome.notices)
        json.wrap().object([&] {
          json.member("rule", notice.status.rule).member("node", notice.status.node).member("message", notice.message);
        });
    });
    json.line().array("events", [&] {
      for (std::uint32_t n = 0; n < outcome.events.size() && document.events; ++n)
        write_events(json, outcome.events[n], first_result(model.calls[n]).shape, n);
    });
  });
}

}  // namespace etalon::impl
