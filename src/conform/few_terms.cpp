// SPDX-License-Identifier: Apache-2.0
// Floor 8. See few_terms.hpp. Every set of terms has its values, made of those of two smaller sets in every way.
#include "conform/few_terms.hpp"

#include <algorithm>
#include <tuple>

namespace etalon::impl {
namespace {

// The numbers that are at most rad from mid + low, which is exact.
struct Piece {
  double mid, low, rad;
  auto key() const { return std::tuple(mid, low, rad); }
};
using Pieces = std::vector<Piece>;

// Formats that are wider than the type have at least these: float for types of 16 bits, double for float, and 64 bits
// of precision for double.
struct Wider {
  explicit Wider(binary_format format)
      : u(format.fraction < 23   ? 0x1p-24
          : format.fraction < 52 ? 0x1p-53
                                 : 0x1p-64),
        holds_products(format.fraction < 52),
        eta(format.bits == 16 && format.fraction == 7 ? 0x1p-150 : 0) {}

  // A partial sum in such a format: exact where the narrowest one has it.
  Piece sum(Piece x) const {
    const bool fits = x.low == 0 && (u < 0x1p-24 || static_cast<double>(static_cast<float>(x.mid)) == x.mid);
    if (x.rad != 0 || !fits) x.rad = sum_up(x.rad, product_up(u, std::abs(x.mid) + std::abs(x.low) + x.rad));
    return x;
  }
  // Of types of 16 bits and float such a format has every product, but for those of bfloat16 that are below its range.
  Piece product(Piece x) const {
    if (!holds_products) x.rad = product_up(u, std::abs(x.mid) + std::abs(x.low));
    if (std::abs(x.mid) < 0x1p-126) x.rad = std::max(x.rad, eta);
    return x;
  }

  double u;
  bool holds_products;
  double eta;
};

Piece sum_of(const Piece& x, const Piece& y) {
  const double high = x.mid + y.mid, low = x.low + y.low, rest = rest_of_sum(x.mid, y.mid, high);
  const double middle = rest + low, mid = high + middle;
  const double a = rest_of_sum(high, middle, mid), b = rest_of_sum(rest, low, middle),
               c = rest_of_sum(x.low, y.low, low);
  const double bc = b + c, tail = a + bc;
  const double lost = std::abs(rest_of_sum(b, c, bc)) + std::abs(rest_of_sum(a, bc, tail));
  const double settled = mid + tail;
  return {settled, rest_of_sum(mid, tail, settled), sum_up(sum_up(x.rad, y.rad), lost == 0 ? 0 : step_up(lost))};
}

// mid + low rounded into the type. By way of a double it is rounded to odd first: then the second rounding is right.
double nearest(double mid, double low, binary_format format) {
  double sum = mid + low;
  if (format.fraction == 52) return sum;
  const double rest = rest_of_sum(mid, low, sum);
  if (rest != 0 && f64_bits(sum) % 2 == 0) sum = rest > 0 ? next_up(sum) : next_down(sum);
  unsigned ignored = 0;
  const std::uint64_t pattern = binary_convert(FORMAT_DOUBLE, format, f64_bits(sum), &ignored);
  return f64_of_bits(binary_convert(format, FORMAT_DOUBLE, pattern, &ignored));
}
Ends nearest(const Piece& x, binary_format format) {
  if (x.rad == 0) {
    const double one = nearest(x.mid, x.low, format);
    return {one, one};
  }
  return {nearest(x.mid, next_down(x.low - x.rad), format), nearest(x.mid, next_up(x.low + x.rad), format)};
}
Piece between(const Ends& x) {
  const double mid = x.low + (x.high - x.low) / 2;
  return {mid, 0, x.low == x.high ? 0 : std::max(next_up(mid - x.low), next_up(x.high - mid))};
}

void settle(Pieces& pieces) {
  std::ranges::sort(pieces, {}, &Piece::key);
  const auto same = std::ranges::unique(pieces, {}, &Piece::key);
  pieces.erase(same.begin(), same.end());
}

}  // namespace

std::vector<Ends> results_of(const FewTerms& sum, binary_format format) {
  const Wider wider(format);
  const unsigned all = (1u << sum.count) - 1;
  std::array<Pieces, 1u << most_enumerated> of;
  std::vector<Ends> results;
  const auto each_split = [&](unsigned terms, auto use) {
    const unsigned first = terms & (0u - terms);
    for (unsigned part = (terms - 1) & terms; part != 0; part = (part - 1) & terms) {
      if ((part & first) == 0) continue;  // the other half was or will be the part
      for (const Piece& x : of[part])
        for (const Piece& y : of[terms - part]) use(sum_of(x, y));
    }
  };
  for (unsigned terms = 1; terms < all; ++terms) {
    Pieces& own = of[terms];
    if (std::has_single_bit(terms)) {
      const auto& [a, b] = sum.terms[static_cast<unsigned>(std::countr_zero(terms))];
      const Piece exact{a * b, std::fma(a, b, -(a * b)), 0};
      own = {wider.product(exact), between(nearest(exact, format))};
    }
    each_split(terms, [&](const Piece& x) {
      own.push_back(wider.sum(x));
      own.push_back(between(nearest(x, format)));
    });
    settle(own);
  }
  if (sum.count == 1) {
    const auto& [a, b] = sum.terms[0];
    results.push_back(nearest(Piece{a * b, std::fma(a, b, -(a * b)), 0}, format));
  }
  each_split(all, [&](const Piece& x) {
    const Ends result = nearest(wider.sum(x), format);
    if (results.empty() || results.back().low != result.low || results.back().high != result.high)
      results.push_back(result);
  });
  std::ranges::sort(results, {}, &Ends::low);
  std::vector<Ends> apart;
  for (Ends one : results) {
    one = {one.low / sum.divisor, one.high / sum.divisor};
    if (!apart.empty() && one.low <= apart.back().high)
      apart.back().high = std::max(apart.back().high, one.high);
    else
      apart.push_back(one);
  }
  return apart;
}

}  // namespace etalon::impl
