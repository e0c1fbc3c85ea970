// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as a table for people.
#include <fmt/format.h>

#include <algorithm>

#include "report/accuracy/run.hpp"
#include "report/accuracy/summary.hpp"
#include "report/page/escape.hpp"

namespace etalon::impl {
namespace {

std::string row(const std::string& title, std::size_t width, const char* type, const std::string& computed,
                const std::string& introduced, const std::string& propagated, const std::string& bound,
                const std::string& measured, const std::string& ulp) {
  return fmt::format("{:<{}} {:<8} {:>27} {:>12} {:>12} {:>10} {:>10} {:>10}\n", title, width, type, computed,
                     introduced, propagated, bound, measured, ulp);
}

std::string node_rows(const Analysis& analysis, const NodeSummary& s, std::size_t width) {
  const Tensor& output = *analysis.values[s.value].low;
  const auto measured = [&](double x) { return analysis.shadowed ? bound_text(x) : std::string("-"); };
  const auto [low, high] = computed_text(analysis, s);
  const std::string computed = high.empty() ? low : fmt::format("[{}, {}]", low, high);
  std::string out = row(result_title(analysis, s), width, info(output.type()).name, computed, bound_text(s.introduced),
                        bound_text(s.propagated), bound_text(s.total), measured(s.measured_total.absolute),
                        measured(s.measured_total.ulp));
  if (s.unbounded > 0)
    out += fmt::format("    no bound for {} of {} elements, first at {}: {}{}\n", s.unbounded, output.shape().count,
                       index_string(output.shape(), s.first_unbounded), s.reason,
                       s.unbounded < output.shape().count ? "; the others: " + bound_text(s.finite_total) : "");
  for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
    if (const Events::Tally& tally = analysis.results[s.result].risks.of[risk]; tally.count > 0)
      out += fmt::format("    {}: {} of {} elements, first at {}\n", risk_names[risk], tally.count,
                         output.shape().count, index_string(output.shape(), tally.first));
  return out;
}

std::string contributions_text(const Analysis& analysis, const std::vector<NodeSummary>& summaries, std::size_t width) {
  if (summaries.size() < 2) return {};
  std::string out = "\nNodes by the error that they introduce:\n";
  const std::vector<Contribution> all = contributions_of(summaries);
  for (const Contribution& c : std::span(all).first(std::min(all.size(), contributions_shown)))
    out += fmt::format("  {:<{}} {:>12} {:>7}\n", node_title(analysis, c.node), width, bound_text(c.introduced),
                       share_text(c));
  if (all.size() > contributions_shown) out += fmt::format("  and {} more nodes\n", all.size() - contributions_shown);
  return out + wrapped(without_share(analysis, summaries), "  ") + wrapped(contribution_terms, "  ");
}

std::string formulas_text(const Analysis& analysis, const std::vector<NodeSummary>& summaries, std::size_t width) {
  std::string rows;
  for (const NodeSummary& s : summaries)
    if (const Call& call = analysis.model->calls[s.node]; is_rounded(analysis, s))
      rows += fmt::format("  {:<{}} {:>12}  {}\n", result_title(analysis, s), width, bound_text(s.a_priori),
                          bound_of(*call.op).formula(call));
  if (rows.empty() || analysis.any_order) return {};  // they are of the policy
  return "\nBounds of the introduced error that are known before anything is computed, by formula:\n" + rows +
         wrapped(formula_symbols(analysis), "  ");
}

std::string bounds_text(const Analysis& analysis, const std::vector<NodeSummary>& summaries) {
  std::size_t width = 20;
  for (const NodeSummary& s : summaries) width = std::max(width, result_title(analysis, s).size());
  std::string out =
      "\n" + row("node", width, "type", "computed", "introduced<=", "propagated<=", "error<=", "error", "ulp");
  for (const NodeSummary& s : summaries) out += node_rows(analysis, s, width);
  out += "\n" + wrapped(std::string("Each row is the maximum over the node's elements. ") + error_terms, "");
  return out + contributions_text(analysis, summaries, width) + formulas_text(analysis, summaries, width);
}

}  // namespace

std::string accuracy_summary(const AccuracyReport& report) {
  std::string out = headline_of(*report.analysis).main + "\n";
  for (const RequirementVerdict& verdict : report.verdicts) out += fmt::format("requirement {}\n", verdict.sentence);
  return out;
}

std::string accuracy_text(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const std::vector<NodeSummary> summaries = summaries_of(analysis);
  std::string out = fmt::format("{}: {}\n", printable(report.model), mode_of(report));
  const Headline headline = headline_of(analysis);
  out += headline.main + "\n" + wrapped(headline.detail, "") + wrapped(headline.hint, "");
  for (const RequirementVerdict& verdict : report.verdicts) out += fmt::format("requirement {}\n", verdict.sentence);
  if (!analysis.has_bounds())
    out += "\n" + run_text(analysis) + "\n" + wrapped(run_terms, "");
  else if (analysis.run && analysis.run->all_decisions().all != 0)
    out += wrapped(decisions_sentence(*analysis.run), "");
  out += parts_text(analysis);
  if (analysis.has_bounds()) out += bounds_text(analysis, summaries);
  out += "\nAssumptions:\n";
  for (const std::string& line : assumptions_of(report)) out += fmt::format("  - {}\n", line);
  return out + "\n" + identity_text(report.identity);
}

}  // namespace etalon::impl
