// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon outputs`: a model whose intermediate values are outputs as well.
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "onnx/write.hpp"
#include "report/page/findings.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl::cli {
namespace {

// What nodes of the graph compute and is no output yet, as the checker determined it.
std::vector<NewOutput> intermediate_values(const CheckedModel& model) {
  const Graph& graph = *model.graph;
  std::vector<NewOutput> values;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    for (std::size_t k = 0; k < graph.nodes[n].outputs.size(); ++k) {
      const std::uint32_t value = graph.nodes[n].outputs[k];
      const std::optional<Argument>& is = model.calls[n].outputs[k];
      const bool is_output = std::ranges::find(graph.outputs, value) != graph.outputs.end();
      if (is && !is_output && !graph.values[value].in_branch) values.push_back({graph.values[value].name, *is});
    }
  return values;
}

Result<std::vector<NewOutput>> chosen(std::vector<NewOutput> all, const std::vector<std::string>& names) {
  if (names.empty()) return all;
  std::vector<NewOutput> some;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &NewOutput::name);
    if (found == all.end())
      return misuse(fmt::format("no node computes an intermediate value {}", quoted(name, 60)),
                    "without --name, all of them are made outputs");
    some.push_back(*found);
  }
  return some;
}

}  // namespace

int outputs(const OutputsOptions& options) {
  const Limits limits;
  Subject subject;
  const Result<OpenModel> model = open_model(options, "written", limits, subject);
  if (!model) return fail(model.finding(), subject, options.format);
  const Result<std::vector<NewOutput>> added = chosen(intermediate_values(*model->verdict.model), options.names);
  if (!added) return fail(added.finding(), subject, options.format);
  if (const auto finding = write_file(options.output, with_outputs(model->loaded.file.bytes(), *added)))
    return fail(*finding, subject, options.format);
  if (options.format == "json")
    fmt::print("{}", json_document([&](JsonWriter& json) {
                 write_identity(json, "etalon-outputs-1", subject.identity);
                 json.array("added", [&] {
                   for (const NewOutput& output : *added) json.item(output.name);
                 });
               }));
  else
    fmt::print("{} became {}\n", counted(added->size(), "value"), added->size() == 1 ? "an output" : "outputs");
  return 0;
}

}  // namespace etalon::impl::cli
