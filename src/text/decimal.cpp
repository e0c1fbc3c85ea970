// SPDX-License-Identifier: Apache-2.0
// Floor 3. See decimal.hpp.
#include "text/decimal.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace etalon::impl {
namespace {

// d.ddd * 10^power, without trailing zeros; a zero has the one digit 0.
struct Decimal {
  std::string digits;
  int power = 0;
};

Decimal without_trailing_zeros(Decimal d) {
  while (d.digits.size() > 1 && d.digits.back() == '0') d.digits.pop_back();
  return d;
}

Decimal taken_apart(const char* text, const char* end) {
  const char* mark = std::find(text, end, 'e');
  Decimal d{std::string(1, *text), 0};
  if (mark - text > 2) d.digits.append(text + 2, mark);  // after the point
  std::from_chars(mark + (mark[1] == '+' ? 2 : 1), end, d.power);
  return without_trailing_zeros(std::move(d));
}

// At least as many significant digits as the number has: those of m * 2^e, or of m * 5^-e where e is negative. No
// double has more than 767; most that are printed have far fewer.
int enough_digits(double magnitude) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(magnitude), field = bits >> 52;
  const std::uint64_t m = field == 0 ? bits : (bits & 0xFFFFFFFFFFFFF) | std::uint64_t{1} << 52;
  if (m == 0) return 1;
  const int zeros = std::countr_zero(m), width = static_cast<int>(std::bit_width(m)) - zeros;
  const int e = std::max(static_cast<int>(field), 1) - 1075 + zeros;
  return e >= 0 ? (width + e) * 302 / 1000 + 2 : width * 302 / 1000 - e * 699 / 1000 + 3;
}

Decimal exact(double magnitude) {
  char text[800];
  const int places = enough_digits(magnitude) - 1;
  return taken_apart(text, std::to_chars(text, std::end(text), magnitude, std::chars_format::scientific, places).ptr);
}

Decimal shortest(double magnitude) {
  char text[32];
  return taken_apart(text, std::to_chars(text, std::end(text), magnitude, std::chars_format::scientific).ptr);
}

// At most `count` digits of it, rounded toward zero or away from it.
Decimal cut(const Decimal& whole, std::size_t count, bool away) {
  if (whole.digits.size() <= count) return whole;
  Decimal d{whole.digits.substr(0, count), whole.power};
  if (!away) return without_trailing_zeros(std::move(d));
  while (!d.digits.empty() && d.digits.back() == '9') d.digits.pop_back();
  if (d.digits.empty()) return {"1", whole.power + 1};
  ++d.digits.back();
  return d;
}

std::string written(const Decimal& d) {
  const int count = static_cast<int>(d.digits.size());
  std::string text = d.digits;
  if (d.power < -4 || d.power > 8) {
    if (count > 1) text.insert(1, 1, '.');
    const std::string size = std::to_string(std::abs(d.power));
    return text + (d.power < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size;
  }
  if (d.power < 0) return "0." + std::string(static_cast<std::size_t>(-d.power - 1), '0') + text;
  if (count <= d.power + 1) return text + std::string(static_cast<std::size_t>(d.power + 1 - count), '0');
  return text.insert(static_cast<std::size_t>(d.power) + 1, 1, '.');
}

bool away_from_zero(double x, End end) { return std::signbit(x) == (end == End::low); }

std::string with_sign(double x, const Decimal& d) { return (std::signbit(x) ? "-" : "") + written(d); }

std::string no_number(double x) { return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf"; }

bool reads_as(const Decimal& d, double magnitude) {
  const std::string text = written(d);
  double read = 0;
  return std::from_chars(text.data(), text.data() + text.size(), read).ec == std::errc() && read == magnitude;
}

Number times_power_of_ten(const Number& x, int power) {
  Number ten;
  mpz_ui_pow_ui(mpq_numref(ten.get()), 10, static_cast<unsigned long>(std::abs(power)));
  return power < 0 ? Rational::div(x, ten) : Rational::mul(x, ten);
}

}  // namespace

std::string end_text(double x, End end, int digits) {
  if (!std::isfinite(x)) return no_number(x);
  const Decimal whole = exact(std::abs(x));
  const bool short_integer = whole.power <= 8 && static_cast<int>(whole.digits.size()) <= whole.power + 1;
  const auto count = short_integer ? whole.digits.size() : static_cast<std::size_t>(digits);
  return with_sign(x, cut(whole, count, away_from_zero(x, end)));
}

std::string end_text(const Number& x, End end, int digits) {
  if (x.sign() == 0) return "0";
  const std::string sign = x.sign() < 0 ? "-" : "";
  const Number size = Rational::abs(x);
  mpz_srcptr numerator = mpq_numref(size.get()), denominator = mpq_denref(size.get());
  if (mpz_cmp_ui(denominator, 1) == 0 && mpz_cmp_ui(numerator, 999'999'999) <= 0)
    return sign + std::to_string(mpz_get_ui(numerator));
  int power = static_cast<int>(mpz_sizeinbase(numerator, 10)) - static_cast<int>(mpz_sizeinbase(denominator, 10)) + 1;
  while (mpq_cmp_ui(times_power_of_ten(size, -power).get(), 1, 1) < 0) --power;
  // at least 10^(digits-1), below 10^digits
  const Number whole = times_power_of_ten(size, digits - 1 - power);
  Decimal d{to_string(away_from_zero(x.sign(), end) ? Rational::ceil(whole) : Rational::floor(whole)), power};
  if (static_cast<int>(d.digits.size()) > digits) ++d.power;
  return sign + written(without_trailing_zeros(std::move(d)));
}

bool is_printable(const Enclosure& real) {
  constexpr double longest = 0x1p20;  // bits before or after the point
  if (std::holds_alternative<NoValue>(real)) return false;
  const Ball* ball = std::get_if<Ball>(&real);
  return ball == nullptr || std::abs(magnitude_bits(*ball)) < longest;
}

std::string enclosure_text(const Enclosure& real, int digits) {
  const Ball* ball = std::get_if<Ball>(&real);
  if (ball == nullptr) return to_string(std::get<Number>(real));
  const auto [low, high] = ends_of(*ball);
  return "[" + end_text(low, End::low, digits) + ", " + end_text(high, End::high, digits) + "]";
}

std::string end_json(double x, End end) {
  if (!std::isfinite(x)) return '"' + no_number(x) + '"';
  const double magnitude = std::abs(x);
  const Decimal whole = exact(magnitude);
  for (std::size_t count = shortest(magnitude).digits.size();; ++count)
    if (const Decimal d = cut(whole, count, away_from_zero(x, end)); reads_as(d, magnitude)) return with_sign(x, d);
}

}  // namespace etalon::impl
