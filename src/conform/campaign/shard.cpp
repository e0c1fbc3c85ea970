// SPDX-License-Identifier: Apache-2.0
// Floor 8. See shard.hpp.
#include "conform/campaign/shard.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <map>
#include <sstream>
#include <thread>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

constexpr const char* first_line = "etalon-exhaustive-shard";
constexpr std::string_view made_by = "made by ", part_word = "part ", kernel_word = "kernel ";

Finding malformed(const std::string& message) {
  return error(Code::malformed, "NUM-ALL-DIGEST", message, "merge the complete set of shards of one run");
}

bool read_digest(const std::string& hex, Sha256::Digest& digest) {
  if (hex.size() != 2 * digest.size()) return false;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const char* pair = hex.data() + 2 * i;
    if (std::from_chars(pair, pair + 2, digest[i], 16).ptr != pair + 2) return false;
  }
  return true;
}

std::string name_of(const Unit& unit) { return unit.campaign->name + " unit " + std::to_string(unit.number); }

std::string text_of(const Part& part) { return std::to_string(part.index) + "/" + std::to_string(part.of); }

// The rest of the next line, which begins with that word; false where it does not.
bool take(std::istringstream& lines, std::string_view word, std::string& rest) {
  std::string line;
  if (!std::getline(lines, line) || !line.starts_with(word)) return false;
  rest = line.substr(word.size());
  return true;
}

// Adds "5 to 7", or "5", to a list; nothing where there is no number in the range.
void add_range(std::string& text, std::uint64_t first, std::uint64_t last) {
  if (first > last) return;
  text += (text.empty() ? "" : ", ") + std::to_string(first);
  if (first < last) text += " to " + std::to_string(last);
}

// What a shard says of the run that it belongs to; "" where that is what the first one says.
std::string difference(const Shard& first, const Shard& shard) {
  if (shard.list != first.list) return "it belongs to other campaigns";
  if (shard.part.of != first.part.of)
    return "it is one of " + std::to_string(shard.part.of) + " parts, not of " + std::to_string(first.part.of);
  if (shard.kernel != first.kernel) return "its kernel is " + shard.kernel + ", not " + first.kernel;
  return {};
}

}  // namespace

std::vector<Unit> units_of(const CampaignList& list, const Part& part) {
  std::vector<Unit> units;
  std::uint64_t place = 0;
  for (const Campaign* campaign : list)
    for (std::uint64_t i = 0; i < campaign->units(); ++i)
      if (place++ % part.of == part.index - 1) units.push_back({campaign, i});
  return units;
}

void judge(std::span<Unit> units, unsigned threads, const std::function<Contest(const Campaign&)>& contest,
           const std::function<void(std::uint64_t cases)>& done) {
  std::map<const Campaign*, Contest> contests;
  for (const Unit& unit : units)
    if (!contests.contains(unit.campaign)) contests.emplace(unit.campaign, contest(*unit.campaign));
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < units.size(); i = next++) {
      units[i].outcome = judge_unit(*units[i].campaign, units[i].number, contests.at(units[i].campaign));
      done(units[i].outcome.cases);
    }
  };
  std::vector<std::jthread> workers;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, units.size()); ++i) workers.emplace_back(work);
  work();
}

std::string shard_text(const Shard& shard, std::string_view tool) {
  std::ostringstream out;
  out << first_line << '\n'
      << made_by << tool << '\n'
      << part_word << text_of(shard.part) << '\n'
      << kernel_word << shard.kernel << '\n';
  for (const Campaign* campaign : shard.list) out << "campaign " << campaign->name << '\n';
  for (const Unit& unit : shard.units)
    out << "unit " << unit.campaign->name << ' ' << unit.number << ' ' << unit.outcome.cases << ' '
        << unit.outcome.mismatches << ' ' << to_hex(unit.outcome.digest) << '\n';
  return out.str();
}

Result<Shard> read_shard(std::string_view text, std::string_view tool) {
  std::istringstream lines{std::string(text)};
  std::string line, word;
  if (!take(lines, first_line, word) || !word.empty()) return malformed("this is not a shard");
  if (!take(lines, made_by, word)) return malformed("this shard does not say which program made it");
  if (word != tool)
    return error(Code::malformed, "NUM-ALL-DIGEST", "this shard was made by " + quoted(word, 100),
                 "merge shards with the program that made them: " + std::string(tool));
  Shard shard;
  if (!take(lines, part_word, word) || is_automatic(word)) return malformed("this shard does not say which part it is");
  const Result<Part> part = part_of(word, [](const char*) { return nullptr; });
  if (!part || !take(lines, kernel_word, shard.kernel)) return malformed("this shard does not say which part it is");
  shard.part = *part;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string kind, name, digest;
    words >> kind >> name;
    const Campaign* campaign = find_campaign(name);
    if (kind == "campaign" && campaign != nullptr) {
      shard.list.push_back(campaign);
      continue;
    }
    Unit unit{campaign, 0};
    words >> unit.number >> unit.outcome.cases >> unit.outcome.mismatches >> digest;
    if (kind != "unit" || campaign == nullptr || !words || !read_digest(digest, unit.outcome.digest))
      return malformed("line not understood: " + quoted(line, 60));
    shard.units.push_back(unit);
  }
  if (shard.list.empty()) return malformed("this shard names no campaign");
  const std::vector<Unit> due = units_of(shard.list, shard.part);
  for (std::size_t i = 0; i < std::max(due.size(), shard.units.size()); ++i) {
    if (i == shard.units.size()) return malformed(name_of(due[i]) + " is missing: the file is not whole");
    const Unit& unit = shard.units[i];
    if (i == due.size() || unit.campaign != due[i].campaign || unit.number != due[i].number)
      return malformed(name_of(unit) + " does not belong to part " + text_of(shard.part));
  }
  return shard;
}

Result<Shard> merge_shards(std::span<const NamedShard> shards) {
  std::map<std::uint64_t, const NamedShard*> by_part;
  for (const NamedShard& named : shards) {
    const std::string other = difference(shards[0].shard, named.shard);
    if (!other.empty())
      return error(Code::malformed, "NUM-ALL-DIGEST",
                   quoted(named.name) + " is of another run than " + quoted(shards[0].name) + ": " + other,
                   "merge the shards of one run");
    const auto [there, is_new] = by_part.emplace(named.shard.part.index, &named);
    if (!is_new)
      return malformed("part " + text_of(named.shard.part) + " appears twice: " + quoted(there->second->name) +
                       " and " + quoted(named.name));
  }
  Shard whole{shards[0].shard.list, {}, shards[0].shard.kernel, {}};
  const std::uint64_t of = shards[0].shard.part.of;
  std::string missing;
  std::uint64_t next = 1;
  for (const auto& [index, named] : by_part) {
    add_range(missing, next, index - 1);
    next = index + 1;
    whole.units.insert(whole.units.end(), named->shard.units.begin(), named->shard.units.end());
  }
  add_range(missing, next, of);
  if (missing.empty()) return whole;
  return error(Code::malformed, "NUM-ALL-DIGEST",
               std::to_string(of - by_part.size()) + " of " + std::to_string(of) + " parts are missing: " + missing,
               "run these parts: --shard I/" + std::to_string(of) +
                   ", or of an array that begins with 0 the tasks whose numbers are one less");
}

Result<std::vector<Summary>> summarize(const CampaignList& list, std::span<const Unit> units) {
  std::map<std::pair<const Campaign*, std::uint64_t>, const Unit*> found;
  for (const Unit& unit : units)
    if (!found.emplace(std::pair(unit.campaign, unit.number), &unit).second)
      return malformed(name_of(unit) + " appears twice");

  std::vector<Summary> summaries;
  for (const Campaign* campaign : list) {
    Summary summary{campaign};
    std::vector<Sha256::Digest> digests;
    for (std::uint64_t i = 0; i < campaign->units(); ++i) {
      const auto unit = found.extract({campaign, i});
      if (unit.empty()) return malformed(name_of({campaign, i}) + " is missing");
      const Outcome& outcome = unit.mapped()->outcome;
      summary.cases += outcome.cases;
      summary.mismatches += outcome.mismatches;
      digests.push_back(outcome.digest);
    }
    if (summary.cases != campaign->cases()) return malformed(campaign->name + " lacks " + campaign->kind_of_case());
    summary.digest = root_digest(digests);
    summaries.push_back(summary);
  }
  if (!found.empty()) return malformed(name_of(*found.begin()->second) + " does not belong to this run");
  return summaries;
}

}  // namespace etalon::impl
