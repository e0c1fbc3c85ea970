// SPDX-License-Identifier: Apache-2.0
// Floor 9. See claim.hpp.
#include "report/verify/claim.hpp"

#include <fmt/format.h>

#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/html.hpp"
#include "report/page/joined.hpp"
#include "report/page/junit.hpp"
#include "report/verify/report.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

constexpr const char* claimed = "The claim: no input satisfies the property, which describes what must not happen.";

std::string counted(std::uint64_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

// What was shown, and no more.
std::string headline_of(const ClaimReport& report) {
  const JudgedClaim& claim = report.claim;
  const std::string boxes = counted(claim.boxes, "box", "boxes");
  switch (claim.answer) {
    case ClaimAnswer::holds:
      if (claim.assumes_margin())
        return fmt::format(
            "holds in every admissible order if a margin of {} over the reals is right: {} of {} rest{} "
            "on it",
            to_string(*report.margin), claim.by_margin, counted(claim.by_margin + claim.excluded, "part", "parts"),
            claim.by_margin == 1 ? "s" : "");
      if (claim.boxes == 0) return "holds: no input is within the bounds of the property, whatever the network does";
      return fmt::format("holds over the reals and in every admissible order: proved by {}, split up to {} times",
                         boxes, claim.depth);
    case ClaimAnswer::fails:
      return fmt::format("fails: an input that satisfies the property was found after {}", boxes);
    case ClaimAnswer::not_decided:
      break;
  }
  if (!claim.reason.empty()) return "not decided: " + claim.reason;
  return fmt::format("not decided: {} of {} proved; {} left after {}, at most {} of a box", claim.decided,
                     counted(claim.conjunctions, "conjunction", "conjunctions"), counted(claim.open, "part", "parts"),
                     boxes, end_text(claim.open_share, End::high, 3));
}

std::vector<std::string> lines_of(const ClaimReport& report) {
  const JudgedClaim& claim = report.claim;
  std::vector<std::string> lines;
  if (report.margin)
    lines.push_back(
        fmt::format("Assumed: over the reals every input of a box, its ends rounded outward to numbers of the element "
                    "type, misses a comparison of its conjunction by at least {}.",
                    to_string(*report.margin)));
  if (claim.excluded + claim.by_margin != 0)
    lines.push_back(fmt::format(
        "Parts of boxes: {} excluded by bounds, {} by the margin.{}", claim.excluded, claim.by_margin,
        claim.error < HUGE_VAL
            ? fmt::format(" There a comparison of what any evaluation gives is at most {} from the real one.",
                          end_text(claim.error, End::high, 3))
            : ""));
  if (claim.open != 0 && claim.reason.empty())
    lines.push_back(claim.sufficient < HUGE_VAL
                        ? fmt::format("A margin above {} over the reals would decide the rest (--margin); so may more "
                                      "boxes (--boxes).",
                                      end_text(claim.sufficient, End::high, 3))
                        : "More boxes may decide the rest (--boxes); no margin is known that would.");
  for (const std::string& line : report.judged) lines.push_back(line);
  for (const auto& [name, number] : report.inputs) lines.push_back(name + " = " + number);
  return lines;
}

// A number that JSON may not have.
JsonText number_of(double x) { return JsonText{end_json(x, End::high)}; }

}  // namespace

ClaimReport claim_report(const PropertyModels& models, JudgedClaim claim) {
  ClaimReport report;
  report.words = property_words(*models.property);
  if (claim.judged) {
    const std::vector<std::optional<Number>>& stated = claim.counterexample->stated;
    for (std::size_t i = 0; i < stated.size(); ++i)
      if (stated[i]) report.inputs.emplace_back(models.property->name_of(i), to_string(*stated[i]));
    WitnessRow row = row_of(models, std::vector<JudgedPoint>{*claim.judged});
    report.judged = witness_lines(row);
  }
  report.claim = std::move(claim);
  return report;
}

Code code_of(const ClaimReport& report) {
  switch (report.claim.answer) {
    case ClaimAnswer::holds:
      return Code::ok;
    case ClaimAnswer::fails:
      return Code::not_conformant;
    case ClaimAnswer::not_decided:
      break;
  }
  return Code::not_judged;
}

std::string claim_summary(const ClaimReport& report) { return headline_of(report) + "\n"; }

std::string claim_text(const ClaimReport& report) {
  std::string out = claim_summary(report);
  out += fmt::format("{}\nProperty: {}.\n", claimed, report.words);
  for (const std::string& line : lines_of(report)) out += line + "\n";
  return out + "\n" + identity_text(report.identity);
}

std::string claim_json(const ClaimReport& report) {
  const JudgedClaim& claim = report.claim;
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-claim-1", report.identity);
    json.line().member("network", report.network).member("property", report.property).member("read", report.words);
    json.member("margin", report.margin ? std::optional(to_string(*report.margin)) : std::nullopt);
    json.line().member("answer", claim_names[static_cast<std::size_t>(claim.answer)]);
    json.member("assumes_margin", claim.assumes_margin()).member("reason", known(claim.reason));
    json.line().member("conjunctions", claim.conjunctions).member("decided", claim.decided);
    json.member("boxes", claim.boxes).member("depth", std::uint64_t{claim.depth});
    json.member("excluded", claim.excluded).member("by_margin", claim.by_margin).member("open", claim.open);
    json.member("open_share", number_of(claim.open_share)).member("error", number_of(claim.error));
    json.member("sufficient_margin", number_of(claim.sufficient));
    json.line().lines("counterexample", report.inputs,
                      [&](const auto& input) { json.member("name", input.first).member("number", input.second); });
    json.line().array("judged", [&] {
      for (const std::string& line : report.judged) json.item(line);
    });
  });
}

std::string claim_html(const ClaimReport& report) {
  std::string lines;
  for (const std::string& line : lines_of(report)) lines += fmt::format("<li>{}</li>\n", html_text(line));
  return html_page("etalon verify", figure_style,
                   fmt::format("<h1><bdi>{} {}</bdi></h1>\n<p><strong>{}</strong></p>\n<p>{}</p>\n<p>Property: "
                               "{}.</p>\n<ul>\n{}</ul>\n{}",
                               html_text(report.network), html_text(report.property), html_text(headline_of(report)),
                               claimed, html_text(report.words), lines, identity_html(report.identity)));
}

std::string claim_junit(const ClaimReport& report) {
  JUnitProperties properties{{"etalon", tool_text()}, {"profile", report.identity.profile}};
  for (const HashedFile& file : report.identity.files)
    properties.emplace_back(file.role + " " + file.name, "sha256 " + file.sha256);
  JUnitSuite suite{"claims", "claims", properties};
  const std::string name = report.network + " " + report.property, headline = headline_of(report);
  const std::string words = joined(lines_of(report), "\n", [](const std::string& line) { return line; });
  switch (report.claim.answer) {
    case ClaimAnswer::holds:
      suite.pass(name, headline + "\n" + words);
      break;
    case ClaimAnswer::fails:
      suite.fail(name, "fails", headline, words);
      break;
    case ClaimAnswer::not_decided:
      suite.skip(name, headline);
      break;
  }
  return junit_xml("etalon verify", std::vector{suite});
}

std::string claim_csv(const ClaimReport& report) {
  const JudgedClaim& claim = report.claim;
  std::string out =
      "network,property,answer,assumes_margin,margin,conjunctions,decided,boxes,depth,excluded,by_margin,open,error,"
      "sufficient_margin,reason,made_by\n";
  return out + fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(report.network),
                           csv_field(report.property), claim_names[static_cast<std::size_t>(claim.answer)],
                           claim.assumes_margin() ? "yes" : "no", report.margin ? to_string(*report.margin) : "",
                           claim.conjunctions, claim.decided, claim.boxes, claim.depth, claim.excluded, claim.by_margin,
                           claim.open, csv_number(claim.error, End::high), csv_number(claim.sufficient, End::high),
                           csv_field(claim.reason), csv_field(tool_text()));
}

}  // namespace etalon::impl
