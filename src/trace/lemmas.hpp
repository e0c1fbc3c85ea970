// SPDX-License-Identifier: Apache-2.0
// Floor 7. Lemmas: two expressions that are not the same, but have the same bits whatever their operands are. A proof
// names those that it rests on. tests/trace/lemmas.cpp judges each of them, on all operands of float16 and bfloat16.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tensor/dtype.hpp"
#include "trace/term.hpp"

namespace etalon::impl {

enum class Lemma : std::uint8_t {
  commute,
  one,
  zero,
  quiet,
  fused_one,
  count,
  cast,
  bound,
  limit,
  known,
  equal,
  slice
};

struct LemmaText {
  const char *id, *text;
  bool is_condition = false;  // it does not hold for every input: what rests on it is equal under this condition
};
inline constexpr std::array<LemmaText, 12> lemmas{{
    {"COMMUTE", "a + b is b + a, and a·b is b·a; so it is in a fused product and in an exact sum"},
    {"ONE", "1·x and x/1 are x, but for the payload of a NaN"},
    {"ZERO", "x + (-0) and x - 0 are x, but for the payload of a NaN; of integers x + 0 and x - 0"},
    {"QUIET", "a result of arithmetic has no payload of a NaN to lose, and does not depend on those of its operands"},
    {"FUSED-ONE", "1·x + s, rounded once, is s + x"},
    {"COUNT", "a quotient by a count is the quotient by that number, if the type has it"},
    {"CAST",
     "a conversion of a type into itself changes nothing but the payload of a NaN; one of a truth value gives 1 or 0"},
    {"BOUND", "nothing is beyond the ends of a type: such a limit changes nothing but the payload of a NaN"},
    {"LIMIT",
     "the minimum and the maximum of x and a number that is not zero are x or that number, whichever is asked"},
    {"KNOWN", "a sum, a difference, a product or a quotient of numbers that are known is the number that it is"},
    {"EQUAL",
     "numbers are equal of which neither is less than the other, and both are less or greater than an infinity"},
    {"SLICE", "no slice that a Softmax takes consists of -infinity alone", true},
}};

}  // namespace etalon::impl
