// SPDX-License-Identifier: Apache-2.0
// What CON-FLOAT-SUM allows, a second time: over fractions, by the page alone. The terms of each element of a result
// are found by the reals (true_values.hpp), with all elements of an operand but one replaced by zeros.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "oracle/pattern.hpp"
#include "oracle/random.hpp"
#include "tests/support/judged_call.hpp"
#include "tests/support/true_values.hpp"

namespace etalon::tests {

// ---- rounding -------------------------------------------------------------------------------------------------------

inline mpq_class power_of_two(long e) {
  const mpz_class power = mpz_class(1) << static_cast<unsigned long>(std::abs(e));
  return e < 0 ? mpq_class(1, power) : mpq_class(power);
}
// 2^e is the largest power of two not above |x|, which is not zero.
inline long binade_of(const mpq_class& x) {
  const auto bits = [](const mpz_class& z) { return static_cast<long>(mpz_sizeinbase(z.get_mpz_t(), 2)); };
  const long guess = bits(x.get_num()) - bits(x.get_den());
  return power_of_two(guess) <= abs(x) ? guess : guess - 1;
}
inline mpq_class rounded_to(const mpq_class& x, long spacing) {
  return true_nearest(x / power_of_two(spacing)) * power_of_two(spacing);
}
// The distance of neighbouring numbers of a format at x.
inline mpq_class ulp_at(oracle::Format f, const mpq_class& x) {
  const long least = oracle::least_exponent(f);
  return power_of_two(x == 0 ? least : std::max(binade_of(x) - f.fraction, least));
}
inline mpq_class rounded(oracle::Format f, const mpq_class& x) {
  if (x == 0) return x;
  return rounded_to(x, std::max(binade_of(x) - f.fraction, static_cast<long>(oracle::least_exponent(f))));
}
inline mpq_class largest_of(oracle::Format f) {
  return (2 - power_of_two(-f.fraction)) * power_of_two(oracle::bias(f));
}
// The pattern of a number of the format.
inline std::uint64_t pattern_of(oracle::Format f, const mpq_class& x) {
  const mpz_class steps = mpq_class(abs(x) / ulp_at(f, x)).get_num();
  const long above = x == 0 ? 0 : std::max(binade_of(x) - f.fraction - oracle::least_exponent(f), 0L);
  const std::uint64_t size = steps.get_ui() + (static_cast<std::uint64_t>(above) << f.fraction);
  return size | (x < 0 ? oracle::sign_mask(f) : 0);
}

// The narrowest of the wider formats, with any exponents.
inline long wider_precision(oracle::Format f) { return f.bits == 16 ? 24 : f.bits == 32 ? 53 : 64; }
inline mpq_class rounded_wider(oracle::Format f, const mpq_class& x) {
  return x == 0 ? x : rounded_to(x, binade_of(x) + 1 - wider_precision(f));
}

// ---- terms ----------------------------------------------------------------------------------------------------------

struct LegalSum {
  std::vector<mpq_class> terms;  // that are not zero
  mpq_class divisor = 1;         // of the sum
  // Gemm with factors: how many times larger what underflows can become, and what overflows can have been.
  std::optional<mpq_class> factors;

  mpq_class exact() const {
    mpq_class sum = 0;
    for (const mpq_class& term : terms) sum += term;
    return sum / divisor;
  }
  mpq_class sizes() const {
    mpq_class sum = 0;
    for (const mpq_class& term : terms) sum += abs(term);
    return sum / divisor;
  }
  bool is_divided_exactly() const {
    return mpz_popcount(divisor.get_num_mpz_t()) == 1 && mpz_popcount(divisor.get_den_mpz_t()) == 1;
  }
};

// The operands that a result is linear in, taken together; none for an operator that does not sum.
inline std::vector<std::size_t> summands_of(const impl::Call& call) {
  const std::string_view name = call.op->name;
  if (name == "Sum" || name == "Mean") {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < call.inputs.size(); ++k) all.push_back(k);
    return all;
  }
  if (name == "Conv" || name == "ConvTranspose" || name == "Gemm") return {0, 2};
  for (const std::string_view sums : {"MatMul", "ReduceSum", "ReduceMean", "AveragePool", "GlobalAveragePool"})
    if (name == sums) return {0};
  return {};
}
// Gemm with factors multiplies behind the last term: both of them with their reciprocals, added up.
inline std::optional<mpq_class> factors_of(const CallToJudge& call) {
  mpq_class all = 1;
  bool has_some = false;
  for (const oracle::Attribute& attribute : call.drawn().attributes)
    if (const auto* factor = std::get_if<oracle::Float>(&attribute.value))
      if (attribute.name == "alpha" || attribute.name == "beta") {
        const mpq_class size = abs(mpq_class(std::bit_cast<float>(factor->pattern)));
        if (size == 1 && std::bit_cast<float>(factor->pattern) > 0) continue;
        const bool vanishes = rounded(call.drawn().outputs[0].type.format(), size) == 0;
        all += vanishes ? mpq_class(power_of_two(2000)) : mpq_class(size + 1 / size);
        has_some = true;
      }
  return has_some ? std::optional(all) : std::nullopt;
}

// The sums that the elements of the result are, from operands that may be null; nothing where they are none, or an
// operand is no number.
inline std::optional<std::vector<LegalSum>> sums_of(const impl::Call& call,
                                                    const std::vector<const impl::Tensor*>& inputs,
                                                    const std::optional<mpq_class>& factors) {
  const std::vector<std::size_t> summands = summands_of(call);
  if (summands.empty()) return std::nullopt;
  std::uint64_t elements = 0;
  for (const std::size_t k : summands)
    if (k < call.inputs.size() && call.inputs[k]) elements += call.inputs[k]->shape.count;
  if (elements * operations_of(call) > 40'000) return std::nullopt;  // it would take too long
  std::vector<TrueValues> values;
  for (const impl::Tensor* input : inputs) {
    values.push_back(input != nullptr ? true_values(input->view()) : TrueValues{});
    for (const TrueValue& value : values.back())
      if (!value.is_number()) return std::nullopt;
  }
  std::vector<TrueValues> given = values;
  TrueCall t{call, {}, {}};
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    t.inputs.push_back(inputs[k] != nullptr ? &given[k] : nullptr);
    t.computed.push_back(inputs[k]);
  }
  const TrueValues right = true_results(t)->front();
  if (std::ranges::any_of(right, [](const TrueValue& one) { return !one.is_number(); }))
    return std::nullopt;  // the mean of nothing
  for (const std::size_t k : summands)
    if (k < given.size()) given[k].assign(given[k].size(), TrueValue(0));
  std::vector<LegalSum> sums(static_cast<std::size_t>(t.output().shape.count));
  for (LegalSum& sum : sums) sum.factors = factors;
  const std::string_view name = call.op->name;
  const bool has_one_factor = name.find("Conv") == name.npos && name != "MatMul" && name != "Gemm";
  for (const std::size_t k : summands)
    for (std::size_t j = 0; k < given.size() && j < given[k].size(); ++j) {
      if (values[k][j].number == 0) continue;
      given[k][j] = values[k][j];
      const TrueValues results = true_results(t)->front();
      given[k][j] = TrueValue(0);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (!results[i].is_number()) return std::nullopt;
        if (results[i].number == 0) continue;
        if (has_one_factor) sums[i].divisor = values[k][j].number / results[i].number;
        sums[i].terms.push_back(has_one_factor ? values[k][j].number : results[i].number);
      }
    }
  return sums;
}

inline std::optional<std::vector<LegalSum>> sums_of(const CallToJudge& call) {
  std::vector<std::optional<impl::Tensor>> tensors;
  for (const auto& input : call.drawn().inputs)
    tensors.push_back(input ? std::optional(tensor_of(*input)) : std::nullopt);
  std::vector<const impl::Tensor*> inputs;
  for (const auto& tensor : tensors) inputs.push_back(tensor ? &*tensor : nullptr);
  return sums_of(call.call(), inputs, factors_of(call));
}

// ---- every evaluation -----------------------------------------------------------------------------------------------

using Span = std::pair<mpq_class, mpq_class>;  // from one number to another
using Spans = std::set<Span>;

inline bool fits(const mpq_class& x, long precision) {
  if (x == 0) return true;
  const auto numerator = x.get_num();
  const auto zeros = static_cast<long>(mpz_scan1(numerator.get_mpz_t(), 0));
  return mpz_popcount(x.get_den_mpz_t()) == 1 &&
         static_cast<long>(mpz_sizeinbase(numerator.get_mpz_t(), 2)) - zeros <= precision;
}

// The results of a sum of few terms: every set of terms is made of two smaller ones.
class EveryEvaluation {
 public:
  EveryEvaluation(oracle::Format format, const LegalSum& sum) : f_(format) {
    const unsigned all = (1u << sum.terms.size()) - 1;
    std::vector<Spans> of(all + 1);
    for (unsigned terms = 1; terms <= all; ++terms) {
      Spans& own = of[terms];
      if (std::has_single_bit(terms)) add_product(own, sum.terms[static_cast<unsigned>(std::countr_zero(terms))]);
      const unsigned first = terms & (0u - terms);
      for (unsigned part = (terms - 1) & terms; part != 0; part = (part - 1) & terms)
        if ((part & first) != 0)
          for (const Span& x : of[part])
            for (const Span& y : of[terms - part]) add_sum(own, {x.first + y.first, x.second + y.second}, terms == all);
    }
    if (sum.terms.size() == 1)
      results = {{rounded(f_, sum.terms[0]), rounded(f_, sum.terms[0])}};
    else
      results = of[all];
    divisor_ = sum.divisor;
  }
  bool gives(const mpq_class& y) const {
    const mpq_class whole = y * divisor_;
    return std::ranges::any_of(results, [&](const Span& part) { return part.first <= whole && whole <= part.second; });
  }

  Spans results;

 private:
  Span into_type(const Span& x) const { return {rounded(f_, x.first), rounded(f_, x.second)}; }
  void add_product(Spans& own, const mpq_class& x) const {
    const mpq_class u = power_of_two(-wider_precision(f_));
    mpq_class off = f_.bits == 64 ? mpq_class(u * abs(x)) : mpq_class(0);
    if (f_.bits == 16 && f_.fraction == 7 && abs(x) < power_of_two(-126)) off = power_of_two(-150);
    own.insert({x - off, x + off});
    own.insert(into_type({x, x}));
  }
  void add_sum(Spans& own, const Span& x, bool is_last) const {
    Span wide = x;
    if (x.first != x.second || !fits(x.first, wider_precision(f_))) {
      const mpq_class off = power_of_two(-wider_precision(f_)) * std::max(abs(x.first), abs(x.second));
      wide = {x.first - off, x.second + off};
    }
    if (!is_last) own.insert(wide);
    own.insert(into_type(is_last ? wide : x));
  }

  oracle::Format f_;
  mpq_class divisor_;
};

// Whether CON-FLOAT-SUM allows y.
inline bool is_legal(oracle::Format f, const LegalSum& sum, const mpq_class& y) {
  const std::size_t n = sum.terms.size();
  if (n == 0) return y == 0;
  if (n <= 5 && !sum.factors && sum.is_divided_exactly() && rounded(f, y) == y) {
    const bool underflows = sum.divisor != 1 && sum.sizes() < power_of_two(oracle::least_exponent(f) + 64);
    if (!underflows) return EveryEvaluation(f, sum).gives(y);
  }
  const mpq_class u = power_of_two(-f.fraction - 1), eta = power_of_two(oracle::least_exponent(f) - 1);
  mpq_class growth = 1;
  for (std::size_t k = 0; k < n + 1 + (sum.divisor == 1 && !sum.factors ? 0 : 2); ++k) growth *= 1 + u;
  const mpq_class tiny = eta * growth * sum.factors.value_or(1);
  const mpq_class width = (growth - 1) * sum.sizes() + 2 * mpq_class(static_cast<unsigned long>(n)) * tiny;
  if (abs(y - sum.exact()) > width) return false;
  if (sum.divisor != 1 || sum.factors) return true;
  // A multiple of what all terms are multiples of.
  std::optional<long> quantum;
  for (const mpq_class& term : sum.terms) {
    const auto numerator = term.get_num();
    const long own = static_cast<long>(mpz_scan1(numerator.get_mpz_t(), 0)) -
                     static_cast<long>(mpz_sizeinbase(term.get_den_mpz_t(), 2)) + 1;
    quantum = quantum ? std::min(*quantum, own) : own;
  }
  return mpq_class(y / power_of_two(*quantum)).get_den() == 1;
}

// ---- one evaluation, drawn ------------------------------------------------------------------------------------------

// Any tree over the terms, each product and each partial sum rounded as the way says: into the type, into a wider
// format, not at all, or now so and now otherwise.
class DrawnEvaluation {
 public:
  DrawnEvaluation(oracle::Random& random, oracle::Format f) : random_(random), f_(f), way_(random.below(4)) {}

  mpq_class result(LegalSum sum) {
    for (std::size_t k = sum.terms.size(); k > 1; --k) std::swap(sum.terms[k - 1], sum.terms[random_.below(k)]);
    if (sum.terms.empty()) return 0;
    if (sum.terms.size() == 1) return rounded(f_, sum.terms[0] / sum.divisor);
    return divided(total(sum.terms.data(), sum.terms.size()), sum.divisor);
  }

 private:
  mpq_class divided(const mpq_class& sum, const mpq_class& divisor) {
    if (divisor == 1) return rounded(f_, sum);
    const mpq_class whole = random_.coin() ? rounded(f_, sum) : sum;
    if (random_.coin()) return rounded(f_, whole * rounded(f_, 1 / divisor));
    return rounded(f_, whole / divisor);
  }
  mpq_class total(const mpq_class* terms, std::size_t count) {
    if (count == 1) return random_.coin() ? rounded(f_, *terms) : *terms;
    const std::size_t left = random_.coin() ? 1 : 1 + random_.below(count - 1);
    const mpq_class sum = total(terms, left) + total(terms + left, count - left);
    const std::uint64_t way = way_ == 3 ? random_.below(3) : way_;
    return way == 0 ? rounded(f_, sum) : way == 1 ? rounded_wider(f_, sum) : sum;
  }

  oracle::Random& random_;
  oracle::Format f_;
  std::uint64_t way_;
};

}  // namespace etalon::tests
