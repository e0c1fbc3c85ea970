// SPDX-License-Identifier: Apache-2.0
#include "prove/test/more_samples.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// A Gather with so many indices that not all of their combinations are tried.
Sample long_gather() {
  Sample s;
  const auto x = s.input("x", DType::f32, {50, 2}), at = s.input("at", DType::i32, {7});
  s.output(s.node("Gather", {x, at}, "y", DType::f32, {7, 2}));
  const Sample shorter = gather_sample();
  s.refusals = shorter.refusals;
  s.parameters = replaced(shorter.parameters, "int64_t", "int32_t");
  s.functions = shorter.functions;
  for (const auto& [from, to] : {std::pair{"const int64_t *", "const int32_t *"},
                                 {"i64_less", "i32_less"},
                                 {"INT64_C(-5)", "-50"},
                                 {"INT64_C(5)", "50"},
                                 {"r < 3", "r < 7"},
                                 {"place_of_i64(indices[r], 5)", "place_of_i32(indices[r], 50)"},
                                 {"j < 4", "j < 2"},
                                 {"r * 4 + j", "r * 2 + j"},
                                 {"at * 4 + j", "at * 2 + j"}})
    s.functions = replaced(s.functions, from, to);
  s.body = shorter.body;
  return s;
}

TEST(Prove, EveryIndexOfManyTakesEveryValue) {
  const Sample s = long_gather();
  const ProjectProof proof = s.prove();
  ASSERT_FALSE(proof.refusal) << proof.refusal->message;
  EXPECT_EQ(proof.elements, 100u * 14);  // as many runs as there are admitted values
}

// The guard of a header as that of model.h would leave the header out, with what it refuses.
TEST(ProveFaults, APrefixThatMakesANameOfAHeaderIsRefused) {
  EVIDENCE("GENERATE-CHECK-TEXT");
  for (const auto& [prefix, rule] : {std::pair{"net", "proved"}, {"environment", "GENERATE-CHECK-TEXT"}}) {
    std::string capitals = prefix;
    for (char& c : capitals) c = static_cast<char>(c - 'a' + 'A');
    Sample s = relu_sample();
    s.prefix = prefix;
    s.capitals = capitals;
    s.body = replaced(s.body, "model_", std::string(prefix) + "_");
    EXPECT_EQ(refused_by(s.prove()), rule) << prefix;
  }
}

// x_scale is a name of an operand; with the prefix x it is no other name than it was.
TEST(ProveFaults, OnlyNamesOfTheHeaderAreTaken) {
  EVIDENCE("GENERATE-CHECK-TEXT");
  for (const auto& [name, rule] : {std::pair{"model_scale", "proved"},
                                   {"model_ok", "GENERATE-CHECK-TEXT"},
                                   {"model_run", "GENERATE-CHECK-TEXT"},
                                   {"MODEL_H", "GENERATE-CHECK-TEXT"},
                                   {"model_node_0_DIV_INT_ZERO", "GENERATE-CHECK-TEXT"}}) {
    Sample s = div_sample();
    s.functions = replaced(replaced(s.functions, "restrict A,", "restrict " + std::string(name) + ","), "A[",
                           std::string(name) + "[");
    EXPECT_EQ(refused_by(s.prove()), rule) << name;
  }
}

// All runs together may do so much: there are 1000 here.
TEST(ProveFaults, WhatIsRunForEveryIndexIsLimited) {
  EVIDENCE("GENERATE-ALL-SCOPE");
  Sample s = gather_sample();
  s.functions =
      replaced(s.functions, "  return model_ok;", "  for (int32_t k = 0; k < 900000; ++k) {\n  }\n  return model_ok;");
  EXPECT_EQ(refused_by(s.prove()), "GENERATE-ALL-SCOPE");
}

TEST(ProveFaults, APathIsSpelledOut) {
  EVIDENCE("CHECK-ALL-ESCAPE");
  const Sample s = relu_sample();
  std::vector<ProjectFile> all = s.files();
  all.push_back({"\x1b[31mred\n.c", ""});
  const ProjectProof proof = s.prove(all);
  ASSERT_EQ(refused_by(proof), "GENERATE-CHECK-FILES");
  EXPECT_EQ(proof.refusal->message.find("\\x1B[31mred\\x0A.c: "), 0u) << proof.refusal->message;
}

TEST(ProveFaults, WhatDependsOnSeveralOfManyIndicesIsRefused) {
  for (const auto& [from, to] :
       {std::pair{"output[r * 2 + j] = data[at * 2 + j]",
                  "const float v = data[at * 2 + j];\n      output[r * 2 + j] = v"},
        {"output[r * 2 + j] = data[at * 2 + j]",
         "if (at < 7) { output[r * 2 + j] = data[at * 2 + j]; } else { output[r * 2 + j] = data[at * 2 + j]; }\n      "
         "output[r * 2 + j] = data[at * 2 + j]"},
        {"const int32_t at = place_of_i32(indices[r], 50);",
         "const int32_t other = place_of_i32(indices[0], 50);\n    const int32_t at = place_of_i32(indices[r], 50);\n  "
         "  if (other == 49 && at == 3) { output[0] = data[0]; }"},
        {"data[at * 2 + j]", "data[(at + 1) * 2 + j - 2]"}}) {
    Sample s = long_gather();
    s.functions = replaced(s.functions, from, to);
    EXPECT_EQ(refused_by(s.prove()),
              s.functions.find("+ 1)") != std::string::npos ? "proved" : "GENERATE-CHECK-MEANING")
        << to;
  }
}

// Of few indices all combinations are tried, so that a place of data may decide.
TEST(Prove, FewIndicesMayDecide) {
  Sample s = gather_sample();
  s.functions = replaced(s.functions, "= data[at * 4 + j];", "= (at == 3) ? data[12 + j] : data[at * 4 + j];");
  const ProjectProof proof = s.prove();
  ASSERT_FALSE(proof.refusal) << proof.refusal->message;
  EXPECT_EQ(proof.elements, 1000u * 12);
  s.functions = replaced(s.functions, "data[12 + j]", "data[13 - j]");
  EXPECT_EQ(refused_by(s.prove()), "GENERATE-CHECK-MEANING");
}

Sample pow_sample() {
  Sample s = one_node("Pow", {{DType::i32, {4}}, {DType::i64, {4}}}, {DType::i32, {4}},
                      "  for (int32_t i = 0; i < 4; ++i) {\n"
                      "    if (i64_less(X1[i], 0)) { return model_node_0_POW_INT_NEGATIVE; }\n"
                      "  }\n"
                      "  for (int32_t i = 0; i < 4; ++i) {\n"
                      "    Y[i] = i32_pow(X0[i], exponent_of_i64(X1[i]));\n"
                      "  }\n"
                      "  return model_ok;\n");
  s.functions = replaced(s.functions, "static void", "static int32_t");
  s.refusals = ",\n  model_node_0_POW_INT_NEGATIVE = 2";
  s.body = "  int32_t status = model_ok;\n" + replaced(s.body, "  node_0_it", "  status = node_0_it") +
           "  if (status != model_ok) { return status; }\n";
  return s;
}

TEST(Prove, PowersOfIntegersAreProvedWithTheirRefusal) {
  const Sample s = pow_sample();
  const ProjectProof proof = s.prove();
  ASSERT_FALSE(proof.refusal) << proof.refusal->message;
  for (const auto& [from, to] : {std::pair{"i64_less(X1[i], 0)", "i64_less_or_equal(X1[i], 0)"},
                                 {"i64_less(X1[i], 0)", "i64_less(X1[i], 1)"},
                                 {"i64_less(X1[i], 0)", "i64_less(X1[3 - i], X1[i])"},
                                 {"i64_less(X1[i], 0)", "1"}}) {
    Sample other = s;
    other.functions = replaced(other.functions, from, to);
    EXPECT_EQ(refused_by(other.prove()), "GENERATE-CHECK-REFUSAL") << to;
  }
}

// Nothing is written before the last node that can refuse.
TEST(ProveFaults, AnOutputBeforeARefusalIsRefused) {
  Sample s;
  const auto a = s.input("a", DType::i32, {2}), b = s.input("b", DType::i32, {2});
  s.output(s.node("Neg", {a}, "n", DType::i32, {2}));
  s.output(s.node("Div", {a, b}, "q", DType::i32, {2}));
  s.refusals = ",\n  model_node_1_DIV_INT_ZERO = 2";
  s.parameters =
      "const int32_t *restrict input_0, const int32_t *restrict input_1, int32_t *restrict output_0, int32_t *restrict "
      "output_1";
  s.functions =
      "static void node_0_neg(const int32_t *restrict X, int32_t *restrict Y) {\n"
      "  for (int32_t i = 0; i < 2; ++i) { Y[i] = i32_negate(X[i]); }\n}\n"
      "static int32_t node_1_div(const int32_t *restrict A, const int32_t *restrict B, int32_t *restrict C) {\n"
      "  for (int32_t i = 0; i < 2; ++i) {\n"
      "    if (i32_is_zero(B[i])) { return model_node_1_DIV_INT_ZERO; }\n"
      "  }\n"
      "  for (int32_t i = 0; i < 2; ++i) { C[i] = i32_div_truncate(A[i], B[i]); }\n"
      "  return model_ok;\n}\n";
  const std::string
      begin = "  int32_t status = model_ok;\n" + std::string(environment_check),
      neg = "  node_0_neg(input_0, output_0);\n",
      div = "  status = node_1_div(input_0, input_1, output_1);\n  if (status != model_ok) { return status; }\n";
  s.body = begin + div + neg;
  EXPECT_EQ(refused_by(s.prove()), "proved");
  s.body = begin + neg + div;
  EXPECT_EQ(refused_by(s.prove()), "GENERATE-CHECK-REFUSAL");
  s.body = begin + neg;
  EXPECT_NE(refused_by(s.prove()), "proved");
}

TEST(Prove, TheArenaMayBeStatic) {
  Sample s = conv_sample();
  s.parameters = replaced(s.parameters, "model_arena *restrict arena, ", "");
  s.functions = "MODEL_ARENA static model_arena arena_;\n" + s.functions;
  s.body = replaced(s.body, "arena->f32", "arena_.f32");
  std::vector<ProjectFile> files = s.files();
  files[0].bytes =
      replaced(files[0].bytes, "#endif\n\nenum", "#endif\n#ifndef MODEL_ARENA\n#define MODEL_ARENA\n#endif\n\nenum");
  const ProjectProof proof = s.prove(files);
  EXPECT_FALSE(proof.refusal) << proof.refusal->message;
  EXPECT_EQ(refused_by(s.prove()), "GENERATE-CHECK-TEXT");
}

}  // namespace
}  // namespace etalon::tests
