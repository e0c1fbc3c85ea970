// SPDX-License-Identifier: Apache-2.0
// Floor 8. A function of the text, read and resolved: variables are slots, places are sums of slots where that can be.
#pragma once

#include <string>
#include <vector>

#include "prove/names.hpp"
#include "prove/refused.hpp"

namespace etalon::impl::prove {

// An expression of int32_t. Those whose every part stays in range for all counters are sums; others are trees that are
// checked whenever they are evaluated.
struct PlaceTree {
  enum class Kind : std::uint8_t { literal, slot, add, sub, mul, div, mod, table };
  Kind kind;
  std::int32_t value = 0;          // the literal, the slot, the table, the divisor
  std::uint32_t a = 0, b = 0;      // numbers of trees
  std::int64_t low = 0, high = 0;  // what it can be
  bool is_safe = false;            // it and its parts are always defined
  std::uint32_t data = 0;          // the place of an index operand's element that is part of it; see Function
};

struct Place {
  bool is_sum = false;
  bool is_simple = false;  // a sum of one slot, times 1, and the constant; the slot behind all others is 0
  std::int32_t constant = 0;
  std::uint32_t slot = 0;
  std::uint32_t first = 0, count = 0;  // of a sum: its terms in Function::place_terms
  std::uint32_t tree = 0;
  std::uint32_t line = 0;
};
struct PlaceTerm {
  std::uint32_t slot;
  std::int32_t factor;
};

struct PlaceComparison {
  enum class Kind : std::uint8_t { less, less_or_equal, equal } kind;
  std::uint32_t a, b;  // numbers of places
};

// A value of the text. One that is loose has the bits of its term, except that a NaN may be any NaN.
struct TextValue : Term {
  bool is_loose = false;
};

struct Expression {
  enum class Kind : std::uint8_t {
    constant,  // `term`
    variable,  // slot a
    element,   // place b of array a
    joined,    // of operands a, b, c
    extreme,
    one_nan,
    div_count,  // of a, by place b
    of_place,   // place a
    sum_start,
    sum_end,        // of sum a, by place b where it is a quotient
    choose_places,  // conditions a, then b or c
    choose_truth,   // truth a, then b or c
    as_number,      // truth a as an operand of a step
    // truths
    truth_constant,  // number
    truth_variable,  // slot a
    truth_element,   // place b of array a
    comparison,      // of a and b
    test,            // of a
    leads,           // of a and b
    negation,        // of a
    conjunction,     // of a and b
  };
  Kind kind{};
  Step step{};
  DType type{};  // of the step
  bool takes_loose = false, gives_loose = false;
  std::uint8_t operands = 0;
  std::uint32_t a = 0, b = 0, c = 0;
  std::uint64_t number = 0;
  TextValue term = {};
  std::uint32_t line = 0;
};

struct Statement {
  enum class Kind : std::uint8_t {
    loop,        // slot a below number, block b
    place,       // slot a is place b
    data_place,  // slot a is element b of array c, or that plus number where it is negative
    value,       // variable a is expression b
    truth,       // likewise
    store,       // place b of array a is expression c
    store_truth,
    when,       // conditions a: block b; else block c
    refuse,     // where truth a: rule b
    sum_start,  // sum a
    sum_step,   // of b and c
    sum_scale,  // by b
  };
  Kind kind;
  std::uint32_t a = 0, b = 0, c = 0;
  std::int32_t number = 0;
  std::uint32_t line = 0;
};
inline constexpr std::uint32_t nothing = UINT32_MAX;

struct Array {
  enum class Kind : std::uint8_t { operand, result, row, values, places };
  Kind kind;
  std::string name;
  DType type;                    // of elements
  std::uint64_t count = 0;       // of rows and tables; of parameters the call knows
  std::vector<Term> terms = {};  // of a table of values
  std::vector<std::int32_t> places = {};
  std::size_t declared_at = 0;  // the word, of a row
  bool is_read = false, is_written = false;
  // How its elements are used: as places and in comparisons with literals, or as values.
  bool is_place = false, is_compared = false, is_value = false;
  std::vector<std::int64_t> compared_with = {};
};

struct Function {
  std::string name, text;  // the text without comments, up to the function's own name
  std::uint32_t line = 0;
  bool can_refuse = false;
  std::vector<Array> arrays;  // parameters first, in their order
  std::uint32_t parameters = 0;
  std::vector<PlaceTree> trees;
  std::vector<Place> places;
  std::vector<PlaceTerm> place_terms;
  std::vector<std::vector<PlaceComparison>> conditions;
  std::vector<Expression> expressions;
  std::vector<std::vector<Statement>> blocks;  // the first one is the body
  std::uint32_t place_slots = 0, values = 0, truths = 0, sums = 0;
  std::vector<std::string> refusals;  // enumerators that are returned
  // Places made of data are numbered from 1 on. Where they only say which element is moved, and each move asks one of
  // them, each of them can be judged alone.
  static constexpr std::uint32_t many_data = UINT32_MAX;
  std::uint32_t data_places = 0;
  bool mixes_data = false, mixes_in_refusal = false;
};

}  // namespace etalon::impl::prove
