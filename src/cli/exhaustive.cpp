// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon exhaustive` and `etalon exhaustive merge`: all operands of the small types, whole or in shards.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <thread>

#include "base/limits.hpp"
#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/suggest.hpp"
#include "conform/shard.hpp"
#include "io/mapped_file.hpp"
#include "report/escape.hpp"
#include "report/identity.hpp"
#include "report/pages.hpp"
#include "simd/fast.hpp"

namespace etalon::impl::cli {

std::vector<std::string> all_campaigns() {
  std::vector<std::string> names;
  for (const Campaign& campaign : campaigns()) names.emplace_back(campaign.name);
  return names;
}

namespace {

struct Part {
  std::uint64_t index = 1, of = 1;
};

std::optional<Part> parse_part(const std::string& text) {
  Part part;
  if (text.empty()) return part;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part.index);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, part.of);
  if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
  if (part.index < 1 || part.index > part.of) return std::nullopt;
  return part;
}

// The instruction sets whose kernels are to be run.
std::vector<std::string_view> sets_of(const ExhaustiveOptions& options) {
  std::vector<std::string_view> sets;
  for (const std::string_view set : instruction_sets())
    if (options.instructions.empty() || options.instructions == set) sets.push_back(set);
  return sets;
}

// The published digest of a campaign, "" where there is none.
std::string published(std::string_view name) {
  for (const Page& page : pages()) {
    if (!page.path.ends_with(".sha256")) continue;
    std::istringstream lines{std::string(page.text)};
    std::string digest, campaign;
    while (lines >> digest >> campaign)
      if (campaign == name) return digest;
  }
  return {};
}

int conclude(const std::vector<Summary>& summaries, const std::string& format, bool judged) {
  bool good = true;
  std::string rows;
  for (const Summary& s : summaries) {
    const std::string known = published(s.campaign->name), digest = to_hex(s.digest);
    const bool right = s.mismatches == 0 && (known.empty() ? judged : known == digest);
    good = good && right;
    if (format == "json") {
      rows += fmt::format("{}{{\"name\":{},\"{}\":{},\"mismatches\":{},\"sha256\":\"{}\",\"right\":{}}}",
                          rows.empty() ? "" : ",\n", json_string(s.campaign->name), s.campaign->kind_of_case(), s.cases,
                          s.mismatches, digest, right);
      continue;
    }
    const std::string verdict = s.mismatches > 0 ? fmt::format("{} MISMATCHES", s.mismatches)
                                : known.empty()
                                    ? judged ? "all right, no published digest" : "NOT JUDGED, no published digest"
                                : right ? "all right, published digest met"
                                        : "DIGEST DIFFERS from the published one";
    rows += fmt::format("{}  {:<14} {:>10} {}  {}\n", digest, s.campaign->name, s.cases, s.campaign->kind_of_case(),
                        verdict);
  }
  fmt::print("{}", format == "json" ? fmt::format("{{{},\n\"campaigns\":[\n{}\n]}}\n", identity_json({}), rows)
                                    : identity_text({}) + rows);
  return good ? 0 : static_cast<int>(Code::not_conformant);
}

Result<int> judged_code(const ExhaustiveOptions& options) {
  const std::optional<Part> part = parse_part(options.shard);
  if (!part) return misuse("--shard " + options.shard + " is not I/N", "for example --shard 1/8 … --shard 8/8");
  if (!options.shard.empty() && options.format != "text")
    return misuse("a shard is text, for `merge`", "leave --format out");
  for (const std::string& name : options.names) {
    if (find_campaign(name) != nullptr) continue;
    const std::vector<std::string> all = all_campaigns();
    return misuse("unknown campaign " + quoted(name, 60),
                  did_you_mean(name, all, fmt::format("campaigns: {}", fmt::join(all, " "))));
  }
  const bool judged = options.kernel == "reference";
  const std::vector<std::string_view> sets = sets_of(options);
  if (sets.empty()) {
    std::string all;
    for (const std::string_view set : instruction_sets()) (all += ' ') += set;
    return misuse("no fast kernels for " + quoted(options.instructions), "instruction sets here:" + all);
  }
  if (judged && !options.instructions.empty())
    return misuse("the reference uses no particular instruction set", "give --kernel fast");
  Shard shard;
  for (const Campaign& campaign : campaigns())
    if (options.names.empty() || std::count(options.names.begin(), options.names.end(), campaign.name) > 0)
      shard.list.push_back(&campaign);

  shard.units = units_of(shard.list, part->index, part->of);
  std::uint64_t total = 0, mismatches = 0;
  for (const Unit& unit : shard.units) total += unit.campaign->cases() / unit.campaign->units();
  {
    Progress progress(total, "cases", options.quiet);
    const unsigned threads = options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    const auto trial = [&](const Campaign& c) { return judged ? reference_trial(c) : fast_trial(c, sets); };
    judge(shard.units, threads, trial, [&](std::uint64_t cases) { progress.advance(cases); });
  }
  for (const Unit& unit : shard.units) {
    mismatches += unit.outcome.mismatches;
    if (const auto& first = unit.outcome.first)
      fmt::print(stderr, "mismatch in {}, {}: {} {:#x}, {} {:#x}\n", unit.campaign->name, first->contender,
                 unit.campaign->operands == 2 ? fmt::format("{:#x} and {:#x} give", first->a, first->b)
                                              : fmt::format("{:#x} gives", first->b),
                 first->got, judged ? "the oracle says" : "another instruction set", first->wanted);
  }
  if (!options.shard.empty()) {
    fmt::print("{}", shard_text(shard, tool_text()));
    return mismatches == 0 ? 0 : static_cast<int>(Code::not_conformant);
  }
  const auto summaries = summarize(shard.list, shard.units);
  if (!judged && options.format == "text") fmt::print("fast kernels: {}\n", fmt::join(sets, ", "));
  if (!summaries) return summaries.finding();
  return conclude(*summaries, options.format, judged);
}

Result<int> merged_code(const MergeOptions& options) {
  Shard whole;
  for (const std::string& path : options.files) {
    const auto file = map_file(path, Limits{}.file_bytes);
    if (!file) return file.finding();
    auto shard = read_shard({reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()}, tool_text());
    if (shard && !whole.list.empty() && whole.list != shard->list)
      shard = error(Code::malformed, "NUM-ALL-DIGEST",
                    "this shard belongs to other campaigns than the shards before it", "merge the shards of one run");
    if (!shard) {
      Finding finding = shard.finding();
      finding.message = quoted(path) + ": " + finding.message;
      return finding;
    }
    whole.list = shard->list;
    whole.units.insert(whole.units.end(), shard->units.begin(), shard->units.end());
  }
  const auto summaries = summarize(whole.list, whole.units);
  if (!summaries) return summaries.finding();
  return conclude(*summaries, options.format, true);
}

}  // namespace

int exhaustive(const ExhaustiveOptions& options) {
  const Result<int> code = judged_code(options);
  return code ? *code : fail(code.finding(), {}, options.format);
}

int merge(const MergeOptions& options) {
  const Result<int> code = merged_code(options);
  return code ? *code : fail(code.finding(), {}, options.format);
}

}  // namespace etalon::impl::cli
