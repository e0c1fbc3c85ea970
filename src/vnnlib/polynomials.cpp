// SPDX-License-Identifier: Apache-2.0
// Floor 7. See polynomials.hpp.
#include "vnnlib/polynomials.hpp"

#include <algorithm>
#include <iterator>

namespace etalon::impl::vnnlib {

std::uint64_t bits_of(const Number& number) {
  return mpz_sizeinbase(mpq_numref(number.get()), 2) + mpz_sizeinbase(mpq_denref(number.get()), 2);
}

namespace {

// Equal monomials become one; what cancels is left out.
void collect(std::vector<Monomial>& terms) {
  std::ranges::sort(terms, {}, &Monomial::elements);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size();) {
    Monomial sum = std::move(terms[i]);
    for (++i; i < terms.size() && terms[i].elements == sum.elements; ++i)
      mpq_add(sum.coefficient.get(), sum.coefficient.get(), terms[i].coefficient.get());
    if (sum.coefficient.sign() != 0) terms[kept++] = std::move(sum);
  }
  terms.resize(kept);
}

}  // namespace

bool PolynomialMaker::spend(const Polynomial& made) {
  terms_ += made.terms.size();
  for (const Monomial& term : made.terms) bits_ += bits_of(term.coefficient) + 64 * term.elements.size();
  return terms_ <= limits_.terms && bits_ <= limits_.number_bits;
}

bool PolynomialMaker::add(std::vector<Polynomial>&& parts, bool subtracts, Polynomial& sum) {
  sum.terms.clear();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (subtracts && k > 0) negate(parts[k]);
    std::ranges::move(parts[k].terms, std::back_inserter(sum.terms));
  }
  collect(sum.terms);
  return spend(sum);
}

void PolynomialMaker::negate(Polynomial& polynomial) {
  for (Monomial& term : polynomial.terms) mpq_neg(term.coefficient.get(), term.coefficient.get());
}

bool PolynomialMaker::multiply(Polynomial& by, const Polynomial& other) {
  const std::uint64_t products = by.terms.size() * other.terms.size();
  if (products > limits_.terms - std::min(terms_, limits_.terms)) return false;
  Polynomial product;
  product.terms.reserve(static_cast<std::size_t>(products));
  std::uint64_t bits = bits_;
  for (const Monomial& a : by.terms)
    for (const Monomial& b : other.terms) {
      if (a.elements.size() + b.elements.size() > limits_.degree) return false;
      bits += bits_of(a.coefficient) + bits_of(b.coefficient) + 64 * (a.elements.size() + b.elements.size());
      if (bits > limits_.number_bits) return false;
      Monomial both{Rational::mul(a.coefficient, b.coefficient)};
      std::ranges::merge(a.elements, b.elements, std::back_inserter(both.elements));
      product.terms.push_back(std::move(both));
    }
  bits_ = bits;
  terms_ += products;  // what they cost, whatever becomes one
  collect(product.terms);
  by = std::move(product);
  return spend(by);
}

}  // namespace etalon::impl::vnnlib
