// SPDX-License-Identifier: Apache-2.0
// Floor 9. See accuracy_report.hpp: as JSON for programs, with every element of every output.
#include <fmt/format.h>

#include "report/accuracy_summary.hpp"
#include "report/escape.hpp"
#include "report/joined.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

std::string bound_json(double x) { return end_json(x, End::high); }

// Of an integer or a bool the element itself; of a float a double, which holds every element of every type.
std::string end_json_at(const TensorView& tensor, std::uint64_t i, End end) {
  return is_floating(tensor.type) ? end_json(ends_of(tensor, i).low, end) : value_at(tensor, i);
}

std::string error_json(const Error& e) {
  return fmt::format(R"({{"absolute":{},"relative":{},"ulp":{}}})", bound_json(e.absolute), bound_json(e.relative),
                     bound_json(e.ulp));
}

std::string node_json(const Analysis& analysis, const NodeSummary& s) {
  const Call& call = analysis.model->calls[s.node];
  const Tensor& output = *analysis.values[s.value].low;
  const ValueErrors& value = analysis.values[s.value];
  std::string out = fmt::format(R"({{"node":{},"name":{},"operator":"{}","type":"{}","shape":{},)", s.node,
                                json_string(analysis.model->graph->nodes[s.node].name), call.op->name,
                                info(output.type()).name, to_string(output.shape()));
  if (output.shape().count > 0)
    out += fmt::format(R"("low":{},"high":{},)", end_json_at(value.low->view(), s.lowest, End::low),
                       end_json_at(value.high->view(), s.highest, End::high));
  out += fmt::format(R"("introduced_bound":{},"propagated_bound":{},"bound":{},)", bound_json(s.introduced),
                     bound_json(s.propagated), bound_json(s.total));
  if (is_rounded(analysis, s))
    out += fmt::format(R"("a_priori_bound":{},"formula":{},)", bound_json(s.a_priori),
                       json_string(bound_of(*call.op).formula(call)));
  if (analysis.measured) out += fmt::format(R"("introduced_error":{},)", error_json(s.measured_introduced));
  if (s.median_factor) out += fmt::format(R"("median_factor":{},)", bound_json(*s.median_factor));
  if (analysis.shadowed) out += fmt::format(R"("error":{},)", error_json(s.measured_total));
  out += fmt::format("\"unbounded\":{},\"reason\":{},\"risks\":[", s.unbounded, json_string(s.reason));
  for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
    if (const Events::Tally& tally = analysis.results[s.result].risks.of[risk]; tally.count > 0)
      out += fmt::format(R"({}{{"risk":"{}","count":{},"first":{}}})", out.back() == '[' ? "" : ",", risk_names[risk],
                         tally.count, index_string(output.shape(), tally.first));
  return out + "]}";
}

std::string element_json(const Analysis& analysis, std::uint32_t value, std::uint64_t i) {
  const ValueErrors& known = analysis.values[value];
  std::string out = fmt::format(R"({{"low":{},"high":{},"bound":{})", end_json_at(known.low->view(), i, End::low),
                                end_json_at(known.high->view(), i, End::high), bound_json(known.bound[i]));
  if (analysis.shadowed && !analysis.errors[value].empty()) {
    const Enclosure& real = analysis.shadow.values[value][i];
    out += fmt::format(R"(,"error":{})", error_json(analysis.errors[value][i]));
    if (!std::holds_alternative<NoValue>(real)) {
      const Between ends = between(real);
      out += fmt::format(R"(,"real":[{},{}])", end_json(ends.low, End::low), end_json(ends.high, End::high));
    }
  }
  return out + "}";
}

std::string output_json(const Analysis& analysis, const OutputSummary& s) {
  const Tensor& low = *analysis.values[s.value].low;
  std::string out = fmt::format(R"({{"name":{},"type":"{}","shape":{},"informative":{},"largest_bound":{{)",
                                json_string(analysis.model->graph->values[s.value].name), info(low.type()).name,
                                to_string(low.shape()), is_informative(analysis, s.value));
  for (unsigned measure = 0; measure < s.largest.size() && low.shape().count > 0; ++measure)
    out += fmt::format(R"({}"{}":{{"bound":{},"element":{}}})", measure == 0 ? "" : ",", measure_names[measure],
                       bound_json(s.largest[measure].size), index_string(low.shape(), s.largest[measure].element));
  out += "},\"elements\":[";
  for (std::uint64_t i = 0; i < low.shape().count; ++i) {
    if (i > 0) out += ",\n";
    out += element_json(analysis, s.value, i);
  }
  return out + "]}";
}

std::string verdict_json(const Analysis& analysis, const RequirementVerdict& v) {
  const Shape& shape = analysis.values[v.output].low->shape();
  return fmt::format(
      R"({{"requirement":{},"output":{},"met":{},"measure":"{}","decided_by":"{}","bound":{},{}"exceeding":{},"sentence":{}}})",
      json_string(v.text), json_string(analysis.model->graph->values[v.output].name), v.met,
      measure_names[static_cast<unsigned>(v.measure)], v.measured ? "measured" : "bound", bound_json(v.largest),
      shape.count == 0 ? "" : fmt::format("\"element\":{},", index_string(shape, v.element)), v.exceeding,
      json_string(v.sentence));
}

}  // namespace

std::string accuracy_json(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const std::vector<NodeSummary> summaries = summaries_of(analysis);
  const Headline headline = headline_of(analysis);
  std::string out =
      fmt::format("{{{},\n\"model\":{},\"mode\":\"{}\",\n\"headline\":{},\n\"informative\":{},\n",
                  identity_json("etalon-accuracy-1", report.identity), json_string(report.model),
                  is_over_ranges(report) ? "range" : "point", json_string(headline.main), headline.informative);
  if (!headline.informative)
    out += fmt::format("\"uninformative_from\":{{{}\"reason\":{}}},\n",
                       headline.from ? fmt::format("\"node\":{},", *headline.from) : "", json_string(headline.reason));
  out += fmt::format("\"requirements\":[{}],\n", joined(report.verdicts, ",\n", [&](const RequirementVerdict& v) {
                       return verdict_json(analysis, v);
                     }));
  out += fmt::format("\"nodes\":[\n{}],\n",
                     joined(summaries, ",\n", [&](const NodeSummary& s) { return node_json(analysis, s); }));
  out +=
      fmt::format("\"contributions\":[\n{}],\n", joined(contributions_of(summaries), ",\n", [](const Contribution& c) {
                    return fmt::format(R"({{"node":{},"introduced_bound":{},"share":{}}})", c.node,
                                       bound_json(c.introduced), c.share);
                  }));
  out += fmt::format("\"outputs\":[\n{}],\n", joined(outputs_of(analysis), ",\n",
                                                     [&](const OutputSummary& s) { return output_json(analysis, s); }));
  return out + fmt::format("\"hypotheses\":[\n{}]}}\n", joined(assumptions_of(report), ",\n", json_string));
}

}  // namespace etalon::impl
