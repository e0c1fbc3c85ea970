// SPDX-License-Identifier: Apache-2.0
// Floor 8. Shards written, read and merged, without judging: each unit has a digest of its own.
#include "conform/campaign/shard.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

constexpr const char* tool = "this program";

std::vector<Unit> as_if_judged(std::vector<Unit> units) {
  for (Unit& unit : units) {
    Sha256 hash;
    hash.update(std::as_bytes(std::span(&unit.number, 1)));
    unit.outcome.digest = hash.finish();
    unit.outcome.cases = unit.campaign->cases() / unit.campaign->units();
  }
  return units;
}

CampaignList list_of(std::initializer_list<const char*> names) {
  CampaignList list;
  for (const char* name : names) list.push_back(find_campaign(name));
  return list;
}

Shard shard_of(const CampaignList& list, const Part& part, std::string kernel = "reference") {
  return {list, part, std::move(kernel), as_if_judged(units_of(list, part))};
}

// All parts of a run, each written and read again, the last one first.
std::vector<NamedShard> all_parts(const CampaignList& list, std::uint64_t parts) {
  std::vector<NamedShard> all;
  for (std::uint64_t part = parts; part > 0; --part) {
    const Result<Shard> read = read_shard(shard_text(shard_of(list, {part, parts}), tool), tool);
    EXPECT_TRUE(read) << read.finding().message;
    if (read) all.push_back({"s" + std::to_string(part), *read});
  }
  return all;
}

void expect_refused(std::span<const NamedShard> shards, const std::string& words) {
  const Result<Shard> whole = merge_shards(shards);
  ASSERT_FALSE(whole) << words;
  EXPECT_EQ(whole.finding().status.code, Code::malformed);
  EXPECT_NE(whole.finding().message.find(words), std::string::npos) << whole.finding().message;
}

TEST(Shards, TheDigestDoesNotDependOnTheSplit) {
  EVIDENCE("NUM-ALL-DIGEST");
  const CampaignList list = list_of({"mul/float16", "mul/int8"});
  Sha256 tree;  // of the digests in order, as the page on numerics says
  for (const Unit& unit : as_if_judged(units_of({list[0]}, {})))
    tree.update(std::as_bytes(std::span(unit.outcome.digest)));
  const std::string right = to_hex(tree.finish());
  for (const std::uint64_t parts : {1u, 2u, 3u, 7u, 257u, 300u}) {  // of the last some have no unit
    const auto whole = merge_shards(all_parts(list, parts));
    ASSERT_TRUE(whole) << parts << ": " << whole.finding().message;
    const auto summary = summarize(whole->list, whole->units);
    ASSERT_TRUE(summary) << parts;
    EXPECT_EQ(to_hex((*summary)[0].digest), right) << parts << " parts";
    EXPECT_EQ((*summary)[0].cases, std::uint64_t{1} << 32) << parts << " parts";
    EXPECT_TRUE(whole->is_judged());
  }
}

TEST(Shards, ASumOfUnitsWithOneMissingOrTwice_IsRefused) {
  EVIDENCE("NUM-ALL-DIGEST");
  const CampaignList list = list_of({"mul/float16", "mul/int8"});
  std::vector<Unit> units = as_if_judged(units_of(list, {}));
  EXPECT_TRUE(summarize(list, units));
  units.push_back(units.front());
  EXPECT_FALSE(summarize(list, units)) << "one is there twice";
  units.resize(units.size() - 2);
  EXPECT_FALSE(summarize(list, units)) << "one is missing";
}

TEST(Shards, MissingOnes_AreNamedByTheirNumbers) {
  EVIDENCE("NUM-ALL-DIGEST");
  const std::vector<NamedShard> all = all_parts(list_of({"mul/float16"}), 8);  // 8 … 1
  expect_refused(std::span(all).first(1), "7 of 8 parts are missing: 1 to 7");
  expect_refused(std::span(all).last(1), "7 of 8 parts are missing: 2 to 8");
  expect_refused(std::vector{all[0], all[2], all[5], all[6]}, "4 of 8 parts are missing: 1, 4 to 5, 7");
  Shard one_of_many = all[0].shard;
  one_of_many.part = {7, ~std::uint64_t{0}};  // neither time nor memory grows with the count
  expect_refused(std::vector{NamedShard{"a", one_of_many}}, "are missing: 1 to 6, 8 to 18446744073709551615");
}

TEST(Shards, OneThatIsThereTwice_IsNamed) {
  EVIDENCE("NUM-ALL-DIGEST");
  std::vector<NamedShard> all = all_parts(list_of({"mul/int8", "mul/uint8"}), 2);
  all.push_back({"again", all[0].shard});
  expect_refused(all, "part 2/2 appears twice: \"s2\" and \"again\"");
}

TEST(Shards, OfAnotherRun_AreRefused) {
  EVIDENCE("NUM-ALL-DIGEST");
  const CampaignList list = list_of({"mul/int8", "mul/uint8"});
  const NamedShard first{"a", shard_of(list, {1, 2})};
  expect_refused(std::vector{first, {"b", shard_of(list_of({"mul/int8"}), {2, 2})}}, "it belongs to other campaigns");
  expect_refused(std::vector{first, {"b", shard_of(list, {2, 3})}}, "it is one of 3 parts, not of 2");
  expect_refused(std::vector{first, {"b", shard_of(list, {2, 2}, "AVX2")}}, "its kernel is AVX2, not reference");
}

TEST(Shards, OfFastKernels_AreNotCalledJudged) {
  EVIDENCE("NUM-ALL-KERNELS");
  const CampaignList list = list_of({"mul/int8"});
  const auto whole = merge_shards(std::vector{NamedShard{"a", shard_of(list, {}, "AVX2, AVX3")}});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->kernel, "AVX2, AVX3");
  EXPECT_FALSE(whole->is_judged());
}

TEST(Shards, ThatAreCutShortOrChanged_AreRefused) {
  EVIDENCE("NUM-ALL-DIGEST");
  const CampaignList list = list_of({"mul/float16"});
  const std::string text = shard_text(shard_of(list, {3, 64}), tool);
  ASSERT_TRUE(read_shard(text, tool));
  for (std::size_t length = 0; length + 1 < text.size(); ++length)
    EXPECT_FALSE(read_shard(text.substr(0, length), tool)) << length;
  EXPECT_TRUE(read_shard(text.substr(0, text.size() - 1), tool)) << "only the last line end is missing";
  EXPECT_FALSE(read_shard(text, "another program"));
  const auto refuses = [&](const char* from, const char* to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    EXPECT_FALSE(read_shard(changed.replace(at, std::string(from).size(), to), tool)) << from << " as " << to;
  };
  refuses("part 3/64", "part 4/64");
  refuses("part 3/64", "part 3/32");
  refuses("part 3/64", "part 65/64");
  refuses("part 3/64", "part auto/64");
  refuses("campaign mul/float16", "campaign mul/int8");
  refuses("campaign mul/float16", "campaign mul/int8\ncampaign mul/float16");
  refuses("unit mul/float16 2 ", "unit mul/float16 3 ");
  refuses("unit mul/float16 66 ", "unit mul/float16 2 ");
}

}  // namespace
}  // namespace etalon::impl
