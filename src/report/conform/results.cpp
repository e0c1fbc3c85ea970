// SPDX-License-Identifier: Apache-2.0
// Floor 9. See results.hpp.
#include "report/conform/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/quote.hpp"
#include "report/compare/report.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

constexpr const char* rule = "PEER-ALL-RESUME";
constexpr std::string_view format = "etalon-conform-results-2", earlier_format = "etalon-conform-results-1";

Finding malformed(const std::string& message) {
  return error(Code::malformed, rule, message, "name a file that `etalon conform -o` wrote");
}

std::string text_of(const Part& part) { return fmt::format("{}/{}", part.index, part.of); }

std::optional<Ended> ended_of(std::string_view name) {
  for (unsigned k = 0; k < ended_count; ++k)
    if (name == ended_texts[k].name) return static_cast<Ended>(k);
  return std::nullopt;
}

Result<ConformRun> run_of(const Json& json) {
  const Result<Part> part = part_of(json["part"].string(), [](const char*) { return nullptr; });
  const auto cases = json["cases"].count();
  const std::string is = json["format"].string();
  if ((is != format && is != earlier_format) || !part || !cases) return malformed("these are not results of a peer");
  return ConformRun{json["tool"].string(),     json["vectors"].string(),  *cases,
                    json["peer"].string(),     json["greeting"].string(), *part,
                    json["tolerance"].string()};
}

// Results of the earlier format do not say how many elements were judged, so that "conforms" cannot be taken from them.
std::optional<Judged> judged_of(const Json& json) {
  const Json& elements = json["elements"];
  if (elements.is_null()) {
    if (json["conforms"].is_null()) return std::nullopt;
    Judged judged{{.reason = "an earlier version of Etalon judged it and did not count what was not judged"},
                  json["verdict"].string(),
                  json["cause"].string()};
    if (json["conforms"].text == "false") judged.claim = {Conformance::violates, {}, ""};
    return judged;
  }
  const auto count = [&](const char* name) { return elements[name].count().value_or(0); };
  const auto name = std::ranges::find(conformance_names, json["verdict"].string());
  Judged judged{{.reason = json["reason"].string()}, json["standings"].string(), json["cause"].string()};
  judged.claim.counts = {count("judged"), count("not_judged"), count("recorded"), count("violating"),
                         count("deviating")};
  if (name != std::end(conformance_names))
    judged.claim.is = static_cast<Conformance>(name - std::begin(conformance_names));
  return judged;
}

Result<ConformRow> row_of(const Json& json) {
  const auto ended = ended_of(json["outcome"].string());
  if (json["case"].string().empty() || !ended) return malformed("a line is not a result");
  ConformRow row{{json["case"].string(), json["operator"].string(), json["profile"].string()}, {}};
  row.one.policy = json["policy"].string();
  row.one.kind = json["class"].string();
  row.one.status = json["status"].string("ok");
  row.one.types = json["types"].strings();
  row.one.requirements = json["requirements"].strings();
  row.result = {row.one.name, *ended, json["words"].string(), json["note"].string()};
  if (const Json& is = json["difference"]; !is.is_null()) {
    const auto count = [&](const char* name) { return is[name].count().value_or(0); };
    row.result.difference = {count("elements"),    count("other_bits"),  count("other_values"),
                             count("other_kinds"), count("ulp"),         is["output"].count(),
                             is["first"].count(),  is["given"].string(), is["expected"].string()};
  }
  row.result.digest = json["digest"].string();
  if (const Json& is = json["within_tolerance"]; !is.is_null()) row.result.within_tolerance = is.text == "true";
  row.result.judged = judged_of(json);
  return row;
}

}  // namespace

std::string run_line(const ConformRun& run) {
  return json_object([&](JsonWriter& json) {
    json.member("format", format).member("tool", run.tool).member("vectors", run.vectors).member("cases", run.cases);
    json.member("peer", run.peer).member("greeting", run.greeting).member("part", text_of(run.part));
    json.member("tolerance", run.tolerance);
  });
}

void write_row(JsonWriter& json, const ConformRow& row) {
  const CaseResult& result = row.result;
  json.member("case", row.one.name).member("operator", row.one.operation).member("profile", row.one.profile);
  json.member("policy", row.one.policy).member("class", row.one.kind).member("types", row.one.types);
  json.member("requirements", row.one.requirements).member("status", row.one.status);
  json.member("outcome", name_of(result.ended)).member("words", result.words).member("note", result.note);
  if (const auto& is = result.difference)
    json.object("difference", [&] {
      json.member("elements", is->elements).member("other_bits", is->other_bits);
      json.member("other_values", is->other_values).member("other_kinds", is->other_kinds).member("ulp", is->ulp);
      json.member("output", is->output).member("first", is->first);
      if (!is->given.empty()) json.member("given", is->given).member("expected", is->expected);
    });
  if (!result.digest.empty()) json.member("digest", result.digest);
  if (result.within_tolerance) json.member("within_tolerance", *result.within_tolerance);
  if (const auto& judged = result.judged) {
    write_claim(json, judged->claim);
    json.member("standings", judged->standings).member("cause", judged->cause);
  }
}

std::string row_line(const ConformRow& row) {
  return json_object([&](JsonWriter& json) { write_row(json, row); });
}

std::uint64_t note_changes(ConformResults& results, const ConformResults& earlier) {
  std::map<std::string_view, std::string_view> digests;
  for (const ConformRow& row : earlier.rows) digests[row.one.name] = row.result.digest;
  std::uint64_t changed = 0;
  for (ConformRow& row : results.rows) {
    const auto found = digests.find(row.one.name);
    if (found == digests.end() || found->second.empty() || row.result.digest.empty()) continue;
    if (found->second == row.result.digest) continue;
    row.result.note = "other bits than in the run of " + earlier.run.greeting;
    ++changed;
  }
  return changed;
}

Result<ConformResults> read_results(std::string_view text) {
  ConformResults results;
  for (bool first = true; !text.empty(); first = false) {
    const std::size_t end = text.find('\n');
    const Result<Json> json = read_json(text.substr(0, end), rule);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (!json) return malformed("a line is not JSON");
    if (first) {
      Result<ConformRun> run = run_of(*json);
      if (!run) return run.finding();
      results.run = std::move(*run);
      continue;
    }
    Result<ConformRow> row = row_of(*json);
    if (!row) return row.finding();
    results.rows.push_back(std::move(*row));
  }
  if (results.run.cases == 0) return malformed("these are not results of a peer");
  return results;
}

std::string difference(const ConformRun& is, const ConformRun& wanted) {
  const auto other = [](const char* what, const std::string& one, const std::string& another) {
    return one == another ? std::string()
                          : fmt::format("{} is {}, not {}", what, impl::quoted(one, 200), impl::quoted(another, 200));
  };
  for (const std::string& text :
       {other("its program", is.tool, wanted.tool), other("the digest of its cases", is.vectors, wanted.vectors),
        other("its peer", is.peer, wanted.peer), other("what its peer says of itself", is.greeting, wanted.greeting),
        other("its part", text_of(is.part), text_of(wanted.part)),
        other("its tolerance", is.tolerance, wanted.tolerance)})
    if (!text.empty()) return text;
  return is.cases == wanted.cases ? "" : "it has another number of cases";
}

Result<ConformResults> merge_results(std::vector<NamedResults> parts) {
  ConformRun whole = parts[0].results.run;
  whole.part = {};
  std::map<std::uint64_t, std::string> seen;
  ConformResults all{whole, {}};
  for (NamedResults& named : parts) {
    ConformRun run = named.results.run;
    const Part part = std::exchange(run.part, Part{});
    const std::string other = difference(run, whole);
    if (!other.empty() || part.of != parts[0].results.run.part.of)
      return malformed(impl::quoted(named.name) + " is of another run than " + impl::quoted(parts[0].name) + ": " +
                       (other.empty() ? "it is one of another number of parts" : other));
    const auto [there, is_new] = seen.emplace(part.index, named.name);
    if (!is_new)
      return malformed("part " + text_of(part) + " appears twice: " + impl::quoted(there->second) + " and " +
                       impl::quoted(named.name));
    const std::uint64_t due = cases_of(part, run.cases);
    if (named.results.rows.size() != due)
      return error(Code::malformed, rule,
                   fmt::format("{} has {} of {} cases", impl::quoted(named.name), named.results.rows.size(), due),
                   "start the command that wrote it again: it goes on where it ended");
    std::ranges::move(named.results.rows, std::back_inserter(all.rows));
  }
  const std::uint64_t of = parts[0].results.run.part.of;
  for (std::uint64_t index = 1; index <= of; ++index)
    if (!seen.contains(index))
      return error(Code::malformed, rule,
                   fmt::format("{} of {} parts are missing, the first is {}/{}", of - seen.size(), of, index, of),
                   fmt::format("run it: --shard {}/{}", index, of));
  std::ranges::sort(all.rows, {}, [](const ConformRow& row) { return row.one.name; });
  return all;
}

}  // namespace etalon::impl
