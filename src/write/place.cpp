// SPDX-License-Identifier: Apache-2.0
// Floor 8. See place.hpp.
#include "write/place.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace etalon::impl {
namespace {

std::int64_t floor_of(std::int64_t a, std::int64_t n) { return a >= 0 ? a / n : -((-a + n - 1) / n); }

// Sums and products end at what is far beyond every place of C, where is_near() finds them.
constexpr std::int64_t farthest = std::int64_t{1} << 60;
std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return a < 0 ? -farthest : farthest;
  return std::clamp(sum, -farthest, farthest);
}
std::int64_t product_of(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? farthest : -farthest;
  return std::clamp(product, -farthest, farthest);
}

}  // namespace

std::int64_t WrittenPlace::bound(bool high) const {
  std::int64_t sum = constant_;
  for (const auto& [atom, factor] : terms_)
    sum = sum_of(sum, product_of(factor, (factor > 0) == high ? atom->high : atom->low));
  return sum;
}

WrittenPlace WrittenPlace::times(std::int64_t factor) const {
  WrittenPlace product;
  if (factor == 0) return product;
  product.constant_ = product_of(constant_, factor);
  for (const auto& [atom, own] : terms_) product.terms_.emplace_back(atom, product_of(own, factor));
  return product;
}

WrittenPlace operator+(WrittenPlace a, const WrittenPlace& b) {
  for (const WrittenPlace::Term& term : b.terms_) {
    const auto same = std::ranges::find(a.terms_, term.first, &WrittenPlace::Term::first);
    if (same == a.terms_.end())
      a.terms_.push_back(term);
    else if ((same->second = sum_of(same->second, term.second)) == 0)
      a.terms_.erase(same);
  }
  a.constant_ = sum_of(a.constant_, b.constant_);
  return a;
}

WrittenPlace operator*(const WrittenPlace& a, const WrittenPlace& b) {
  if (b.is_constant()) return a.times(b.constant_);
  if (a.is_constant()) return b.times(a.constant_);
  const auto [low, high] = std::minmax({product_of(a.low(), b.low()), product_of(a.low(), b.high()),
                                        product_of(a.high(), b.low()), product_of(a.high(), b.high())});
  return WrittenPlace(
      std::make_shared<Atom>(Atom{"", low, high, Atom::Kind::product, std::make_shared<const WrittenPlace>(a),
                                  std::make_shared<const WrittenPlace>(b)}));
}

// Terms that n divides make the quotient, and those between stay in the remainder if together they are less than n.
// Else what divides both is taken out first, so that a smaller quotient is left.
std::pair<WrittenPlace, WrittenPlace> WrittenPlace::divided(std::int64_t n) const {
  if (n == 1) return {*this, WrittenPlace()};
  if (is_constant())
    return {WrittenPlace(floor_of(constant_, n), 0), WrittenPlace(constant_ - n * floor_of(constant_, n), 0)};
  WrittenPlace whole, rest;
  for (const Term& term : terms_) (term.second % n == 0 ? whole : rest).terms_.push_back(term);
  for (Term& term : whole.terms_) term.second /= n;
  whole.constant_ = floor_of(constant_, n);
  rest.constant_ = constant_ - n * whole.constant_;
  if (rest.low() >= 0 && rest.high() < n) return {whole, rest};
  // A part that is less than a common divisor of the others and of n is not seen by the quotient.
  std::int64_t common = n;
  for (const Term& term : rest.terms_)
    if (const std::int64_t with = std::gcd(common, term.second); with > 1) common = with;
  if (common > 1 && common < n) {
    WrittenPlace outer, inner;
    for (const Term& term : rest.terms_) (term.second % common == 0 ? outer : inner).terms_.push_back(term);
    outer.constant_ = rest.constant_ / common * common;
    inner.constant_ = rest.constant_ - outer.constant_;
    if (inner.low() >= 0 && inner.high() < common && !outer.terms_.empty()) {
      for (Term& term : outer.terms_) term.second /= common;
      outer.constant_ /= common;
      const auto [quotient, remainder] = outer.divided(n / common);
      return {whole + quotient, remainder.times(common) + inner};
    }
  }
  // C rounds quotients towards zero: none is taken of a negative number.
  if (rest.low() < 0) {
    const std::int64_t shift = (n - 1 - rest.low()) / n;
    rest.constant_ += shift * n;
    whole.constant_ -= shift;
  }
  const auto made = [&](Atom::Kind kind, std::int64_t low, std::int64_t high) {
    return WrittenPlace(
        std::make_shared<Atom>(Atom{"", low, high, kind, std::make_shared<const WrittenPlace>(rest), nullptr, n}));
  };
  return {whole + made(Atom::Kind::quotient, floor_of(rest.low(), n), floor_of(rest.high(), n)),
          made(Atom::Kind::remainder, 0, n - 1)};
}

namespace {

std::string text_of(const Atom& atom) {
  switch (atom.kind) {
    case Atom::Kind::quotient:
      return "(" + text_of(*atom.first) + ") / " + std::to_string(atom.divisor);
    case Atom::Kind::remainder:
      return "((" + text_of(*atom.first) + ") % " + std::to_string(atom.divisor) + ")";
    case Atom::Kind::product:
      return "(" + text_of(*atom.first) + ") * (" + text_of(*atom.second) + ")";
    default:
      return atom.text;
  }
}

}  // namespace

// By Horner's scheme, where each factor divides the one before it: (c * 8 + y) * 8 + x.
std::string text_of(const WrittenPlace& place) {
  std::string text;
  std::vector<WrittenPlace::Term> terms;  // the largest factor first
  for (const WrittenPlace::Term& term : place.terms())
    terms.insert(std::ranges::upper_bound(terms, std::abs(term.second), std::greater{},
                                          [](const WrittenPlace::Term& one) { return std::abs(one.second); }),
                 term);
  bool nests = terms.size() > 1;
  for (std::size_t k = 0; k < terms.size(); ++k)
    nests = nests && terms[k].second > 0 && (k == 0 || terms[k - 1].second % terms[k].second == 0);
  const auto scaled = [](const std::string& what, std::int64_t factor) {
    return factor == 1 ? what : what + " * " + std::to_string(factor);
  };
  if (nests) {
    bool is_sum = false;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (k > 0 && terms[k - 1].second != terms[k].second) {
        text = scaled(is_sum ? "(" + text + ")" : text, terms[k - 1].second / terms[k].second);
        is_sum = false;
      }
      text += (k > 0 ? " + " : "") + text_of(*terms[k].first);
      is_sum = is_sum || k > 0;
    }
    text = scaled(is_sum && terms.back().second != 1 ? "(" + text + ")" : text, terms.back().second);
  } else {
    // Positive terms first: no text begins with a sign unless all are negative.
    for (const bool is_negative : {false, true})
      for (const auto& [atom, factor] : terms) {
        if ((factor < 0) != is_negative) continue;
        text += text.empty() ? (is_negative ? "0 - " : "") : is_negative ? " - " : " + ";
        text += scaled(text_of(*atom), std::abs(factor));
      }
  }
  if (place.constant() != 0 || text.empty()) {
    if (text.empty()) return std::to_string(place.constant());
    text += (place.constant() < 0 ? " - " : " + ") + std::to_string(std::abs(place.constant()));
  }
  return text;
}

namespace {

using Known = std::span<const Inside::Bound>;  // conditions that hold

bool is_multiple(const WrittenPlace& place, std::int64_t n, Known known) {
  return std::ranges::any_of(known, [&](const Inside::Bound& one) {
    if (one.below != WrittenPlace(std::uint64_t{1}) || one.place.constant() != 0 || one.place.terms().size() != 1)
      return false;
    const auto& [atom, factor] = one.place.terms()[0];
    return factor == 1 && atom->kind == Atom::Kind::remainder && atom->divisor == n && *atom->first == place;
  });
}

// No place is less than this where the conditions hold. A quotient without a remainder is not rounded down.
std::int64_t low_where(const WrittenPlace& place, Known known) {
  std::int64_t sum = place.constant();
  for (const auto& [atom, factor] : place.terms()) {
    std::int64_t low = atom->low;
    if (atom->kind == Atom::Kind::named && atom->first) low = std::max(low, low_where(*atom->first, known));
    if (atom->kind == Atom::Kind::quotient && is_multiple(*atom->first, atom->divisor, known))
      low = -floor_of(-atom->first->low(), atom->divisor);
    sum += factor * (factor > 0 ? low : atom->high);
  }
  return sum;
}

}  // namespace

std::string text_of(const Inside& inside) {
  std::string text;
  for (std::size_t k = 0; k < inside.bounds.size(); ++k) {
    const auto& [place, below] = inside.bounds[k];
    const std::string at = text_of(place);
    if (low_where(place, Known(inside.bounds).first(k)) < 0) text += (text.empty() ? "0 <= " : " && 0 <= ") + at;
    if (!below.is_constant() || place.high() >= below.constant())
      text += (text.empty() ? "" : " && ") + at + " < " + text_of(below);
  }
  return text;
}

}  // namespace etalon::impl
