// SPDX-License-Identifier: Apache-2.0
// Gemm, the reductions, ArgMax, ArgMin and BatchNormalization: factors, axes, versions, types and policies, as tables
// of calls with what they give or the rule that refuses them. The program `calls` holds their results against an oracle
// on random calls.

#include "tests/support/fold_calls.hpp"

namespace etalon::tests {
namespace {

// ---- Gemm -----------------------------------------------------------------------------------------------------------

TEST(Folds, GemmMultipliesByItsFactorsAndAddsC) {
  const Fold folds[] = {
      {{"GEMM-ALL-RANK"}, "Gemm", {"[[1,2]]", "[[3],[4]]", "[[5]]"}, {}, "[[16]]"},
      {{"GEMM-ALL-RANK"}, "Gemm", {"[1,2]", "[[3],[4]]", "[[5]]"}, {}, "GEMM-ALL-RANK"},
      {{"GEMM-ALL-INNER"},
       "Gemm",
       {"[[1],[2]]", "[[3,4]]", "[[5]]"},
       {{"transA", std::int64_t{1}}, {"transB", std::int64_t{-7}}},
       "[[16]]"},
      {{"GEMM-ALL-C"}, "Gemm", {"[[1,2]]", "[[1,0],[0,1]]", "[10,20]"}, {}, "[[11,22]]"},
      {{"GEMM-ALL-C"}, "Gemm", {"[[1,2]]", "[[1,0],[0,1]]"}, {}, "[[1,2]]", How().at(11)},
      {{"GEMM-ALL-C"}, "Gemm", {"[[1,2]]", "[[1,0],[0,1]]"}, {}, "GEN-ALL-ARITY", How().at(9)},
      {{"GEMM-ALL-C"}, "Gemm", {"[[1,2]]", "[[1,0],[0,1]]", "[[[10,20]]]"}, {}, "GEMM-ALL-C"},
      {{"GEMM-ALL-C"}, "Gemm", {"[[1,2]]", "[[1,0],[0,1]]", "[10,20]"}, {}, "GEMM-ALL-C", How().under("sonnx")},
      {{"GEMM-ALL-VERSIONS"},
       "Gemm",
       {"[[1,2]]", "[[1,0],[0,1]]", "[10,20]"},
       {{"broadcast", std::int64_t{1}}},
       "[[11,22]]",
       How().at(6)},
      {{"GEMM-ALL-VERSIONS", "GEMM-ALL-C"},
       "Gemm",
       {"[[1,2]]", "[[1,0],[0,1]]", "[10,20]"},
       {},
       "GEMM-ALL-C",
       How().at(6)},
      {{"GEMM-ALL-VERSIONS", "GEN-ALL-ATTRIBUTES"},
       "Gemm",
       {"[[1]]", "[[1]]", "[[1]]"},
       {{"alpha", 1.0f}},
       "GEN-ALL-ATTRIBUTES",
       How().under("sonnx")},
      {{"GEMM-ALL-TYPES"}, "Gemm", {"[[2]]", "[[3]]", "[[4]]"}, {}, "GEMM-ALL-TYPES", How().of(DType::i32).at(7)},
      {{"GEMM-INT-FACTORS"},
       "Gemm",
       {"[[2]]", "[[3]]", "[[4]]"},
       {{"alpha", 2.0f}, {"beta", -1.0f}},
       "[[8]]",
       How().of(DType::i32)},
      {{"GEMM-INT-FACTORS"},
       "Gemm",
       {"[[2]]", "[[3]]", "[[4]]"},
       {{"alpha", 0.5f}},
       "GEMM-INT-FACTORS",
       How().of(DType::i32)},
      {{"GEMM-INT-FACTORS"},
       "Gemm",
       {"[[2]]", "[[3]]", "[[4]]"},
       {{"beta", -1.0f}},
       "GEMM-INT-FACTORS",
       How().of(DType::u32)},
      {{"GEMM-INT-RESULT"}, "Gemm", {"[[2147483647]]", "[[1]]", "[[1]]"}, {}, "[[-2147483648]]", How().of(DType::i32)},
      {{"GEMM-FLOAT-RESULT"}, "Gemm", {"[[1]]", "[[2]]", "[[\"inf\"]]"}, {{"beta", 0.0f}}, "[[\"nan\"]]"},
      // 2049 is a tie in float16: the product with alpha is rounded before C is added, except where all is one sum.
      {{"GEMM-FLOAT-RESULT"},
       "Gemm",
       {"[[683]]", "[[1]]", "[[1]]"},
       {{"alpha", 3.0f}},
       "[[2048]]",
       How().of(DType::f16)},
      {{"GEMM-FLOAT-RESULT"},
       "Gemm",
       {"[[683]]", "[[1]]", "[[1]]"},
       {{"alpha", 3.0f}},
       "[[2048]]",
       How().of(DType::f16).by(Accumulation::fused)},
      {{"GEMM-FLOAT-RESULT"},
       "Gemm",
       {"[[683]]", "[[1]]", "[[1]]"},
       {{"alpha", 3.0f}},
       "[[2050]]",
       How().of(DType::f16).by(Accumulation::exact)},
      {{"GEMM-FLOAT-WIDE"},
       "Gemm",
       {"[[683]]", "[[1]]", "[[1]]"},
       {{"alpha", 3.0f}},
       "[[2050]]",
       How().of(DType::f16).by(Accumulation::wide)},
      {{"GEMM-FLOAT-WIDE"},
       "Gemm",
       {"[[1]]", "[[1]]", "[[1]]"},
       {},
       "GEMM-FLOAT-WIDE",
       How().of(DType::f64).by(Accumulation::wide)},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Folds, GemmCountsAnIntegerThatItsExactValueIsOutOfRange) {
  EVIDENCE("GEMM-INT-RESULT");
  const Profile* onnx = find_profile("onnx");
  constexpr auto wrap = static_cast<unsigned>(std::countr_zero(unsigned{EVENT_WRAP}));
  const auto wraps = [&](const char* c) {
    const OpResult result = run_op({"Gemm", DType::i32, {"[[2147483647]]", "[[1]]", c}, onnx});
    return result.events.of[wrap].count;
  };
  EXPECT_EQ(wraps("[[1]]"), 1u);
  EXPECT_EQ(wraps("[[0]]"), 0u);
  const OpResult back = run_op({"Gemm", DType::i32, {"[[2147483647,1]]", "[[1],[1]]", "[[-1]]"}, onnx});
  EXPECT_EQ(back.text, "[[2147483647]]");
  EXPECT_EQ(back.events.of[wrap].count, 0u);
}

// ---- reductions -----------------------------------------------------------------------------------------------------

const std::string matrix = "[[1,2,3],[4,5,6]]";

TEST(Folds, ReductionsTakeTheirAxes) {
  struct Reduced {
    const char* operation;
    const char *rows, *all;  // of [[1,2,3],[4,5,6]]
    const char* versions;
  };
  const std::int64_t on = 1, off = 0;
  for (const Reduced& r : {Reduced{"ReduceMean", "[2,5]", "3.5", "REDUCEMEAN-ALL-VERSIONS"},
                           Reduced{"ReduceMax", "[3,6]", "6", "REDUCEMAX-ALL-VERSIONS"},
                           Reduced{"ReduceMin", "[1,4]", "1", "REDUCEMIN-ALL-VERSIONS"},
                           Reduced{"ReduceProd", "[6,120]", "720", "REDUCEPROD-ALL-VERSIONS"}}) {
    const Attribute flat{"keepdims", off};
    const Fold folds[] = {
        {{"REDUCE-ALL-AXES", "REDUCE-ALL-KEEPDIMS"}, r.operation, {matrix, "[-1]"}, {flat}, r.rows},
        {{"REDUCE-ALL-AXES"}, r.operation, {matrix}, {flat}, r.all},
        {{"REDUCE-ALL-AXES"}, r.operation, {matrix, "[2]"}, {}, "REDUCE-ALL-AXES"},
        {{"REDUCE-ALL-AXES"}, r.operation, {matrix, "[1,-1]"}, {}, "REDUCE-ALL-AXES"},
        {{"REDUCE-ALL-AXES"}, r.operation, {matrix, "1"}, {}, "REDUCE-ALL-AXES"},
        {{"REDUCE-ALL-AXES", r.versions}, r.operation, {matrix}, {flat, {"axes", Ints{1}}}, r.rows, How().at(1)},
        {{"REDUCE-ALL-AXES"}, r.operation, {matrix}, {{"axes", Ints{-1}}}, "REDUCE-ALL-AXES", How().at(10)},
        {{r.versions}, r.operation, {matrix}, {flat, {"axes", Ints{1}}}, r.rows, How().at(17)},
        {{r.versions, "GEN-ALL-ATTRIBUTES"},
         r.operation,
         {matrix},
         {{"axes", Ints{1}}},
         "GEN-ALL-ATTRIBUTES",
         How().at(18)},
        {{"REDUCE-ALL-KEEPDIMS"}, r.operation, {matrix}, {{"keepdims", std::int64_t{2}}}, "REDUCE-ALL-KEEPDIMS"},
        {{"REDUCE-ALL-NOOP"},
         r.operation,
         {"[\"0x80000000\",\"0x7F800001\"]"},
         {{"noop_with_empty_axes", on}},
         "[\"0x80000000\",\"0x7F800001\"]",
         How().bits()},
    };
    for (const Fold& fold : folds) judge(fold);
  }
}

TEST(Folds, ReductionsComputeWhatTheirPagesSay) {
  const Attribute keep{"keepdims", std::int64_t{0}};
  const Fold folds[] = {
      {{"REDUCEMEAN-FLOAT-RESULT"}, "ReduceMean", {"[2048,1,1]"}, {keep}, "682.5", How().of(DType::f16)},
      {{"REDUCEMEAN-FLOAT-RESULT"},
       "ReduceMean",
       {"[2048,1,1]"},
       {keep},
       "683.5",
       How().of(DType::f16).by(Accumulation::exact)},
      {{"REDUCEMEAN-FLOAT-RESULT"}, "ReduceMean", {"[[],[]]", "[1]"}, {keep}, "[\"nan\",\"nan\"]"},
      {{"REDUCEMEAN-FLOAT-WIDE"},
       "ReduceMean",
       {"[65504,65504]"},
       {keep},
       "65504",
       How().of(DType::f16).by(Accumulation::wide)},
      {{"REDUCEMEAN-FLOAT-WIDE"},
       "ReduceMean",
       {"[1]"},
       {},
       "REDUCEMEAN-FLOAT-WIDE",
       How().of(DType::f64).by(Accumulation::wide)},
      {{"REDUCEMEAN-INT-RESULT"},
       "ReduceMean",
       {"[-2147483648,-2147483648,-2147483647]"},
       {keep},
       "-2147483647",
       How().of(DType::i32)},
      {{"REDUCEMEAN-INT-EMPTY"}, "ReduceMean", {"[[],[]]", "[1]"}, {}, "REDUCEMEAN-INT-EMPTY", How().of(DType::i32)},
      {{"REDUCEMEAN-INT-EMPTY"}, "ReduceMean", {"[[],[]]", "[0]"}, {keep}, "[]", How().of(DType::i32)},
      {{"REDUCEL2-ALL-VERSIONS"}, "ReduceL2", {"[[3,4],[0,0]]"}, {keep, {"axes", Ints{1}}}, "[5,0]", How().at(1)},
      {{"REDUCEL2-ALL-VERSIONS"}, "ReduceL2", {"[[3,4],[0,0]]", "[1]"}, {keep}, "[5,0]", How().at(18)},
      {{"REDUCEL2-ALL-VERSIONS"}, "ReduceL2", {"[[3,4]]"}, {{"axes", Ints{1}}}, "GEN-ALL-ATTRIBUTES", How().at(18)},
      {{"REDUCE-ALL-NOOP"}, "ReduceL2", {"[-3]"}, {{"noop_with_empty_axes", std::int64_t{1}}}, "[-3]"},
      {{"REDUCEL2-FLOAT-RESULT"}, "ReduceL2", {"[300,400]"}, {keep}, "\"inf\"", How().of(DType::f16)},
      {{"REDUCEL2-FLOAT-RESULT"},
       "ReduceL2",
       {"[300,400]"},
       {keep},
       "500",
       How().of(DType::f16).by(Accumulation::exact)},
      {{"REDUCEL2-FLOAT-RESULT"}, "ReduceL2", {"[[],[]]", "[1]"}, {keep}, "[0,0]"},
      {{"REDUCEL2-FLOAT-WIDE"}, "ReduceL2", {"[300,400]"}, {keep}, "500", How().of(DType::f16).by(Accumulation::wide)},
      {{"REDUCEL2-FLOAT-WIDE"},
       "ReduceL2",
       {"[1]"},
       {},
       "REDUCEL2-FLOAT-WIDE",
       How().of(DType::f64).by(Accumulation::wide)},
      {{"REDUCEL2-INT-RESULT"}, "ReduceL2", {"[-2147483648,1]"}, {keep}, "-2147483648", How().of(DType::i32)},
      {{"REDUCEL2-INT-RESULT"}, "ReduceL2", {"[1,1,1]"}, {keep}, "1", How().of(DType::i32)},
      // 1e30 * 1e30 overflows on the way
      {{"REDUCEPROD-FLOAT-RESULT"}, "ReduceProd", {"[1e30,1e30,1e-30]"}, {keep}, "\"inf\""},
      {{"REDUCEPROD-FLOAT-RESULT"}, "ReduceProd", {"[[],[]]", "[1]"}, {keep}, "[1,1]"},
      {{"REDUCEPROD-INT-RESULT"}, "ReduceProd", {"[65536,32768]"}, {keep}, "-2147483648", How().of(DType::i32)},
      {{"REDUCEMAX-ALL-RESULT"}, "ReduceMax", {"[[],[]]", "[1]"}, {keep}, "[\"-inf\",\"-inf\"]"},
      {{"REDUCEMAX-ALL-RESULT"}, "ReduceMax", {"[[],[]]", "[1]"}, {keep}, "[-128,-128]", How().of(DType::i8)},
      {{"REDUCEMAX-ALL-RESULT", "REDUCEMAX-ALL-TYPES"},
       "ReduceMax",
       {"[[false,true],[false,false]]", "[1]"},
       {keep},
       "[true,false]",
       How().of(DType::boolean)},
      {{"REDUCEMIN-ALL-RESULT"}, "ReduceMin", {"[[],[]]", "[1]"}, {keep}, "[\"inf\",\"inf\"]"},
      {{"REDUCEMIN-ALL-RESULT"}, "ReduceMin", {"[[],[]]", "[1]"}, {keep}, "[127,127]", How().of(DType::i8)},
      {{"REDUCEMIN-ALL-RESULT"},
       "ReduceMin",
       {"[\"0x00000000\",\"0x80000000\"]"},
       {},
       "[\"0x80000000\"]",
       How().bits()},
      {{"REDUCEMIN-ALL-RESULT", "REDUCEMIN-ALL-TYPES"},
       "ReduceMin",
       {"[[true,true],[false,true]]", "[1]"},
       {keep},
       "[true,false]",
       How().of(DType::boolean)},
      {{"REDUCEMIN-ALL-TYPES"}, "ReduceMin", {"[true]"}, {}, "REDUCEMIN-ALL-TYPES", How().of(DType::boolean).at(19)},
  };
  for (const Fold& fold : folds) judge(fold);
}

// ---- places ---------------------------------------------------------------------------------------------------------

TEST(Folds, PlacesAreThoseOfTheFirstOrTheLast) {
  const Attribute last{"select_last_index", std::int64_t{1}}, flat{"keepdims", std::int64_t{0}};
  const auto given = [](std::int64_t axis) -> std::vector<Attribute> {
    return {{"axis", axis}, {"keepdims", std::int64_t{0}}, {"select_last_index", std::int64_t{0}}};
  };
  const Fold folds[] = {
      {{"ARGMAX-ALL-AXIS"}, "ArgMax", {"[[1,5,3],[9,2,9]]"}, {{"axis", std::int64_t{-1}}, flat}, "[1,0]"},
      {{"ARGMAX-ALL-AXIS"}, "ArgMax", {"[1]"}, {{"axis", std::int64_t{-1}}}, "ARGMAX-ALL-AXIS", How().at(10)},
      {{"ARGMAX-ALL-AXIS"}, "ArgMax", {"[[],[]]"}, {{"axis", std::int64_t{1}}}, "ARGMAX-ALL-AXIS"},
      {{"ARGMAX-ALL-AXIS"}, "ArgMax", {"[1]"}, {{"keepdims", std::int64_t{2}}}, "ARGMAX-ALL-AXIS"},
      {{"ARGMAX-ALL-VERSIONS"}, "ArgMax", {"[3,3]"}, {last}, "[1]", How().at(12)},
      {{"ARGMAX-ALL-VERSIONS"}, "ArgMax", {"[3,3]"}, {last}, "GEN-ALL-ATTRIBUTES", How().at(11)},
      {{"ARGMAX-ALL-VERSIONS", "ARGMAX-ALL-AXIS"}, "ArgMax", {"[3,7]"}, given(0), "1", How().under("sonnx")},
      {{"ARGMAX-ALL-AXIS"}, "ArgMax", {"[3,7]"}, given(-1), "ARGMAX-ALL-AXIS", How().under("sonnx")},
      {{"ARGMAX-ALL-TYPES"}, "ArgMax", {"[1]"}, {}, "ARGMAX-ALL-TYPES", How().of(DType::bf16).at(12)},
      {{"ARGMAX-ALL-RESULT"}, "ArgMax", {"[\"nan\",1,\"nan\"]"}, {last}, "[2]"},
      {{"ARGMAX-ALL-RESULT"}, "ArgMax", {"[1,\"nan\",\"inf\"]"}, {}, "[1]"},
      {{"ARGMAX-ALL-RESULT"}, "ArgMax", {"[-0.0,0]"}, {}, "[0]"},
      {{"ARGMIN-ALL-RESULT"}, "ArgMin", {"[0,-0.0]"}, {}, "[0]"},
      {{"ARGMIN-ALL-RESULT"}, "ArgMin", {"[0,-0.0]"}, {last}, "[1]"},
      {{"ARGMIN-ALL-RESULT"}, "ArgMin", {"[1,\"nan\",\"-inf\"]"}, {}, "[1]"},
      {{"ARGMIN-ALL-AXIS"}, "ArgMin", {"[[1,5,3],[9,2,9]]"}, {{"axis", std::int64_t{1}}, flat}, "[0,1]"},
      {{"ARGMIN-ALL-AXIS"}, "ArgMin", {"5"}, {}, "ARGMIN-ALL-AXIS"},
      {{"ARGMIN-ALL-VERSIONS"}, "ArgMin", {"[3,3]"}, {last}, "[1]", How().at(12)},
      {{"ARGMIN-ALL-VERSIONS"}, "ArgMin", {"[3,3]"}, {last}, "GEN-ALL-ATTRIBUTES", How().at(11)},
      {{"ARGMIN-ALL-TYPES"}, "ArgMin", {"[1]"}, {}, "ARGMIN-ALL-TYPES", How().of(DType::bf16).at(12)},
  };
  for (const Fold& fold : folds) judge(fold);
}

// ---- LRN -----------------------------------------------------------------------------------------------------------

TEST(Folds, LrnDividesByAPowerOfTheSquaresAround) {
  const Attribute size1{"size", std::int64_t{1}}, size2{"size", std::int64_t{2}}, none{"bias", 0.0f};
  const Fold folds[] = {
      {{"LRN-ALL-SHAPE"}, "LRN", {"[[1,1]]"}, {size1, {"alpha", 3.0f}, {"beta", 0.5f}}, "[[0.5,0.5]]"},
      {{"LRN-ALL-SHAPE"}, "LRN", {"[1,1]"}, {size1}, "LRN-ALL-SHAPE"},
      {{"LRN-ALL-SHAPE"}, "LRN", {"[[1,1]]"}, {{"size", std::int64_t{0}}}, "LRN-ALL-SHAPE"},
      {{"LRN-ALL-SHAPE", "FILE-ALL-LIMITS"}, "LRN", {"[[1,1]]"}, {{"size", std::int64_t{1} << 53}}, "FILE-ALL-LIMITS"},
      // 16 to the power of 0.75 is 8
      {{"LRN-ALL-EXPONENT"}, "LRN", {"[[4]]"}, {size1, {"alpha", 1.0f}, none}, "[[0.5]]"},
      {{"LRN-ALL-EXPONENT"}, "LRN", {"[[4]]"}, {size1, {"beta", 0.7f}}, "LRN-ALL-EXPONENT"},
      {{"LRN-ALL-EXPONENT"}, "LRN", {"[[4]]"}, {size1, {"beta", -0.25f}}, "LRN-ALL-EXPONENT"},
      {{"LRN-ALL-EXPONENT"}, "LRN", {"[[4]]"}, {size1, {"beta", 2.25f}}, "LRN-ALL-EXPONENT"},
      {{"LRN-ALL-VERSIONS"}, "LRN", {"[[4]]"}, {size1, {"beta", 0.0f}}, "[[4]]", How().at(12)},
      {{"LRN-ALL-VERSIONS", "LRN-ALL-TYPES"},
       "LRN",
       {"[[4]]"},
       {size1, {"beta", 0.0f}},
       "LRN-ALL-TYPES",
       How().of(DType::bf16).at(12)},
      {{"LRN-FLOAT-RESULT"},
       "LRN",
       {"[[1,2,3]]"},
       {size2, {"alpha", 2.0f}, {"beta", 1.0f}, none},
       "[[0.2,0.15384616,0.33333334]]"},
      // the squares of 300 are beyond float16, whatever they are added in
      {{"LRN-FLOAT-WIDE"}, "LRN", {"[[300]]"}, {size1}, "[[0]]", How().of(DType::f16).by(Accumulation::wide)},
      {{"LRN-FLOAT-WIDE"}, "LRN", {"[[1]]"}, {size1}, "LRN-FLOAT-WIDE", How().of(DType::f64).by(Accumulation::wide)},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Folds, BatchNormalizationUnderSonnxReportsNegativeVariances) {
  EVIDENCE("BATCHNORMALIZATION-FLOAT-VARIANCE", "GEN-ALL-PRECONDITION");
  const std::vector<Attribute> given{{"epsilon", 1.0f}, {"momentum", 0.9f}, {"training_mode", std::int64_t{0}}};
  const auto breaches = [&](DType type, const char* variances) {
    const std::string one = "[1,1,1,1,1,1]";
    return run_op({"BatchNormalization",
                   type,
                   {"[" + one + "]", one, one, one, variances},
                   find_profile("sonnx"),
                   newest_opset,
                   given})
        .breaches;
  };
  for (const DType type : {DType::f16, DType::f32, DType::f64}) {
    EXPECT_TRUE(breaches(type, "[0,-0.0,1,\"nan\",\"inf\",3]").empty());
    const auto found = breaches(type, "[0,-1,1,-6e-8,\"-inf\",-0.0]");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].first, "BATCHNORMALIZATION-FLOAT-VARIANCE");
    EXPECT_EQ(found[0].second.count, 3u);
    EXPECT_EQ(found[0].second.first, 1u);
  }
}

// ---- BatchNormalization ---------------------------------------------------------------------------------------------

TEST(Folds, BatchNormalizationIsThatOfInference) {
  const std::vector<std::string> four{"[[3,5]]", "[2,1]", "[0,10]", "[1,1]", "[4,4]"};
  const Attribute none{"epsilon", 0.0f}, test{"is_test", std::int64_t{1}};
  const auto given = [](float epsilon) -> std::vector<Attribute> {
    return {{"epsilon", epsilon}, {"momentum", 0.9f}, {"training_mode", std::int64_t{0}}};
  };
  const Fold folds[] = {
      {{"BATCHNORMALIZATION-ALL-SHAPE"}, "BatchNormalization", four, {none}, "[[2,12]]"},
      {{"BATCHNORMALIZATION-ALL-SHAPE"},
       "BatchNormalization",
       {"[[3,5]]", "[2]", "[0]", "[1]", "[4]"},
       {},
       "BATCHNORMALIZATION-ALL-SHAPE"},
      {{"BATCHNORMALIZATION-ALL-SHAPE"},
       "BatchNormalization",
       {"3", "[2]", "[0]", "[1]", "[4]"},
       {},
       "BATCHNORMALIZATION-ALL-SHAPE"},
      {{"BATCHNORMALIZATION-ALL-SHAPE", "BATCHNORMALIZATION-ALL-VERSIONS"},
       "BatchNormalization",
       {"[[[3,5]]]", "[[2,1]]", "[[0,10]]", "[[1,1]]", "[[4,4]]"},
       {none, {"spatial", std::int64_t{0}}},
       "[[[2,12]]]",
       How().at(7)},
      {{"BATCHNORMALIZATION-ALL-VERSIONS", "GEN-ALL-ATTRIBUTES"},
       "BatchNormalization",
       four,
       {{"spatial", std::int64_t{1}}},
       "GEN-ALL-ATTRIBUTES",
       How().at(9)},
      {{"BATCHNORMALIZATION-ALL-INFERENCE"}, "BatchNormalization", four, {none, test}, "[[2,12]]", How().at(6)},
      {{"BATCHNORMALIZATION-ALL-INFERENCE"},
       "BatchNormalization",
       four,
       {none},
       "BATCHNORMALIZATION-ALL-INFERENCE",
       How().at(6)},
      {{"BATCHNORMALIZATION-ALL-INFERENCE"},
       "BatchNormalization",
       four,
       {{"training_mode", std::int64_t{1}}},
       "BATCHNORMALIZATION-ALL-INFERENCE"},
      {{"BATCHNORMALIZATION-ALL-INFERENCE"},
       "BatchNormalization",
       four,
       {none},
       "BATCHNORMALIZATION-ALL-INFERENCE",
       How().and_then("")},
      {{"BATCHNORMALIZATION-ALL-EPSILON", "BATCHNORMALIZATION-ALL-VERSIONS"},
       "BatchNormalization",
       {"[[3]]", "[2]", "[0]", "[1]", "[3]"},
       given(1),
       "[[2]]",
       How().under("sonnx")},
      {{"BATCHNORMALIZATION-ALL-EPSILON"},
       "BatchNormalization",
       {"[[3]]", "[2]", "[0]", "[1]", "[4]"},
       given(0),
       "BATCHNORMALIZATION-ALL-EPSILON",
       How().under("sonnx")},
      {{"BATCHNORMALIZATION-ALL-TYPES"},
       "BatchNormalization",
       {"[3]", "[2]", "[0]", "[1]", "[4]"},
       {},
       "BATCHNORMALIZATION-ALL-TYPES",
       How().of(DType::i32)},
      // 2050 - 1 is 2049 in float, where it is computed: a tie in float16.
      {{"BATCHNORMALIZATION-ALL-TYPES", "BATCHNORMALIZATION-FLOAT-RESULT"},
       "BatchNormalization",
       {"[2050]", "[1]", "[0]", "float:[1]", "float:[1]"},
       {none},
       "[2048]",
       How().of(DType::f16).at(14)},
      // bfloat16 and float16 meet in float: 1 + 2^-8 is no bfloat16
      {{"BATCHNORMALIZATION-FLOAT-RESULT"},
       "BatchNormalization",
       {"float16:[2]", "bfloat16:[1]", "bfloat16:[0.00390625]", "float16:[1]", "float16:[1]"},
       {none},
       "[1.004]"},
      {{"BATCHNORMALIZATION-FLOAT-RESULT"},
       "BatchNormalization",
       {"[1]", "[1]", "[0]", "[0]", "[-1]"},
       {},
       "[\"nan\"]"},
  };
  for (const Fold& fold : folds) judge(fold);
}

}  // namespace
}  // namespace etalon::tests
