// SPDX-License-Identifier: Apache-2.0
// Floor 8. See few_terms.hpp. Every set of terms has its values, made of those of two smaller sets in every way.
#include "conform/judge/few_terms.hpp"

#include <algorithm>
#include <optional>
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
    if (x.rad != 0 || !has(x)) x.rad = sum_up(x.rad, product_up(u, std::abs(x.mid) + std::abs(x.low) + x.rad));
    return x;
  }
  // Of types of 16 bits and float such a format has every product, but for those of bfloat16 that are below its range.
  Piece product(Piece x) const {
    if (!holds_products) x.rad = product_up(u, std::abs(x.mid) + std::abs(x.low));
    if (std::abs(x.mid) < 0x1p-126) x.rad = std::max(x.rad, eta);
    return x;
  }

  bool has(const Piece& x) const {
    if (x.low == 0) return u < 0x1p-24 || static_cast<double>(static_cast<float>(x.mid)) == x.mid;
    return u == 0x1p-64 && std::fmod(x.low, binade_of(x.mid) * 0x1p-63) == 0;
  }

  double u;
  bool holds_products;
  double eta;
};

// A product that is not rounded. Below the range where its rest is a double it is known to the last subnormal number.
Piece exact_product(const FewTerms::Product& term) {
  const double high = term.a * term.b, rest = std::fma(term.a, term.b, -high);
  return {high, rest, std::abs(high) >= smallest_with_rest ? 0 : 0x1p-1074};
}

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
  const auto end = [&](double rad) {  // it goes no farther than needed: a tie is rounded to even
    const double low = x.low + rad, rest = rest_of_sum(x.low, rad, low);
    return nearest(x.mid, rad < 0 && rest < 0 ? next_down(low) : rad > 0 && rest > 0 ? next_up(low) : low, format);
  };
  return {end(-x.rad), end(x.rad)};
}
Ends rounded_product(const FewTerms::Product& term, binary_format format) {
  Piece product = exact_product(term);
  if (format.fraction == 52) product.low = product.rad = 0;  // the processor has rounded it
  return nearest(product, format);
}
// A number of the type divided by a power of two, which is exact but for subnormal quotients. Those can be rounded with
// the sum or after it, which differs by one of them at most.
Ends divided(const Ends& x, double divisor, binary_format format) {
  if (divisor == 1) return x;
  const FormatFacts facts = facts_of(format);
  const auto quotient = [&](double end, double away) {
    const double q = nearest(end / divisor, 0, format);
    return std::abs(q) < facts.normal ? q + away : q;
  };
  return {quotient(x.low, -2 * facts.eta), quotient(x.high, 2 * facts.eta)};
}
// What of it has not overflowed.
std::optional<Ends> finite_part(const Ends& x, binary_format format) {
  const double largest = facts_of(format).largest;
  if (!(x.low <= largest && x.high >= -largest)) return std::nullopt;
  return Ends{std::max(x.low, -largest), std::min(x.high, largest)};
}
Piece between(const Ends& x) {
  const double all = x.high - x.low, half = all / 2;
  return {x.low, half, rest_of_sum(x.high, -x.low, all) <= 0 ? half : next_up(half)};
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
  const auto add_rounded = [&](Pieces& own, const Ends& x) {
    if (const auto part = finite_part(x, format)) own.push_back(between(*part));
  };
  const auto add_wide = [](Pieces& own, const Piece& x) {
    if (std::isfinite(x.mid + x.low + x.rad)) own.push_back(x);
  };
  const auto add_result = [&](const Ends& x) {
    const auto part = finite_part(x, format);
    if (part && (results.empty() || results.back().low != part->low || results.back().high != part->high))
      results.push_back(*part);
  };
  for (unsigned terms = 1; terms < all; ++terms) {
    Pieces& own = of[terms];
    if (std::has_single_bit(terms)) {
      const FewTerms::Product& term = sum.terms[static_cast<unsigned>(std::countr_zero(terms))];
      add_wide(own, wider.product(exact_product(term)));
      add_rounded(own, rounded_product(term, format));
    }
    each_split(terms, [&](const Piece& x) {
      add_wide(own, wider.sum(x));
      add_rounded(own, nearest(x, format));
    });
    settle(own);
  }
  if (sum.count == 1) add_result(rounded_product(sum.terms[0], format));
  each_split(all, [&](const Piece& x) { add_result(nearest(wider.sum(x), format)); });
  std::ranges::sort(results, {}, &Ends::low);
  std::vector<Ends> apart;
  for (Ends one : results) {
    one = divided(one, sum.divisor, format);
    if (!apart.empty() && one.low <= apart.back().high)
      apart.back().high = std::max(apart.back().high, one.high);
    else
      apart.push_back(one);
  }
  return apart;
}

}  // namespace etalon::impl
