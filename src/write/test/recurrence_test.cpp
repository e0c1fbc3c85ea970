// SPDX-License-Identifier: Apache-2.0
// Recurrences in forms in which something is left out or put together: of no step, by rows of steps.
#include <gtest/gtest.h>

#include "ops/reference.hpp"
#include "prove/prove.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"
#include "write/project.hpp"

namespace etalon::tests {
namespace {

// A hidden state of one element, after so many steps.
std::shared_ptr<const CheckedModel> recurrence(const char* op, std::uint64_t gates, std::uint64_t steps) {
  GraphMaker maker(DType::f32);
  maker.input("X", {steps, 1, 4}).input("W", {1, gates, 4}).input("R", {1, gates, 1});
  maker.graph.nodes.push_back({"", "", op, {}, {}, {{"hidden_size", std::int64_t{1}}}});
  for (const char* name : {"X", "W", "R"}) maker.graph.nodes[0].inputs.push_back(maker.value(name));
  maker.graph.nodes[0].outputs = {maker.value("Y", {steps, 1, 1, 1}), maker.value("Y_h", {1, 1, 1})};
  return maker.output("Y").output("Y_h").model();
}

std::string written_and_proved(const char* op, std::uint64_t gates, std::uint64_t steps, bool by_rows) {
  const auto model = recurrence(op, gates, steps);
  const Result<Plan> plan = Plan::make(model, reference_kernel, {});
  if (!plan) return plan.finding().message;
  const Result<Project> project = write_project(*plan, {.by_rows = by_rows});
  if (!project) return project.finding().message;
  const ProjectProof proof = prove_project(*model, plan->constants(), project->files, shipped_texts(), {});
  return proof.refusal ? proof.refusal->message : "proved";
}

TEST(WrittenRecurrence, ByRowsTheStateGoesFromStepToStep) {
  EVIDENCE("GENERATE-ALL-MEANING");
  EXPECT_EQ(written_and_proved("GRU", 3, 4, true), "proved");
  EXPECT_EQ(written_and_proved("LSTM", 4, 4, true), "proved");
}

TEST(WrittenRecurrence, OfNoStepTheStateIsTheInitialOne) {
  EVIDENCE("GENERATE-ALL-MEANING");
  EXPECT_EQ(written_and_proved("GRU", 3, 0, false), "proved");
  EXPECT_EQ(written_and_proved("LSTM", 4, 0, false), "proved");
}

}  // namespace
}  // namespace etalon::tests
