// SPDX-License-Identifier: Apache-2.0
// Floor 8. Exhaustive campaigns: an operator on every pair of patterns of a type of at most 16 bits, or on every
// pattern of its one operand, which may be a float, run through the shipped path (resolve, execute, kernel) and judged
// by an oracle that shares no code with it. Once the digest of the judged results is published, other kernels are
// checked against the digest, without the oracle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "check/profile.hpp"
#include "ops/call.hpp"
#include "oracle/campaign.hpp"

namespace etalon::impl {

// Writes the right results for one first operand and many last ones; all operands and results are patterns. An operator
// with one operand has no first one.
using Judge =
    std::function<void(std::uint32_t a, std::span<const std::uint32_t> lasts, std::span<std::uint32_t> right)>;

struct Campaign {
  std::string name;  // "mul/float16"
  const char* operation;
  std::vector<const char*> evidence;  // the requirements that the results show
  DType type;                         // of the operands
  unsigned operands;                  // 1 or 2
  Judge judge;
  bool zero_is_refused;  // a second operand of 0 must end in the operator's error condition
  unsigned bound;        // where not 0: the first operand is a scalar, and the operator's input of this number
  Profile profile = {};
  const oracle::Cases* described = nullptr;  // the inputs of a case, where type, operands and bound do not say them

  std::uint64_t patterns() const { return type == DType::boolean ? 2 : std::uint64_t{1} << info(type).bits; }
  // A row is what one first operand gives with every last one; with one operand, the patterns that begin with the same
  // bits and differ in the last 16.
  std::uint64_t row_cases() const {
    return described == nullptr ? std::min(patterns(), std::uint64_t{1} << 16)
                                : std::uint64_t{1} << described->last_bits;
  }
  std::uint64_t rows() const {
    return described != nullptr ? described->rows() : operands == 2 ? patterns() : patterns() / row_cases();
  }
  std::uint64_t cases() const { return rows() * row_cases(); }
  const char* kind_of_case() const { return described != nullptr ? "cases" : operands == 2 ? "pairs" : "patterns"; }
  // The work is cut into units of at most 2^24 cases, the same however it is split among machines.
  std::uint64_t units() const { return cases() <= unit_cases ? 1 : cases() / unit_cases; }

  static constexpr std::uint64_t unit_cases = std::uint64_t{1} << 24;
};

// The campaign's operator on operands of so many elements; nothing where the profile does not have it.
std::optional<Call> call_of(const Campaign& campaign, std::uint64_t count);

std::span<const Campaign> campaigns();
const Campaign* find_campaign(std::string_view name);

// Kernels for a campaign, all of which must give the bits of the first.
struct Contender {
  std::string_view name;  // "reference", or an instruction set
  Kernel kernel;
};
struct Contest {
  std::vector<Contender> contenders;
  bool judged;  // by the oracle; otherwise by the digest
};
Contest reference_contest(const Campaign& campaign);  // judged
// The fast kernels for these instruction sets, not judged. The set in use changes meanwhile, so this is for one thread.
Contest fast_contest(const Campaign& campaign, std::span<const std::string_view> sets);

struct Mismatch {
  std::uint64_t a, b, got, wanted;
  std::string_view contender = {};
};

struct Outcome {
  std::uint64_t cases = 0;  // visited, counted row by row
  std::uint64_t mismatches = 0;
  std::optional<Mismatch> first;
  // Of the first contender's results in order, little-endian, in whole bytes; 0 for none.
  Sha256::Digest digest{};
};

// Judges the given rows.
Outcome judge_rows(const Campaign& campaign, std::span<const std::uint32_t> rows, const Contest& contest);
Outcome judge_unit(const Campaign& campaign, std::uint64_t unit, const Contest& contest);

// One row out of each of `strata` equal parts of them, at a place that differs from part to part and from turn to turn;
// as many as there are rows where these are fewer.
std::vector<std::uint32_t> stratified_rows(const Campaign& campaign, std::uint64_t strata, std::uint64_t turn = 0);

// The digest of a campaign: of its units' digests, in order.
Sha256::Digest root_digest(std::span<const Sha256::Digest> units);

}  // namespace etalon::impl
