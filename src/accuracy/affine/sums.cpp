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
  if (&a == &b && of_a != 0) {  // a square is not negative
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

using AffineSum = Exactly<AffineReals>;

void AffineSum::add_interval(double low, double high, double error) {
  low_ += low;
  high_ += high;
  sizes_ += std::max(std::abs(low), std::abs(high));
  errors_ += error;
}
void AffineSum::step(const AffineValue& x, const AffineValue& y, unsigned*) {
  ++terms_;
  roundings_ += 2;
  is_real_ = is_real_ && is_real(x) && is_real(y);
  is_bounded_ = is_bounded_ && x.error < infinite_bound && y.error < infinite_bound;
  const Ends &p = x.computed, &q = y.computed;
  double error = 0;
  if (x.error != 0 || y.error != 0) {
    const double of_a = std::max(std::abs(p.low), std::abs(p.high)), of_b = std::max(std::abs(q.low), std::abs(q.high));
    error = (of_a * y.error + of_b * x.error) + (x.error * y.error + 0x1p-1070);
  }
  const std::initializer_list<double> corners = {p.low * q.low, p.low * q.high, p.high * q.low, p.high * q.high};
  add_interval(&x == &y && p.low <= 0 && p.high >= 0 ? 0 : std::min(corners), std::max(corners), error);
  if (is_real_) add_product(real_, is_bounded_ ? &error_ : nullptr, x, y);
}
void AffineSum::plus(const AffineValue& x, unsigned*) {
  if (terms_++ != 0) roundings_ += 1;
  is_real_ = is_real_ && is_real(x);
  is_bounded_ = is_bounded_ && x.error < infinite_bound;
  add_interval(x.computed.low, x.computed.high, x.error);
  if (is_real_) real_.add(1, form_of(x));
  if (is_bounded_) error_.add(1, error_form_of(x));
}
// Numbers that are added in any order, each of them rounded so often, are wrong by less than twice as many times 2^-53
// of the sum of their magnitudes, and by what underflows.
AffineValue AffineSum::whole() {
  const double n = static_cast<double>(roundings_ + 4);
  const auto lost = [&](double sizes) {
    return roundings_ == 0 ? 0 : sum_up(product_up(sizes, n * 0x1p-51), n * 0x1p-1072);
  };
  const double beyond = lost(sum_up(sizes_, lost(sizes_)));
  AffineValue known{is_finite(Ends{low_, high_}) ? widened({low_, high_}, beyond) : Interval::everything(),
                    Interval::everything(), infinite_bound};
  if (is_bounded_) known.error = errors_ == 0 ? 0 : sum_up(errors_, lost(errors_));
  const Form *real = real_.take(), *error = error_.take();
  if (is_real_) known.form = real;
  if (is_real_ && is_bounded_) known.error_form = error;
  is_real_ = is_bounded_ = true;
  low_ = high_ = sizes_ = errors_ = 0;
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
