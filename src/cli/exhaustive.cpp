// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon exhaustive` and `etalon exhaustive merge`: all pairs of the small types, whole or in shards.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "cli/console.hpp"
#include "cli/verbs.hpp"
#include "conform/campaign.hpp"
#include "report/escape.hpp"
#include "report/pages.hpp"

namespace etalon::impl::cli {
namespace {

struct Unit {
  const Campaign* campaign;
  std::uint64_t number;
};

struct Shard {
  std::uint64_t index = 1, of = 1;
};

// What is known of a campaign when all its units are in.
struct Summary {
  std::string name, digest;
  std::uint64_t pairs = 0, wanted = 0, mismatches = 0;
};

std::optional<Shard> parse_shard(const std::string& text) {
  Shard shard;
  if (text.empty()) return shard;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, shard.of);
  if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
  if (shard.index < 1 || shard.index > shard.of) return std::nullopt;
  return shard;
}

std::vector<Outcome> judge_all(const std::vector<Unit>& units, unsigned threads, bool quiet) {
  std::uint64_t total = 0;
  for (const Unit& unit : units) total += unit.campaign->pairs() / unit.campaign->units();
  Progress progress(total, "pairs", quiet);
  std::vector<Outcome> outcomes(units.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < units.size(); i = next++) {
      outcomes[i] = judge_unit(*units[i].campaign, units[i].number);
      progress.advance(outcomes[i].pairs);
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  workers.clear();
  return outcomes;
}

// The published digest of a campaign, "" where there is none.
std::string published(std::string_view name) {
  for (const Page& page : pages()) {
    if (page.path != "tests/exhaustive.sha256") continue;
    std::istringstream lines{std::string(page.text)};
    std::string digest, campaign;
    while (lines >> digest >> campaign)
      if (campaign == name) return digest;
  }
  return {};
}

int conclude(const std::vector<Summary>& summaries, const std::string& format) {
  bool good = true;
  std::string rows;
  for (const Summary& s : summaries) {
    const std::string known = published(s.name);
    const bool right = s.mismatches == 0 && s.pairs == s.wanted && (known.empty() || known == s.digest);
    good = good && right;
    const std::string verdict = s.mismatches > 0         ? fmt::format("{} MISMATCHES", s.mismatches)
                                : s.pairs != s.wanted    ? "PAIRS MISSING"
                                : known.empty()          ? "all right, no published digest"
                                : known == s.digest      ? "all right, published digest met"
                                                         : "DIGEST DIFFERS from the published one";
    if (format == "json")
      rows += fmt::format("{}{{\"name\":{},\"pairs\":{},\"mismatches\":{},\"sha256\":\"{}\",\"right\":{}}}",
                          rows.empty() ? "" : ",\n", json_string(s.name), s.pairs, s.mismatches, s.digest, right);
    else
      rows += fmt::format("{}  {:<14} {:>10} pairs  {}\n", s.digest, s.name, s.pairs, verdict);
  }
  fmt::print("{}", format == "json" ? fmt::format("{{\"campaigns\":[\n{}\n]}}\n", rows) : rows);
  return good ? 0 : static_cast<int>(Code::not_conformant);
}

void tell_mismatch(const Unit& unit, const Outcome& outcome) {
  if (!outcome.first) return;
  fmt::print(stderr, "mismatch in {}: {:#x} and {:#x} give {:#x}, the oracle says {:#x}\n", unit.campaign->name,
             outcome.first->a, outcome.first->b, outcome.first->got, outcome.first->wanted);
}

}  // namespace

int exhaustive(const ExhaustiveOptions& options) {
  const std::optional<Shard> shard = parse_shard(options.shard);
  if (!shard) return usage_error("--shard " + options.shard + " is not I/N", "for example --shard 1/8 … --shard 8/8");
  std::vector<const Campaign*> chosen;
  for (const Campaign& campaign : campaigns())
    if (options.names.empty() || std::count(options.names.begin(), options.names.end(), campaign.name) > 0)
      chosen.push_back(&campaign);
  for (const std::string& name : options.names)
    if (find_campaign(name) == nullptr) {
      std::string all;
      for (const Campaign& campaign : campaigns()) (all += ' ') += campaign.name;
      return usage_error("unknown campaign " + name, "campaigns:" + all);
    }

  std::vector<Unit> units;
  std::uint64_t place = 0;
  for (const Campaign* campaign : chosen)
    for (std::uint64_t i = 0; i < campaign->units(); ++i)
      if (place++ % shard->of == shard->index - 1) units.push_back({campaign, i});
  const unsigned threads = options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  const std::vector<Outcome> outcomes = judge_all(units, threads, options.quiet);
  for (std::size_t i = 0; i < units.size(); ++i) tell_mismatch(units[i], outcomes[i]);

  if (!options.shard.empty()) {
    fmt::print("etalon-exhaustive-shard\n");
    for (const Campaign* campaign : chosen) fmt::print("campaign {} {}\n", campaign->name, campaign->units());
    bool good = true;
    for (std::size_t i = 0; i < units.size(); ++i) {
      fmt::print("unit {} {} {} {} {}\n", units[i].campaign->name, units[i].number, outcomes[i].pairs,
                 outcomes[i].mismatches, to_hex(outcomes[i].digest));
      good = good && outcomes[i].mismatches == 0;
    }
    return good ? 0 : static_cast<int>(Code::not_conformant);
  }

  std::vector<Summary> summaries;
  std::size_t i = 0;
  for (const Campaign* campaign : chosen) {
    Summary summary{campaign->name, {}, 0, campaign->pairs(), 0};
    std::vector<Sha256::Digest> digests;
    for (; i < units.size() && units[i].campaign == campaign; ++i) {
      summary.pairs += outcomes[i].pairs;
      summary.mismatches += outcomes[i].mismatches;
      digests.push_back(outcomes[i].digest);
    }
    summary.digest = to_hex(root_digest(digests));
    summaries.push_back(summary);
  }
  return conclude(summaries, options.format);
}

int merge(const MergeOptions& options) {
  const auto malformed = [](const std::string& message) {
    return report(error(Code::malformed, "NUM-ALL-DIGEST", message, "merge the complete set of shards of one run"));
  };
  struct Collected {
    std::uint64_t pairs, mismatches;
    Sha256::Digest digest;
  };
  std::map<std::string, std::uint64_t> expected;  // campaign → units
  std::map<std::string, std::map<std::uint64_t, Collected>> found;
  for (const std::string& path : options.files) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line) || line != "etalon-exhaustive-shard") return malformed(path + " is not a shard");
    std::map<std::string, std::uint64_t> announced;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      std::string kind, name, digest;
      std::uint64_t number = 0;
      words >> kind >> name >> number;
      if (kind == "campaign" && words && find_campaign(name) != nullptr) {
        announced[name] = number;
        continue;
      }
      Collected unit{};
      words >> unit.pairs >> unit.mismatches >> digest;
      const auto from_hex = [&](std::size_t at) {
        return std::from_chars(digest.data() + at, digest.data() + at + 2, unit.digest[at / 2], 16).ptr ==
               digest.data() + at + 2;
      };
      bool good = kind == "unit" && words && digest.size() == 64 && announced.contains(name);
      for (std::size_t at = 0; good && at < 64; at += 2) good = from_hex(at);
      if (!good) return malformed(path + ": line not understood: " + line);
      if (!found[name].emplace(number, unit).second) return malformed(fmt::format("{} unit {} is there twice", name, number));
    }
    if (!expected.empty() && expected != announced) return malformed(path + " belongs to a run of other campaigns");
    expected = announced;
  }

  std::vector<Summary> summaries;
  for (const auto& [name, count] : expected) {
    Summary summary{name, {}, 0, find_campaign(name)->pairs(), 0};
    std::vector<Sha256::Digest> digests;
    for (std::uint64_t i = 0; i < find_campaign(name)->units(); ++i) {
      const auto unit = found[name].find(i);
      if (unit == found[name].end()) return malformed(fmt::format("{} unit {} is missing", name, i));
      summary.pairs += unit->second.pairs;
      summary.mismatches += unit->second.mismatches;
      digests.push_back(unit->second.digest);
    }
    if (found[name].size() != digests.size()) return malformed(name + " has units that do not exist");
    summary.digest = to_hex(root_digest(digests));
    summaries.push_back(summary);
  }
  return conclude(summaries, options.format);
}

}  // namespace etalon::impl::cli
