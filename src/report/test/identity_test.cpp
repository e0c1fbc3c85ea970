// SPDX-License-Identifier: Apache-2.0
// Which program made a report, and from which files: the same words in every format.
#include "report/page/identity.hpp"

#include <gtest/gtest.h>

#include "base/status.hpp"
#include "report/page/findings.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

constexpr std::byte abc[] = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
constexpr const char* sha256_of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";  // FIPS 180-4

Identity example() {
  Identity identity{.profile = "sonnx", .accumulation = "fused", .files = {}};
  identity.add_file("input", "<b>\"A\"\x1b", abc);
  return identity;
}

std::string identity_json(const Identity& identity) {
  return json_object([&](JsonWriter& json) { write_identity(json, "etalon-run-1", identity); });
}

TEST(Identity, EveryFormatStatesProfilePolicyAndTheHashOfEachFile) {
  EVIDENCE("REPORT-ALL-IDENTITY");
  for (const std::string& text : {identity_text(example()), identity_html(example())}) {
    EXPECT_NE(text.find(tool_text() + ", profile sonnx, accumulation fused"), text.npos) << text;
    EXPECT_NE(text.find(sha256_of_abc), text.npos) << text;
  }
  const std::string json = identity_json(example());
  EXPECT_NE(json.find(R"("profile":"sonnx","accumulation":"fused")"), json.npos) << json;
  EXPECT_NE(json.find(std::string(R"("sha256":")") + sha256_of_abc + '"'), json.npos) << json;
}

TEST(Identity, WhatDoesNotApplyIsLeftOut) {
  EVIDENCE("REPORT-ALL-IDENTITY");
  EXPECT_EQ(identity_text({}), tool_text() + "\n");
  EXPECT_EQ(identity_json({}).find("profile"), std::string::npos);
  EXPECT_EQ(identity_html({}).find("<table"), std::string::npos);
}

TEST(Identity, ANameFromTheModelStaysText) {
  EVIDENCE("CHECK-ALL-ESCAPE");
  EXPECT_EQ(identity_text(example()).find('\x1b'), std::string::npos);
  EXPECT_EQ(identity_html(example()).find("<b>"), std::string::npos);
  EXPECT_NE(identity_json(example()).find(R"("name":"<b>\"A\"\u001b")"), std::string::npos) << identity_json(example());
}

TEST(Identity, FilesAreNotHashedWhereNothingPrintsIt) {
  EVIDENCE("REPORT-ALL-IDENTITY");
  Identity identity;
  identity.hashes = false;
  identity.add_file("input", "A", abc);
  EXPECT_TRUE(identity.files.empty());
}

TEST(Failure, EveryMemberIsThereAndNullStandsForNone) {
  EVIDENCE("REPORT-ALL-FAILURE");
  const std::string json = failure_json({}, error(Code::usage, "", "no \"such\" thing"), nullptr);
  EXPECT_NE(json.find(R"("error":{"code":2,"severity":"error","rule":null,"message":"no \"such\" thing","hint":null,)"
                      R"("fix":null,"node":null,"operator":null,"name":null,"value":null,"offset":null})"),
            json.npos)
      << json;
}

TEST(Failure, TheNodeIsNamed) {
  EVIDENCE("REPORT-ALL-FAILURE");
  Graph graph;
  graph.nodes.emplace_back().operation = "Div";
  graph.nodes[0].name = "norm";
  Finding finding = error(Code::condition, "DIV-INT-ZERO", "division by zero", "no output was written");
  finding.status.node = 0;
  const std::string json = failure_json({}, finding, &graph);
  EXPECT_NE(json.find(R"("node":0,"operator":"Div","name":"norm")"), json.npos) << json;
}

}  // namespace
}  // namespace etalon::impl
