// SPDX-License-Identifier: Apache-2.0
// Floor 8. What the names of scalar/named/*.h mean as steps of terms (trace/term.hpp), and which types there are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tensor/dtype.hpp"
#include "trace/term.hpp"

namespace etalon::impl::prove {

// The type of a value of the text: an element type; DType::boolean is a truth, DType::real an exact number; or the
// exponent of a power, which is of no element type.
inline constexpr DType exponent_type{200};

const char* prefix_of(DType type);          // f32, i4, truth
const char* value_type_name(DType type);    // float, int8_t, int, fraction, exact_value
const char* element_type_name(DType type);  // float, i4x2_t, truth_t; null where nothing is stored
std::optional<DType> element_type(std::string_view name);
// The type of a value that is declared with this C type; int8_t and uint8_t are those of nibbles as well.
std::optional<DType> value_type(std::string_view name);
inline bool have_one_c_type(DType a, DType b) { return std::string_view(value_type_name(a)) == value_type_name(b); }

struct Name {
  enum class Form : std::uint8_t {
    joined,      // the step, of values
    extreme,     // max or min: see joined_extreme
    one_nan,     // makes a loose value one that is not; else Step::quiet
    comparison,  // a truth; of integers that are known it is decided
    test,        // a truth of one value
    is_zero,     // a comparison with zero
    leads,
    div_count,  // by a place
    power,      // by a literal
    of_place,   // a constant
    of_bits,    // a constant
    sum_start,  // of a sum that wraps
  };
  Form form = Form::joined;
  Step step{};
  DType type{};  // of the step
  std::uint64_t number = 0;
  unsigned operands = 0;
  DType operand[3]{};
  DType result{};
  bool takes_loose = false, gives_loose = false;
};

const Name* find_name(std::string_view name);
bool is_known_name(std::string_view name);  // or one of those that are no functions of values

// What is done to an exact sum: f32_exact_step and the like.
struct SumName {
  enum class Form : std::uint8_t { start, step, scale, finish, quotient, root };
  Form form;
  DType type;
};
std::optional<SumName> find_sum_name(std::string_view name);

// ---- literals -------------------------------------------------------------------------------------------------------

std::optional<std::int32_t> place_literal(std::string_view text);  // decimal, without a sign

// The bits of a literal of the type, `negative` where a minus is before it. Plain numbers only: INT64_C() and the like
// are taken apart by who reads them.
std::optional<std::uint64_t> number_literal(DType type, std::string_view text, bool negative);
std::optional<std::uint64_t> decimal_literal(DType type, std::string_view digits, bool negative);  // of an integer
std::optional<std::uint64_t> bits_literal(std::string_view text, unsigned bits);                   // 0x3C00u
std::uint64_t infinity_of(DType type, bool negative);

}  // namespace etalon::impl::prove
