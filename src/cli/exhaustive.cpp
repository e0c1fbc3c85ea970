// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon exhaustive` and `etalon exhaustive merge`: all operands of the small types, whole or in shards.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "base/limits.hpp"
#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/suggest.hpp"
#include "conform/campaign/shard.hpp"
#include "io/file.hpp"
#include "io/mapped_file.hpp"
#include "report/page/identity.hpp"
#include "report/page/pages.hpp"
#include "simd/fast.hpp"

namespace etalon::impl::cli {

std::vector<std::string> all_campaigns() {
  std::vector<std::string> names;
  for (const Campaign& campaign : campaigns()) names.emplace_back(campaign.name);
  return names;
}

namespace {

// The part of the run that is to be done; the whole where nothing is said.
Result<Part> wanted_part(const ExhaustiveOptions& options) {
  if (options.shard.empty()) return Part{};
  if (options.format != "text") return misuse("a shard is text, for `merge`", "leave --format out");
  return part_of(options.shard, [](const char* name) { return std::getenv(name); });
}

// Where the result goes, "" for standard output. What would not work after hours of computing is refused before them.
Result<std::string> place_of(const ExhaustiveOptions& options, const Part& part) {
  if (options.output.empty() && !is_automatic(options.shard)) return std::string();
  const bool folder = is_folder(options.output);
  if (is_automatic(options.shard) && !folder)
    return misuse("--shard " + options.shard + " needs -o FOLDER, a folder that exists",
                  "each part writes a file of its own there, whole or not at all, so that a task that was killed can "
                  "be started again");
  if (folder && options.shard.empty())
    return misuse(impl::quoted(options.output) + " is a folder, and this is no shard", "name a file");
  const std::string path =
      folder ? options.output + (options.output.ends_with('/') ? "" : "/") + "shard-" + name_of(part) : options.output;
  if (auto problem = unwritable(path)) return *std::move(problem);
  return path;
}

// To standard output, or to the file.
Result<int> deliver(const std::string& text, const std::string& output, bool good) {
  if (output.empty())
    fmt::print("{}", text);
  else if (auto problem = write_file(output, text))
    return *std::move(problem);
  return good ? 0 : static_cast<int>(Code::not_conformant);
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

// A summary beside the published digest of its campaign.
struct Concluded {
  const Summary& summary;
  std::string published, digest;
  bool is_right;
};

std::string text_of(const Concluded& one, bool judged) {
  const Summary& s = one.summary;
  const std::string verdict = s.mismatches > 0 ? fmt::format("{} MISMATCHES", s.mismatches)
                              : one.published.empty()
                                  ? judged ? "all right, no published digest" : "NOT JUDGED, no published digest"
                              : one.is_right ? "all right, published digest met"
                                             : "DIGEST DIFFERS from the published one";
  return fmt::format("{}  {:<14} {:>10} {}  {}\n", one.digest, s.campaign->name, s.cases, s.campaign->kind_of_case(),
                     verdict);
}

std::string json_of(const std::vector<Concluded>& all) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-exhaustive-1", {});
    json.line().array("campaigns", [&] {
      for (const auto& [s, published, digest, is_right] : all)
        json.line().object([&] {
          json.member("name", s.campaign->name).member(s.campaign->kind_of_case(), s.cases);
          json.member("mismatches", s.mismatches).member("sha256", digest).member("right", is_right);
        });
      json.line();
    });
  });
}

Result<int> conclude(const Shard& whole, const std::string& format, const std::string& output) {
  const Result<std::vector<Summary>> summaries = summarize(whole.list, whole.units);
  if (!summaries) return summaries.finding();
  const bool judged = whole.is_judged();
  std::vector<Concluded> all;
  for (const Summary& s : *summaries) {
    const std::string known = published(s.campaign->name), digest = to_hex(s.digest);
    all.push_back({s, known, digest, s.mismatches == 0 && (known.empty() ? judged : known == digest)});
  }
  std::string text = (judged ? "" : fmt::format("fast kernels: {}\n", whole.kernel)) + identity_text({});
  for (const Concluded& one : all) text += text_of(one, judged);
  return deliver(format == "json" ? json_of(all) : text, output, std::ranges::all_of(all, &Concluded::is_right));
}

Result<int> judged_code(const ExhaustiveOptions& options) {
  const Result<Part> part = wanted_part(options);
  if (!part) return part.finding();
  const Result<std::string> output = place_of(options, *part);
  if (!output) return output.finding();
  for (const std::string& name : options.names) {
    if (find_campaign(name) != nullptr) continue;
    const std::vector<std::string> all = all_campaigns();
    return misuse("unknown campaign " + impl::quoted(name, 60),
                  did_you_mean(name, all, fmt::format("campaigns: {}", fmt::join(all, " "))));
  }
  const bool judged = options.kernel == "reference";
  const std::vector<std::string_view> sets = sets_of(options);
  if (sets.empty()) {
    std::string all;
    for (const std::string_view set : instruction_sets()) (all += ' ') += set;
    return misuse("no fast kernels for " + impl::quoted(options.instructions), "instruction sets here:" + all);
  }
  if (judged && !options.instructions.empty())
    return misuse("the reference uses no particular instruction set", "give --kernel fast");
  Shard shard{{}, *part, judged ? std::string(Shard::judged_kernel) : fmt::format("{}", fmt::join(sets, ", ")), {}};
  for (const Campaign& campaign : campaigns())
    if (options.names.empty() || std::count(options.names.begin(), options.names.end(), campaign.name) > 0)
      shard.list.push_back(&campaign);

  shard.units = units_of(shard.list, *part);
  std::uint64_t total = 0, mismatches = 0;
  for (const Unit& unit : shard.units) total += unit.campaign->cases() / unit.campaign->units();
  {
    Progress progress(total, "cases", options.quiet);
    const unsigned threads = options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    const auto contest = [&](const Campaign& c) { return judged ? reference_contest(c) : fast_contest(c, sets); };
    judge(shard.units, threads, contest, [&](std::uint64_t cases) { progress.advance(cases); });
  }
  for (const Unit& unit : shard.units) {
    mismatches += unit.outcome.mismatches;
    if (const auto& first = unit.outcome.first)
      fmt::print(stderr, "mismatch in {}, {}: {} {:#x}, {} {:#x}\n", unit.campaign->name, first->contender,
                 unit.campaign->operands == 2 ? fmt::format("{:#x} and {:#x} give", first->a, first->b)
                                              : fmt::format("{:#x} gives", first->b),
                 first->got, judged ? "the oracle says" : "another instruction set", first->wanted);
  }
  return options.shard.empty() ? conclude(shard, options.format, *output)
                               : deliver(shard_text(shard, tool_text()), *output, mismatches == 0);
}

Result<int> merged_code(const MergeOptions& options) {
  std::vector<NamedShard> shards;
  for (const std::string& path : options.files) {
    const auto file = map_file(path, Limits{}.file_bytes);
    if (!file) return file.finding();
    auto shard = read_shard({reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()}, tool_text());
    if (!shard) {
      Finding finding = shard.finding();
      finding.message = impl::quoted(path) + ": " + finding.message;
      return finding;
    }
    shards.push_back({path, *std::move(shard)});
  }
  const Result<Shard> whole = merge_shards(shards);
  if (!whole) return whole.finding();
  return conclude(*whole, options.format, options.output);
}

}  // namespace

int exhaustive(const ExhaustiveOptions& options) {
  const Result<int> code = judged_code(options);
  return code ? *code : fail(code.finding(), {}, options.format, options.shard.empty() ? options.output : "");
}

int merge(const MergeOptions& options) {
  const Result<int> code = merged_code(options);
  return code ? *code : fail(code.finding(), {}, options.format, options.output);
}

}  // namespace etalon::impl::cli
