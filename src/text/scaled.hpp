// SPDX-License-Identifier: Apache-2.0
// Floor 3. One literal, taken apart but not yet computed: a huge exponent is still text here and costs nothing. From
// this follow its exact value, its pattern in a type, and what is wrong with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "exact/rational.hpp"
#include "tensor/dtype.hpp"

namespace etalon::impl {

struct Scaled {
  enum class Form : std::uint8_t {
    decimal,      // digits * 10^exponent
    hexadecimal,  // digits (base 16) * 2^exponent
    fraction,     // digits / denominator
    pattern,      // digits (base 16), not a number
    infinity,
    nan,
  };

  Form form = Form::decimal;
  bool negative = false;  // kept apart: -0 is a number of its own
  std::string digits;     // without leading zeros; empty for zero
  std::string denominator;
  std::int64_t exponent = 0;
  std::int64_t written_exponent = 0;  // before the digits after the point were counted in
};

// Nothing where the text is no literal at all. `text` is a JSON number or the content of a JSON string.
std::optional<Scaled> take_apart(std::string_view text);

// How long the JSON number is that `text` begins with; 0 where it begins with none.
std::size_t json_number_length(std::string_view text);

// Exact, in lowest terms. The literal is finite and no pattern; memory grows with its exponent.
Number value_of(const Scaled& literal);

// The literal rounded once into a storable type. A finding says what is wrong with it, not where it is.
enum class BitPatterns : bool { refused, admitted };  // "0x34CC" as the bits themselves
Result<std::uint64_t> pattern_of(const Scaled& literal, DType type, BitPatterns patterns = BitPatterns::refused);

// The literal as a real; its exponent is checked against the limits first.
Result<Number> real_of(const Scaled& literal, const Limits& limits);

}  // namespace etalon::impl
