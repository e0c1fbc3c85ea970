// SPDX-License-Identifier: Apache-2.0
// Floor 7. See lemmas.hpp.
#include "trace/lemmas.hpp"

#include <array>
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

// A step of floating-point numbers that are all known, computed; nothing for other steps.
std::optional<std::uint64_t> computed(Step step, DType type, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::optional<std::uint64_t> result;
  Stored::with<types::all_floats>(type, [&]<class A>(A) {
    const auto x = A::of(a), y = A::of(b);
    switch (step) {
      case Step::add:
        result = A::pattern(A::add(x, y, nullptr));
        break;
      case Step::sub:
        result = A::pattern(A::sub(x, y, nullptr));
        break;
      case Step::mul:
        result = A::pattern(A::mul(x, y, nullptr));
        break;
      case Step::div:
        result = A::pattern(A::div(x, y, nullptr));
        break;
      case Step::fma:
        result = A::pattern(A::fma(x, y, A::of(c), nullptr));
        break;
      default:
        break;
    }
  });
  return result;
}

// Whether the type has all integers up to this number.
bool has_number(DType type, std::uint64_t number) { return number != 0 && number >> info(type).fraction <= 1; }

// A constant that is neither a zero nor a NaN.
bool is_limit(const Term& term, DType type) {
  if (known_pattern(term) == nullptr) return false;
  const binary_format format = binary_format_of(info(type).bits, info(type).fraction);
  return !binary_is_nan(format, term.low) && term.low << (65 - info(type).bits) != 0;
}

// Whether the result is the same for all NaNs.
bool takes_nans_alike(Step step) {
  switch (step) {
    case Step::add:
    case Step::sub:
    case Step::mul:
    case Step::div:
    case Step::div_count:
    case Step::fma:
    case Step::max:
    case Step::min:
    case Step::larger:
    case Step::smaller:
    case Step::less:
      return true;
    default:
      return false;
  }
}

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
  if (is_floating(type) && a != nullptr && b != nullptr && known_pattern(*a) != nullptr &&
      known_pattern(*b) != nullptr && (c == nullptr || known_pattern(*c) != nullptr))
    if (const auto pattern = computed(step, type, a->low, b->low, c != nullptr ? c->low : 0))
      return with(Lemma::known, constant(type, *pattern));
  if (is_floating(type) && takes_nans_alike(step)) {
    std::array<Term, 3> quieted;
    std::array<const Term*, 3> operands{a, b, c};
    bool is_other = false;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (operands[k] == nullptr || operands[k]->is_quiet) continue;
      quieted[k] = quiet(*operands[k]);
      operands[k] = &quieted[k];
      is_other = true;
    }
    if (is_other) return with(Lemma::quiet, join(step, type, number, operands[0], operands[1], operands[2]));
  }
  switch (step) {
    case Step::quiet:
      if (a->is_quiet) return with(Lemma::quiet, *a);
      return std::nullopt;
    case Step::convert:
      if (static_cast<DType>(number) == DType::boolean && type != DType::boolean && type != DType::real) {
        const Term one = constant(type, pattern_of(type, 1)), zero = constant(type, pattern_of(type, 0));
        return with(Lemma::cast, join(Step::choose, DType::boolean, 0, a, &one, &zero));
      }
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
    case Step::max:
    case Step::min:
      for (const auto& [x, limit] : {std::pair{a, b}, std::pair{b, a}})
        if (is_floating(type) && x->is_quiet && is_limit(*limit, type))
          return with(Lemma::limit, join(step == Step::max ? Step::larger : Step::smaller, type, 0, x, limit));
      return std::nullopt;
    case Step::sum_step:
      if (is_before(*c, *b)) return with(Lemma::commute, join(step, type, number, a, c, b));
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace etalon::impl
