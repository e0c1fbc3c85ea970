// SPDX-License-Identifier: Apache-2.0
// Floor 9. See accuracy_report.hpp: as a table for people and as JSON for programs.
#include <fmt/format.h>

#include <cmath>

#include "base/quote.hpp"
#include "report/accuracy_report.hpp"
#include "report/escape.hpp"

namespace etalon::impl {
namespace {

// JSON has no infinity: it is a string, as in printed tensors.
std::string json_number(double x) {
  if (std::isnan(x)) return "\"nan\"";
  if (std::isinf(x)) return x > 0 ? "\"inf\"" : "\"-inf\"";
  return fmt::format("{}", x);
}

std::string error_json(const Error& e) {
  return fmt::format(R"({{"absolute":{},"relative":{},"ulp":{}}})", json_number(e.absolute), json_number(e.relative),
                     json_number(e.ulp));
}

// Everything of a graph output, element by element.
std::string output_json(const Analysis& analysis, std::uint32_t value) {
  const ValueErrors& known = analysis.values[value];
  const TensorView low = known.low->view(), high = known.high->view();
  std::string elements;
  for (std::uint64_t i = 0; i < low.shape.count; ++i) {
    if (i > 0) elements += ",\n";
    elements += fmt::format(R"({{"low":{},"high":{},"bound":{})", value_at(low, i), value_at(high, i),
                            json_number(known.bound[i]));
    if (analysis.shadowed && !analysis.errors[value].empty()) {
      const Enclosure& real = analysis.shadow.values[value][i];
      elements += fmt::format(R"(,"error":{})", error_json(analysis.errors[value][i]));
      if (!std::holds_alternative<NoValue>(real)) {
        const Between ends = between(real);
        elements += fmt::format(R"(,"real":[{},{}])", json_number(ends.low), json_number(ends.high));
      }
    }
    elements += '}';
  }
  return fmt::format(R"({{"name":{},"type":"{}","shape":{},"elements":[{}]}})",
                     json_string(analysis.model->graph->values[value].name), info(low.type).name, to_string(low.shape),
                     elements);
}

}  // namespace

std::string accuracy_text(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const Graph& graph = *analysis.model->graph;
  std::string out =
      fmt::format("{}: {}\n\n", printable(report.model), analysis.points ? "errors of one run" : "errors over ranges");
  out += fmt::format("{:<34} {:<10} {:>23} {:>12} {:>12} {:>12} {:>12} {:>10}\n", "node", "type", "computed",
                     "introduced<=", "propagated<=", "error <=", "error", "ulp");
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const NodeSummary s = summary_of(analysis, n);
    const auto dash = [&](double x) { return analysis.shadowed ? number(x) : std::string("-"); };
    out +=
        fmt::format("{:<34} {:<10} {:>23} {:>12} {:>12} {:>12} {:>12} {:>10}\n", node_title(analysis, n),
                    info(analysis.model->calls[n].outputs[0].type).name,
                    fmt::format("[{}, {}]", number(s.low), number(s.high)), number(s.introduced), number(s.propagated),
                    number(s.total), dash(s.measured_total.absolute), dash(s.measured_total.ulp));
    const Shape& shape = analysis.model->calls[n].outputs[0].shape;
    if (s.unbounded > 0)
      out += fmt::format("    no bound for {} of {} elements, first at {}: {}; the others: {}\n", s.unbounded,
                         shape.count, index_string(shape, s.first_unbounded), s.reason,
                         s.unbounded < shape.count ? number(s.finite_total) : "none");
    for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
      if (const Events::Tally& tally = analysis.nodes[n].risks.of[risk]; tally.count > 0)
        out += fmt::format("    {}: {} of {} elements, first at {}\n", risk_names[risk], tally.count, shape.count,
                           index_string(shape, tally.first));
  }
  out += "\nlargest of each node's elements; what the bounds rest on:\n";
  for (const std::string& line : hypotheses_of(report)) out += fmt::format("  - {}\n", line);
  return out + "\n" + identity_text(report.identity);
}

std::string accuracy_json(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const Graph& graph = *analysis.model->graph;
  std::string out = fmt::format("{{{},\n\"model\":{},\"mode\":\"{}\",\n\"nodes\":[", identity_json(report.identity),
                                json_string(report.model), analysis.points ? "point" : "range");
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const NodeSummary s = summary_of(analysis, n);
    const Call& call = analysis.model->calls[n];
    out += fmt::format(
        "{}\n{{\"node\":{},\"name\":{},\"operator\":\"{}\",\"type\":\"{}\",\"shape\":{},\"low\":{},\"high\":{},"
        "\"introduced_bound\":{},\"propagated_bound\":{},\"bound\":{},\"a_priori_bound\":{},\"formula\":{},",
        n == 0 ? "" : ",", n, json_string(graph.nodes[n].name), call.op->name, info(call.outputs[0].type).name,
        to_string(call.outputs[0].shape), json_number(s.low), json_number(s.high), json_number(s.introduced),
        json_number(s.propagated), json_number(s.total), json_number(s.a_priori),
        json_string(bound_of(call.op->id).formula(call)));
    if (analysis.shadowed)
      out += fmt::format(R"("introduced_error":{},"error":{},)", error_json(s.measured_introduced),
                         error_json(s.measured_total));
    out += fmt::format("\"unbounded\":{},\"reason\":{},\"risks\":[", s.unbounded, json_string(s.reason));
    for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
      if (const Events::Tally& tally = analysis.nodes[n].risks.of[risk]; tally.count > 0)
        out += fmt::format(R"({}{{"risk":"{}","count":{},"first":{}}})", out.back() == '[' ? "" : ",", risk_names[risk],
                           tally.count, index_string(call.outputs[0].shape, tally.first));
    out += "]}";
  }
  out += "],\n\"outputs\":[";
  for (const std::uint32_t value : graph.outputs)
    if (analysis.values[value].low) out += (out.back() == '[' ? "\n" : ",\n") + output_json(analysis, value);
  out += "],\n\"hypotheses\":[";
  for (const std::string& line : hypotheses_of(report)) out += (out.back() == '[' ? "\n" : ",\n") + json_string(line);
  return out + "]}\n";
}

}  // namespace etalon::impl
