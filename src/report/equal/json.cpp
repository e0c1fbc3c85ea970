// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include "report/equal/report.hpp"
#include "report/page/json_writer.hpp"
#include "trace/lemmas.hpp"

namespace etalon::impl {

void write_lemmas(JsonWriter& json, const Equality& equality, const Graph& second) {
  json.array("lemmas", [&] {
    for (std::size_t k = 0; k < lemmas.size(); ++k)
      if ((equality.lemmas >> k & 1) != 0) json.item(lemmas[k].id);
  });
  json.array("conditional", [&] {
    for (const std::uint32_t value : equality.conditional) json.item(second.values[value].name);
  });
}

std::string equal_json(const EqualReport& report) {
  constexpr const char* verdicts[] = {"equal", "different", "not_shown"};
  const Equality& e = report.equality;
  const Graph &a = *report.first.graph, &b = *report.second.graph;
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-equal-1", report.identity);
    json.line().member("verdict", verdicts[static_cast<std::size_t>(e.verdict)]);
    json.object("values", [&] {
      json.member("all", e.values).member("by_structure", e.by_structure).member("by_expression", e.by_expression);
      json.member("by_lemmas", e.by_lemmas).member("constant", e.constants).member("without_counterpart", e.unmatched);
    });
    write_lemmas(json, e, b);
    json.member("conditions", e.conditions).member("drawn_inputs", e.draws).member("steps", e.joins);
    json.member("collision", JsonText{fmt::format("{:.3g}", e.collision)});
    if (!report.second_profile.empty()) json.member("second_profile", report.second_profile);
    json.object("constant_inputs", [&] {
      json.member("first", a.inputs.size() - free_inputs(a).size());
      json.member("second", b.inputs.size() - free_inputs(b).size());
    });
    json.line().lines("not_shown", e.not_shown, [&](const NotShown& one) {
      json.member("value", b.values[one.value].name);
      json.member("counterpart", one.counterpart ? known(a.values[*one.counterpart].name) : std::nullopt);
      json.member("differs", one.differs).member("too_large", one.too_large);
    });
    json.line();
    if (const auto& found = e.counterexample)
      json.object("counterexample", [&] {
        constexpr const char* models[] = {"first", "second"};
        const bool has_results = !found->without_result;
        json.member("without_result", has_results ? std::nullopt : std::optional(models[*found->without_result]));
        json.member("output", has_results ? known(a.values[a.outputs[found->output]].name) : std::nullopt);
        json.member("elements", found->differing).member("first_element", found->element);
        json.member("first_bits", fmt::format("0x{:x}", found->first));
        json.member("second_bits", fmt::format("0x{:x}", found->second));
      });
    else
      json.member("counterexample", std::optional<bool>());
  });
}

}  // namespace etalon::impl
