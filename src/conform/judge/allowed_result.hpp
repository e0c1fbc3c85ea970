// SPDX-License-Identifier: Apache-2.0
// Floor 8. Where the algebra of what conforms stores its values: the numbers of the type that are in the set, and what
// is known of the candidate's element beside them ("CON-ALL-ALLOWED").
#pragma once

#include <utility>
#include <vector>

#include "accuracy/points.hpp"
#include "conform/judge/allowed_value.hpp"
#include "conform/judge/few_terms.hpp"

namespace etalon::impl {

// Which infinities are allowed beside the numbers, and whether a NaN is.
enum : std::uint8_t { allows_highest = 1, allows_lowest = 2, allows_nan = 4, allows_all = 8 };
// What is known of the candidate's element beside that: it is one of few results, or it is none that any evaluation
// gives; whether the result is a sum; whether the ends are coarse, so that only what is outside of them is judged; and
// whether a zero is +0.
enum : std::uint16_t {
  is_enumerated = 16,
  is_excluded = 32,
  made_by_sum = 64,
  is_coarse = 128,
  is_never_minus_zero = 256
};

// Element i of a result: the numbers of the type from low[i] to high[i], and what beyond[i] says.
struct AllowedResult {
  double *low, *high;
  std::uint16_t* beyond;
  // What is looked at closely: elements that have other bits than the reference, which is admissible. Null: none.
  const void *candidate = nullptr, *reference = nullptr;
};

// What the world of a call knows beside its values.
struct Allowing {
  double ulps = 1;                 // within which a function is
  bool computed_function = false;  // whether there was one
  // The terms of the sum that was finished last, where they are few and known, and how many such sums there were.
  FewTerms few_terms = {};
  std::uint64_t sums_of_few = 0;
};

// The least number of the type that is not below mid + low.
template <class A> double least_from(double mid, double low, bool is_exact) {
  constexpr FormatFacts facts = facts_of(A::format);
  const double sum = mid + low, rest = rest_of_sum(mid, low, sum);
  const double from = is_exact || !(rest > 0) ? sum : next_up(sum);
  if constexpr (A::format.fraction == 52) return std::isfinite(from) ? from : std::copysign(facts.largest, from);
  if (!(std::abs(from) <= facts.largest)) return from < 0 ? -facts.largest : infinite_bound;
  unsigned ignored = 0;
  std::uint64_t pattern = binary_convert(FORMAT_DOUBLE, A::format, f64_bits(from), &ignored);
  if (as_double<A>(A::of(pattern)) < from) {
    const std::uint64_t sign = binary_sign_bit(A::format);
    pattern = (pattern & sign) != 0 ? (pattern == sign ? 1 : pattern - 1) : pattern + 1;
  }
  return as_double<A>(A::of(pattern));
}

// Elements of other bits than the reference's, where the set is more than one number: whether the element is one of few
// results, or none that any evaluation gives.
template <class A>
void look_closely(const AllowedResult& result, std::uint64_t i, const AllowedValue& v, const Allowing& in) {
  const auto candidate = A::load(result.candidate, i);
  if (A::pattern(candidate) == A::pattern(A::load(result.reference, i))) return;
  const double y = as_double<A>(candidate);
  if (!std::isfinite(y)) return;
  if (v.few != 0 && v.few == in.sums_of_few) {
    const std::vector<Ends> results = results_of(in.few_terms, A::format);
    const auto has = [y](const Ends& part) { return part.low <= y && y <= part.high; };
    if (!results.empty()) {
      result.low[i] = std::max(result.low[i], results.front().low);
      result.high[i] = std::min(result.high[i], results.back().high);
    }
    result.beyond[i] |= std::ranges::any_of(results, has) ? is_enumerated : is_excluded;
  } else if (v.quantum > 0 && std::fmod(y, v.quantum) != 0) {
    result.beyond[i] |= is_excluded;
  }
}

// Element i: the value that was computed, and the same with its sum closed.
template <class A>
void store_allowed(const AllowedResult& result, std::uint64_t i, const AllowedValue& value, const AllowedValue& closed,
                   const Allowing& in) {
  double &low = result.low[i], &high = result.high[i];
  low = infinite_bound, high = -infinite_bound;
  result.beyond[i] = closed.beyond;
  if (!(closed.rad < infinite_bound)) {
    result.beyond[i] = allows_all;
  } else if (std::isnan(closed.mid)) {
    result.beyond[i] = allows_nan;
  } else if (std::isinf(closed.mid)) {
    result.beyond[i] = closed.mid > 0 ? allows_highest : allows_lowest;
  } else {
    low = least_from<A>(closed.mid, closed.low - closed.rad, closed.rad == 0);
    high = -least_from<A>(-closed.mid, -closed.low - closed.rad, closed.rad == 0);
    if (low < high && result.candidate != nullptr) look_closely<A>(result, i, value, in);
    // Doubles so small that a pair of them does not have what is lost of a product.
    if (A::format.fraction == 52 && low < high && -smallest_with_rest < low && high < smallest_with_rest)
      result.beyond[i] |= is_coarse;
  }
  if (value.is_sum) result.beyond[i] |= made_by_sum;
  if (value.is_root) result.beyond[i] |= is_never_minus_zero;
}

}  // namespace etalon::impl
