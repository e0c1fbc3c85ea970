// SPDX-License-Identifier: Apache-2.0
// Windows whose kernel, pads or strides are far larger than what lies under them.
#include <gtest/gtest.h>

#include "ops/reference.hpp"
#include "prove/prove.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"
#include "write/project.hpp"

namespace etalon::tests {
namespace {

using Numbers = std::vector<std::int64_t>;

struct Written {
  std::string text = {}, refusal = {};  // model.c; the rule that refused it, or nothing
};

Written written_and_proved(const GraphMaker& maker) {
  const auto model = maker.model();
  const Result<Plan> plan = Plan::make(model, reference_kernel, {});
  if (!plan) return {.refusal = plan.finding().message};
  const Result<Project> project = write_project(*plan, {});
  if (!project) return {.refusal = project.finding().status.rule};
  const ProjectProof proof = prove_project(*model, plan->constants(), project->files, shipped_texts(), {});
  return {project->files[1].bytes,
          proof.refusal ? std::string(proof.refusal->status.rule) + ": " + proof.refusal->message : ""};
}

GraphMaker window(const char* op, std::vector<std::uint64_t> x, std::vector<std::uint64_t> y,
                  std::vector<Attribute> attributes) {
  GraphMaker maker(DType::f32);
  maker.input("X", std::move(x));
  maker.graph.nodes.push_back(
      {"", "", op, {maker.value("X")}, {maker.value("Y", std::move(y))}, std::move(attributes)});
  return maker.output("Y");
}

// Y = ConvTranspose(X, W) of one channel.
GraphMaker spread(Numbers strides, Numbers dilations, Numbers pads, std::vector<std::uint64_t> y,
                  std::uint64_t kernel = 6) {
  GraphMaker maker = window("ConvTranspose", {1, 1, 3, 3}, std::move(y),
                            {{"dilations", dilations}, {"pads", pads}, {"strides", strides}});
  maker.input("W", {1, 1, kernel, kernel});
  maker.graph.nodes[0].inputs.push_back(maker.value("W"));
  return maker;
}

TEST(WrittenWindows, AConvTransposeGoesToThePlacesThatItsStrideAllows) {
  EVIDENCE("GENERATE-ALL-MEANING");
  const auto [text, refusal] = written_and_proved(spread({3, 4}, {1, 1}, {0, 0, 0, 0}, {1, 1, 12, 14}));
  EXPECT_EQ(refusal, "");
  // 6 places by steps of 3, and by steps of 4, of which the last may be beyond the kernel
  EXPECT_NE(text.find("for (int32_t jy = 0; jy < 2; ++jy)"), text.npos) << text;
  EXPECT_NE(text.find("for (int32_t jx = 0; jx < 2; ++jx)"), text.npos) << text;
  EXPECT_EQ(text.find("< 6; ++"), text.npos) << text;
}

// As networks enlarge images: of the 4096 places of the kernel at most 4 lie under an element.
TEST(WrittenWindows, AConvTransposeWithALargeStrideIsProved) {
  EVIDENCE("GENERATE-ALL-MEANING");
  EXPECT_EQ(written_and_proved(spread({32, 32}, {1, 1}, {16, 16, 16, 16}, {1, 1, 96, 96}, 64)).refusal, "");
  EXPECT_EQ(written_and_proved(spread({99, 99}, {1, 1}, {95, 95, 95, 95}, {1, 1, 108, 108}, 100)).refusal, "");
}

// A kernel of 20,000 places, of which at most 4 lie over an element.
TEST(WrittenWindows, ThatAreFarLargerThanTheirOperandAreRefused) {
  EVIDENCE("GENERATE-ALL-SCOPE");
  const std::string refusal =
      written_and_proved(
          window("MaxPool", {1, 1, 4}, {1, 1, 20003},
                 {{"kernel_shape", Numbers{20000}}, {"pads", Numbers{19999, 19999}}, {"strides", Numbers{1}}}))
          .refusal;
  EXPECT_TRUE(refusal.starts_with("GENERATE-ALL-SCOPE: model.c:")) << refusal;
}

TEST(WrittenWindows, PlacesThatAnInt32DoesNotHoldAreRefused) {
  EVIDENCE("GENERATE-ALL-SCOPE");
  for (const std::int64_t far : {std::int64_t{1} << 31, std::int64_t{1} << 52}) {
    const Written one = written_and_proved(
        window("MaxPool", {1, 1, 4}, {1, 1, 3},
               {{"kernel_shape", Numbers{2}}, {"pads", Numbers{far, far}}, {"strides", Numbers{far}}}));
    EXPECT_EQ(one.refusal, "GENERATE-ALL-SCOPE") << far;
  }
}

TEST(WrittenWindows, AConvTransposeWithDilationOrCutPadsIsProved) {
  EVIDENCE("GENERATE-ALL-MEANING");
  EXPECT_EQ(written_and_proved(spread({3, 1}, {2, 3}, {1, 2, 3, 4}, {1, 1, 13, 12})).refusal, "");
  EXPECT_EQ(written_and_proved(spread({2, 5}, {1, 1}, {3, 1, 0, 2}, {1, 1, 7, 13})).refusal, "");
  EXPECT_EQ(written_and_proved(spread({1000, 7}, {1, 1}, {1000, 0, 1000, 0}, {1, 1, 6, 20})).refusal, "");
}

}  // namespace
}  // namespace etalon::tests
