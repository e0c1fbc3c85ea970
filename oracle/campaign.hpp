// SPDX-License-Identifier: Apache-2.0
//
// What an operator gives on all operands of a type: on every pattern of its one operand, or on every pair of patterns
// of two; or on all cases that it describes. oracle/ops/NAME/NAME.campaign.cpp defines NAME_campaigns, and NAME.sha256
// beside it has the digests of the results; CMake lists these files. Which types the operator has is not known here: a
// campaign answers for every type it can.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "oracle/oracle.hpp"

namespace oracle {

// The answer for a pattern of one type, as one of another type: the same one, unless the operator converts.
using JudgePattern = Answer (*)(Type from, Type to, std::uint64_t x);

// Writes the right results for one first operand and many second ones.
using JudgeRow = void (*)(std::uint32_t a, std::span<const std::uint32_t> seconds, std::span<std::uint32_t> right);
// How pairs of a type of at most 16 bits are judged; null where the campaign is not about the type.
using JudgePairs = JudgeRow (*)(Type type);

// Cases of an operator whose inputs have different types, or take some patterns only. A case is a number of row_bits +
// last_bits digits, and some of its digits are the pattern of an input, or say which of some patterns it is. A row is
// the cases whose first row_bits digits are the same, in ascending order: its number is the first operand of `judge`,
// and the last digits are the seconds.
struct Cases {
  struct Input {
    // One pattern for the row, as a tensor of rank 0 or of shape 1; or one for each of its n cases, of shape n or n
    // x 1.
    enum class Layout { scalar, single, vector, column };

    unsigned number;  // of the operator's inputs; those that are not here are omitted
    Type type;
    Layout layout;
    int shift = 0;                         // what is left of the case without its last digits says which pattern it is:
    std::vector<std::uint64_t> some = {};  // that of this number, modulo how many there are; none: of all of the type

    std::uint64_t pattern(std::uint64_t number_of_case) const {
      const std::uint64_t digits = number_of_case >> shift;
      return some.empty() ? digits & ((std::uint64_t{1} << type.bits) - 1) : some[digits % some.size()];
    }
  };

  int row_bits;
  int last_bits;
  std::vector<Input> inputs;
  JudgeRow judge;

  std::uint64_t rows() const { return std::uint64_t{1} << row_bits; }
  std::uint64_t count() const { return std::uint64_t{1} << (row_bits + last_bits); }
};

struct Campaign {
  std::string name;  // "div-floor", whose campaign of type int8 is "div-floor/int8"
  const char* operation;
  std::vector<const char*> evidence;                    // the requirements that the results show
  std::variant<JudgePattern, JudgePairs, Cases> judge;  // Cases have types of their own, and the whole name
  bool converts = false;                                // to the type that the attribute `to` names
  bool rounds_down = false;                             // quotients of integers, which are truncated otherwise
  bool zero_is_refused = false;                         // a second operand of 0 has no result
  unsigned bound = 0;           // the first operand of a pair is a scalar, and the operator's input of this number
  int widest = 32;              // bits of the types that are judged
  bool has_all_floats = false;  // the answers are quick enough for all 2^32 floats
};

const std::vector<Campaign>& campaigns();

// ---- how a campaign of pairs is written: on_integers<answer>, where answer is []<Type T>(a, b) -> Answer ------------

template <auto Answer, Type T>
void judge_row(std::uint32_t a, std::span<const std::uint32_t> seconds, std::span<std::uint32_t> right) {
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    right[i] = static_cast<std::uint32_t>(Answer.template operator()<T>(a, seconds[i]).bits);
  }
}

template <auto Answer, Type... Types> JudgeRow judge_pairs(Type type) {
  JudgeRow judge = nullptr;
  ((judge = type == Types ? judge_row<Answer, Types> : judge), ...);
  return judge;
}

template <auto Answer>
constexpr JudgePairs on_integers = judge_pairs<Answer, Integer{4, true}, Integer{4, false}, Integer{8, true},
                                               Integer{8, false}, Integer{16, true}, Integer{16, false}>;
template <auto Answer> constexpr JudgePairs on_bytes = judge_pairs<Answer, Integer{8, true}, Integer{8, false}>;
template <auto Answer> constexpr JudgePairs on_truths = judge_pairs<Answer, Boolean{}>;
template <auto Answer> constexpr JudgePairs on_floats = judge_pairs<Answer, float16, bfloat16>;
template <auto Answer>
constexpr JudgePairs on_bytes_and_float16 = judge_pairs<Answer, Integer{8, true}, Integer{8, false}, float16>;
template <auto Answer>
constexpr JudgePairs on_numbers =
    judge_pairs<Answer, Integer{4, true}, Integer{4, false}, Integer{8, true}, Integer{8, false}, Integer{16, true},
                Integer{16, false}, float16, bfloat16>;
template <auto Answer> JudgeRow on_numbers_and_truths(Type type) {
  return type == Boolean{} ? on_truths<Answer>(type) : on_numbers<Answer>(type);
}

}  // namespace oracle
