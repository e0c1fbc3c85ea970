// SPDX-License-Identifier: Apache-2.0
// Floor 8. Whether a claim holds for what is deployed ("VNN-ALL-CLAIM"): that no input in the boxes of a property leads
// to outputs that satisfy it, over the reals and in any admissible evaluation. Boxes are split until each is decided.
#pragma once

#include "conform/properties/witness.hpp"

namespace etalon::impl {

enum class ClaimAnswer : std::uint8_t {
  holds,  // no evaluation of any input of the boxes satisfies the property
  fails,  // an input and an evaluation that satisfy it are shown
  not_decided,
};
inline constexpr const char* claim_names[] = {"holds", "fails", "not_decided"};

struct ClaimSettings {
  // Assumed: over the reals every input of a box misses at least one comparison of its conjunction by that.
  std::optional<Number> margin = std::nullopt;
  std::uint64_t boxes = std::uint64_t{1} << 14;  // that are bounded, at most
  KernelTable kernels = nullptr;                 // of runs at single points, with the bits of the references
  Team* team = nullptr;                          // null: the calling thread alone; verdicts do not depend on it
  std::function<void(std::uint64_t boxes)> on_boxes_done = {};
};

struct JudgedClaim {
  ClaimAnswer answer = ClaimAnswer::not_decided;
  std::uint64_t conjunctions = 0, decided = 0;  // of the property's normal form; of these all boxes are decided
  std::uint64_t boxes = 0;                      // that were bounded, those that were split among them
  std::uint64_t excluded = 0, by_margin = 0;  // that no evaluation satisfies; and that none does if the margin is right
  std::uint64_t open = 0;                     // left
  unsigned depth = 0;                         // of splits
  double open_share = 0;    // of the boxes, by the number of their splits; of the conjunction with most of it
  double error = 0;         // the largest bound of the error of a comparison over a box that was decided
  double sufficient = 0;    // a margin above it would decide the boxes that are left
  std::string reason = {};  // why there can be no verdict
  std::optional<WitnessPoint> counterexample = {};
  std::optional<JudgedPoint> judged = {};  // it

  bool assumes_margin() const { return answer == ClaimAnswer::holds && by_margin != 0; }
};

Result<JudgedClaim> judge_claim(const PropertyModels& models, const Limits& limits, const ClaimSettings& settings = {});

}  // namespace etalon::impl
