// SPDX-License-Identifier: Apache-2.0
// Floor 8. All-pairs campaigns: an operator on a type of at most 16 bits, every pair of patterns run through the
// shipped path (resolve, execute, kernel) and judged by an oracle that shares no code with it. Once the digest of the
// judged results is published, other kernels are checked against the digest, without the oracle.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

struct Profile;

// Writes the right results for one first operand and many second ones; all operands and results are patterns.
using Judge = void (*)(std::uint16_t a, std::span<const std::uint16_t> seconds, std::span<std::uint16_t> right);

struct Campaign {
  const char* name;  // "mul/float16"
  const char* operation;
  DType type;
  const Profile* profile;
  Judge judge;
  bool zero_is_refused;  // a second operand of 0 must end in the operator's error condition

  std::uint64_t patterns() const { return std::uint64_t{1} << info(type).bits; }
  std::uint64_t pairs() const { return patterns() * patterns(); }
  // The work is cut into units of at most 2^24 pairs, the same however it is split among machines.
  std::uint64_t units() const { return pairs() <= unit_pairs ? 1 : pairs() / unit_pairs; }

  static constexpr std::uint64_t unit_pairs = std::uint64_t{1} << 24;
};

std::span<const Campaign> campaigns();
const Campaign* find_campaign(std::string_view name);

// Kernels for a campaign, all of which must give the bits of the first.
struct Contender {
  std::string_view name;  // "reference", or an instruction set
  Kernel kernel;
};
struct Trial {
  std::vector<Contender> contenders;
  bool judged;  // by the oracle; otherwise by the digest
};
Trial reference_trial(const Campaign& campaign);  // judged
// The fast kernels for these instruction sets, not judged. The set in use changes meanwhile, so this is for one thread.
Trial fast_trial(const Campaign& campaign, std::span<const std::string_view> sets);

struct Mismatch {
  std::uint64_t a, b, got, wanted;
  std::string_view contender = {};
};

struct Outcome {
  std::uint64_t pairs = 0;  // visited, counted one by one
  std::uint64_t mismatches = 0;
  std::optional<Mismatch> first;
  // Of the first contender's results in order, little-endian, one byte per result for types below 16 bits; 0 for none.
  Sha256::Digest digest{};
};

// Judges (a, b) for the given first operands and every second operand.
Outcome judge_rows(const Campaign& campaign, std::span<const std::uint16_t> first_operands, const Trial& trial);
Outcome judge_unit(const Campaign& campaign, std::uint64_t unit, const Trial& trial);

// One first operand out of each of `strata` equal parts of the patterns, at a place that differs from part to part.
std::vector<std::uint16_t> stratified_operands(const Campaign& campaign, std::uint64_t strata);

// The digest of a campaign: of its units' digests, in order.
Sha256::Digest root_digest(std::span<const Sha256::Digest> units);

}  // namespace etalon::impl
