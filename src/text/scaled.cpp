// SPDX-License-Identifier: Apache-2.0
// Floor 3. See scaled.hpp.
#include "text/scaled.hpp"

#include <algorithm>

#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_decimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// Takes the longest run of such characters off the front of the text.
template <class Is> std::string_view take_run(std::string_view& text, Is is) {
  std::size_t length = 0;
  while (length < text.size() && is(text[length])) ++length;
  const std::string_view run = text.substr(0, length);
  text.remove_prefix(length);
  return run;
}

bool take(std::string_view& text, std::string_view either) {
  if (text.empty() || either.find(text[0]) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// "[+-]digits" to the end of the text. Exponents stop growing where larger ones make no difference any more.
std::optional<std::int64_t> exponent_of(std::string_view text) {
  constexpr std::int64_t ceiling = 1'000'000'000'000;
  const bool negative = !text.empty() && text[0] == '-';
  take(text, "+-");
  if (text.empty()) return std::nullopt;
  std::int64_t exponent = 0;
  for (const char c : text) {
    if (!is_decimal(c)) return std::nullopt;
    exponent = std::min(exponent * 10 + (c - '0'), ceiling);
  }
  return negative ? -exponent : exponent;
}

std::string significant(std::string_view whole, std::string_view part = {}) {
  std::string digits(whole);
  digits += part;
  return digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
}

// What follows "0x".
std::optional<Scaled> hexadecimal(std::string_view text, bool negative) {
  const std::string_view whole = take_run(text, is_hexadecimal);
  if (text.empty() && !whole.empty() && !negative)
    return Scaled{Scaled::Form::pattern, false, significant(whole), {}, 0, 0};
  const std::string_view part = take(text, ".") ? take_run(text, is_hexadecimal) : std::string_view{};
  if (whole.empty() && part.empty()) return std::nullopt;
  if (!take(text, "pP")) return std::nullopt;
  const std::optional<std::int64_t> exponent = exponent_of(text);
  if (!exponent) return std::nullopt;
  return Scaled{Scaled::Form::hexadecimal,
                negative,
                significant(whole, part),
                {},
                *exponent - 4 * static_cast<std::int64_t>(part.size()),
                *exponent};
}

std::optional<Scaled> fraction(std::string_view text, bool negative) {
  const std::string_view numerator = take_run(text, is_decimal);
  if (numerator.empty() || !take(text, "/")) return std::nullopt;
  const std::string_view denominator = take_run(text, is_decimal);
  if (denominator.empty() || !text.empty()) return std::nullopt;
  return Scaled{Scaled::Form::fraction, negative, significant(numerator), significant(denominator), 0, 0};
}

enum class Size { tiny, moderate, huge };

// Beyond every format: 10^400 and 2^1400 lie above every finite float and integer, and their inverses so far below half
// of the smallest double that nothing rounds up. Between them a number takes no more memory than its text.
Size size_of(const Scaled& literal) {
  const bool decimal = literal.form == Scaled::Form::decimal;
  const std::int64_t bound = decimal ? 400 : 1400, digit = decimal ? 1 : 4;
  const std::int64_t top = static_cast<std::int64_t>(literal.digits.size()) * digit + literal.exponent;
  if (literal.digits.empty()) return Size::moderate;
  return top - digit > bound ? Size::huge : top < -bound ? Size::tiny : Size::moderate;
}

Finding bad(std::string message, std::string hint = {}) {
  return error(Code::malformed, "NUM-ALL-LITERAL", std::move(message), std::move(hint));
}

std::uint64_t float_pattern(const Scaled& literal, binary_format format) {
  if (literal.form == Scaled::Form::nan) return binary_nan(format);
  const Size size = literal.form == Scaled::Form::infinity ? Size::huge : size_of(literal);
  if (size == Size::moderate && !literal.digits.empty()) return round_to_binary(value_of(literal), format);
  return (literal.negative ? binary_sign_bit(format) : 0) | (size == Size::huge ? binary_infinity(format) : 0);
}

// The integers that a type holds; those of bool are 0 and 1, its false and true.
struct IntegerRange {
  std::uint64_t below;  // size of the least
  std::uint64_t highest;
};

IntegerRange range_of(DType type) {
  if (type == DType::boolean) return {0, 1};
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - info(type).bits);
  return info(type).kind == Kind::signed_ ? IntegerRange{(all >> 1) + 1, all >> 1} : IntegerRange{0, all};
}

std::string held_by(DType type) {
  if (type == DType::boolean) return " (bool holds false and true, or 0 and 1)";
  const auto [below, highest] = range_of(type);
  return std::string(" (") + info(type).name + " holds " + (below > 0 ? "-" : "") + std::to_string(below) + " to " +
         std::to_string(highest) + ")";
}

Result<std::uint64_t> integer_pattern(const Scaled& literal, DType type) {
  const auto [below, highest] = range_of(type);
  const std::string range = held_by(type);
  if (literal.form == Scaled::Form::nan || literal.form == Scaled::Form::infinity)
    return bad("is not a finite number" + range);
  const Size size = size_of(literal);
  if (size == Size::huge) return bad("is out of range" + range);
  if (size == Size::tiny) return bad("is not an integer" + range);
  const Number number = value_of(literal);
  mpz_srcptr integer = mpq_numref(number.get());
  if (mpz_cmp_ui(mpq_denref(number.get()), 1) != 0) return bad("is not an integer" + range);
  std::uint64_t magnitude = 0;
  if (mpz_sizeinbase(integer, 2) > 64) return bad("is out of range" + range);
  mpz_export(&magnitude, nullptr, -1, sizeof magnitude, 0, 0, integer);
  if (magnitude > (number.sign() < 0 ? below : highest)) return bad("is out of range" + range);
  return (number.sign() < 0 ? 0 - magnitude : magnitude) & (~std::uint64_t{0} >> (64 - info(type).bits));
}

Result<std::uint64_t> bit_pattern(const Scaled& literal, DType type) {
  const unsigned bits = info(type).bits;
  if (literal.digits.size() > bits / 4)
    return bad(std::string("is a bit pattern of more than the ") + std::to_string(bits) + " bits of " +
               info(type).name);
  const std::uint64_t pattern = literal.digits.empty() ? 0 : std::stoull(literal.digits, nullptr, 16);
  if (type == DType::boolean && pattern > 1) return bad("is neither of the bit patterns 0x00 and 0x01 of bool");
  return pattern;
}

}  // namespace

std::optional<Scaled> take_apart(std::string_view text) {
  using Form = Scaled::Form;
  if (text == "nan") return Scaled{Form::nan, false, {}, {}, 0, 0};
  if (text == "inf" || text == "-inf") return Scaled{Form::infinity, text[0] == '-', {}, {}, 0, 0};
  const bool is_number = json_number_length(text) == text.size() && !text.empty();
  const bool negative = take(text, "-");
  if (text.starts_with("0x") || text.starts_with("0X")) return hexadecimal(text.substr(2), negative);
  if (!is_number) return fraction(text, negative);
  const std::string_view whole = take_run(text, is_decimal);
  const std::string_view part = take(text, ".") ? take_run(text, is_decimal) : std::string_view{};
  const std::int64_t exponent = take(text, "eE") ? *exponent_of(text) : 0;
  return Scaled{
      Form::decimal, negative, significant(whole, part), {}, exponent - static_cast<std::int64_t>(part.size()),
      exponent};
}

std::size_t json_number_length(std::string_view text) {
  std::string_view rest = text;
  take(rest, "-");
  if (!take(rest, "0") && take_run(rest, is_decimal).empty()) return 0;
  std::string_view behind = rest;
  if (take(behind, ".") && !take_run(behind, is_decimal).empty()) rest = behind;
  behind = rest;
  if (take(behind, "eE")) {
    take(behind, "+-");
    if (!take_run(behind, is_decimal).empty()) rest = behind;
  }
  return text.size() - rest.size();
}

Number value_of(const Scaled& literal) {
  Number number;
  if (literal.digits.empty()) return number;
  mpz_ptr numerator = mpq_numref(number.get()), denominator = mpq_denref(number.get());
  mpz_set_str(numerator, literal.digits.c_str(), literal.form == Scaled::Form::hexadecimal ? 16 : 10);
  if (literal.negative) mpz_neg(numerator, numerator);
  if (literal.form == Scaled::Form::fraction) mpz_set_str(denominator, literal.denominator.c_str(), 10);
  mpz_ptr scaled = literal.exponent < 0 ? denominator : numerator;
  const auto power = static_cast<unsigned long>(literal.exponent < 0 ? -literal.exponent : literal.exponent);
  if (literal.form == Scaled::Form::hexadecimal) {
    mpz_mul_2exp(scaled, scaled, power);
  } else if (power != 0) {
    mpz_t ten;
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, power);
    mpz_mul(scaled, scaled, ten);
    mpz_clear(ten);
  }
  mpq_canonicalize(number.get());
  return number;
}

Result<std::uint64_t> pattern_of(const Scaled& literal, DType type, BitPatterns patterns) {
  if (literal.form == Scaled::Form::fraction)
    return bad(std::string("is a fraction, which only real takes, not ") + info(type).name,
               "write a decimal, which is rounded once");
  if (literal.form == Scaled::Form::pattern) {
    if (patterns == BitPatterns::admitted) return bit_pattern(literal, type);
    return bad("is hexadecimal without an exponent: a number or a bit pattern?",
               "write 0x" + literal.digits.substr(0, 40) + "p0 for the number, or use --bits for the bit pattern");
  }
  if (is_floating(type)) return float_pattern(literal, binary_format_of(info(type).bits, info(type).fraction));
  return integer_pattern(literal, type);
}

Result<Number> real_of(const Scaled& literal, const Limits& limits) {
  using Form = Scaled::Form;
  if (literal.form == Form::nan || literal.form == Form::infinity) return bad("is not a real number");
  if (literal.form == Form::pattern) return bad("is hexadecimal without an exponent", "append p0 for the number");
  if (literal.form == Form::fraction && literal.denominator.empty()) return bad("divides by zero");
  const std::int64_t written = literal.written_exponent;
  if (static_cast<std::uint64_t>(written < 0 ? -written : written) > limits.real_exponent)
    return limit_finding("has an exponent beyond " + std::to_string(limits.real_exponent));
  return value_of(literal);
}

}  // namespace etalon::impl
