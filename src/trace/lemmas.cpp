// SPDX-License-Identifier: Apache-2.0
// Floor 7. See lemmas.hpp.
#include "trace/lemmas.hpp"

#include <cmath>
#include <tuple>
#include <utility>

#include "ops/world.hpp"

namespace etalon::impl {
namespace {

std::uint64_t pattern_of(DType type, double number) {
  std::uint64_t pattern = 0;
  Stored::with<types::numbers>(type, [&]<class A>(A) {
    if constexpr (requires { A::format; })
      pattern = A::pattern(A::number(number));
    else
      pattern = static_cast<std::uint64_t>(A::number(number));
  });
  return pattern;
}

bool is_number(const Term& term, DType type, double number) {
  return known_pattern(term) != nullptr && term == constant(type, pattern_of(type, number));
}

// Whether the type has all integers up to this number.
bool has_number(DType type, std::uint64_t number) { return number != 0 && number >> info(type).fraction <= 1; }

bool is_before(const Term& a, const Term& b) {
  return std::tie(a.level, a.high, a.low) < std::tie(b.level, b.high, b.low);
}

}  // namespace

Term Joiner::with(Lemma lemma, const Term& term) {
  used_ |= 1u << static_cast<unsigned>(lemma);
  return term;
}

std::optional<Term> Joiner::rewritten(Step step, DType type, std::uint64_t number, const Term* a, const Term* b,
                                      const Term* c) {
  const auto quiet = [&](const Term& x) { return is_floating(type) ? join(Step::quiet, type, 0, &x) : x; };
  switch (step) {
    case Step::quiet:
      if (a->is_quiet) return with(Lemma::quiet, *a);
      return std::nullopt;
    case Step::convert:
      if (static_cast<DType>(number) == type && type != DType::real && type != DType::boolean)
        return with(Lemma::cast, quiet(*a));
      return std::nullopt;
    case Step::add:
    case Step::mul:
      if (is_before(*b, *a)) return with(Lemma::commute, join(step, type, number, b, a));
      for (const auto& [x, neutral] : {std::pair{b, a}, std::pair{a, b}}) {
        if (step == Step::mul && is_number(*neutral, type, 1)) return with(Lemma::one, quiet(*x));
        if (step == Step::add && is_number(*neutral, type, is_floating(type) ? -0.0 : 0.0))
          return with(Lemma::zero, quiet(*x));
      }
      return std::nullopt;
    case Step::sub:
      if (is_number(*b, type, 0)) return with(Lemma::zero, quiet(*a));
      return std::nullopt;
    case Step::div:
      if (is_number(*b, type, 1)) return with(Lemma::one, quiet(*a));
      return std::nullopt;
    case Step::div_count:
      if (!has_number(type, number)) return std::nullopt;
      {
        const Term divisor = constant(type, pattern_of(type, static_cast<double>(number)));
        return with(Lemma::count, join(Step::div, type, 0, a, &divisor));
      }
    case Step::fma:
      if (is_number(*a, type, 1)) return with(Lemma::fused_one, join(Step::add, type, 0, c, b));
      if (is_number(*b, type, 1)) return with(Lemma::fused_one, join(Step::add, type, 0, c, a));
      if (is_before(*b, *a)) return with(Lemma::commute, join(step, type, number, b, a, c));
      return std::nullopt;
    case Step::larger:
    case Step::smaller:
      if (is_floating(type) && is_number(*b, type, step == Step::larger ? -HUGE_VAL : HUGE_VAL))
        return with(Lemma::bound, quiet(*a));
      return std::nullopt;
    case Step::sum_step:
      if (is_before(*c, *b)) return with(Lemma::commute, join(step, type, number, a, c, b));
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace etalon::impl
