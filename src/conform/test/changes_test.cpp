// SPDX-License-Identifier: Apache-2.0
// Every change that `etalon compare` can try, against a loop written by hand: a change without a loop fails.
#include "conform/cause/changes.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>

#include "conform/cause/alternative_run.hpp"
#include "conform/judge/judge.hpp"
#include "conform/test/hand.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

const Format& wider_than(const Format& format) { return format.type == DType::f16 ? in_float : in_double; }

// A sum of products with a bias behind it, as a change has it. Nothing: no loop for it.
std::optional<double> by_hand(const std::string& text, const Format& format, const Terms& terms,
                              std::optional<double> bias, std::size_t places = 1) {
  const Step rounded{format, false}, fused{format, true};
  const auto ended = [&](double sum, const Format& in) { return format.round(bias ? in.add(sum, *bias) : sum); };
  unsigned width = 0, read = 0;
  const auto is = [&](const char* form) {
    read = 0;
    std::sscanf(text.c_str(), (std::string(form) + "%n").c_str(), &width, &read);
    return read == text.size();
  };
  if (text == "each product and each sum is rounded in the element type (policy sequential)")
    return ended(ascending(terms, rounded), format);
  if (text == "products are fused into the sum (policy fused)") return ended(ascending(terms, fused), format);
  if (text == "the sum is accumulated in the next wider format (policy wide)")
    return ended(ascending(terms, {wider_than(format), true}), wider_than(format));
  if (text == "the sum is accumulated in double") return ended(ascending(terms, {in_double, false}), format);
  if (text == "the exact sum is rounded once (policy exact)") {
    long double sum = bias.value_or(0);
    for (const auto& [a, b] : terms) sum += static_cast<long double>(a) * b;
    return format.type == DType::f16 ? to_half(static_cast<double>(sum)) : static_cast<double>(static_cast<float>(sum));
  }
  if (text == "the terms of a sum are added from the last to the first")
    return ended(descending(terms, rounded), format);
  if (text == "the terms of a sum are added pairwise, as a tree") return ended(halved(terms, rounded), format);
  if (is("the terms of a sum are added in blocks of %u")) return ended(in_blocks(terms, rounded, width), format);
  if (is("the terms of a sum are added in %u interleaved partial sums"))
    return ended(in_lanes(terms, rounded, width, Ends::halves), format);
  if (is("the terms of a sum are added in %u interleaved partial sums, joined in order"))
    return ended(in_lanes(terms, rounded, width, Ends::in_order), format);
  if (is("the terms of a sum are added in %u interleaved partial sums, joined by neighbouring pairs"))
    return ended(in_lanes(terms, rounded, width, Ends::neighbours), format);
  if (text == "the channels of a convolution are summed innermost, for each place of the kernel" ||
      is("the channels of a convolution are summed innermost, in groups of %u")) {
    const std::size_t channels = terms.size() / places, group = width == 0 ? channels : width;
    Terms turned;
    for (std::size_t first = 0; first < channels; first += group)
      for (std::size_t place = 0; place < places; ++place)
        for (std::size_t c = first; c < std::min(channels, first + group); ++c)
          turned.push_back(terms[c * places + place]);
    return ended(ascending(turned, rounded), format);
  }
  if (text == "the bias is the first term of the sum") return format.round(ascending(terms, rounded, *bias));
  // What these sums do not have: quotients, subnormal numbers, zeros.
  for (const char* idle : {"subnormal numbers are replaced by zero", "the sign of zero differs",
                           "quotients are products with the rounded reciprocal"})
    if (text == idle) return ended(ascending(terms, rounded), format);
  return std::nullopt;
}

void expect_same(const Tensor& given, const Tensor& expected, const std::string& text) {
  ASSERT_EQ(given.bytes(), expected.bytes());
  EXPECT_EQ(std::memcmp(given.data(), expected.data(), given.bytes()), 0) << text;
}

Tensor changed(const Call& call, const std::vector<TensorView>& inputs, std::vector<const Change*> changes) {
  auto results = AlternativeRun(call, inputs).results(changes);
  EXPECT_TRUE(results);
  return std::move((*results)[0]);
}

class Changed : public testing::TestWithParam<const Format*> {};

TEST_P(Changed, MatMulIsThatOfALoopByHand) {
  EVIDENCE("CON-ALL-CAUSE");
  constexpr std::size_t rows = 4, depth = 83, columns = 5;
  const Format& format = *GetParam();
  std::mt19937 random(1);
  const std::vector<double> a = drawn(format, rows * depth, random), b = drawn(format, depth * columns, random);
  const Call call = call_of("MatMul", 13, {argument(format, {rows, depth}), argument(format, {depth, columns})});
  const Tensor x = tensor_in(format, {rows, depth}, a), w = tensor_in(format, {depth, columns}, b);
  const std::vector<Change> changes = changes_for(call);
  EXPECT_GE(changes.size(), 25u);
  for (const Change& change : changes) {
    std::vector<double> expected;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        Terms terms;
        for (std::size_t k = 0; k < depth; ++k) terms.emplace_back(a[i * depth + k], b[k * columns + j]);
        const auto sum = by_hand(change.text, format, terms, std::nullopt);
        ASSERT_TRUE(sum) << "no loop for: " << change.text;
        expected.push_back(*sum);
      }
    expect_same(changed(call, {x.view(), w.view()}, {&change}), tensor_in(format, {rows, columns}, expected),
                change.text);
  }
}

TEST_P(Changed, ConvWithABiasIsThatOfALoopByHand) {
  EVIDENCE("CON-ALL-CAUSE");
  constexpr std::size_t channels = 10, size = 5, kernel = 3, features = 3, out = size - kernel + 1;
  const Format& format = *GetParam();
  std::mt19937 random(2);
  const std::vector<double> image = drawn(format, channels * size * size, random),
                            weights = drawn(format, features * channels * kernel * kernel, random),
                            bias = drawn(format, features, random);
  const Call call = call_of("Conv", 11,
                            {argument(format, {1, channels, size, size}),
                             argument(format, {features, channels, kernel, kernel}), argument(format, {features})});
  const Tensor x = tensor_in(format, {1, channels, size, size}, image),
               w = tensor_in(format, {features, channels, kernel, kernel}, weights),
               b = tensor_in(format, {features}, bias);
  bool has_bias = false, has_channels = false;
  for (const Change& change : changes_for(call)) {
    std::vector<double> expected;
    for (std::size_t f = 0; f < features; ++f)
      for (std::size_t at = 0; at < out * out; ++at) {
        Terms terms;
        for (std::size_t c = 0; c < channels; ++c)
          for (std::size_t p = 0; p < kernel * kernel; ++p) {
            const std::size_t row = at / out + p / kernel, column = at % out + p % kernel;
            terms.emplace_back(image[(c * size + row) * size + column],
                               weights[(f * channels + c) * kernel * kernel + p]);
          }
        const auto sum = by_hand(change.text, format, terms, bias[f], kernel * kernel);
        ASSERT_TRUE(sum) << "no loop for: " << change.text;
        expected.push_back(*sum);
      }
    has_bias = has_bias || change.kind() == ChangeKind::bias;
    has_channels = has_channels || change.text.starts_with("the channels");
    expect_same(changed(call, {x.view(), w.view(), b.view()}, {&change}),
                tensor_in(format, {1, features, out, out}, expected), change.text);
  }
  EXPECT_TRUE(has_bias && has_channels);
}

// Two changes at once.
TEST_P(Changed, FusedBlocksAreThoseOfALoopByHand) {
  EVIDENCE("CON-ALL-CAUSE");
  constexpr std::size_t rows = 16, depth = 50;
  const Format& format = *GetParam();
  std::mt19937 random(3);
  const std::vector<double> a = drawn(format, rows * depth, random), b = drawn(format, depth, random);
  const Call call = call_of("MatMul", 13, {argument(format, {rows, depth}), argument(format, {depth, 1})});
  const Tensor x = tensor_in(format, {rows, depth}, a), w = tensor_in(format, {depth, 1}, b);
  const std::vector<Change> changes = changes_for(call);
  const auto find = [&](const char* text) { return &*std::ranges::find(changes, text, &Change::text); };
  std::vector<double> blocks, lanes;
  for (std::size_t i = 0; i < rows; ++i) {
    Terms terms;
    for (std::size_t k = 0; k < depth; ++k) terms.emplace_back(a[i * depth + k], b[k]);
    blocks.push_back(in_blocks(terms, {format, true}, 8));
    lanes.push_back(in_lanes(terms, {format, true}, 4, Ends::in_order));
  }
  const Change* fused = find("products are fused into the sum (policy fused)");
  expect_same(changed(call, {x.view(), w.view()}, {fused, find("the terms of a sum are added in blocks of 8")}),
              tensor_in(format, {rows, 1}, blocks), "fused, blocks of 8");
  expect_same(changed(call, {x.view(), w.view()},
                      {fused, find("the terms of a sum are added in 4 interleaved partial sums, joined in order")}),
              tensor_in(format, {rows, 1}, lanes), "fused, 4 lanes");
}

// What is done to a quotient, to a product before a sum, to the whole operator.
TEST_P(Changed, BatchNormalizationIsThatOfALoopByHand) {
  EVIDENCE("CON-ALL-CAUSE");
  constexpr std::size_t channels = 4, each = 30;
  const Format& f = *GetParam();
  const Format& wide = wider_than(f);
  std::mt19937 random(4);
  const std::vector<double> x = drawn(f, channels * each, random), scale = drawn(f, channels, random),
                            shift = drawn(f, channels, random), mean = drawn(f, channels, random);
  std::vector<double> variance = drawn(f, channels, random);
  for (double& v : variance) v = std::abs(v);
  const double single = static_cast<double>(1e-5F), epsilon = f.round(single);
  struct Element {
    double x, scale, shift, mean, variance;
  };
  using Loop = std::function<double(const Element&)>;
  const Loop plain = [&](const Element& e) {
    const double normal = f.div(f.sub(e.x, e.mean), f.sqrt(f.add(e.variance, epsilon)));
    return f.add(f.mul(normal, e.scale), e.shift);
  };
  const std::map<std::string, Loop> loops = {
      // There is no sum that a policy applies to, and these operands have no zeros and no subnormal numbers.
      {"products are fused into the sum (policy fused)", plain},
      {"the sum is accumulated in the next wider format (policy wide)", plain},
      {"the exact sum is rounded once (policy exact)", plain},
      {"subnormal numbers are replaced by zero", plain},
      {"the sign of zero differs", plain},
      {"quotients are products with the rounded reciprocal",
       [&](const Element& e) {
         const double inverse = f.div(1, f.sqrt(f.add(e.variance, epsilon)));
         return f.add(f.mul(f.mul(f.sub(e.x, e.mean), inverse), e.scale), e.shift);
       }},
      {"a product is not rounded before it is added (contraction)",
       [&](const Element& e) {
         return f.fma(f.div(f.sub(e.x, e.mean), f.sqrt(f.add(e.variance, epsilon))), e.scale, e.shift);
       }},
      {"the operator is multiplied out, as k*x + c with k and c computed beforehand",
       [&](const Element& e) {
         const double k = f.div(e.scale, f.sqrt(f.add(e.variance, epsilon)));
         return f.add(f.mul(e.x, k), f.sub(e.shift, f.mul(e.mean, k)));
       }},
      {f.type == DType::f16 ? "the operator is computed in float and rounded once at its end"
                            : "the operator is computed in double and rounded once at its end",
       [&](const Element& e) {
         const double normal = wide.div(wide.sub(e.x, e.mean), wide.sqrt(wide.add(e.variance, wide.round(single))));
         return f.round(wide.add(wide.mul(normal, e.scale), e.shift));
       }},
  };
  const Argument one = argument(f, {channels});
  const Call call = call_of("BatchNormalization", 9, {argument(f, {1, channels, each}), one, one, one, one});
  const Tensor operands[] = {tensor_in(f, {1, channels, each}, x), tensor_in(f, {channels}, scale),
                             tensor_in(f, {channels}, shift), tensor_in(f, {channels}, mean),
                             tensor_in(f, {channels}, variance)};
  std::vector<TensorView> views;
  for (const Tensor& operand : operands) views.push_back(operand.view());
  const std::vector<Change> changes = changes_for(call);
  EXPECT_EQ(changes.size(), loops.size());
  for (const Change& change : changes) {
    ASSERT_TRUE(loops.contains(change.text)) << "no loop for: " << change.text;
    std::vector<double> expected;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t c = i / each;
      expected.push_back(loops.at(change.text)({x[i], scale[c], shift[c], mean[c], variance[c]}));
    }
    expect_same(changed(call, views, {&change}), tensor_in(f, {1, channels, each}, expected), change.text);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Changed, testing::Values(&in_float, &in_half),
                         [](const auto& one) { return one.param->type == DType::f16 ? "float16" : "float"; });

TEST(Change, FlushesSubnormalOperandsAndResults) {
  EVIDENCE("CON-ALL-CAUSE");
  const Call call = call_of("Mul", 14, {argument(in_float, {4}), argument(in_float, {4})});
  const Tensor a = tensor_in(in_float, {4}, {0x1p-127, -0x1p-100, 0x1p-126, 3}),
               b = tensor_in(in_float, {4}, {0x1p20, 0x1p-40, 1, -0x1p-130});
  const std::vector<Change> changes = changes_for(call);
  const auto flush = std::ranges::find(changes, ChangeKind::subnormals, &Change::kind);
  ASSERT_NE(flush, changes.end());
  expect_same(changed(call, {a.view(), b.view()}, {&*flush}), tensor_in(in_float, {4}, {0, -0.0, 0x1p-126, -0.0}),
              flush->text);
}

TEST(Change, OfTheSignOfZeroTakesEither) {
  EVIDENCE("CON-ALL-CAUSE");
  const Call call = call_of("Mul", 14, {argument(in_float, {2}), argument(in_float, {2})});
  const Tensor a = tensor_in(in_float, {2}, {-1, 2}), b = tensor_in(in_float, {2}, {0, 3}),
               zero = tensor_in(in_float, {2}, {0, 6}), wrong = tensor_in(in_float, {2}, {0, -6});
  const std::vector<Change> changes = changes_for(call);
  const auto zeros = std::ranges::find(changes, ChangeKind::zeros, &Change::kind);
  ASSERT_NE(zeros, changes.end());
  const TensorView operands[] = {a.view(), b.view()}, same[] = {zero.view()}, other[] = {wrong.view()};
  const Change* set[] = {&*zeros};
  AlternativeRun run(call, operands);
  EXPECT_FALSE(run.gives({}, same));
  EXPECT_TRUE(run.gives(set, same));
  EXPECT_FALSE(run.gives(set, other));
}

template <class Number> Tensor whole(DType type, const std::vector<Number>& numbers) {
  Tensor tensor(type, *Shape::of(std::vector<std::uint64_t>{numbers.size()}));
  std::memcpy(tensor.data(), numbers.data(), tensor.bytes());
  return tensor;
}

// All pairs of int8 and of uint8.
template <class Number, class Operation> void expect_saturation(const char* op, DType type, Operation operation) {
  std::vector<Number> a, b, expected;
  constexpr int low = std::numeric_limits<Number>::min(), high = std::numeric_limits<Number>::max();
  for (int x = low; x <= high; ++x)
    for (int y = low; y <= high; ++y) {
      a.push_back(static_cast<Number>(x)), b.push_back(static_cast<Number>(y));
      expected.push_back(static_cast<Number>(std::clamp(operation(x, y), low, high)));
    }
  ASSERT_EQ(a.size(), 65536u);
  const Argument operand{type, *Shape::of(std::vector<std::uint64_t>{a.size()})};
  const Call call = call_of(op, 14, {operand, operand});
  const std::vector<Change> changes = changes_for(call);
  const auto found = std::ranges::find(changes, "integers saturate instead of wrapping", &Change::text);
  ASSERT_NE(found, changes.end());
  const Tensor x = whole(type, a), y = whole(type, b);
  expect_same(changed(call, {x.view(), y.view()}, {&*found}), whole(type, expected), op);
}

TEST(Change, SaturatesIntegers) {
  EVIDENCE("CON-ALL-CAUSE");
  expect_saturation<std::int8_t>("Add", DType::i8, [](int a, int b) { return a + b; });
  expect_saturation<std::int8_t>("Sub", DType::i8, [](int a, int b) { return a - b; });
  expect_saturation<std::int8_t>("Mul", DType::i8, [](int a, int b) { return a * b; });
  expect_saturation<std::uint8_t>("Add", DType::u8, [](int a, int b) { return a + b; });
  expect_saturation<std::uint8_t>("Sub", DType::u8, [](int a, int b) { return a - b; });
  expect_saturation<std::uint8_t>("Mul", DType::u8, [](int a, int b) { return a * b; });
}

TEST(Change, OfQuotientsIsTheOtherDirection) {
  EVIDENCE("CON-ALL-CAUSE");
  const std::vector<std::int32_t> a = {-7, 7, -7, 7, -8, 9}, b = {2, -2, -2, 2, 4, 3},
                                  truncated = {-3, -3, 3, 3, -2, 3}, floor = {-4, -4, 3, 3, -2, 3};
  const Argument operand{DType::i32, *Shape::of(std::vector<std::uint64_t>{6})};
  const Tensor x = whole(DType::i32, a), y = whole(DType::i32, b);
  for (const bool is_floor : {true, false}) {
    const Call call = call_of("Div", 14, {operand, operand}, {}, is_floor ? "sonnx" : "onnx");
    const std::vector<Change> changes = changes_for(call);
    const auto found = std::ranges::find(
        changes, is_floor ? "integer quotients are truncated" : "integer quotients are rounded down", &Change::text);
    ASSERT_NE(found, changes.end());
    expect_same(changed(call, {x.view(), y.view()}, {&*found}), whole(DType::i32, is_floor ? truncated : floor),
                found->text);
  }
}

TEST(Change, OfConversionsSaturatesWrapsOrTakesTheLowest) {
  EVIDENCE("CON-ALL-CAUSE");
  const std::vector<double> numbers = {1.5, -2.5, 3e9, -4e9, 7};
  const Tensor x = tensor_in(in_float, {5}, numbers);
  const Call call = call_of("Cast", 13, {argument(in_float, {5})}, {{"to", std::int64_t{6}}});
  const std::vector<Change> changes = changes_for(call);
  const std::map<std::string, std::vector<std::int32_t>> expected = {
      {"an integer that does not fit saturates", {1, -2, INT32_MAX, INT32_MIN, 7}},
      {"a number that does not fit wraps", {1, -2, -1294967296, 294967296, 7}},
      {"a number that does not fit becomes the lowest integer", {1, -2, INT32_MIN, INT32_MIN, 7}},
  };
  std::size_t seen = 0;
  for (const Change& change : changes)
    if (const auto found = expected.find(change.text); found != expected.end()) {
      expect_same(changed(call, {x.view()}, {&change}), whole(DType::i32, found->second), change.text);
      ++seen;
    }
  EXPECT_EQ(seen, expected.size());
}

TEST(Change, OfTheAxisBroadcastsElsewhere) {
  EVIDENCE("CON-ALL-CAUSE");
  const Call call = call_of("Mul", 6, {argument(in_float, {2, 2, 2}), argument(in_float, {2})},
                            {{"broadcast", std::int64_t{1}}, {"axis", std::int64_t{1}}});
  const Tensor a = tensor_in(in_float, {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), b = tensor_in(in_float, {2}, {2, 3});
  const std::map<std::string, std::vector<double>> expected = {
      {"the second operand is broadcast at axis 0", {2, 4, 6, 8, 15, 18, 21, 24}},
      {"the second operand is broadcast at axis 2", {2, 6, 6, 12, 10, 18, 14, 24}},
  };
  std::size_t seen = 0;
  for (const Change& change : changes_for(call))
    if (const auto found = expected.find(change.text); found != expected.end()) {
      expect_same(changed(call, {a.view(), b.view()}, {&change}), tensor_in(in_float, {2, 2, 2}, found->second),
                  change.text);
      ++seen;
    }
  EXPECT_EQ(seen, expected.size());
}

}  // namespace
}  // namespace etalon::tests
