// SPDX-License-Identifier: Apache-2.0
// The C names of scalar/named, compiled as C99, against the algebras that the references are written over: every name,
// on all operands of 8 bits and less, all float16 and bfloat16 where there is one operand, and special and random
// operands of the other types. Bits are compared.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "ops/family/fold.hpp"
#include "ops/family/power.hpp"
#include "tensor/conversion.hpp"
#include "tests/scalar_c99/named.h"

// As C++20 they compile as well.
#include "scalar/environment.h"
#include "scalar/named/convert.h"
#include "scalar/named/exact.h"
#include "scalar/named/functions.h"
#include "scalar/named/halves.h"
#include "scalar/named/integers.h"
#include "scalar/named/nibbles.h"
#include "scalar/named/quantise.h"

namespace named_test {
namespace {

using namespace etalon::impl;

template <class A> constexpr unsigned bits_of = 0;
template <unsigned Bits, unsigned Fraction> constexpr unsigned bits_of<etalon::impl::Binary<Bits, Fraction>> = Bits;
template <unsigned Bits> constexpr unsigned bits_of<Int<Bits>> = Bits;
template <unsigned Bits> constexpr unsigned bits_of<UInt<Bits>> = Bits;

template <class A> constexpr bool floats = requires { A::format; };
template <class A> constexpr bool negates = requires(typename A::Value v) { A::neg(v, nullptr); };

// Patterns to values and back, as elements are loaded and stored.
template <class A> typename A::Value in(std::uint64_t pattern) {
  const auto word = static_cast<Word<bits_of<A>>>(bits_of<A> == 4 ? pattern % 16 : pattern);
  return A::load(&word, 0);
}
template <class A> std::uint64_t out(typename A::Value v) {
  Word<bits_of<A>> word = 0;
  A::store(&word, 0, v);
  return word;
}

// ---- operands
// ---------------------------------------------------------------------------------------------------------

template <class A> std::vector<std::uint64_t> special() {
  constexpr unsigned bits = bits_of<A>;
  std::vector<std::uint64_t> patterns;
  if constexpr (bits <= 8) {
    for (std::uint64_t x = 0; x < std::uint64_t{1} << bits; ++x) patterns.push_back(x);
  } else {
    std::vector<std::uint64_t> sizes = {0, 1, 2, 3};
    if constexpr (floats<A>) {
      const std::uint64_t one = static_cast<std::uint64_t>(binary_bias(A::format)) << A::format.fraction;
      const std::uint64_t unit = std::uint64_t{1} << A::format.fraction, infinity = binary_infinity(A::format);
      for (const std::uint64_t x : {unit, one, one - unit, one + unit, one + unit / 2, infinity, binary_nan(A::format)})
        sizes.insert(sizes.end(), {x - 1, x, x + 1});
    } else {
      for (unsigned k = 3; k < bits; k += 4)
        sizes.insert(sizes.end(), {(std::uint64_t{1} << k) - 1, std::uint64_t{1} << k});
    }
    for (const std::uint64_t x : sizes) {
      const std::uint64_t other = floats<A> ? x | std::uint64_t{1} << (bits - 1) : 0 - x;
      for (const std::uint64_t y : {x, other}) patterns.push_back(uint_wrap(y, bits));
    }
  }
  return patterns;
}

template <class A> class Operands {
 public:
  std::uint64_t next() {
    const std::uint64_t x = uint_wrap(random_(), bits_of<A>);
    if (random_() % 4 == 0) return special_[random_() % special_.size()];
    if constexpr (floats<A>) {  // half of the others near 1
      if (random_() % 2 == 0) {
        const auto exponent = static_cast<std::uint64_t>(binary_bias(A::format)) - 4 + random_() % 8;
        const std::uint64_t fraction = x & ((std::uint64_t{1} << A::format.fraction) - 1);
        return binary_sign(A::format, x) | exponent << A::format.fraction | fraction;
      }
    }
    return x;
  }
  std::uint64_t number() { return random_(); }
  const std::vector<std::uint64_t>& special() const { return special_; }

 private:
  std::mt19937_64 random_{1};
  std::vector<std::uint64_t> special_ = named_test::special<A>();
};

// ---- what the algebra says
// ----------------------------------------------------------------------------------------------

// What is left says that the test asks for something that it does not know.
inline std::uint64_t unknown(int operation) {
  ADD_FAILURE() << "operation " << operation;
  return 0;
}

template <class A> std::uint64_t wanted_of_functions(int operation, const std::uint64_t* p) {
  const auto a = in<A>(p[0]);
  switch (operation) {
    case NAMED_exp:
      return out<A>(A::template function<RealFunction::exp>(a, nullptr));
    case NAMED_log:
      return out<A>(A::template function<RealFunction::log>(a, nullptr));
    case NAMED_sigmoid:
      return out<A>(A::template function<RealFunction::sigmoid>(a, nullptr));
    case NAMED_tanh:
      return out<A>(A::template function<RealFunction::tanh>(a, nullptr));
    case NAMED_erf:
      return out<A>(A::template function<RealFunction::erf>(a, nullptr));
    case NAMED_sin:
      return out<A>(A::template function<RealFunction::sin>(a, nullptr));
    case NAMED_cos:
      return out<A>(A::template function<RealFunction::cos>(a, nullptr));
    case NAMED_acos:
      return out<A>(A::template function<RealFunction::acos>(a, nullptr));
    default:
      return unknown(operation);
  }
}

template <class A> std::uint64_t wanted_of_floats(int operation, const std::uint64_t* p) {
  const auto a = in<A>(p[0]), b = in<A>(p[1]), c = in<A>(p[2]);
  switch (operation) {
    case NAMED_add_any:
      return out<A>(A::add(a, b, nullptr));
    case NAMED_sub_any:
      return out<A>(A::sub(a, b, nullptr));
    case NAMED_mul_any:
      return out<A>(A::mul(a, b, nullptr));
    case NAMED_div_any:
    case NAMED_div:
      return out<A>(A::div(a, b, nullptr));
    case NAMED_fma_any:
    case NAMED_fma:
      return out<A>(A::fma(a, b, c, nullptr));
    case NAMED_sqrt_any:
    case NAMED_sqrt:
      return out<A>(A::sqrt(a, nullptr));
    case NAMED_root_of_squares:
      return out<A>(A::root_of_squares(a, nullptr));
    case NAMED_floor:
      return out<A>(A::floor(a, nullptr));
    case NAMED_ceil:
      return out<A>(A::ceil(a, nullptr));
    case NAMED_nearest:
      return out<A>(A::round(a, nullptr));
    case NAMED_one_nan:
      return out<A>(A::quiet(a));
    case NAMED_below:
      return A::below(a, b);
    case NAMED_is_nan:
      return A::is_nan(a);
    case NAMED_is_lowest:
      return p[0] == out<A>(A::lowest());
    case NAMED_div_count:
      return out<A>(A::div_count(a, p[1], nullptr));
    case NAMED_power:
      return out<A>(power(A{}, a, static_cast<unsigned>(p[1]), nullptr));
    default:
      return wanted_of_functions<A>(operation, p);
  }
}

template <class A> std::uint64_t wanted_of_integers(int operation, const std::uint64_t* p) {
  const auto a = in<A>(p[0]), b = in<A>(p[1]), c = in<A>(p[2]);
  Wrapped<A, KeepExact::for_events> sum;
  switch (operation) {
    case NAMED_is_zero:
      return A::is_zero(a);
    case NAMED_div_floor:
      return out<A>(A::div_floor(a, b, nullptr));
    case NAMED_div_truncate:
      return out<A>(A::div_truncate(a, b, nullptr));
    case NAMED_sum_started:
      return out<A>(sum.finish(nullptr));
    case NAMED_sum_step:
      sum.sum = a;
      sum.step(b, c, nullptr);
      return out<A>(sum.finish(nullptr));
    case NAMED_sum_scale:
      sum.sum = a;
      sum.times(b, nullptr);
      return out<A>(sum.finish(nullptr));
    default:
      return unknown(operation);
  }
}

template <class A> std::uint64_t wanted(int operation, const std::uint64_t* p) {
  const auto a = in<A>(p[0]), b = in<A>(p[1]);
  switch (operation) {
    case NAMED_add:
      return out<A>(A::add(a, b, nullptr));
    case NAMED_sub:
      return out<A>(A::sub(a, b, nullptr));
    case NAMED_mul:
      return out<A>(A::mul(a, b, nullptr));
    case NAMED_max:
      return out<A>(A::max(a, b, nullptr));
    case NAMED_min:
      return out<A>(A::min(a, b, nullptr));
    case NAMED_larger:
      return out<A>(A::larger(a, b, nullptr));
    case NAMED_smaller:
      return out<A>(A::smaller(a, b, nullptr));
    case NAMED_abs:
      return out<A>(A::abs(a, nullptr));
    case NAMED_less:
      return A::less(a, b, nullptr);
    case NAMED_equal:
      return A::equal(a, b, nullptr);
    case NAMED_less_or_equal:
      return A::less_or_equal(a, b, nullptr);
    case NAMED_of_place:
      return out<A>(A::number(static_cast<double>(p[0])));
    case NAMED_leads: {
      // The second element takes the lead from the first one if its number comes out.
      Leader<A, Int<64>> leader{{}, {}, p[2] == 0 ? Wanted::largest : Wanted::smallest, static_cast<Tie>(p[3])};
      leader.take(b, 0, nullptr);
      leader.take(a, 1, nullptr);
      return static_cast<std::uint64_t>(leader.number);
    }
    default:
      break;
  }
  if constexpr (negates<A>)
    if (operation == NAMED_negate) return out<A>(A::neg(a, nullptr));
  if constexpr (floats<A>)
    return wanted_of_floats<A>(operation, p);
  else
    return wanted_of_integers<A>(operation, p);
}

template <class A, KeepExact> struct PolicyOf {
  using Type = Exact<A>;
};
template <class A, KeepExact keep>
  requires(!floats<A>)
struct PolicyOf<A, keep> {
  using Type = Wrapped<A, keep>;
};

// ---- tests
// -------------------------------------------------------------------------------------------------------------

struct Name {
  int operation;
  const char* text;
  int operands;
};
#define NAMED_ENTRY(P, operation, operands) {NAMED_##operation, #operation, operands},

template <class A> std::vector<Name> names() {
  std::vector<Name> all = {NAMES_OF_COMPARISONS(NAMED_ENTRY, )};
  const auto add = [&](const std::vector<Name>& more) { all.insert(all.end(), more.begin(), more.end()); };
  if constexpr (floats<A>) {
    add({NAMES_OF_FLOATS(NAMED_ENTRY, ) NAMES_OF_FUNCTIONS(NAMED_ENTRY, )});
    add({{NAMED_below, "below", 2}, {NAMED_is_nan, "is_nan", 1}, {NAMED_is_lowest, "is_lowest", 1}});
    if (bits_of<A> >= 32) add({NAMES_OF_ANY(NAMED_ENTRY, )});
  } else {
    add({NAMES_OF_INTEGERS(NAMED_ENTRY, ) NAMES_OF_QUOTIENTS(NAMED_ENTRY, )});
    add({{NAMED_is_zero, "is_zero", 1}, {NAMED_sum_started, "sum_start and sum_finish", 0}});
    add({{NAMED_sum_step, "sum_step", 3}, {NAMED_sum_scale, "sum_scale", 2}});
    if (negates<A>) add({{NAMED_negate, "negate", 1}});
  }
  return all;
}

template <class A> class Named : public testing::Test {
 public:
  static constexpr int type = [] {
    int n = 0;
#define STORABLE(id, name, onnx, kind, bits, fraction, algebra) \
  if (std::is_same_v<A, algebra>) return n;                     \
  ++n;
#include "tensor/dtype.def"
    return n;
  }();
};
using Numbers = testing::Types<Half, BHalf, Float, Double, Int<4>, Int<8>, Int<16>, Int<32>, Int<64>, UInt<4>, UInt<8>,
                               UInt<16>, UInt<32>, UInt<64>>;
TYPED_TEST_SUITE(Named, Numbers);

constexpr int cases_each = 10000;

TYPED_TEST(Named, EveryOperationIsThatOfTheAlgebra) {
  using A = TypeParam;
  Operands<A> operands;
  std::uint64_t visited = 0;
  const auto check = [&](const Name& name, std::array<std::uint64_t, 4> p) {
    if ((name.operation == NAMED_div_floor || name.operation == NAMED_div_truncate) && p[1] == 0) return;
    ++visited;
    ASSERT_EQ(named_call(TestFixture::type, name.operation, p.data()), wanted<A>(name.operation, p.data()))
        << name.text << std::hex << " " << p[0] << " " << p[1] << " " << p[2] << " " << p[3];
  };
  for (const Name& name : names<A>()) {
    visited = 0;
    if (name.operands <= 1 && bits_of<A> <= 16) {
      constexpr std::uint64_t all = std::uint64_t{1} << bits_of<A> % 64;
      for (std::uint64_t a = 0; a < all; ++a) check(name, {a, 0, 0, 0});
      ASSERT_EQ(visited, all);
      continue;
    }
    for (const std::uint64_t a : operands.special())
      for (const std::uint64_t b : operands.special()) check(name, {a, b, operands.next(), 0});
    for (int i = 0; i < cases_each; ++i) check(name, {operands.next(), operands.next(), operands.next(), 0});
  }
  for (std::uint64_t choice = 0; choice < 6; ++choice) {
    const Name name{NAMED_leads, "leads", 2};
    const auto quiet = [](std::uint64_t x) { return out<A>(A::quiet(in<A>(x))); };
    for (const std::uint64_t a : operands.special())
      for (const std::uint64_t b : operands.special()) check(name, {quiet(a), quiet(b), choice % 2, choice / 2});
    for (int i = 0; i < cases_each; ++i)
      check(name, {quiet(operands.next()), quiet(operands.next()), choice % 2, choice / 2});
  }
  for (int i = 0; i < cases_each; ++i) {
    const std::uint64_t place = operands.number() >> (11 + operands.number() % 53);
    check({NAMED_of_place, "of_place", 1}, {place, 0, 0, 0});
    if (!floats<A>) continue;
    check({NAMED_div_count, "div_count", 1}, {operands.next(), place, 0, 0});
    check({NAMED_power, "power", 1}, {operands.next(), operands.number() % 9, 0, 0});
  }
}

TYPED_TEST(Named, ExactSumsAndTheirEndsAreThoseOfThePolicy) {
  using A = TypeParam;
  Operands<A> operands;
  for (int i = 0; i < cases_each; ++i) {
    std::array<std::uint64_t, 9> p;
    for (std::uint64_t& x : p) x = operands.next();
    const std::size_t steps = operands.number() % 5;
    const bool scaled = operands.number() % 2 == 0;
    const int end = static_cast<int>(operands.number() % 3);
    const auto count = static_cast<std::int64_t>(1 + operands.number() % 1000);
    typename PolicyOf<A, KeepExact::always>::Type sum;
    for (std::size_t k = 0; k < steps; ++k) sum.step(in<A>(p[2 * k]), in<A>(p[2 * k + 1]), nullptr);
    if (scaled) sum.times(in<A>(p[2 * steps]), nullptr);
    if (end == NAMED_QUOTIENT) sum.divide(static_cast<std::uint64_t>(count), nullptr);
    if (end == NAMED_ROOT) sum.root(nullptr);
    ASSERT_EQ(named_exact(TestFixture::type, p.data(), steps, scaled, end, count), out<A>(sum.finish(nullptr)))
        << steps << " " << scaled << " " << end << " " << count;
  }
}

// Calls f<From>(type) for every number type, and for bool.
template <class F> void for_each_number(F f) {
  int type = 0;
#define NUMERIC(id, name, onnx, kind, bits, fraction, algebra) f.template operator()<algebra>(type++);
#include "tensor/dtype.def"
}

TYPED_TEST(Named, EveryConversionIsThatOfTheAlgebra) {
  using To = TypeParam;
  std::uint64_t pairs = 0;
  for_each_number([&]<class From>(int from) {
    ++pairs;
    Operands<From> operands;
    std::vector<std::uint64_t> all = operands.special();
    if (bits_of<From> == 16)
      for (std::uint64_t x = 0; x < 65536; ++x) all.push_back(x);
    for (int i = 0; i < 10 * cases_each; ++i) all.push_back(operands.next());
    for (const std::uint64_t x : all) {
      ASSERT_EQ(named_convert(TestFixture::type, from, x), out<To>((converted<To, From>(in<From>(x), nullptr))))
          << "from type " << from << ": " << std::hex << x;
      if (!std::is_same_v<To, Float>) continue;  // once
      ASSERT_EQ(named_convert(NAMED_TYPE_truth, from, x), (converted<Boolean, From>(in<From>(x), nullptr)) ? 1u : 0u)
          << "from type " << from << ": " << std::hex << x;
    }
  });
  EXPECT_EQ(pairs, 14u);
  for (const std::uint64_t x : {0u, 1u})
    ASSERT_EQ(named_convert(TestFixture::type, NAMED_TYPE_truth, x),
              out<To>((converted<To, Boolean>(x != 0, nullptr))));
}

bool same(const exact_value& a, const exact_value& b) {
  return a.kind == b.kind && a.negative == b.negative && a.significand == b.significand && a.exponent == b.exponent;
}
bool same(const fraction& a, const fraction& b) {
  return a.kind == b.kind && a.negative == b.negative && a.numerator.high == b.numerator.high &&
         a.numerator.low == b.numerator.low && a.denominator == b.denominator && a.exponent == b.exponent;
}

TYPED_TEST(Named, PowersOfEveryExponentAreThoseOfTheAlgebra) {
  using A = TypeParam;
  Operands<A> operands;
  for_each_number([&]<class B>(int from) {
    Operands<B> exponents;
    for (int i = 0; i < cases_each / 20; ++i) {
      const std::uint64_t a = operands.next(), b = exponents.next();
      exact_value exponent;
      named_exponent(from, b, &exponent);
      ASSERT_TRUE(same(exponent, B::unpack(in<B>(b)))) << from << std::hex << " " << b;
      ASSERT_EQ(named_pow(TestFixture::type, a, &exponent), out<A>(A::pow(in<A>(a), B::unpack(in<B>(b)), nullptr)))
          << "exponent of type " << from << ": " << std::hex << a << " " << b;
    }
  });
}

TYPED_TEST(Named, ExactNumbersAreFractions) {
  using A = TypeParam;
  Operands<A> operands;
  Operands<Float> scales;
  for (int i = 0; i < cases_each; ++i) {
    const std::uint64_t a = operands.next(), b = scales.next(), c = scales.next(), zero_point = operands.next();
    fraction x, y, z, product, quotient;
    named_fraction(TestFixture::type, a, &x);
    named_fraction(NAMED_TYPE_f32, b, &y);
    named_fraction(NAMED_TYPE_f32, c, &z);
    named_product(&x, &y, &product);
    named_quotient(&product, &z, &quotient);
    const fraction exact = Fractions::from<A>(in<A>(a)),
                   times = Fractions::mul(exact, Fractions::from<Float>(in<Float>(b)), nullptr);
    const fraction over = Fractions::div(times, Fractions::from<Float>(in<Float>(c)), nullptr);
    ASSERT_TRUE(same(x, exact) && same(product, times) && same(quotient, over))
        << std::hex << a << " " << b << " " << c;
    if constexpr (floats<A>) {
      ASSERT_EQ(named_of_exact(TestFixture::type, &quotient), out<A>(A::pack(over, nullptr)));
    } else if constexpr (bits_of<A> <= 16) {
      ASSERT_EQ(named_quantised(TestFixture::type, &quotient, zero_point),
                out<A>(A::quantised(over, in<A>(zero_point), nullptr)));
    }
  }
}

TEST(NamedRest, ConversionsThatKeepAnyNanAreTheOthersUpToIt) {
  Operands<Float> floats_;
  Operands<Double> doubles;
  for (int i = 0; i < 10 * cases_each; ++i) {
    const std::uint64_t x = floats_.next(), y = doubles.next();
    ASSERT_EQ(named_any_double_of_float(x), out<Double>((converted<Double, Float>(in<Float>(x), nullptr))));
    ASSERT_EQ(named_any_float_of_double(y), out<Float>((converted<Float, Double>(in<Double>(y), nullptr))));
  }
}

TEST(NamedRest, NibblesAreLoadedAndStoredAsElements) {
  for (unsigned byte = 0; byte < 256; ++byte)
    for (int from = 0; from < 2; ++from)
      for (int to = 0; to < 2; ++to)
        for (int sign = 0; sign < 2; ++sign) {
          const auto source = static_cast<std::uint8_t>(byte);
          std::uint8_t target = 0xA5, expected = 0xA5;
          named_nibble(sign, &source, from, &target, to);
          const auto i = static_cast<std::uint64_t>(from), j = static_cast<std::uint64_t>(to);
          if (sign != 0)
            Int<4>::store(&expected, j, Int<4>::load(&source, i));
          else
            UInt<4>::store(&expected, j, UInt<4>::load(&source, i));
          ASSERT_EQ(target, expected) << byte;
        }
}

TEST(NamedRest, PlacesCountFromTheEndWhereTheyAreNegative) {
  for (const int bits : {32, 64}) {
    EXPECT_EQ(named_place(bits, 0, 5), 0);
    EXPECT_EQ(named_place(bits, 4, 5), 4);
    EXPECT_EQ(named_place(bits, -1, 5), 4);
    EXPECT_EQ(named_place(bits, -5, 5), 0);
  }
}

TEST(NamedRest, EveryByteButZeroIsTrue) {
  for (unsigned byte = 0; byte < 256; ++byte) EXPECT_EQ(named_truth(static_cast<std::uint8_t>(byte)), byte != 0);
}

TEST(NamedRest, TheEnvironmentIsRight_AsCAndAsCpp) {
  EXPECT_EQ(named_environment(), 0);
  EXPECT_EQ(etalon_environment(), 0);
}

}  // namespace
}  // namespace named_test
