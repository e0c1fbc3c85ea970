// SPDX-License-Identifier: Apache-2.0
// Floor 7. See world.hpp: sums of products, and the world.
#include <algorithm>
#include <cmath>

#include "accuracy/affine/rules.hpp"
#include "accuracy/worlds.hpp"

namespace etalon::impl {

// (c + A)(d + B) = c (d + B) + d A + A B, and with errors E, F what the product moves by is
// (c + A) F + (d + B) E + E F.
void add_product(FormSum& real, FormSum* error, const AffineValue& a, const AffineValue& b) {
  const Form x = form_of(a), y = form_of(b);
  const double of_a = reach(a.real, x.centre), of_b = reach(b.real, y.centre);
  real.add(x.centre, y);
  if (of_a != 0) real.add_without_centre(y.centre, x);
  if (is_same(a, b) && of_a != 0) {  // a square is not negative
    const double half = product_up(of_a, of_a) / 2;
    real.shift(half);
    real.widen(step_up(half));
  } else if (of_a != 0 && of_b != 0) {
    real.widen(product_up(of_a, of_b));
  }
  if (error == nullptr || (a.error == 0 && b.error == 0)) return;
  if (b.error != 0) error->add(x.centre, error_form_of(b));
  if (a.error != 0) error->add(y.centre, error_form_of(a));
  error->widen(sum_up(sum_up(product_up(of_a, b.error), product_up(of_b, a.error)), product_up(a.error, b.error)));
}

// ---- sums -----------------------------------------------------------------------------------------------------------

// Numbers that are added in any order, each of them rounded so often, are wrong by less than twice as many times 2^-53
// of the sum of their magnitudes, and by what underflows.
static double lost(double sizes, std::uint64_t roundings) {
  const double n = static_cast<double>(roundings + 4);
  return roundings == 0 ? 0 : sum_up(product_up(sizes, n * 0x1p-51), n * 0x1p-1072);
}

void IntervalSum::add_product(const Ends& a, const Ends& b, bool is_square) {
  if (!is_finite(a) || !is_finite(b)) {  // 0 times an infinity is no number
    low = -infinite_bound, high = infinite_bound;
    return;
  }
  const std::initializer_list<double> corners = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  const double least = is_square && a.low <= 0 && a.high >= 0 ? 0 : std::min(corners);
  add(least, std::max(corners), is_square || (a.low >= 0 && b.low >= 0) || (a.high <= 0 && b.high <= 0),
      !is_square && ((a.low >= 0 && b.high <= 0) || (a.high <= 0 && b.low >= 0)));
}
Ends IntervalSum::ends(std::uint64_t roundings) const {
  if (!is_finite(Ends{low, high})) return Interval::everything();
  Ends all = widened({low, high}, lost(sum_up(sizes, lost(sizes, roundings)), roundings));
  if (is_above) all.low = std::max(all.low, 0.0);
  if (is_below) all.high = std::min(all.high, 0.0);
  return all;
}

using AffineSum = Exactly<AffineReals>;

// A term that is certainly zero, as those of weights of zero are, is left out.
static bool is_zero(const AffineValue& x) {
  return x.error == 0 && x.computed.low == 0 && x.computed.high == 0 && x.real.low == 0 && x.real.high == 0;
}
void AffineSum::step(const AffineValue& x, const AffineValue& y, unsigned*) {
  if ((is_zero(x) && is_number(y)) || (is_zero(y) && is_number(x))) return;
  ++terms_;
  roundings_ += 2;
  is_real_ = is_real_ && is_real(x) && is_real(y);
  is_bounded_ = is_bounded_ && x.error < infinite_bound && y.error < infinite_bound;
  const bool is_square = is_same(x, y);
  computed_.add_product(x.computed, y.computed, is_square);
  if (x.error != 0 || y.error != 0) {
    const double of_x = magnitude_of(x.computed).high, of_y = magnitude_of(y.computed).high;
    errors_ += (of_x * y.error + of_y * x.error) + (x.error * y.error + 0x1p-1070);
  }
  if (!is_real_) return;
  real_ends_.add_product(x.real, y.real, is_square);
  add_product(real_, is_bounded_ ? &error_ : nullptr, x, y);
}
void AffineSum::plus(const AffineValue& x, unsigned*) {
  if (terms_++ != 0) roundings_ += 1;
  is_real_ = is_real_ && is_real(x);
  is_bounded_ = is_bounded_ && x.error < infinite_bound;
  computed_.add(x.computed);
  errors_ += x.error;
  if (is_real_) {
    real_ends_.add(x.real);
    real_.add(1, form_of(x));
  }
  if (is_bounded_) error_.add(1, error_form_of(x));
}
AffineValue AffineSum::whole() {
  AffineValue known{computed_.ends(roundings_), Interval::everything(), infinite_bound};
  if (is_bounded_) known.error = errors_ == 0 ? 0 : sum_up(errors_, lost(errors_, roundings_));
  const Form *real = real_.take(), *error = error_.take();
  if (is_real_) {
    known.real = real_ends_.ends(roundings_);
    known.form = real;
  }
  if (is_real_ && is_bounded_) known.error_form = error;
  is_real_ = is_bounded_ = true;
  computed_ = real_ends_ = {};
  errors_ = 0;
  terms_ = roundings_ = 0;
  return settled(known);
}

// ---- the world ------------------------------------------------------------------------------------------------------

Truth Affine::truth(const void* operand, std::uint64_t i) {
  const AffineValue v = AffineReals::load(operand, i);
  return truth_of(v.computed.low != 0, v.computed.high != 0, v.error);
}
void Affine::decide(void* output, std::uint64_t i, const Truth& truth) {
  const Ends ends{truth.computed == Truth::Computed::yes ? 1.0 : 0.0,
                  truth.computed == Truth::Computed::no ? 0.0 : 1.0};
  AffineReals::store(output, i, affine_value(ends, truth.agrees ? 0 : infinite_bound));
}
Exponent Affine::exponent(DType, const void* operand, std::uint64_t i) {
  const AffineValue v = AffineReals::load(operand, i);
  const auto exact = [](double x) { return binary_value(FORMAT_DOUBLE, f64_bits(x)); };
  return {exact(v.computed.low), exact(v.computed.high), v.error};
}
void Affine::give(const Call& call, void* output) {
  const Tensor tensor = RealTyped::written(call);
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i)
    AffineReals::store(output, i,
                       affine_value(ends_of(tensor.view(), i), is_finite(tensor.view(), i) ? 0 : infinite_bound));
}

}  // namespace etalon::impl
