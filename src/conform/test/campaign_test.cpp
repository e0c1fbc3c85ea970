// SPDX-License-Identifier: Apache-2.0
// CI's part of the exhaustive campaigns: whole for 4 and 8 bits and for one operand of 16 bits, a stratified slice of
// 2^23 pairs for two operands of 16 bits, and of 2^22 floats, which is another one every day.
#include "conform/campaign/shard.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "report/page/pages.hpp"
#include "simd/fast.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/options.hpp"

namespace etalon::impl {

// For the names of the tests in a log.
void PrintTo(const Campaign& campaign, std::ostream* out) { *out << campaign.name; }

namespace {

void expect_no_mismatch(const Outcome& outcome) {
  EXPECT_EQ(outcome.mismatches, 0u);
  if (outcome.first)
    ADD_FAILURE() << outcome.first->contender << std::hex << " " << outcome.first->a << " " << outcome.first->b << ": "
                  << outcome.first->got << " not " << outcome.first->wanted;
}

class Campaigns : public testing::TestWithParam<Campaign> {};

TEST_P(Campaigns, AllCasesOrAStratifiedSliceAgreeWithTheOracle) {
  const Campaign& campaign = GetParam();
  for (const char* tag : campaign.evidence) EVIDENCE(tag);
#ifdef ETALON_INSTRUMENTED  // a tenth as fast
  const std::uint64_t slice = campaign.operands == 2 ? 16 : 4;
#else
  const std::uint64_t slice = campaign.operands == 2 ? 128 : 64;
#endif
  const bool whole = campaign.rows() <= 256;
  const auto rows = stratified_rows(campaign, whole ? 256 : slice, campaign.operands == 2 ? 0 : tests::turn());
  const Outcome outcome = judge_rows(campaign, rows, reference_contest(campaign));
  expect_no_mismatch(outcome);
  EXPECT_EQ(outcome.cases, whole ? campaign.cases() : slice * campaign.row_cases());

  EVIDENCE("NUM-ALL-KERNELS");
  const Contest fast = fast_contest(campaign, instruction_sets());
  EXPECT_EQ(fast.contenders.size(), instruction_sets().size());
  const Outcome same = judge_rows(campaign, rows, fast);
  expect_no_mismatch(same);
  EXPECT_EQ(to_hex(same.digest), to_hex(outcome.digest));
}

Outcome judge_by_reference(const Campaign& campaign) { return judge_unit(campaign, 0, reference_contest(campaign)); }

INSTANTIATE_TEST_SUITE_P(All, Campaigns, testing::ValuesIn(campaigns().begin(), campaigns().end()), [](const auto& p) {
  std::string name = p.param.name;
  for (char& c : name)
    if (c == '/' || c == '-') c = '_';
  return name;
});

TEST(Campaigns, UnitsCoverEveryCaseOnce) {
  EVIDENCE("NUM-ALL-DIGEST");
  for (const Campaign& campaign : campaigns())
    EXPECT_EQ(campaign.units() * (campaign.rows() / campaign.units()) * campaign.row_cases(), campaign.cases());
}

// So none is lost with a type that a row no longer has, and none is added without being judged whole once.
TEST(Campaigns, ThosePublishedAreThoseThatThereAre) {
  EVIDENCE("NUM-ALL-DIGEST");
  std::set<std::string> published, present;
  for (const Page& page : pages()) {
    if (!page.path.ends_with(".sha256")) continue;
    std::istringstream lines{std::string(page.text)};
    std::string digest, name;
    while (lines >> digest >> name) EXPECT_TRUE(published.insert(name).second) << name << " is published twice";
  }
  for (const Campaign& campaign : campaigns()) present.insert(campaign.name);
  EXPECT_EQ(present, published);
}

TEST(Campaigns, TheDigestDoesNotDependOnTheThreads) {
  EVIDENCE("NUM-ALL-DIGEST");
  const CampaignList list{find_campaign("mul/int8"), find_campaign("div-floor/int8"), find_campaign("add/uint8")};
  std::vector<std::string> digests;
  for (const unsigned threads : {1u, 2u, 5u}) {
    std::vector<Unit> units = units_of(list, {});
    judge(units, threads, reference_contest, [](std::uint64_t) {});
    const auto summary = summarize(list, units);
    ASSERT_TRUE(summary);
    for (const Summary& row : *summary) digests.push_back(to_hex(row.digest));
  }
  for (std::size_t i = 3; i < digests.size(); ++i) EXPECT_EQ(digests[i], digests[i % 3]);
  EXPECT_NE(digests[0], digests[1]);
}

// An oracle that lies about one pair must be noticed: the comparison is not idle.
TEST(Campaigns, AQuotientWhereThereIsNoneIsAMismatch) {
  EVIDENCE("DIV-INT-ZERO");
  const Outcome right = judge_by_reference(*find_campaign("div-floor/int4"));
  EXPECT_EQ(right.cases, 256u) << "the sixteen divisions by zero are visited";
  EXPECT_EQ(right.mismatches, 0u);
  Campaign lying = *find_campaign("mul/int4");  // Mul computes what this one says cannot be computed
  lying.zero_is_refused = true;
  EXPECT_EQ(judge_by_reference(lying).mismatches, 16u);
}

TEST(Campaigns, AMismatchIsFoundAndNamed) {
  EVIDENCE("NUM-ALL-DIGEST");
  Campaign lying = *find_campaign("mul/int4");
  lying.judge = [](std::uint32_t a, std::span<const std::uint32_t> seconds, std::span<std::uint32_t> right) {
    find_campaign("mul/int4")->judge(a, seconds, right);
    if (a == 7) right[9] = 0;
  };
  const Outcome outcome = judge_by_reference(lying);
  EXPECT_EQ(outcome.mismatches, 1u);
  ASSERT_TRUE(outcome.first);
  EXPECT_EQ(outcome.first->a, 7u);
  EXPECT_EQ(outcome.first->b, 9u);
  EXPECT_EQ(outcome.first->got, 15u);  // 7 * -7 = -49, which is -1 modulo 16
}

TEST(Campaigns, OneOperandIsJudgedOnEveryPattern) {
  EVIDENCE("NUM-ALL-DIGEST");
  Campaign lying = *find_campaign("relu/int16");
  lying.judge = [](std::uint32_t, std::span<const std::uint32_t> patterns, std::span<std::uint32_t> right) {
    find_campaign("relu/int16")->judge(0, patterns, right);
    right[0xFFFE] = 1;
  };
  const Outcome outcome = judge_by_reference(lying);
  EXPECT_EQ(outcome.cases, 65536u);
  EXPECT_EQ(outcome.mismatches, 1u);
  ASSERT_TRUE(outcome.first);
  EXPECT_EQ(outcome.first->b, 0xFFFEu);
  EXPECT_EQ(outcome.first->got, 0u);  // of -2
}

TEST(Campaigns, AKernelThatDiffersFromTheFirstIsFoundAndNamed) {
  EVIDENCE("NUM-ALL-KERNELS");
  const Campaign& campaign = *find_campaign("mul/int4");
  Contest contest = reference_contest(campaign);
  contest.judged = false;
  contest.contenders.push_back(
      {"wrong", {[](const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
         const Status status =
             reference_contest(*find_campaign("mul/int4")).contenders[0].kernel.compute(call, inputs, outputs, work);
         auto* const bytes = static_cast<unsigned char*>(outputs[0]);
         if (*static_cast<const unsigned char*>(inputs[0]) == 0x33) bytes[4] ^= 0x10;  // 3 by 9, element 9 of its row
         return status;
       }}});
  const Outcome outcome = judge_unit(campaign, 0, contest);
  EXPECT_EQ(outcome.mismatches, 1u);
  ASSERT_TRUE(outcome.first);
  EXPECT_EQ(outcome.first->contender, "wrong");
  EXPECT_EQ(outcome.first->a, 3u);
  EXPECT_EQ(outcome.first->b, 9u);
}

}  // namespace
}  // namespace etalon::impl
