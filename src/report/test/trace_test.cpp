// SPDX-License-Identifier: Apache-2.0
// The trace matrix must fail on a gap in either direction; a matrix that cannot fail proves nothing.
#include "report/evidence/trace.hpp"

#include <gtest/gtest.h>

#include "report/page/escape.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

constexpr std::string_view text = R"(# Page

### ONE-ALL-THING
The first thing.
- Origin: Etalon decision — here

More about it.

## Other heading
### TWO-INT-THING
The second.
)";
const Page page{"spec/page.md", text};

std::vector<std::string> gaps(std::vector<Evidence> evidence, std::vector<Citation> code = {}) {
  return make_trace(requirements({&page, 1}), code, evidence).gaps;
}

TEST(Requirements, TagTitleTextAndLineAreRead) {
  const auto found = requirements({&page, 1});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].tag, "ONE-ALL-THING");
  EXPECT_EQ(found[0].line, 3u);
  EXPECT_EQ(found[0].title, "The first thing.");
  EXPECT_EQ(found[0].text, "- Origin: Etalon decision — here\n\nMore about it.");
  EXPECT_EQ(found[1].line, 10u);
  EXPECT_EQ(found[1].title, "The second.");
}

TEST(Requirements, AWrappedSentenceAndAWrappedFieldAreOneLineEach) {
  const Page wrapped{"spec/page.md",
                     "### ONE-ALL-THING\nThe first\nthing.\n- Origin: here\n  and there\n- Passes: `x`\n\nMore\nabout "
                     "it:\n- this,\n  too\n"};
  const auto found = requirements({&wrapped, 1});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].title, "The first thing.");
  EXPECT_EQ(found[0].text, "- Origin: here and there\n- Passes: `x`\n\nMore\nabout it:\n- this,\n  too");
  EXPECT_EQ(field_of(found[0], "Origin"), "here and there");
  EXPECT_EQ(remarks_of(found[0]), "More\nabout it:\n- this,\n  too");
}

TEST(Requirements, EveryRequirementOfThePagesHasASentenceAndAnOrigin) {
  for (const Requirement& requirement : requirements(pages())) {
    EXPECT_TRUE(requirement.title.ends_with('.')) << requirement.tag << ": " << requirement.title;
    EXPECT_FALSE(field_of(requirement, "Origin").empty()) << requirement.tag;
  }
}

TEST(Trace, EveryRequirementWithAPassedTestAndEveryTestWithARequirementHasNoGap) {
  EXPECT_TRUE(gaps({{"ONE-ALL-THING", "a", true}, {"TWO-INT-THING", "b", true}}, {{"TWO-INT-THING", "f", 1}}).empty());
}

TEST(Trace, ARequirementWithoutATestIsAGap) {
  EXPECT_EQ(gaps({{"ONE-ALL-THING", "a", true}}),
            (std::vector<std::string>{"TWO-INT-THING (spec/page.md:10) has no test that passed"}));
}

TEST(Trace, ATestOrCodeThatCitesAnUnknownTagIsAGap) {
  const std::vector<Evidence> good{{"ONE-ALL-THING", "a", true}, {"TWO-INT-THING", "b", true}};
  std::vector<Evidence> more = good;
  more.push_back({"NO-SUCH-TAG", "c", true});
  EXPECT_EQ(gaps(more), (std::vector<std::string>{"test c cites NO-SUCH-TAG, which no page defines"}));
  EXPECT_EQ(gaps(good, {{"NO-SUCH-TAG", "x.cpp", 7}}),
            (std::vector<std::string>{"x.cpp:7 cites NO-SUCH-TAG, which no page defines"}));
}

TEST(Trace, AProofIsShownApartFromATestAndDoesNotReplaceOne) {
  const Trace trace = make_trace(requirements({&page, 1}), {},
                                 std::vector<Evidence>{{"ONE-ALL-THING", "Proof.a.mlw", true},
                                                       {"ONE-ALL-THING", "a", true},
                                                       {"TWO-INT-THING", "Proof.a.mlw", true}});
  EXPECT_EQ(trace.rows[0].backing(), "proof and test");
  EXPECT_EQ(trace.rows[1].backing(), "proof");
  EXPECT_EQ(trace.gaps, (std::vector<std::string>{"TWO-INT-THING (spec/page.md:10) has no test that passed"}));
  EXPECT_NE(trace_text(trace).find("proof a.mlw: proved"), std::string::npos);
  EXPECT_TRUE(trace.rows[1].tests.empty());
}

TEST(Trace, AProofWithoutAResultIsListedAndBacksNothing) {
  EVIDENCE("TRACE-ALL-KINDS");
  const std::vector<Evidence> tests{{"ONE-ALL-THING", "a", true}, {"TWO-INT-THING", "b", true}};
  const std::vector<Proof> proofs{{"ONE-ALL-THING", "proofs/a.mlw", {"lemma"}, std::nullopt},
                                  {"TWO-INT-THING", "proofs/a.mlw", {"other"}, true},
                                  {"TWO-INT-THING", "proofs/b.mlw", {"third"}, false}};
  const Trace trace = make_trace(requirements({&page, 1}), {}, tests, proofs);
  EXPECT_TRUE(trace.gaps.empty());
  EXPECT_EQ(trace.rows[0].backing(), "test");
  EXPECT_EQ(trace.rows[1].backing(), "proof and test");
  EXPECT_EQ(trace.proofs, 1u);
  EXPECT_NE(trace_text(trace).find("  proof proofs/a.mlw (lemma): no result at hand\n"), std::string::npos);
  EXPECT_NE(trace_text(trace).find("  proof proofs/b.mlw (third): NOT proved\n"), std::string::npos);
}

TEST(Trace, VectorsAreListedBackNothingAndMustCiteKnownTags) {
  EVIDENCE("TRACE-ALL-KINDS");
  const std::vector<Evidence> tests{{"ONE-ALL-THING", "a", true}};
  const std::vector<VectorCase> vectors{{"one-nominal", {"ONE-ALL-THING", "TWO-INT-THING"}},
                                        {"two-shape", {"TWO-INT-THING", "NO-SUCH-TAG"}},
                                        {"three", {"NO-SUCH-TAG"}}};
  const Trace trace = make_trace(requirements({&page, 1}), {}, tests, {}, vectors);
  EXPECT_EQ(trace.vectors, 3u);
  EXPECT_EQ(trace.rows[0].vectors, (std::vector<std::string>{"one-nominal"}));
  EXPECT_EQ(trace.rows[1].vectors, (std::vector<std::string>{"one-nominal", "two-shape"}));
  EXPECT_EQ(trace.rows[1].backing(), "nothing");
  EXPECT_EQ(trace.gaps, (std::vector<std::string>{"TWO-INT-THING (spec/page.md:10) has no test that passed",
                                                  "vector two-shape cites NO-SUCH-TAG, which no page defines"}));
}

TEST(Trace, EveryProofIsOfARequirementOfAPage) {
  EVIDENCE("TRACE-ALL-KINDS");
  const auto all = requirements(pages());
  const Result<std::vector<Proof>> proofs = read_proofs("");
  ASSERT_TRUE(proofs && proofs->size() > 20);
  for (const Proof& proof : *proofs) {
    EXPECT_NE(find_requirement(all, proof.tag), nullptr) << proof.tag;
    EXPECT_FALSE(proof.goals.empty()) << proof.tag;
  }
}

TEST(Trace, AFailedTestIsAGap) {
  EXPECT_EQ(gaps({{"ONE-ALL-THING", "a", true}, {"TWO-INT-THING", "b", true}, {"TWO-INT-THING", "c", false}}),
            (std::vector<std::string>{"test c, evidence of TWO-INT-THING, failed"}));
}

TEST(Trace, EvidenceFromBeforeTheLastBuildIsOneGapAndDoesNotCount) {
  EVIDENCE("TRACE-ALL-CURRENT");
  const Trace trace = make_trace(requirements({&page, 1}), {},
                                 std::vector<Evidence>{{"ONE-ALL-THING", "a", true, false},
                                                       {"TWO-INT-THING", "b", true, false},
                                                       {"TWO-INT-THING", "c", false, false}});
  EXPECT_EQ(trace.gaps, (std::vector<std::string>{"2 requirements have only evidence from before the last build (3 "
                                                  "tests, the first is a): run ctest again"}));
  EXPECT_EQ(trace.rows[0].backing(), "nothing");
  EXPECT_EQ(trace.tests, 0u);
}

TEST(Trace, OutdatedEvidenceOfARemovedTestIsReportedAndIsNoGap) {
  EVIDENCE("TRACE-ALL-CURRENT");
  const Trace trace = make_trace(
      requirements({&page, 1}), {},
      std::vector<Evidence>{
          {"ONE-ALL-THING", "a", true}, {"GONE-ALL-TAG", "removed", true, false}, {"TWO-INT-THING", "a", true}});
  EXPECT_TRUE(trace.gaps.empty());
  EXPECT_EQ(trace.outdated, (std::vector<std::string>{"removed"}));
  EXPECT_EQ(trace.tests, 1u);
  EXPECT_NE(trace_text(trace).find("Evidence of 1 test or proof is from before the last build"), std::string::npos);
}

TEST(Trace, EveryTagThatTheCodeCitesIsDefinedOnAPage) {
  const auto all = requirements(pages());
  EXPECT_GT(all.size(), 40u);
  EXPECT_GT(citations().size(), 20u);
  for (const Citation& place : citations()) {
    const bool defined = std::any_of(all.begin(), all.end(), [&](const Requirement& r) { return r.tag == place.tag; });
    EXPECT_TRUE(defined) << place.file << ":" << place.line << " cites " << place.tag;
  }
}

TEST(Trace, TextFromElsewhereIsEscapedInJsonAndHtml) {
  EXPECT_EQ(json_string("a\"b\\c\n\x1b"), R"("a\"b\\c\u000a\u001b")");
  EXPECT_EQ(html_text("</script><b>&\""), "&lt;/script&gt;&lt;b&gt;&amp;&quot;");
  const Trace trace = make_trace(requirements({&page, 1}), {}, std::vector<Evidence>{{"ONE-ALL-THING", "</td>", true}});
  EXPECT_EQ(trace_html(trace).find("</td>\"</td>"), std::string::npos);
  EXPECT_NE(trace_html(trace).find("&lt;/td&gt;"), std::string::npos);
}

}  // namespace
}  // namespace etalon::impl
