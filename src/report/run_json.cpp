// SPDX-License-Identifier: Apache-2.0
// Floor 9. See run_report.hpp.
#include <fmt/format.h>

#include "report/escape.hpp"
#include "report/outcome.hpp"
#include "report/run_report.hpp"
#include "text/literal.hpp"

namespace etalon::impl {

std::string run_json(const RunDocument& document) {
  const Plan& plan = *document.plan;
  const RunOutcome& outcome = *document.outcome;
  const CheckedModel& model = plan.model();
  std::string out =
      fmt::format("{{{},\n\"model\":{},\"kernels\":\"{}\",", identity_json("etalon-run-1", document.identity),
                  json_string(document.model), document.kernels);
  if (document.kernels == "both") out += fmt::format(R"("compared":{},)", elements_of(plan));
  out += fmt::format("\n\"plan\":{{\"nodes\":{},\"operations\":{}}},\n", model.calls.size(), plan.operations());
  out += document.platform + "\"outputs\":[";
  for (std::size_t k = 0; k < outcome.outputs.size(); ++k) {
    const Port& port = plan.outputs()[k];
    out += fmt::format("{}\n{{\"name\":{},\"type\":\"{}\",\"shape\":{}", k == 0 ? "" : ",", json_string(port.name),
                       info(port.argument.type).name, to_string(port.argument.shape));
    if (!document.files.empty())
      out += fmt::format(R"(,"file":"{}")", document.files[k]);
    else if (port.argument.shape.count <= most_printed)
      out += fmt::format(R"(,"values":{})", print_tensor(outcome.outputs[k].view()));
    out += '}';
  }
  out += fmt::format("],\n\"digest\":\"{}\",\n\"notices\":[", outcome.digest);
  for (const Finding& notice : outcome.notices)
    out += fmt::format(R"({}{{"rule":{},"node":{},"message":{}}})", out.back() == '[' ? "" : ",\n",
                       json_string(notice.status.rule), notice.status.node, json_string(notice.message));
  out += "],\n\"events\":[";
  for (std::uint32_t n = 0; n < outcome.events.size() && document.events; ++n) {
    const std::string found =
        events_json(outcome.events[n], first_result(model.calls[n]).shape, fmt::format(R"("node":{},)", n));
    if (!found.empty()) out += (out.back() == '[' ? "" : ",\n") + found;
  }
  return out + "]}\n";
}

}  // namespace etalon::impl
