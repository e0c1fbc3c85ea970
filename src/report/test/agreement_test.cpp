// SPDX-License-Identifier: Apache-2.0
// Kernels that contradict the reference are found out: here wrong ones are planted.
#include "report/run/agreement.hpp"

#include <gtest/gtest.h>

#include "ops/reference.hpp"
#include "report/run/running.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::impl {
namespace {

// A run with the outputs that it wrote.
struct Kept : Ran {
  std::vector<Tensor> tensors;
};

Kept run(const Plan& plan, const Tensor& a, const Tensor& b) {
  Kept ran;
  std::vector<MutableTensorView> out;
  ran.tensors = *make_outputs(plan, {});
  for (Tensor& tensor : ran.tensors) out.push_back(tensor.view());
  const TensorView in[] = {a.view(), b.view()};
  alignas(64) std::byte arena[1024];
  ran.status = plan.run(ViewBuffers(in, out), arena, nullptr);
  for (const Tensor& tensor : ran.tensors) ran.outputs.push_back(tensor.view());
  return ran;
}

// Right but for the sign of every zero of a product.
Kernel wrong_zero(const Call& any, CountEvents count) {
  if (any.op != find_operator("", "Mul")) return reference_kernel(any, count);
  return {[](const Call& call, Inputs in, Outputs out, const Work& work) {
    const Status status = reference_kernel(call, CountEvents::no).compute(call, in, out, work);
    auto* c = static_cast<float*>(out[0]);
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
      if (c[i] == 0) c[i] = -c[i];
    return status;
  }};
}

TEST(Agreement, AWrongKernelIsNamedWithOutputPlaceValuesAndCount) {
  EVIDENCE("RUN-ALL-KERNELS");
  tests::GraphMaker maker(DType::f32);
  maker.input("A", {2, 3}).input("B", {2, 3}).node("Add", "A", "B", "sum", {2, 3}).output("sum");
  maker.node("Mul", "A", "B", "product", {2, 3}).output("product");
  const Plan right = std::move(*Plan::make(maker.model(), reference_kernel, {})),
             wrong = std::move(*Plan::make(maker.model(), wrong_zero, {}));
  const Tensor a = tests::tensor_of<float>(DType::f32, {2, 3}, {1, 2, 3, 4, 5, 6});
  Tensor b = tests::tensor_of<float>(DType::f32, {2, 3}, {1, 1, 1, 1, 1, 1});
  EXPECT_FALSE(contradiction(wrong, run(wrong, a, b), run(right, a, b))) << "no zero, no difference";
  b = tests::tensor_of<float>(DType::f32, {2, 3}, {1, 1, 1, 0, 1, 0});
  const auto found = contradiction(wrong, run(wrong, a, b), run(right, a, b));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->status.code, Code::internal);
  EXPECT_STREQ(found->status.rule, "RUN-ALL-KERNELS");
  EXPECT_EQ(found->message,
            "output \"product\" at [1,0]: the fast kernels give -0 (0x80000000), the reference 0 (0x00000000); "
            "2 of 6 elements differ");
  EXPECT_EQ(elements_of(right), 12u);
}

TEST(Agreement, AnErrorConditionThatOnlyOneFindsIsAContradiction) {
  EVIDENCE("RUN-ALL-KERNELS");
  tests::GraphMaker maker(DType::i32);
  maker.input("A", {2}).input("B", {2}).node("Div", "A", "B", "C", {2}).output("C");
  const Plan right = std::move(*Plan::make(maker.model(), reference_kernel, {})),
             wrong =
                 std::move(*Plan::make(maker.model(),
                                       [](const Call&, CountEvents) -> Kernel {
                                         return {[](const Call&, Inputs, Outputs, const Work&) { return Status{}; }};
                                       },
                                       {}));
  const Tensor a = tests::tensor_of<std::int32_t>(DType::i32, {2}, {1, 2}),
               b = tests::tensor_of<std::int32_t>(DType::i32, {2}, {1, 0});
  const auto found = contradiction(wrong, run(wrong, a, b), run(right, a, b));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->message,
            "the fast kernels succeed, those of the reference end in DIV-INT-ZERO at node 0, element 1, 1 in all");
  EXPECT_FALSE(contradiction(right, run(right, a, b), run(right, a, b))) << "the same condition is no contradiction";
}

TEST(Agreement, TheUnusedHalfOfALastByteIsNoElement) {
  EVIDENCE("RUN-ALL-KERNELS");
  tests::GraphMaker maker(DType::u4);
  maker.input("A", {3}).input("B", {3}).node("Mul", "A", "B", "C", {3}).output("C");
  Profile profile = *find_profile("sonnx");
  const Verdict verdict = check(maker.graph, profile);
  ASSERT_TRUE(verdict.model);
  const Plan plan = std::move(*Plan::make(verdict.model, reference_kernel, {}));
  const Tensor a = tests::tensor_of<std::uint8_t>(DType::u4, {3}, {0x21, 0x03});
  const Kept one = run(plan, a, a);
  Kept other = run(plan, a, a);
  other.tensors[0].data()[1] ^= std::byte{0xF0};
  EXPECT_FALSE(contradiction(plan, one, other));
  other.tensors[0].data()[1] ^= std::byte{0x01};
  EXPECT_TRUE(contradiction(plan, one, other));
}

}  // namespace
}  // namespace etalon::impl
