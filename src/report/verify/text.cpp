// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quote.hpp"
#include "report/page/escape.hpp"
#include "report/verify/report.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_listed = 20;  // witnesses that are not plain, in a campaign

std::string policy_text(const JudgedPoint& point) {
  std::string out;
  for (std::size_t p = 0; p < property_policies; ++p)
    if (const auto& run = point.policies[p])
      out += fmt::format("{}{} {} ({})", out.empty() ? "" : ", ", accumulation_names[p], answer_text(run->answer),
                         margin_text(run->margin));
  return out;
}

std::string name_of(const WitnessRow& row) {
  const std::string own = printable(row.witness);
  return row.tool.empty() ? own : fmt::format("{} {} {}", printable(row.benchmark), printable(row.tool), own);
}

bool is_plain(const WitnessRow& row) {
  return row.judged && row.judged->reading && row.judged->any_order == InAnyOrder::holds;
}

std::string table_text(const VerifyReport& report) {
  std::string out = fmt::format(
      "{:<22} {:<17} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}\n", "benchmark", "tool",
      "all", "in box", "input", "both", "reals", "differ", "holds", "fails", "depend", "undec.", "correct", "tolerat");
  const auto line = [&](const std::string& benchmark, const std::string& tool, const WitnessTotals& t) {
    out += fmt::format("{:<22} {:<17} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}\n",
                       printable(benchmark), printable(tool), t.witnesses, t.in_box[0], t.in_box[1], t.in_box[2],
                       t.real[1], t.policies_differ, t.any_order[0], t.any_order[1], t.any_order[2], t.any_order[3],
                       t.checker[0], t.checker[1]);
  };
  for (const auto& [key, totals] : tables_of(report)) line(key.first, key.second, totals);
  line("all", "", totals_of(report));
  return out +
         "in box: as decimals; input: the numbers that the network is given; both: these and the bounds, rounded. "
         "reals: holds over\nthe reals. differ: the accumulation policies disagree. holds to undec.: in every "
         "admissible order. correct, tolerat: what the\nchecker of the competition says, with the reference in place "
         "of its runtime.\n";
}

}  // namespace

std::string answer_text(PropertyAnswer answer) {
  static constexpr const char* texts[] = {"fails", "holds", "not told"};
  return texts[static_cast<std::size_t>(answer)];
}

std::string any_order_text(InAnyOrder any) {
  std::string text = any_order_names[static_cast<std::size_t>(any)];
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string margin_text(const Between& margin) {
  if (std::isinf(margin.low) && margin.low == margin.high) return "no output is compared";
  if (std::isinf(margin.low) && std::isinf(margin.high)) return "no margin";
  const std::string low = end_text(margin.low, End::low, 3), high = end_text(margin.high, End::high, 3);
  if (low == high) return "margin " + low;
  // Two ends that are the same but for their last digit say no more than the one that is on the safe side.
  if (std::isinf(margin.low)) return "margin at most " + high;
  if (std::isinf(margin.high)) return "margin at least " + low;
  const bool is_narrow = margin.high - margin.low <= std::abs(margin.low) * 0x1p-6;
  if (is_narrow) return "margin " + (margin.low >= 0 ? low : high);
  return fmt::format("margin {} to {}", low, high);
}

std::vector<std::string> witness_lines(const WitnessRow& row) {
  if (!row.judged) return {"not judged: " + row.problem};
  const JudgedPoint& point = *row.judged;
  const auto yes = [&](BoxReading reading) { return point.is_in(reading) ? "yes" : "no"; };
  std::vector<std::string> lines;
  if (row.points > 1) lines.push_back(fmt::format("point {} of {} in the file", row.best + 1, row.points));
  lines.push_back(
      fmt::format("in the box: {} as decimals, {} as the input that the network is given, {} if bounds are "
                  "rounded, too",
                  yes(BoxReading::decimals), yes(BoxReading::rounded_input), yes(BoxReading::all_rounded)));
  lines.push_back(
      fmt::format("over the reals: {} ({})", answer_text(point.real.answer), margin_text(point.real.margin)));
  lines.push_back("policies: " + policy_text(point));
  std::string any = "any admissible order: " + any_order_text(point.any_order);
  if (point.any_order != InAnyOrder::depends) any += fmt::format(" ({})", margin_text(point.bounded_margin));
  if (point.any_order == InAnyOrder::not_decided && point.tried != 0)
    any += fmt::format("; {} other orders were tried", point.tried);
  lines.push_back(any);
  if (point.shown) {
    const auto& [satisfied, failed] = *point.shown;
    lines.push_back(fmt::format("holds ({}): {}", margin_text(satisfied.judged.margin), satisfied.name));
    lines.push_back(fmt::format("fails ({}): {}", margin_text(failed.judged.margin), failed.name));
    if (!row.parting.empty()) lines.push_back("these part at " + row.parting);
  }
  if (point.stated.given == 0) return lines;  // there is nothing to compare
  lines.push_back(fmt::format("stated outputs: {} of {}, at most {} from the run; as stated it {}", point.stated.given,
                              point.stated.all, end_text(point.stated.farthest, End::high, 3),
                              answer_text(point.stated.judged.answer)));
  lines.push_back(
      fmt::format("checker of the competition: {}", checker_names[static_cast<std::size_t>(point.checker)]));
  return lines;
}

std::string verify_summary(const VerifyReport& report) {
  const WitnessTotals t = totals_of(report);
  if (t.witnesses == 0) return "nothing was judged: no witness is given\n";
  std::string out =
      fmt::format("{} witness{}: {} hold in every admissible order, {} fail, {} depend, {} not decided", t.witnesses,
                  t.witnesses == 1 ? "" : "es", t.any_order[0], t.any_order[1], t.any_order[2], t.any_order[3]);
  if (t.judged != t.witnesses) out += fmt::format(", {} not judged", t.witnesses - t.judged);
  if (t.in_no_box != 0) out += fmt::format("; {} outside of the box", t.in_no_box);
  return out + "\n";
}

std::string verify_text(const VerifyReport& report) {
  std::string out = verify_summary(report);
  out += "A witness holds if it satisfies the property, which describes what must not happen.\n";
  if (!report.property.empty()) out += "Property: " + report.property + ".\n";
  if (report.is_campaign) out += "\n" + table_text(report);
  std::size_t listed = 0, left = 0;
  for (const WitnessRow& row : report.rows) {
    if (report.is_campaign && is_plain(row)) continue;
    if (report.is_campaign && listed == most_listed) {
      ++left;
      continue;
    }
    ++listed;
    out += "\n" + name_of(row) + "\n";
    for (const std::string& line : witness_lines(row)) out += "  " + line + "\n";
  }
  if (left != 0) out += fmt::format("\nand {} more; the reports as CSV and JSON have all\n", left);
  return out + "\n" + identity_text(report.identity);
}

}  // namespace etalon::impl
