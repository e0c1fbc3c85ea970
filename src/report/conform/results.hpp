// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a peer made of the cases, as lines of JSON: a first line about the run, then one for each case, in the
// order in which they ended. A run that was interrupted goes on behind the last line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/campaign/part.hpp"
#include "conform/peers/kit.hpp"
#include "report/page/json_writer.hpp"

namespace etalon::impl {

// What must be the same in all parts of a run, and when one goes on.
struct ConformRun {
  std::string tool, vectors;   // the program; the SHA-256 of the cases
  std::uint64_t cases = 0;     // of all parts
  std::string peer, greeting;  // as it was asked for, and what it says of itself
  Part part;
  std::string tolerance = {};  // that is required of every output; "": none

  bool operator==(const ConformRun&) const = default;
};

struct ConformRow {
  Case one;  // as far as reports show it
  CaseResult result;
};

struct ConformResults {
  ConformRun run;
  std::vector<ConformRow> rows;
  std::optional<double> judged_share = {};  // of the cases that must be judged, as the reader of the report requires
};

std::string run_line(const ConformRun& run);
std::string row_line(const ConformRow& row);
void write_row(JsonWriter& json, const ConformRow& row);  // the members of that object

Result<ConformResults> read_results(std::string_view text);

// Notes each case whose outputs have other bits than in an earlier run: with other threads, of another version, or of
// the same implementation once more. Returns how many there are.
std::uint64_t note_changes(ConformResults& results, const ConformResults& earlier);

// Why a file of results is not of the run that is wanted; "" where it is.
std::string difference(const ConformRun& is, const ConformRun& wanted);

// The results of all parts together. Refused are parts of different runs, one that is there twice, and a run that lacks
// some or is not finished.
struct NamedResults {
  std::string name;  // of the file
  ConformResults results;
};
Result<ConformResults> merge_results(std::vector<NamedResults> parts);

// How many cases of a part there are: every N-th of the list.
constexpr std::uint64_t cases_of(const Part& part, std::uint64_t all) {
  return all / part.of + (part.index - 1 < all % part.of ? 1 : 0);
}

// ---- the reports ----------------------------------------------------------------------------------------------------

std::string conform_summary(const ConformResults& results);  // the counts, and what is required
std::string conform_text(const ConformResults& results);
std::string conform_json(const ConformResults& results);
std::string conform_html(const ConformResults& results);
std::string conform_junit(const ConformResults& results);

}  // namespace etalon::impl
