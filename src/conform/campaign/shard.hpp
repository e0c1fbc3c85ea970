// SPDX-License-Identifier: Apache-2.0
// Floor 8. Exhaustive campaigns in parts: units of work, the text that a part writes, and the sum of all parts. The sum
// is the same however the units were split; there is none while a unit is missing or present twice. A shard says all
// that must be the same in the shards of one run, and its text is the same however often it is made.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "conform/campaign/campaign.hpp"
#include "conform/campaign/part.hpp"

namespace etalon::impl {

struct Unit {
  const Campaign* campaign;
  std::uint64_t number;
  Outcome outcome = {};
};

using CampaignList = std::vector<const Campaign*>;

// A part of the campaigns' units, not judged yet.
std::vector<Unit> units_of(const CampaignList& list, const Part& part);

// Judges the units on several threads; `contest` is called once per campaign, `done` after each unit with its number of
// cases.
void judge(std::span<Unit> units, unsigned threads, const std::function<Contest(const Campaign&)>& contest,
           const std::function<void(std::uint64_t cases)>& done);

struct Shard {
  CampaignList list;  // of the whole run
  Part part;
  std::string kernel;  // "reference", which the oracle judged, or the instruction sets of fast kernels: "AVX2, AVX3"
  std::vector<Unit> units;

  static constexpr std::string_view judged_kernel = "reference";
  bool is_judged() const { return kernel == judged_kernel; }
};
// `tool` is the program that judged; a shard that another one judged is refused, and so is one without all its units.
std::string shard_text(const Shard& shard, std::string_view tool);
Result<Shard> read_shard(std::string_view text, std::string_view tool);

struct NamedShard {
  std::string name;  // of its file, for messages
  Shard shard;
};
// The whole run. Refused are shards of different runs, one that is there twice, and a run that lacks some.
Result<Shard> merge_shards(std::span<const NamedShard> shards);

struct Summary {
  const Campaign* campaign;
  std::uint64_t cases = 0, mismatches = 0;
  Sha256::Digest digest{};
};
Result<std::vector<Summary>> summarize(const CampaignList& list, std::span<const Unit> units);

}  // namespace etalon::impl
