// SPDX-License-Identifier: Apache-2.0
// What the fast element-wise kernels are made of, on each instruction set of this processor: integers divided by
// floats, the conversions of 16-bit types, NaNs found by blocks, halves of bytes, results past the caches.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "base/fp_environment.hpp"
#include "ops/family/map.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Shape shape(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

Call call_of(DType type, const Shape& a, const Shape& b, IntegerDivision division = IntegerDivision::floor) {
  const Operator* which = find_operator("", "Add");
  const Argument inputs[] = {{type, a}, {type, b}}, output{type, *numpy_broadcast(a, b)};
  return {which, &which->rows.back(), 14, {division, {}}, true, {inputs[0], inputs[1]}, {output}};
}

// Runs the kernel in use. `out` is what the call writes to.
Status run(const char* op, const Call& call, const void* a, const void* b, void* out) {
  const void* const in[] = {a, b};
  const FpGuard guard;
  Call of_op = call;
  of_op.op = find_operator("", op);
  of_op.row = &of_op.op->rows.back();
  return fast_kernel(of_op, CountEvents::no).compute(of_op, Inputs(in), Outputs(&out, 1), {});
}

// Runs `body` on each instruction set.
template <class Body> void on_each_set(const Body& body) {
  for (const std::string_view set : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(set));
    SCOPED_TRACE(set);
    body();
  }
  use_instruction_set(instruction_sets()[0]);
}

// Sums, products and quotients of whole tensors of one type.
Tensor results(const char* op, const Tensor& a, const Tensor& b, IntegerDivision division = IntegerDivision::floor) {
  const Call call = call_of(a.type(), a.shape(), b.shape(), division);
  Tensor out(a.type(), call.outputs[0]->shape);
  EXPECT_TRUE(run(op, call, a.data(), b.data(), out.data()).ok());
  return out;
}

std::int64_t quotient(std::int64_t a, std::int64_t b, bool floor) {
  if (b == -1) return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
  return a / b - (floor && a % b != 0 && (a < 0) != (b < 0));
}

// All pairs of a small type with a divisor that is not zero.
template <class T> void expect_all_quotients(DType type, T least, T most) {
  const auto span = static_cast<std::uint64_t>(most - least + 1);
  const Shape pairs = shape({span, span - 1});
  Tensor a(type, pairs), b(type, pairs);
  std::vector<std::array<std::int64_t, 2>> values;
  for (std::int64_t x = least; x <= most; ++x)
    for (std::int64_t y = least; y <= most; ++y)
      if (y != 0) values.push_back({x, y});
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    set_pattern(a.view(), i, static_cast<std::uint64_t>(values[i][0]));
    set_pattern(b.view(), i, static_cast<std::uint64_t>(values[i][1]));
  }
  ASSERT_EQ(values.size(), pairs.count);
  for (const bool floor : {true, false}) {
    const Tensor q = results("Div", a, b, floor ? IntegerDivision::floor : IntegerDivision::truncate);
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      const auto wanted = static_cast<std::uint64_t>(quotient(values[i][0], values[i][1], floor)) & (span - 1);
      wrong += pattern_at(q.view(), i) != wanted;
    }
    EXPECT_EQ(wrong, 0u) << info(type).name << (floor ? " down" : " towards zero");
  }
}

TEST(FastDiv, SmallIntegers_AllQuotientsOnEachInstructionSet) {
  EVIDENCE("DIV-INT-FLOOR", "DIV-INT-TRUNCATE", "DIV-INT-OVERFLOW", "NUM-ALL-KERNELS");
  on_each_set([] {
    expect_all_quotients<std::int64_t>(DType::i4, -8, 7);
    expect_all_quotients<std::int64_t>(DType::u4, 0, 15);
    expect_all_quotients<std::int64_t>(DType::i8, -128, 127);
    expect_all_quotients<std::int64_t>(DType::u8, 0, 255);
  });
}

// Where quotients are easily missed: at, just below and just above multiples of the divisor, of all sizes.
template <class T> void expect_hard_quotients(DType type) {
  constexpr std::uint64_t n = 20000;
  std::mt19937_64 random(7);
  std::vector<T> a(n), b(n), q(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto any = [&] { return static_cast<T>(static_cast<T>(random()) >> (random() % (8 * sizeof(T)))); };
    do b[i] = any();
    while (b[i] == 0);
    const auto multiple = static_cast<std::uint64_t>(any()) * static_cast<std::uint64_t>(b[i]);  // wraps
    a[i] = static_cast<T>(multiple + random() % 3 - 1);
    if (i % 8 == 0) a[i] = any();
    if (i % 64 == 1) a[i] = std::numeric_limits<T>::min();
    if (i % 64 == 2) a[i] = std::numeric_limits<T>::max();
    if (i % 128 == 1) b[i] = static_cast<T>(-1);
    if (i % 128 == 2) b[i] = std::numeric_limits<T>::max();
  }
  for (const bool floor : {true, false}) {
    const Call call = call_of(type, shape({n}), shape({n}), floor ? IntegerDivision::floor : IntegerDivision::truncate);
    ASSERT_TRUE(run("Div", call, a.data(), b.data(), q.data()).ok());
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      T wanted;
      if constexpr (std::is_signed_v<T>)
        wanted = static_cast<T>(quotient(a[i], b[i], floor));
      else
        wanted = static_cast<T>(a[i] / b[i]);
      wrong += q[i] != wanted;
    }
    EXPECT_EQ(wrong, 0u) << info(type).name << (floor ? " down" : " towards zero");
  }
}

TEST(FastDiv, WideIntegers_QuotientsAroundMultiplesOnEachInstructionSet) {
  EVIDENCE("DIV-INT-FLOOR", "DIV-INT-TRUNCATE", "DIV-INT-OVERFLOW", "NUM-ALL-KERNELS");
  on_each_set([] {
    expect_hard_quotients<std::int16_t>(DType::i16);
    expect_hard_quotients<std::uint16_t>(DType::u16);
    expect_hard_quotients<std::int32_t>(DType::i32);
    expect_hard_quotients<std::uint32_t>(DType::u32);
    expect_hard_quotients<std::int64_t>(DType::i64);
    expect_hard_quotients<std::uint64_t>(DType::u64);
  });
}

TEST(FastDiv, AZeroAnywhere_IsNamedAndNothingIsWritten) {
  EVIDENCE("DIV-INT-ZERO", "NUM-ALL-KERNELS");
  on_each_set([] {
    for (const DType type : {DType::i4, DType::u8, DType::i16, DType::u32, DType::i64})
      for (const std::uint64_t n : {1u, 3u, 64u, 1001u})
        for (const std::uint64_t at : {std::uint64_t{0}, n / 2, n - 1}) {
          Tensor a(type, shape({n})), b(type, shape({n})), c(type, shape({n}));
          for (std::uint64_t i = 0; i < n; ++i) set_pattern(b.view(), i, i == at ? 0 : 1 + i % 7);
          for (std::byte& byte : std::span(c.data(), c.bytes())) byte = std::byte{0x5A};
          const Status status = run("Div", call_of(type, a.shape(), b.shape()), a.data(), b.data(), c.data());
          EXPECT_EQ(status.code, Code::condition);
          EXPECT_EQ(status.index, at);
          EXPECT_EQ(status.count, 1u);
          for (const std::byte byte : std::span(c.data(), c.bytes())) EXPECT_EQ(byte, std::byte{0x5A});
        }
  });
}

TEST(FastMul, ByOne_KeepsEveryPatternOfTheHalfTypesButMakesNaNsOne) {
  EVIDENCE("NUM-FLOAT-NAN", "NUM-ALL-KERNELS");
  struct Format {
    DType type;
    std::uint16_t one, infinity, nan;
  };
  constexpr std::uint64_t n = 65536;
  on_each_set([&] {
    for (const Format f : {Format{DType::f16, 0x3C00, 0x7C00, 0x7E00}, Format{DType::bf16, 0x3F80, 0x7F80, 0x7FC0}})
      for (const char* op : {"Mul", "Div"}) {
        Tensor all(f.type, shape({n})), one(f.type, shape({}));
        for (std::uint64_t i = 0; i < n; ++i) set_pattern(all.view(), i, i);
        set_pattern(one.view(), 0, f.one);
        const Tensor same = results(op, all, one);
        std::uint64_t visited = 0;
        for (std::uint64_t i = 0; i < n; ++i, ++visited)
          ASSERT_EQ(pattern_at(same.view(), i), (i & 0x7FFF) > f.infinity ? f.nan : i) << info(f.type).name;
        EXPECT_EQ(visited, n);
      }
  });
}

TEST(FastMul, ANaNAnywhereInARow_IsTheOneQuietNaNAndNothingElseChanges) {
  EVIDENCE("NUM-FLOAT-NAN", "NUM-ALL-KERNELS");
  on_each_set([] {
    for (const std::uint64_t n : {1u, 15u, 16u, 17u, 1000u, 2047u, 2049u, 4100u})
      for (const std::uint64_t at : {std::uint64_t{0}, n / 3, n - 1}) {
        std::vector<float> a(n, 1.5f), b(n, 2.0f), c(n);
        a[at] = std::bit_cast<float>(0xFF812345u);  // signalling, negative, with a payload
        ASSERT_TRUE(run("Mul", call_of(DType::f32, shape({n}), shape({n})), a.data(), b.data(), c.data()).ok());
        for (std::uint64_t i = 0; i < n; ++i)
          ASSERT_EQ(std::bit_cast<std::uint32_t>(c[i]), i == at ? 0x7FC00000u : std::bit_cast<std::uint32_t>(3.0f));
      }
  });
}

// What the sum of two broadcast tensors of 4 bits is, element by element.
void expect_sums_of_halves(const Shape& a_shape, const Shape& b_shape) {
  Tensor a(DType::u4, a_shape), b(DType::u4, b_shape);
  std::mt19937 random(3);
  for (std::uint64_t i = 0; i < a_shape.count; ++i) set_pattern(a.view(), i, random() % 16);
  for (std::uint64_t i = 0; i < b_shape.count; ++i) set_pattern(b.view(), i, random() % 16);
  const Tensor c = results("Add", a, b);
  const Call call = call_of(DType::u4, a_shape, b_shape);
  for (std::uint64_t i = 0; i < c.shape().count; ++i) {
    const std::uint64_t x = broadcast_element(call, 0, i), y = broadcast_element(call, 1, i);
    ASSERT_EQ(pattern_at(c.view(), i),
              (pattern_at(std::as_const(a).view(), x) + pattern_at(std::as_const(b).view(), y)) % 16)
        << to_string(a_shape) << to_string(b_shape) << i;
  }
  if (c.shape().count % 2 == 1) {
    EXPECT_EQ(std::to_integer<int>(c.data()[c.bytes() - 1]) / 16, 0);
  }
}

TEST(FastAdd, HalvesOfBytes_RowsThatBeginWithinAByte) {
  EVIDENCE("NUM-INT-NIBBLE", "ELT-ALL-BROADCAST", "NUM-ALL-KERNELS");
  on_each_set([] {
    for (const std::uint64_t n : {1u, 2u, 3u, 5u, 64u, 127u, 1023u, 1025u, 3001u}) {
      expect_sums_of_halves(shape({5, n}), shape({n}));
      expect_sums_of_halves(shape({5, n}), shape({5, 1}));
      expect_sums_of_halves(shape({7, 1}), shape({1, n}));
      expect_sums_of_halves(shape({3, 3, n}), shape({3, 1, n}));
      expect_sums_of_halves(shape({n}), shape({}));
      expect_sums_of_halves(shape({n}), shape({n}));
    }
  });
}

// A result between guards of 4096 bytes, at a place that no vector begins at.
TEST(FastMul, ResultsPastTheCaches_AreThoseOfALoopAndNothingAroundThemIsTouched) {
  EVIDENCE("NUM-ALL-KERNELS");
  constexpr std::uint64_t rows = 1027, columns = 2051, n = rows * columns, guard = 1024;
  std::vector<float> a(n + 1), b(n + 1), room(n + 2 * guard + 3);
  std::mt19937 random(5);
  for (float& x : a) x = static_cast<float>(random());
  for (float& x : b) x = random() % 1000 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(random());
  const Shape whole = shape({rows, columns}), row = shape({columns}), column = shape({rows, 1});
  const auto expected = [](float x) { return std::isnan(x) ? 0x7FC00000u : std::bit_cast<std::uint32_t>(x); };
  on_each_set([&] {
    for (const Shape& other : {whole, row, column, shape({})})
      for (const std::uint64_t place : {0u, 3u}) {
        std::fill(room.begin(), room.end(), 7.0f);
        float* const c = room.data() + guard + place;
        const Call call = call_of(DType::f32, whole, other);
        ASSERT_TRUE(run("Mul", call, a.data() + 1, b.data() + 1, c).ok());
        const std::uint64_t step = other == column ? 0 : 1, stride = other == whole ? columns : other == column ? 1 : 0;
        std::uint64_t wrong = 0;
        for (std::uint64_t i = 0; i < n; ++i) {
          const std::uint64_t y = other.count == 1 ? 0 : i / columns * stride + i % columns * step;
          wrong += std::bit_cast<std::uint32_t>(c[i]) != expected(a[i + 1] * b[y + 1]);
        }
        EXPECT_EQ(wrong, 0u) << to_string(other);
        for (std::uint64_t i = 1; i <= guard; ++i) {
          ASSERT_EQ(*(c - i), 7.0f);
          ASSERT_EQ(c[n + i - 1], 7.0f);
        }
      }
  });
}

TEST(Walk, AxesThatMoveAlikeAreOne) {
  EVIDENCE("ELT-ALL-BROADCAST");
  struct Case {
    std::vector<std::uint64_t> a, b;
    std::uint64_t rows, length, step_a, step_b;
  };
  for (const Case& c : {Case{{2, 3, 4}, {2, 3, 4}, 1, 24, 1, 1}, Case{{2, 3, 4}, {}, 1, 24, 1, 0},
                        Case{{2, 3, 4}, {4}, 6, 4, 1, 1}, Case{{2, 3, 4}, {3, 4}, 2, 12, 1, 1},
                        Case{{2, 3, 4, 5}, {3, 1, 1}, 6, 20, 1, 0}, Case{{6, 1}, {1, 7}, 6, 7, 0, 1},
                        Case{{1, 2, 1, 3, 1}, {2, 5, 3, 1}, 10, 3, 1, 1}, Case{{0, 3}, {1}, 1, 0, 1, 1}}) {
    const Call call = call_of(DType::f32, shape(c.a), shape(c.b));
    const Walk<2> walk(call);
    EXPECT_EQ(walk.rows, c.rows);
    EXPECT_EQ(walk.length, c.length);
    EXPECT_EQ(walk.step[0], c.step_a);
    EXPECT_EQ(walk.step[1], c.step_b);
    WalkRows<2> rows(walk, 0);
    for (std::uint64_t row = 0; row < walk.rows && walk.length > 0; ++row, rows.next())
      for (const unsigned x : {0u, 1u}) EXPECT_EQ(rows.offset(x), walk.offset(x, row));
  }
}

}  // namespace
}  // namespace etalon::impl
