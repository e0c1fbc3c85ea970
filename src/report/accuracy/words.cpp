// SPDX-License-Identifier: Apache-2.0
// Floor 9. See summary.hpp: what the reports say about an analysis as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/accuracy/summary.hpp"

namespace etalon::impl {

// Lines of at most a hundred characters.
std::string wrapped(const std::string& words, const std::string& indent) {
  std::string out, line = indent;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (line.size() + end - at > 99 && line.size() > indent.size()) out += line + "\n", line = indent;
    if (line.size() > indent.size()) line += ' ';
    line += words.substr(at, end - at);
    at = end + 1;
  }
  return words.empty() ? out : out + line + "\n";
}

std::vector<std::string> assumptions_of(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  std::vector<std::string> all = report.suppositions;
  all.push_back("constants of the model are exact; float attributes count as rounded to the element type");
  all.push_back(
      analysis.any_order
          ? "float results are rounded to nearest, ties to even, subnormals kept; a sum may be computed in any "
            "order and tree, with each product and each partial sum rounded into the type, into a wider one, or "
            "not at all; functions are within an ulp"
          : fmt::format("float results are rounded to nearest, ties to even, subnormals kept; sums of products "
                        "are {}, k ascending",
                        policy_of(analysis)));
  all.push_back(
      "where an element overflows, is NaN or meets an infinity, its bound is infinite; so is what follows from it");
  if (!analysis.points) {
    all.push_back(
        "what operands have in common counts as far as affine forms and norms reach; beyond, they are taken as "
        "independent of each other: the ranges hold, but may be wider than what can occur");
  } else if (!analysis.has_bounds()) {
    all.push_back(
        fmt::format("real values are balls of {} bits; the errors are those of this run, and say nothing of "
                    "other inputs or orders",
                    64 * analysis.run->words));
  } else if (!analysis.shadowed) {
    all.push_back("real values were not computed, because the model has too many operations; there are bounds only");
  } else if (analysis.shadow.precision > 0) {
    all.push_back(fmt::format("real values are rationals, and balls of {} bits where those grew too large",
                              analysis.shadow.precision));
  } else {
    all.push_back("real values are exact rationals");
  }
  all.push_back(
      "an integer quotient is measured against the real quotient; other integer results against the integers");
  all.push_back("printed bounds and upper ends are rounded up, lower ends down");
  return all;
}

const char* policy_of(const Analysis& analysis) {
  return accumulation_names[static_cast<unsigned>(analysis.model->profile.choices.accumulation)];
}

bool is_over_ranges(const AccuracyReport& report) { return report.ranges || !report.analysis->points; }

const char* mode_of(const AccuracyReport& report) {
  if (report.analysis->any_order)
    return report.ranges ? "errors of any admissible order over ranges of inputs"
                         : "errors of any admissible order for one input";
  return is_over_ranges(report) ? "errors over ranges of inputs" : "errors of one run";
}

std::string formula_symbols(const Analysis& analysis) {
  static constexpr std::pair<std::string_view, const char*> symbols[] = {
      {"u", "u is half the distance from 1 to the next number of the type"},
      {"eta", "eta is half the smallest positive number of the type"},
      {"n", "n is the number of terms of a sum"},
      {"S", "S is the sum of the magnitudes of its terms"},
      {"s", "s is the sum of its terms"},
  };
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  std::set<std::string_view> used;
  for (const Call& call : analysis.model->calls) {
    if (call.outputs.empty() || info(first_result(call).type).kind != Kind::floating) continue;
    const std::string_view formula = bound_of(*call.op).formula(call);
    for (auto at = formula.begin(); at != formula.end();) {
      const auto first = std::find_if(at, formula.end(), is_letter);
      at = std::find_if_not(first, formula.end(), is_letter);
      used.emplace(first, at);
    }
  }
  std::string out;
  for (const auto& [symbol, words] : symbols)
    if (used.contains(symbol)) out += (out.empty() ? "" : "; ") + std::string(words);
  return out.empty() ? out : out + ".";
}

}  // namespace etalon::impl
