// SPDX-License-Identifier: Apache-2.0
#include "report/generate/report.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/evidence.hpp"
#include "text/json.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

ProjectProof proof_of_one() {
  ProjectProof proof;
  proof.nodes = {};
  proof.elements = 12;
  proof.joins = 34;
  proof.bound_log2 = -110.5;
  proof.proved = {"model.h", "model.c", "weights.c"};
  proof.compared = {"Makefile"};
  proof.not_judged = {"README.md", "trace.json"};
  return proof;
}

TEST(GenerateReport, TheFirstLineCountsWhatWasNotJudged) {
  EVIDENCE("GENERATE-ALL-REPORT");
  const CheckedModel model{std::make_shared<Graph>(), *find_profile("onnx"), {}};
  Generated project{std::vector<ProjectFile>(6), ProjectNeeds{}, proof_of_one()};
  GenerateReport report{model, {}, "project", project};
  EXPECT_EQ(generate_summary(report),
            "written, and equal to the reference for every input: 4 of 6 files proved or compared, 2 not judged\n");
  project.proof.reset();
  EXPECT_EQ(generate_summary(report), "written, not proved: 6 files are not judged\n");
}

TEST(GenerateReport, WhatIsInNoFolderOrWasThereBeforeIsNotCalledWritten) {
  EVIDENCE("GENERATE-ALL-REPORT");
  const CheckedModel model{std::make_shared<Graph>(), *find_profile("onnx"), {}};
  const std::string proved = "equal to the reference for every input: 4 of 6 files proved or compared, 2 not judged\n";
  Generated project{std::vector<ProjectFile>(6), ProjectNeeds{}, proof_of_one()};
  const GenerateReport unsaved{model, {}, "", project}, found{model, {}, "project", project};
  EXPECT_EQ(generate_summary(unsaved), proved);
  EXPECT_EQ(generate_text(unsaved).find("\n  project "), std::string::npos);
  EXPECT_NE(generate_json(unsaved).find("\"project\":null,\"files_written\":0"), std::string::npos);
  project.needs.reset();
  EXPECT_EQ(generate_summary(found), proved);
  EXPECT_NE(generate_json(found).find("\"project\":\"project\",\"files_written\":0"), std::string::npos);
  project.proof.reset();
  EXPECT_EQ(generate_summary(unsaved), "not proved: 6 files are not judged\n");
}

TEST(GenerateReport, TextAndJsonHaveTheBoundOfACollision) {
  EVIDENCE("GENERATE-ALL-REPORT");
  const CheckedModel model{std::make_shared<Graph>(), *find_profile("onnx"), {}};
  Generated project{std::vector<ProjectFile>(6), ProjectNeeds{}, proof_of_one()};
  const GenerateReport report{model, {}, "project", project};
  EXPECT_NE(generate_text(report).find("2^-110"), std::string::npos);
  EXPECT_TRUE(read_json(generate_json(report), "GENERATE-ALL-REPORT"));
  project.proof->bound_log2 = -std::numeric_limits<double>::infinity();  // nothing was joined
  EXPECT_TRUE(read_json(generate_json(report), "GENERATE-ALL-REPORT"));
}

}  // namespace
}  // namespace etalon::tests
