// SPDX-License-Identifier: Apache-2.0
// Conformance vectors as an implementation would use them: the files are read, checked and run by both sets of kernels.
#include "conform/vectors/vectors.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "check/check.hpp"
#include "io/tensor_proto.hpp"
#include "onnx/model.hpp"
#include "onnx/write.hpp"
#include "ops/reference.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/scratch.hpp"

namespace etalon::impl {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

Tensor read_back(const VectorFile& file) {
  const Result<Constant> constant = read_tensor_proto(bytes_of(file.bytes), {}, nullptr);
  Tensor tensor(constant->type, constant->shape);
  decode(*constant, tensor.view());
  return tensor;
}

Verdict checked(const ConformanceVector& vector) {
  Profile profile = *vector.plan.profile;
  if (vector.plan.policy) profile.choices.accumulation = *vector.plan.policy;
  Result<Graph> graph = read_model(bytes_of(vector.model), {});
  return check(std::move(*graph), profile);
}

struct Ran {
  Status status;
  std::vector<Tensor> outputs;
};

Ran run(const ConformanceVector& vector, const Verdict& verdict, KernelTable kernels) {
  const Result<Plan> plan = Plan::make(verdict.model, kernels, {});
  std::vector<Tensor> inputs, outputs;
  for (const VectorFile& file : vector.inputs) inputs.push_back(read_back(file));
  for (const Port& port : plan->outputs()) outputs.emplace_back(port.argument.type, port.argument.shape);
  std::vector<TensorView> in;
  std::vector<MutableTensorView> out;
  for (const Tensor& tensor : inputs) in.push_back(tensor.view());
  for (Tensor& tensor : outputs) out.push_back(tensor.view());
  tests::Scratch arena(plan->arena_bytes());
  const Status status = plan->run(ViewBuffers(in, out), arena.span(), nullptr);
  return {status, std::move(outputs)};
}

// All of them, made once; a test that is instrumented takes a part.
const std::vector<ConformanceVector>& all_vectors() {
  static const std::vector<ConformanceVector> all = [] {
#ifdef ETALON_INSTRUMENTED
    constexpr std::size_t step = 20;
#else
    constexpr std::size_t step = 1;
#endif
    std::vector<ConformanceVector> vectors;
    const std::vector<VectorPlan> plans = vector_plans();
    for (std::size_t i = 0; i < plans.size(); i += step)
      if (auto vector = make_vector(plans[i], [](std::string_view) { return true; }))
        vectors.push_back(*std::move(vector));
    return vectors;
  }();
  return all;
}

bool is_right(const Tensor& got, const VectorFile& file) {
  const Tensor right = read_back(file);
  return got.type() == right.type() && got.shape() == right.shape() &&
         (got.bytes() == 0 || std::memcmp(got.data(), right.data(), got.bytes()) == 0);
}

TEST(Vectors, ModelsAreJudgedAndRunAsStatedByBothKernels) {
  EVIDENCE("VEC-ALL-LAYOUT", "VEC-ALL-ORACLE", "VEC-ALL-STATUS");
  for (const ConformanceVector& vector : all_vectors()) {
    const Verdict verdict = checked(vector);
    if (vector.status.code == Code::not_conformant) {
      const Finding* reason = reason_of(verdict.findings);
      ASSERT_NE(reason, nullptr) << vector.plan.name();
      EXPECT_STREQ(reason->status.rule, vector.status.rule) << vector.plan.name();
      continue;
    }
    ASSERT_NE(verdict.model, nullptr) << vector.plan.name() << ": " << reason_of(verdict.findings)->message;
    for (const KernelTable kernels : {KernelTable{reference_kernel}, KernelTable{fast_kernel}}) {
      const Ran ran = run(vector, verdict, kernels);
      EXPECT_EQ(ran.status.code, vector.status.code) << vector.plan.name();
      EXPECT_STREQ(ran.status.rule, vector.status.rule) << vector.plan.name();
      if (!vector.status.ok()) continue;
      ASSERT_EQ(ran.outputs.size(), vector.outputs.size()) << vector.plan.name();
      for (std::size_t k = 0; k < ran.outputs.size(); ++k)
        EXPECT_TRUE(is_right(ran.outputs[k], vector.outputs[k])) << vector.plan.name() << " output " << k;
    }
  }
}

#ifndef ETALON_INSTRUMENTED
TEST(Vectors, ThereAreThousandsOverAllOperatorsTypesAndClasses) {
  EVIDENCE("VEC-ALL-MANIFEST");
  std::set<std::string> operators, names;
  std::set<DType> types;
  std::set<VectorClass> classes;
  for (const ConformanceVector& vector : all_vectors()) {
    operators.insert(vector.plan.op->name);
    types.insert(vector.plan.type);
    classes.insert(vector.plan.kind);
    EXPECT_TRUE(names.insert(vector.plan.name()).second) << vector.plan.name();
  }
  EXPECT_GE(names.size(), 5000u);
  EXPECT_EQ(operators.size() + 1, impl::operators().size());  // all but If, which is no call
  EXPECT_EQ(types.size(), 15u);
  EXPECT_EQ(classes.size(), 6u);
  for (const char* wanted :
       {"onnx-Max-13-float-zeros", "onnx-MaxPool-22-float-lowest", "onnx-Mul-1-float-any", "onnx-Mul-6-float-any",
        "onnx-Mul-7-float-any", "onnx-Mul-13-bfloat16-any", "onnx-Mul-14-bfloat16-ordinary", "sonnx-Mul-14-int4-ends",
        "sonnx-Div-14-int64-minimum", "onnx-Div-14-int64-minimum", "sonnx-Div-14-int32-by-zero",
        "onnx-Exp-13-double-hard", "onnx-Tanh-13-float-hard", "onnx-MatMul-13-float16-large-wide",
        "onnx-MatMul-13-double-deep-exact", "onnx-Conv-22-float16-sums-fused", "onnx-Gemm-13-double-sums-sequential",
        "onnx-Softmax-13-float-ordinary-exact", "onnx-Gather-13-float-index-beyond"})
    EXPECT_TRUE(names.contains(wanted)) << wanted;
}
#endif

TEST(Vectors, AreTheSameBytesEachTime) {
  EVIDENCE("VEC-ALL-DETERMINISTIC");
  const std::vector<ConformanceVector>& all = all_vectors();
  for (std::size_t i = 0; i < all.size(); i += 40) {
    const auto again = make_vector(all[i].plan, [](std::string_view) { return true; });
    ASSERT_TRUE(again) << all[i].plan.name();
    EXPECT_EQ(again->model, all[i].model) << all[i].plan.name();
    for (std::size_t k = 0; k < again->inputs.size(); ++k) EXPECT_EQ(again->inputs[k].bytes, all[i].inputs[k].bytes);
    for (std::size_t k = 0; k < again->outputs.size(); ++k) EXPECT_EQ(again->outputs[k].bytes, all[i].outputs[k].bytes);
  }
}

TEST(Outputs, AreAddedBehindTheOthersAndNothingElseChanges) {
  EVIDENCE("VEC-ALL-OUTPUTS");
  const ConformanceVector& vector = all_vectors().front();
  const Shape scalar;
  const NewOutput added[] = {{"more", {DType::f32, scalar}}};
  const std::string wider = with_outputs(bytes_of(vector.model), added);
  const Result<Graph> before = read_model(bytes_of(vector.model), {}), after = read_model(bytes_of(wider), {});
  ASSERT_TRUE(after);
  ASSERT_EQ(after->outputs.size(), before->outputs.size() + 1);
  EXPECT_EQ(after->values[after->outputs.back()].name, "more");
  EXPECT_EQ(with_outputs(bytes_of(vector.model), {}), vector.model);
}

}  // namespace
}  // namespace etalon::impl
