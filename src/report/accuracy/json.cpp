// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as JSON for programs, with every element of every output.
#include <array>

#include "report/accuracy/run.hpp"
#include "report/accuracy/summary.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

JsonText number(double x, End end) { return {end_json(x, end)}; }

JsonText bound(double x) { return number(x, End::high); }

// Of an integer or a bool the element itself; of a float a double, which holds every element of every type.
JsonText number_at(const TensorView& tensor, std::uint64_t i, End end) {
  return is_floating(tensor.type) ? number(ends_of(tensor, i).low, end) : JsonText{value_at(tensor, i)};
}

JsonText index(const Shape& shape, std::uint64_t i) { return {index_string(shape, i)}; }

void write_error(JsonWriter& json, const char* name, const Error& e) {
  json.object(name, [&] {
    json.member("absolute", bound(e.absolute)).member("relative", bound(e.relative));
    json.member("ulp", bound(e.ulp));
  });
}

void write_node(JsonWriter& json, const Analysis& analysis, const NodeSummary& s) {
  const Call& call = analysis.model->calls[s.node];
  const ValueErrors& value = analysis.values[s.value];
  const Tensor& output = *value.low;
  json.member("node", s.node).member("name", analysis.model->graph->nodes[s.node].name);
  json.member("operator", call.op->name).member("type", info(output.type()).name);
  json.member("shape", JsonText{to_string(output.shape())});
  if (output.shape().count > 0) {
    json.member("low", number_at(value.low->view(), s.lowest, End::low));
    json.member("high", number_at(value.high->view(), s.highest, End::high));
  }
  json.member("introduced_bound", bound(s.introduced)).member("propagated_bound", bound(s.propagated));
  json.member("bound", bound(s.total));
  if (is_rounded(analysis, s) && !analysis.any_order)
    json.member("a_priori_bound", bound(s.a_priori)).member("formula", bound_of(*call.op).formula(call));
  if (analysis.shadowed) write_error(json, "introduced_error", s.measured_introduced);
  if (s.median_factor) json.member("median_factor", bound(*s.median_factor));
  if (analysis.shadowed) write_error(json, "error", s.measured_total);
  json.member("unbounded", s.unbounded).member("reason", s.reason).array("risks", [&] {
    for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
      if (const Events::Tally& tally = analysis.results[s.result].risks.of[risk]; tally.count > 0)
        json.object([&] {
          json.member("risk", risk_names[risk]).member("count", tally.count);
          json.member("first", index(output.shape(), tally.first));
        });
  });
}

void write_element(JsonWriter& json, const Analysis& analysis, std::uint32_t value, std::uint64_t i) {
  const ValueErrors& of = analysis.values[value];
  json.member("low", number_at(of.low->view(), i, End::low)).member("high", number_at(of.high->view(), i, End::high));
  json.member("bound", bound(of.bound[i]));
  if (!analysis.has_errors() || analysis.errors[value].empty()) return;
  write_error(json, "error", analysis.errors[value][i]);
  const Enclosure real = analysis.real(value, i);
  if (std::holds_alternative<NoValue>(real)) return;
  const Between ends = between(real);
  json.member("real", std::array{number(ends.low, End::low), number(ends.high, End::high)});
}

void write_output(JsonWriter& json, const Analysis& analysis, const OutputSummary& s) {
  const Tensor& low = *analysis.values[s.value].low;
  json.member("name", analysis.model->graph->values[s.value].name).member("type", info(low.type()).name);
  json.member("shape", JsonText{to_string(low.shape())}).member("informative", is_informative(analysis, s.value));
  json.object("largest_bound", [&] {
    for (unsigned measure = 0; measure < s.largest.size() && low.shape().count > 0; ++measure)
      json.object(measure_names[measure], [&] {
        json.member("bound", bound(s.largest[measure].size));
        json.member("element", index(low.shape(), s.largest[measure].element));
      });
  });
  json.array("elements", [&] {
    for (std::uint64_t i = 0; i < low.shape().count; ++i)
      json.wrap().object([&] { write_element(json, analysis, s.value, i); });
  });
}

void write_verdict(JsonWriter& json, const Analysis& analysis, const RequirementVerdict& v) {
  const Shape& shape = analysis.values[v.output].low->shape();
  json.member("requirement", v.text).member("output", analysis.model->graph->values[v.output].name);
  json.member("met", v.met).member("measure", measure_names[static_cast<unsigned>(v.measure)]);
  json.member("decided_by", v.measured ? "measured" : "bound").member("bound", bound(v.largest));
  if (shape.count != 0) json.member("element", index(shape, v.element));
  json.member("exceeding", v.exceeding).member("sentence", v.sentence);
}

void write_search(JsonWriter& json, const Analysis& analysis) {
  const Reached& reached = *analysis.reached;
  json.line().object("search", [&] {
    json.member("tried", reached.tried).member("seed", reached.seed).member("without_error", reached.without_error);
    json.member("reached", std::array{number(reached.below, End::low), number(reached.above, End::high)});
    if (reached.below == 0) return;
    json.member("output", analysis.model->graph->values[reached.output].name);
    json.member("element", index(analysis.values[reached.output].low->shape(), reached.element));
  });
}

// An array with a line for each item, which `write` writes as an object.
template <class Items, class Write>
void write_lines(JsonWriter& json, const char* name, const Items& items, Write write) {
  json.line().array(name, [&] {
    json.line();  // also where there is no item
    for (const auto& one : items) json.line().object([&] { write(one); });
  });
}

}  // namespace

std::string accuracy_json(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const std::vector<NodeSummary> summaries = summaries_of(analysis);
  const Headline headline = headline_of(analysis);
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-accuracy-1", report.identity);
    json.line().member("model", report.model).member("mode", is_over_ranges(report) ? "range" : "point");
    json.line().member("any_order", analysis.any_order);
    json.line().member("headline", headline.main);
    json.line().member("informative", headline.informative);
    if (!headline.informative)
      json.line().object("uninformative_from", [&] {
        if (headline.from) json.member("node", *headline.from);
        json.member("reason", headline.reason);
        if (!headline.hint.empty()) json.member("hint", headline.hint);
      });
    if (analysis.reached) write_search(json, analysis);
    json.line().array("requirements", [&] {
      for (const RequirementVerdict& v : report.verdicts) json.wrap().object([&] { write_verdict(json, analysis, v); });
    });
    if (analysis.run) write_run(json, analysis);
    write_lines(json, "nodes", summaries, [&](const NodeSummary& s) { write_node(json, analysis, s); });
    write_lines(json, "contributions", contributions_of(summaries), [&](const Contribution& c) {
      json.member("node", c.node).member("introduced_bound", bound(c.introduced)).member("share", c.share);
    });
    write_lines(json, "outputs", outputs_of(analysis),
                [&](const OutputSummary& s) { write_output(json, analysis, s); });
    json.line().array("hypotheses", [&] {
      for (const std::string& text : assumptions_of(report)) json.line().item(text);
    });
  });
}

}  // namespace etalon::impl
