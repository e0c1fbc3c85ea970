// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a peer made of the cases, counted by operator and outcome: as text and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "report/conform_results.hpp"
#include "report/escape.hpp"
#include "report/identity.hpp"

namespace etalon::impl {
namespace {

// The columns of the table. Of what ended with outputs it says how they compare; of a case whose specified status is an
// error condition whether the peer refused it.
constexpr const char* columns[] = {"same bits",   "other NaN",   "other bits", "not compared", "refused as specified",
                                   "not refused", "unsupported", "error",      "no output",    "other form",
                                   "garbled",     "crashed",     "timed out"};
constexpr std::size_t column_count = std::size(columns), first_ended = 6;

std::size_t column_of(const ConformRow& row) {
  const CaseResult& result = row.result;
  if (!row.one.has_result() && result.ended == Ended::error) return 4;
  if (result.ended != Ended::ok) return first_ended + static_cast<std::size_t>(result.ended) - 1;
  if (!row.one.has_result()) return 5;
  if (!result.difference) return 3;
  return result.difference->other_bits == 0 ? 0 : result.difference->other_values == 0 ? 1 : 2;
}

bool is_listed(const ConformRow& row) {
  static constexpr std::array<bool, column_count> listed{false, true, true, false, false, true, false,
                                                         true,  true, true, true,  true,  true};
  return listed[column_of(row)] || (!row.result.note.empty() && row.result.difference);
}

struct Tally {
  std::array<std::uint64_t, column_count> counts{};
  std::uint64_t cases = 0, ulp = 0, conforming = 0, violating = 0;

  void add(const ConformRow& row) {
    if (row.result.judged) ++(row.result.judged->conforms ? conforming : violating);
    ++counts[column_of(row)];
    ++cases;
    if (row.result.difference) ulp = std::max(ulp, row.result.difference->ulp);
  }
};

struct Counted {
  std::map<std::string, Tally> by_operator;
  Tally all;
};

Counted counted(const ConformResults& results) {
  Counted found;
  for (const ConformRow& row : results.rows) {
    found.by_operator[row.one.operation].add(row);
    found.all.add(row);
  }
  return found;
}

std::string words_of(const ConformRow& row) {
  std::string out = columns[column_of(row)];
  if (const auto& is = row.result.difference; is && is->other_bits > 0) {
    out += fmt::format(": {} of {} elements", is->other_bits, is->elements);
    if (is->other_values > is->other_kinds) out += fmt::format(", up to {} ulp", is->ulp);
    if (is->other_kinds > 0) out += fmt::format(", {} NaN where the other is a number", is->other_kinds);
    if (is->output && is->first) out += fmt::format(", first at element {} of output {}", *is->first, *is->output);
  }
  if (const auto& judged = row.result.judged) {
    out += fmt::format("; {} ({})", judged->conforms ? "conforms" : "does not conform", judged->words);
    if (!judged->cause.empty()) out += "; cause: " + judged->cause;
  }
  for (const std::string* text : {&row.result.words, &row.result.note})
    if (!text->empty()) out += ": " + printable(*text);
  return out;
}

// The name of an operator in the table; several nodes may make it long.
std::string shortened(const std::string& name) {
  return name.empty() ? "(not read)" : name.size() <= 24 ? name : name.substr(0, name.find('+')) + "+…";
}

}  // namespace

std::string conform_text(const ConformResults& results) {
  const Counted found = counted(results);
  std::string out = results.run.tool + "\n";
  out += fmt::format("peer {}\n{} cases, sha256 {}\n", printable(results.run.greeting), results.run.cases,
                     results.run.vectors);
  if (results.run.part.of > 1) out += fmt::format("part {} of {}\n", results.run.part.index, results.run.part.of);
  std::vector<std::size_t> shown;  // columns with something in them
  for (std::size_t k = 0; k < column_count; ++k)
    if (found.all.counts[k] > 0) shown.push_back(k);
  const auto line = [&](const std::string& name, const Tally& tally) {
    // By characters, of which … is one and three bytes.
    const std::size_t extra = name.ends_with("…") ? 2 : 0;
    out += fmt::format("{:<{}} {:>6}  {:>8}  {:>8}", name, 25 + extra, tally.cases, tally.conforming, tally.violating);
    for (const std::size_t k : shown)
      out += fmt::format("  {:>{}}", tally.counts[k] > 0 ? std::to_string(tally.counts[k]) : ".",
                         std::string_view(columns[k]).size());
    out += fmt::format("  {:>20}\n", tally.ulp > 0 ? std::to_string(tally.ulp) : ".");
  };
  out += fmt::format("\n{:<25} {:>6}  {:>8}  {:>8}", "operator", "cases", "conform", "violate");
  for (const std::size_t k : shown) out += fmt::format("  {}", columns[k]);
  out += fmt::format("  {:>20}\n", "largest ulp");
  std::map<std::string, Tally> rows;  // those whose short names are one are one row
  for (const auto& [name, tally] : found.by_operator) {
    Tally& sum = rows[shortened(name)];
    for (std::size_t k = 0; k < column_count; ++k) sum.counts[k] += tally.counts[k];
    sum.cases += tally.cases;
    sum.conforming += tally.conforming;
    sum.violating += tally.violating;
    sum.ulp = std::max(sum.ulp, tally.ulp);
  }
  for (const auto& [name, tally] : rows) line(name, tally);
  line("all", found.all);
  std::map<std::string, std::uint64_t> causes;
  for (const ConformRow& row : results.rows)
    if (row.result.judged && !row.result.judged->cause.empty()) ++causes[row.result.judged->cause];
  if (!causes.empty()) out += "\nCauses of other bits, by cases:\n";
  for (const auto& [cause, count] : causes) out += fmt::format("{:>6}  {}\n", count, cause);
  bool first = true;
  for (const ConformRow& row : results.rows) {
    if (!is_listed(row)) continue;
    out += fmt::format("{}{}  {}\n", first ? "\n" : "", printable(row.one.name), words_of(row));
    first = false;
  }
  return out;
}

std::string conform_json(const ConformResults& results) {
  const Counted found = counted(results);
  const auto tally_json = [](const Tally& tally) {
    std::string out = fmt::format(R"("cases":{},"ulp":{},"conforming":{},"violating":{},"outcomes":{{)", tally.cases,
                                  tally.ulp, tally.conforming, tally.violating);
    for (std::size_t k = 0; k < column_count; ++k)
      if (tally.counts[k] > 0)
        out += fmt::format(R"({}"{}":{})", out.back() == '{' ? "" : ",", columns[k], tally.counts[k]);
    return out + "}";
  };
  const ConformRun& run = results.run;
  std::string out = fmt::format(
      "{{{},\n\"vectors\":\"{}\",\"peer\":{},\"greeting\":{},\"part\":\"{}/{}\",\n\"all\":{{{}}},\n\"operators\":[",
      tool_json("etalon-conform-1"), run.vectors, json_string(run.peer), json_string(run.greeting), run.part.index,
      run.part.of, tally_json(found.all));
  for (const auto& [name, tally] : found.by_operator)
    out +=
        fmt::format("{}\n{{\"operator\":{},{}}}", out.back() == '[' ? "" : ",", json_string(name), tally_json(tally));
  out += "],\n\"results\":[";
  for (const ConformRow& row : results.rows) out += (out.back() == '[' ? "\n" : ",\n") + row_json(row);
  return out + "]}\n";
}

}  // namespace etalon::impl
