// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Pow, compiled once per target: of squares, which are products rounded once. The
// reference computes other powers.
#include "ops/family/axes.hpp"
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct SquareStep {
  static constexpr unsigned operands = 1;
  template <class D, class V> HWY_INLINE V of(D, V x) const { return hn::Mul(x, x); }
};
template <DType type> using Square = Stepped<type, SquareStep>;

Kernel pow_for(const Call& call) {
  if (call.known.empty() || call.known[1] == nullptr) return {};
  return whole_numbers(*call.known[1]) == std::vector<std::int64_t>{2} ? step_kernel<Square>(call) : Kernel{};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
