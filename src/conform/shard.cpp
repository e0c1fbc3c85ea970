// SPDX-License-Identifier: Apache-2.0
// Floor 8. See shard.hpp.
#include "conform/shard.hpp"

#include <atomic>
#include <charconv>
#include <map>
#include <sstream>
#include <thread>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

constexpr const char* first_line = "etalon-exhaustive-shard";
constexpr std::string_view made_by = "made by ";

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

}  // namespace

std::vector<Unit> units_of(const CampaignList& list, std::uint64_t index, std::uint64_t of) {
  std::vector<Unit> units;
  std::uint64_t place = 0;
  for (const Campaign* campaign : list)
    for (std::uint64_t i = 0; i < campaign->units(); ++i)
      if (place++ % of == index - 1) units.push_back({campaign, i});
  return units;
}

void judge(std::span<Unit> units, unsigned threads, const std::function<Trial(const Campaign&)>& trial,
           const std::function<void(std::uint64_t cases)>& done) {
  std::map<const Campaign*, Trial> trials;
  for (const Unit& unit : units)
    if (!trials.contains(unit.campaign)) trials.emplace(unit.campaign, trial(*unit.campaign));
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < units.size(); i = next++) {
      units[i].outcome = judge_unit(*units[i].campaign, units[i].number, trials.at(units[i].campaign));
      done(units[i].outcome.cases);
    }
  };
  std::vector<std::jthread> workers;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, units.size()); ++i) workers.emplace_back(work);
  work();
}

std::string shard_text(const Shard& shard, std::string_view tool) {
  std::ostringstream out;
  out << first_line << '\n' << made_by << tool << '\n';
  for (const Campaign* campaign : shard.list) out << "campaign " << campaign->name << '\n';
  for (const Unit& unit : shard.units)
    out << "unit " << unit.campaign->name << ' ' << unit.number << ' ' << unit.outcome.cases << ' '
        << unit.outcome.mismatches << ' ' << to_hex(unit.outcome.digest) << '\n';
  return out.str();
}

Result<Shard> read_shard(std::string_view text, std::string_view tool) {
  std::istringstream lines{std::string(text)};
  std::string line;
  if (!std::getline(lines, line) || line != first_line) return malformed("this is not a shard");
  if (!std::getline(lines, line) || !line.starts_with(made_by))
    return malformed("this shard does not say which program made it");
  if (line.substr(made_by.size()) != tool)
    return error(Code::malformed, "NUM-ALL-DIGEST",
                 "this shard was made by " + quoted(line.substr(made_by.size()), 100),
                 "merge shards with the program that made them: " + std::string(tool));
  Shard shard;
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
  return shard;
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
