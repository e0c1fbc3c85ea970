// SPDX-License-Identifier: Apache-2.0
// The operators that only move, and those whose result follows from the call: their rules, and where elements go. The
// program `calls` holds them against an oracle on random calls.
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

using Ints = std::vector<std::int64_t>;

Shape shape_of(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

// Elements 0, 1, 2, … as patterns.
Tensor counted(DType type, std::vector<std::uint64_t> dims) {
  Tensor tensor(type, shape_of(std::move(dims)));
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i)
    set_pattern(tensor.view(), i, type == DType::boolean ? i % 2 : i % 16);
  return tensor;
}

Tensor list(const Ints& integers, DType type = DType::i64) {
  Tensor tensor(type, shape_of({integers.size()}));
  for (std::size_t i = 0; i < integers.size(); ++i)
    set_pattern(tensor.view(), i, uint_wrap(static_cast<std::uint64_t>(integers[i]), info(type).bits));
  return tensor;
}

struct Case {
  const char* operation;
  std::vector<std::optional<Tensor>> operands;
  std::vector<Attribute> attributes = {};
  int opset = 13;
  std::size_t results = 0;
  const char* profile = "onnx";
};

struct Made {
  std::string rule;  // of the finding or the error condition
  Code code = Code::ok;
  Status status = {};
  std::vector<Tensor> results = {};

  Ints patterns(std::size_t k = 0) const {
    Ints all;
    for (std::uint64_t i = 0; i < results[k].shape().count; ++i)
      all.push_back(static_cast<std::int64_t>(pattern_at(results[k].view(), i)));
    return all;
  }
};

Made make(const Case& c, KernelTable kernels = reference_kernel) {
  Node node;
  node.operation = c.operation;
  node.attributes = c.attributes;
  std::vector<Given> given;
  std::vector<TensorView> inputs;
  for (const auto& operand : c.operands) {
    if (!operand) {
      given.emplace_back(std::nullopt);
      inputs.push_back({DType{}, {}, nullptr, 0});
      continue;
    }
    given.emplace_back(Argument{operand->type(), operand->shape()}, std::make_shared<const Tensor>(*operand));
    inputs.push_back(operand->view());
  }
  const auto resolution = resolve(*find_profile(c.profile), c.opset, node, given, c.results);
  if (!resolution) return {resolution.finding().status.rule, resolution.finding().status.code, {}, {}};
  Made made;
  for (const auto& output : resolution->call.outputs) made.results.emplace_back(output->type, output->shape);
  std::vector<MutableTensorView> outputs;
  for (Tensor& tensor : made.results) outputs.push_back(tensor.view());
  made.status = execute(resolution->call, inputs, outputs, {}, kernels);
  made.rule = made.status.rule;
  made.code = made.status.code;
  return made;
}

Ints dims_of(const Tensor& tensor) {
  Ints dims;
  for (unsigned k = 0; k < tensor.shape().rank; ++k) dims.push_back(static_cast<std::int64_t>(tensor.shape()[k]));
  return dims;
}

TEST(Reshape, TheNewShapeHasZerosCopiedAndOneDimensionLeftOver) {
  EVIDENCE("RESHAPE-ALL-SHAPE");
  const Tensor data = counted(DType::f32, {2, 3, 4});
  EXPECT_EQ(dims_of(make({"Reshape", {data, list({0, -1})}}).results[0]), (Ints{2, 12}));
  EXPECT_EQ(dims_of(make({"Reshape", {data, list({4, 6})}}).results[0]), (Ints{4, 6}));
  EXPECT_EQ(dims_of(make({"Reshape", {counted(DType::f32, {1}), list({})}}).results[0]), (Ints{}));
  const Attribute allowzero{"allowzero", std::int64_t{1}};
  EXPECT_EQ(dims_of(make({"Reshape", {counted(DType::f32, {0, 3}), list({3, 0})}, {allowzero}, 14}).results[0]),
            (Ints{3, 0}));
  for (const Ints& wrong :
       {Ints{4, 7}, Ints{-1, -1}, Ints{-2, 12}, Ints{2, 3, 4, 0}, Ints{INT64_MAX, INT64_MAX}, Ints{5, -1}})
    EXPECT_EQ(make({"Reshape", {data, list(wrong)}}).rule, "RESHAPE-ALL-SHAPE") << wrong.size();
  EXPECT_EQ(make({"Reshape", {counted(DType::f32, {0, 3}), list({0, -1})}}).rule, "RESHAPE-ALL-SHAPE")
      << "any number would do";
  EXPECT_EQ(make({"Reshape", {counted(DType::f32, {0, 3}), list({0, -1})}, {allowzero}, 14}).rule, "RESHAPE-ALL-SHAPE");
  EXPECT_EQ(make({"Reshape", {data, list({1, 1, 1, 1, 1, 1, 1, 1, 24})}}).code, Code::limit);
  EXPECT_EQ(dims_of(make({"Reshape", {data}, {{"shape", Ints{-1}}}, 1}).results[0]), (Ints{24}))
      << "version 1 has an attribute";
}

TEST(Reshape, TypesAreThoseOfTheVersion) {
  EVIDENCE("RESHAPE-ALL-TYPES");
  EXPECT_EQ(make({"Reshape", {counted(DType::bf16, {2}), list({2})}}).code, Code::ok);
  EXPECT_EQ(make({"Reshape", {counted(DType::bf16, {2}), list({2})}, {}, 5}).rule, "RESHAPE-ALL-TYPES");
  EXPECT_EQ(make({"Reshape", {counted(DType::f32, {2}), list({2}, DType::i32)}}).rule, "RESHAPE-ALL-TYPES");
  EXPECT_EQ(
      make({"Reshape", {counted(DType::i4, {2}), list({2})}, {{"allowzero", std::int64_t{0}}}, 25, 0, "sonnx"}).code,
      Code::ok);
}

TEST(Unsqueeze, AxesAreThoseOfTheResult) {
  EVIDENCE("UNSQUEEZE-ALL-AXES", "UNSQUEEZE-ALL-TYPES");
  const Tensor data = counted(DType::f32, {3, 4});
  EXPECT_EQ(dims_of(make({"Unsqueeze", {data, list({0, -1})}}).results[0]), (Ints{1, 3, 4, 1}));
  EXPECT_EQ(dims_of(make({"Unsqueeze", {data, list({3, 0})}}).results[0]), (Ints{1, 3, 4, 1}));
  EXPECT_EQ(make({"Unsqueeze", {data, list({0, 0})}}).rule, "UNSQUEEZE-ALL-AXES");
  EXPECT_EQ(make({"Unsqueeze", {data, list({3})}}).rule, "UNSQUEEZE-ALL-AXES");
  EXPECT_EQ(dims_of(make({"Unsqueeze", {data}, {{"axes", Ints{-1}}}, 11}).results[0]), (Ints{3, 4, 1}));
  EXPECT_EQ(make({"Unsqueeze", {data}, {{"axes", Ints{-1}}}, 1}).rule, "UNSQUEEZE-ALL-AXES");
  EXPECT_EQ(make({"Unsqueeze", {counted(DType::boolean, {2}), list({0})}}).code, Code::ok);
  EXPECT_EQ(make({"Unsqueeze", {counted(DType::bf16, {2})}, {{"axes", Ints{0}}}, 11}).rule, "UNSQUEEZE-ALL-TYPES");
}

TEST(Concat, OperandsLieOneBehindTheOther) {
  EVIDENCE("CONCAT-ALL-SHAPES", "CONCAT-ALL-AXIS");
  const Tensor a = counted(DType::i8, {2, 2}), b = counted(DType::i8, {2, 1});
  const Attribute axis{"axis", std::int64_t{1}}, last{"axis", std::int64_t{-1}};
  const Made made = make({"Concat", {a, b, a}, {axis}});
  EXPECT_EQ(dims_of(made.results[0]), (Ints{2, 5}));
  EXPECT_EQ(made.patterns(), (Ints{0, 1, 0, 0, 1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(make({"Concat", {a, b}, {last}}).patterns(), (Ints{0, 1, 0, 2, 3, 1}));
  EXPECT_EQ(make({"Concat", {a, b}, {last}, 4}).rule, "CONCAT-ALL-AXIS");
  EXPECT_EQ(make({"Concat", {a, b}, {last}, 13, 0, "sonnx"}).rule, "CONCAT-ALL-AXIS");
  EXPECT_EQ(make({"Concat", {a, b}, {{"axis", std::int64_t{2}}}}).rule, "CONCAT-ALL-AXIS");
  EXPECT_EQ(make({"Concat", {a, b}, {{"axis", std::int64_t{0}}}}).rule, "CONCAT-ALL-SHAPES");
  EXPECT_EQ(make({"Concat", {a, counted(DType::i8, {2})}, {axis}}).rule, "CONCAT-ALL-SHAPES");
  const Tensor x = counted(DType::f32, {1, 1});
  EXPECT_EQ(dims_of(make({"Concat", {x, x}, {}, 1}).results[0]), (Ints{1, 2})) << "axis 1 where none is given";
  EXPECT_EQ(make({"Concat", {}, {axis}}).rule, "GEN-ALL-ARITY");
}

TEST(Concat, AllOperandsHaveOneTypeOfTheVersion) {
  EVIDENCE("CONCAT-ALL-TYPES");
  const Attribute axis{"axis", std::int64_t{0}};
  EXPECT_EQ(make({"Concat", {counted(DType::bf16, {1}), counted(DType::bf16, {1})}, {axis}}).code, Code::ok);
  EXPECT_EQ(make({"Concat", {counted(DType::i32, {1})}, {axis}, 1}).rule, "CONCAT-ALL-TYPES");
  EXPECT_EQ(
      make({"Concat", {counted(DType::i32, {1}), counted(DType::i32, {1}), counted(DType::i64, {1})}, {axis}}).rule,
      "GEN-ALL-ONETYPE");
}

TEST(Split, PartsAreEqualOrAsLongAsAsked) {
  EVIDENCE("SPLIT-ALL-LENGTHS", "SPLIT-ALL-AXIS", "SPLIT-ALL-TYPES");
  const Tensor data = counted(DType::i8, {2, 5});
  const Attribute axis{"axis", std::int64_t{-1}}, two{"num_outputs", std::int64_t{2}};
  const Made made = make({"Split", {data, list({1, 0, 4})}, {axis}, 13, 3});
  EXPECT_EQ(dims_of(made.results[1]), (Ints{2, 0}));
  EXPECT_EQ(made.patterns(2), (Ints{1, 2, 3, 4, 6, 7, 8, 9}));
  const Made smaller = make({"Split", {data}, {axis, two}, 18, 2});
  EXPECT_EQ(smaller.patterns(0), (Ints{0, 1, 2, 5, 6, 7}));
  EXPECT_EQ(smaller.patterns(1), (Ints{3, 4, 8, 9}));
  EXPECT_EQ(make({"Split", {data, std::nullopt}, {}, 13, 2}).patterns(1), (Ints{5, 6, 7, 8, 9}))
      << "axis 0, equal parts";
  EXPECT_EQ(make({"Split", {data}, {axis}, 13, 2}).rule, "SPLIT-ALL-LENGTHS");
  for (const Ints& wrong : {Ints{2, 2}, Ints{-1, 6}, Ints{5}, Ints{INT64_MAX, INT64_MAX}})
    EXPECT_EQ(make({"Split", {data, list(wrong)}, {axis}, 13, 2}).rule, "SPLIT-ALL-LENGTHS");
  EXPECT_EQ(make({"Split", {data, list({2, 3})}, {axis, two}, 18, 2}).rule, "SPLIT-ALL-LENGTHS");
  EXPECT_EQ(make({"Split", {data}, {axis}, 18, 2}).rule, "SPLIT-ALL-LENGTHS");
  EXPECT_EQ(make({"Split", {data}, {axis}, 2, 1}).rule, "SPLIT-ALL-AXIS");
  EXPECT_EQ(make({"Split", {counted(DType::bf16, {2})}, {}, 11, 2}).rule, "SPLIT-ALL-TYPES");
}

TEST(Gather, IndicesReplaceTheAxis) {
  EVIDENCE("GATHER-ALL-SHAPE", "GATHER-ALL-AXIS", "GATHER-ALL-INDEX");
  const Tensor data = counted(DType::i8, {2, 3});
  const Attribute axis{"axis", std::int64_t{1}};
  EXPECT_EQ(make({"Gather", {data, list({-1, 0})}, {axis}}).patterns(), (Ints{2, 0, 5, 3}));
  EXPECT_EQ(make({"Gather", {data, list({1, 1, 0}, DType::i32)}}).patterns(), (Ints{3, 4, 5, 3, 4, 5, 0, 1, 2}));
  Tensor scalar(DType::i64, {});
  set_pattern(scalar.view(), 0, 1);
  EXPECT_EQ(dims_of(make({"Gather", {data, scalar}}).results[0]), (Ints{3}));
  EXPECT_EQ(make({"Gather", {data, list({0})}, {{"axis", std::int64_t{2}}}}).rule, "GATHER-ALL-AXIS");
}

TEST(Gather, AnIndexOutOfRangeIsNamedAndNothingIsWritten) {
  EVIDENCE("GATHER-ALL-INDEX");
  const Tensor data = counted(DType::i8, {2, 3});
  for (const KernelTable kernels : {&reference_kernel, &fast_kernel})
    for (const Ints& wrong : {Ints{0, 2}, Ints{1, -3}, Ints{0, INT64_MIN}, Ints{0, INT64_MAX}}) {
      const Made made = make({"Gather", {data, list(wrong)}}, kernels);
      EXPECT_EQ(made.code, Code::condition);
      EXPECT_EQ(made.rule, "GATHER-ALL-INDEX");
      EXPECT_EQ(made.status.index, 1u);
      EXPECT_EQ(made.patterns(), Ints(6)) << "nothing is written";
    }
  EXPECT_EQ(make({"Gather", {data, list({-1})}, {}, 1}).code, Code::condition)
      << "version 1 does not count from the end";
}

TEST(Gather, TypesAreThoseOfTheVersion) {
  EVIDENCE("GATHER-ALL-TYPES");
  EXPECT_EQ(make({"Gather", {counted(DType::bf16, {2}), list({0})}}).code, Code::ok);
  EXPECT_EQ(make({"Gather", {counted(DType::bf16, {2}), list({0})}, {}, 11}).rule, "GATHER-ALL-TYPES");
  EXPECT_EQ(make({"Gather", {counted(DType::f32, {2}), list({0}, DType::i8)}}).rule, "GATHER-ALL-TYPES");
}

TEST(Shape, DimensionsFromStartToEnd) {
  EVIDENCE("SHAPE-ALL-SLICE", "SHAPE-ALL-TYPES");
  const Tensor data = counted(DType::f32, {2, 3, 4});
  const auto sliced = [&](std::int64_t start, std::int64_t end) {
    return make({"Shape", {data}, {{"start", start}, {"end", end}}, 15}).patterns();
  };
  EXPECT_EQ(make({"Shape", {data}}).patterns(), (Ints{2, 3, 4}));
  EXPECT_EQ(sliced(1, 3), (Ints{3, 4}));
  EXPECT_EQ(sliced(-5, -1), (Ints{2, 3}));
  EXPECT_EQ(sliced(0, INT64_MAX), (Ints{2, 3, 4}));
  EXPECT_EQ(sliced(2, 1), (Ints{}));
  EXPECT_EQ(sliced(INT64_MIN, INT64_MIN), (Ints{}));
  EXPECT_EQ(make({"Shape", {data}, {{"start", std::int64_t{0}}}, 25, 0, "sonnx"}).rule, "GEN-ALL-ATTRIBUTES")
      << "end is given";
  EXPECT_EQ(make({"Shape", {counted(DType::bf16, {2})}, {}, 1}).rule, "SHAPE-ALL-TYPES");
}

TEST(Constant, TheValueIsWhatOneAttributeHolds) {
  EVIDENCE("CONSTANT-ALL-VALUE", "CONSTANT-ALL-TYPES");
  const Tensor numbers = counted(DType::i8, {2, 2});
  const Constant stored{
      DType::i8, numbers.shape(), Constant::Encoding::little_endian, {numbers.data(), numbers.bytes()}};
  EXPECT_EQ(make({"Constant", {}, {{"value", stored}}}).patterns(), (Ints{0, 1, 2, 3}));
  EXPECT_EQ(make({"Constant", {}, {{"value_ints", Ints{1, 2}}}}).patterns(), (Ints{1, 2}));
  EXPECT_EQ(make({"Constant", {}, {{"value_float", 1.0f}}}).patterns(), (Ints{0x3F800000}));
  EXPECT_EQ(make({"Constant", {}, {{"value_floats", std::vector<float>{1, 2}}}}).patterns(),
            (Ints{0x3F800000, 0x40000000}));
  EXPECT_EQ(dims_of(make({"Constant", {}, {{"value_int", std::int64_t{7}}}}).results[0]), (Ints{}));
  EXPECT_EQ(make({"Constant", {}}).rule, "CONSTANT-ALL-VALUE");
  EXPECT_EQ(make({"Constant", {}, {{"value_int", std::int64_t{7}}, {"value", stored}}}).rule, "CONSTANT-ALL-VALUE");
  EXPECT_EQ(make({"Constant", {}, {{"value", stored}}, 1}).rule, "CONSTANT-ALL-TYPES");
  EXPECT_EQ(make({"Constant", {}, {{"value_string", std::string("x")}}}).code, Code::not_judged);
  EXPECT_EQ(make({"Constant", {}, {{"value_int", std::int64_t{7}}}, 13, 0, "sonnx"}).rule, "GEN-ALL-ATTRIBUTES");
}

TEST(Moves, KeepEveryBitInEveryType_ByBothKernels) {
  EVIDENCE("RESHAPE-ALL-MOVE", "UNSQUEEZE-ALL-MOVE", "CONCAT-ALL-MOVE", "SPLIT-ALL-MOVE", "GATHER-ALL-MOVE");
  for (const DTypeInfo& row : dtype_table) {
    if (row.bits == 0) continue;
    SCOPED_TRACE(row.name);
    Tensor data(row.id, shape_of({3, 5}));
    for (std::uint64_t i = 0; i < 15; ++i)  // every byte of a float is that of a NaN
      set_pattern(data.view(), i, row.id == DType::boolean ? i % 2 : uint_wrap(~std::uint64_t{0} - i, row.bits));
    const auto pattern = [&](std::uint64_t i) {
      return static_cast<std::int64_t>(pattern_at(std::as_const(data).view(), i));
    };
    Ints all(15);
    for (std::uint64_t i = 0; i < 15; ++i) all[i] = pattern(i);
    const int opset = row.bits == 4 ? 21 : 13;
    for (const KernelTable kernels : {&reference_kernel, &fast_kernel}) {
      EXPECT_EQ(make({"Reshape", {data, list({5, 3})}, {}, opset}, kernels).patterns(), all);
      EXPECT_EQ(make({"Unsqueeze", {data, list({1})}, {}, opset}, kernels).patterns(), all);
      if (row.bits == 4) continue;  // ONNX gives the others no 4-bit types
      const Attribute axis{"axis", std::int64_t{1}};
      EXPECT_EQ(make({"Concat", {data, data}, {axis}}, kernels).patterns()[7], pattern(2));
      EXPECT_EQ(make({"Split", {data, list({2, 3})}, {axis}, 13, 2}, kernels).patterns(1)[4], pattern(8));
      EXPECT_EQ(make({"Gather", {data, list({4, 0})}, {axis}}, kernels).patterns()[2], pattern(9));
    }
  }
}

}  // namespace
}  // namespace etalon::impl
