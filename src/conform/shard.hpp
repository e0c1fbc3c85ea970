// SPDX-License-Identifier: Apache-2.0
// Floor 8. Exhaustive campaigns in parts: units of work, the text that a part writes, and the sum of all parts. The sum
// is the same however the units were split; there is none while a unit is missing or present twice.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "conform/campaign.hpp"

namespace etalon::impl {

struct Unit {
  const Campaign* campaign;
  std::uint64_t number;
  Outcome outcome = {};
};

using CampaignList = std::vector<const Campaign*>;

// Part `index` (from 1) of `of` parts of the campaigns' units, not judged yet.
std::vector<Unit> units_of(const CampaignList& list, std::uint64_t index, std::uint64_t of);

// Judges the units on several threads; `trial` is called once per campaign, `done` after each unit with its number of
// cases.
void judge(std::span<Unit> units, unsigned threads, const std::function<Trial(const Campaign&)>& trial,
           const std::function<void(std::uint64_t cases)>& done);

struct Shard {
  CampaignList list;  // of the whole run
  std::vector<Unit> units;
};
// `tool` is the program that judged; a shard that another one judged is refused.
std::string shard_text(const Shard& shard, std::string_view tool);
Result<Shard> read_shard(std::string_view text, std::string_view tool);

struct Summary {
  const Campaign* campaign;
  std::uint64_t cases = 0, mismatches = 0;
  Sha256::Digest digest{};
};
Result<std::vector<Summary>> summarize(const CampaignList& list, std::span<const Unit> units);

}  // namespace etalon::impl
