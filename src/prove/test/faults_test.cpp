// SPDX-License-Identifier: Apache-2.0
// Faults planted in delivered files: each of them is refused, by the rule that is about it.
#include "prove/test/more_samples.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

constexpr const char *text = "GENERATE-CHECK-TEXT", *meaning = "GENERATE-CHECK-MEANING",
                     *memory = "GENERATE-CHECK-MEMORY", *weights = "GENERATE-CHECK-WEIGHTS",
                     *refusal = "GENERATE-CHECK-REFUSAL", *files = "GENERATE-CHECK-FILES",
                     *scope = "GENERATE-ALL-SCOPE";

struct Fault {
  const char* file;
  const char *from, *to;
  const char* rule;
};

void expect_refused(const Sample& sample, const std::vector<Fault>& faults) {
  ASSERT_EQ(refused_by(sample.prove()), "proved");
  for (const Fault& fault : faults) {
    std::vector<ProjectFile> delivered = sample.files();
    bool is_planted = false;
    for (auto& [path, bytes] : delivered) {
      if (path != fault.file) continue;
      const std::size_t at = bytes.find(fault.from);
      if (at == std::string::npos) continue;
      bytes.replace(at, std::string_view(fault.from).size(), fault.to);
      is_planted = true;
    }
    EXPECT_TRUE(is_planted) << fault.from;
    const ProjectProof proof = sample.prove(delivered);
    EXPECT_EQ(refused_by(proof), fault.rule)
        << fault.from << " -> " << fault.to << ": " << (proof.refusal ? proof.refusal->message : "");
    EXPECT_EQ(proof.proved.empty(), proof.refusal.has_value());
  }
}

TEST(ProveFaults, InTheTextOfAMap) {
  EVIDENCE("GENERATE-CHECK-TEXT");
  const char* c = "model.c";
  expect_refused(relu_sample(),
                 {
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(X[i], 0.5f)", meaning},
                     {c, "f32_larger(X[i], 0.0f)", "f32_max(X[i], 0.0f)", meaning},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(0.0f, X[i])", meaning},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(X[i], -0.0f)", meaning},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(X[i], 0.0)", text},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(X[i], 0)", text},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(X[i], 0f)", text},
                     {c, "f32_larger(X[i], 0.0f)", "(float)f32_larger(X[i], 0.0f)", text},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger((float)X[i], 0.0f)", text},
                     {c, "f32_larger(X[i], 0.0f)", "f32_of_f64(f64_larger(f64_of_f32(X[i]), 0.0))", meaning},
                     {c, "f32_larger(X[i], 0.0f)", "fmaxf(X[i], 0.0f)", text},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(Y[i], 0.0f)", text},
                     {c, "f32_larger(X[i], 0.0f)", "f32_larger(X[i], X[8])", memory},
                     {c, "X[i], 0.0f)", "X[(int32_t)i], 0.0f)", text},
                     {c, "X[i], 0.0f)", "X[i + 1], 0.0f)", memory},
                     {c, "X[i], 0.0f)", "X[7 - i], 0.0f)", meaning},
                     {c, "X[i], 0.0f)", "X[i / 0], 0.0f)", text},
                     {c, "X[i], 0.0f)", "X[(i - 1) / 2], 0.0f)", meaning},
                     {c, "X[i], 0.0f)", "X[i * 2147483647 - i * 2147483646], 0.0f)", meaning},
                     {c, "X[i], 0.0f)", "X[i + 010 - 8], 0.0f)", text},
                     {c, "i < 8", "i < 7", meaning},
                     {c, "i < 8", "i < 9", memory},
                     {c, "i < 8", "i <= 7", text},
                     {c, "int32_t i = 0", "int32_t i = 1", text},
                     {c, "++i", "i++", text},
                     {c, "++i", "++j", text},
                     {c, "i < 8", "j < 8", text},
                     {c, "int32_t i = 0", "int16_t i = 0", text},
                     {c, "    Y[i] =", "    if (f32_less(X[i], 0.0f)) { Y[i] = 0.0f; }\n    Y[i] =", text},
                     {c, "    Y[i] =", "    if (f32_less(X[i], 0.0f)) { return; }\n    Y[i] =", text},
                     {c, "    Y[i] =", "    if (i < 4) Y[i] =", text},
                     {c, "    Y[i] =", "    const int32_t f32_add = 0;\n    Y[i] =", text},
                     {c, "    Y[i] =", "    const int32_t i = 0;\n    Y[i] =", text},
                     {c, "    Y[i] =", "    const int32_t ENVIRONMENT_H = 0;\n    Y[i] =", text},
                     {c, "    Y[i] =", "    const int32_t hidden = 0;\n    Y[i] =", text},
                     {c, "    Y[i] =", "    break;\n    Y[i] =", text},
                     {c, "  for", "  for (int32_t j = 0; j < 99999999; ++j) { Y[0] = 0.0f; }\n  for", scope},
                     {c, "    Y[i] =", "    X[i] =", text},
                     {c, "    Y[i] =", "    Y[i] +=", text},
                     {c, "    Y[i] =", "    Y[i] = Y[7] =", text},
                     {c, "    Y[i] =", "    asm;\n    Y[i] =", text},
                     {c, "#include \"model.h\"\n", "#include \"model.h\"\n#define f32_larger f32_smaller\n", text},
                     {c, "#include \"model.h\"\n", "#include \"model.h\"\n#pragma STDC FP_CONTRACT ON\n", text},
                     {c, "#include \"model.h\"\n", "#include \"model.h\"\n#include <math.h>\n", text},
                     {c, "/* Written by hand. */", "// Written by hand.", text},
                     {c, "/* Written by hand. */", "/* by hand *\\\n/ #define X", text},
                     {c, "/* Written by hand. */", "/* by hand ?\?/ */", text},
                     {c, "/* Written by hand. */", "/* \xC3\xA9 */", text},
                     {c, "const float *restrict X", "const double *restrict X", text},
                     {c, "const float *restrict X", "const float *X", text},
                     {c, "static void node_0_relu", "void node_0_relu", text},
                     {c, "static void node_0_relu", "static void node_1_relu", text},
                     {c, "  if (etalon_environment() != 0) { return model_environment; }\n", "", text},
                     {c, "  if (etalon_environment() != 0) { return model_environment; }\n",
                      "  if (etalon_environment() != 1) { return model_environment; }\n", text},
                     {c, "  node_0_relu(input_0, output_0);\n", "", memory},
                     {c, "  node_0_relu(", "  (void)input_1;\n  node_0_relu(", text},
                     {c, "  node_0_relu(", "  (int)input_0;\n  node_0_relu(", text},
                     {c, "  node_0_relu(", "  (void)input_0 + 1;\n  node_0_relu(", text},
                     {c, "  return model_ok;", "  (void)input_0;\n  return model_ok;", text},
                     {c, "  node_0_relu(input_0, output_0);\n",
                      "  node_0_relu(input_0, output_0);\n  node_0_relu(input_0, output_0);\n", text},
                     {c, "  node_0_relu(input_0, output_0);\n", "  node_0_relu(output_0, output_0);\n", memory},
                     {c, "  node_0_relu(input_0, output_0);\n", "  node_0_relu(input_0, input_0);\n", memory},
                     {c, "  return model_ok;", "  return 0;", text},
                     {c, "  return model_ok;\n}\n", "  return model_ok;\n}\nint x;\n", text},
                 });
}

TEST(ProveFaults, InNaNsThatMayBeAny) {
  EVIDENCE("GENERATE-CHECK-MEANING");
  const char* c = "model.c";
  expect_refused(softmax_sample(),
                 {
                     {c, "share[k] = f32_exp(f32_sub(", "share[k] = f32_exp(f32_sub_any(", meaning},
                     {c, "f32_div(share[k], sum)", "f32_div_any(share[k], sum)", meaning},
                     {c, "f32_max(largest, X0", "f32_larger(largest, X0", meaning},
                     {c, "0xFF800000u", "0xFF7FFFFFu", meaning},
                     {c, "0xFF800000u", "0xFF800000", text},
                     {c, "float share[5]", "float share[4]", memory},
                     {c, "float share[5]", "double share[5]", text},
                     {c, "float largest", "double largest", text},
                     {c, "float sum = 0.0f;", "f16_t sum = 0x0u;", text},
                     {c, "float sum = 0.0f;", "float sum;", text},
                     {c, "float sum = 0.0f;", "const float sum = 0.0f;", text},
                     {c, "sum = f32_add_any(sum, share[k]);", "sum = f32_add_any(share[k], sum);", meaning},
                     {c, "share[k] = f32_exp", "share[4 - k] = f32_exp", memory},
                 });
  Sample where = where_sample();
  expect_refused(where, {
                            {c, "X1[i] : X2[i]", "f32_add_any(X1[i], X2[i]) : X2[i]", meaning},
                            {c, "X1[i] : X2[i]", "X2[i] : X1[i]", meaning},
                            {c, "(truth(X0[i]))", "(X0[i])", text},
                            {c, "(truth(X0[i]))", "(!(truth(X0[i])))", meaning},
                        });
  expect_refused(wide_sample(), {
                                    {c, "f32_one_nan(f32_of_f64_any(sum))", "f32_of_f64_any(sum)", meaning},
                                    {c, "f32_one_nan(f32_of_f64_any(sum))", "f32_abs(f32_of_f64_any(sum))", meaning},
                                    {c, "double sum = 0.0;", "double sum = 0x1p-1074;", meaning},
                                    {c, "f64_fma_any(", "f64_fma(", "proved"},
                                });
  expect_refused(argmax_sample(), {
                                      {c, "f32_one_nan(X0[i * 4 + k])", "f32_add_any(X0[i * 4 + k], -0.0f)", meaning},
                                      {c, "TIE_FIRST", "TIE_LAST", meaning},
                                      {c, "WANTED_LARGEST", "WANTED_SMALLEST", meaning},
                                      {c, "found = 1;", "found = 0;", meaning},
                                      {c, "int found = 0;", "int found = 1;", meaning},
                                      {c, "i64_of_place(k)", "k", text},
                                  });
}

TEST(ProveFaults, InSumsAndOtherTypes) {
  EVIDENCE("GENERATE-CHECK-MEANING");
  const char* c = "model.c";
  expect_refused(exact_sample(),
                 {
                     {c, "      f32_exact_start(&s);\n", "", text},
                     {c, "f32_exact_start(&s)", "f64_exact_start(&s)", text},
                     {c, "exact_sum s;", "integer_sum s;", text},
                     {c, "X0[i * 3 + k], X1[k * 2 + j]);\n", "X1[k * 2 + j], X0[i * 3 + k]);\n", meaning},
                     {c, "f32_exact_finish(&s)", "f32_add(f32_exact_finish(&s), f32_exact_finish(&s))", meaning},
                     {c, "f32_exact_finish(&s)", "f32_exact_quotient(&s, 1)", meaning},
                 });
  expect_refused(quantise_sample(), {
                                        {c, "f32_of_exact(quotient)", "f16_of_exact(quotient)", text},
                                        {c, "exact_of_f32(f32_of_exact(quotient))", "quotient", meaning},
                                        {c, "u8_quantised", "i8_quantised", text},
                                        {c, "X2[0]", "X2[1]", memory},
                                        {c, "X2[0]", "0", text},
                                        {c, "exact_quotient", "exact_product", meaning},
                                    });
  expect_refused(nibble_sample(), {
                                      {c, "i4_store(Y, i, v)", "i4_store(Y, 4 - i, v)", meaning},
                                      {c, "i4_store(Y, i, v)", "Y[i] = v", text},
                                      {c, "i4_of_f32", "i8_of_f32", text},
                                      {c, "i < 5", "i < 4", meaning},
                                  });
  expect_refused(and_sample(), {
                                   {c, "(truth_t)(", "(uint8_t)(", text},
                                   {c, "truth(X0[i])", "X0[i]", text},
                                   {c, "truth(X1[i])", "truth(X1[3 - i])", meaning},
                                   {c, "&&", "||", text},
                               });
  expect_refused(slice_sample(), {
                                     {c, "{5, 3, 1}", "{5, 3, 2}", meaning},
                                     {c, "{5, 3, 1}", "{5, 3, 6}", memory},
                                     {c, "{5, 3, 1}", "{5, 3, 1, 0}", text},
                                     {c, "{5, 3, 1}", "{5, 3}", text},
                                     {c, "static const int32_t from", "static int32_t from", text},
                                 });
  expect_refused(copy_sample(), {
                                    {c, "Y[i] = X[i]", "Y[i] = X[5 - i]", meaning},
                                    {c, "Y[i] = X[i]", "Y[i] = f32_one_nan(X[i])", meaning},
                                    {c, "copy_0(input_0, output_1)", "copy_0(output_0, output_1)", memory},
                                    {c, "copy_0(input_0, output_1)", "copy_0(input_0, output_0)", memory},
                                });
}

TEST(ProveFaults, InMemoryAndWeights) {
  EVIDENCE("GENERATE-CHECK-MEMORY");
  EVIDENCE("GENERATE-CHECK-WEIGHTS");
  const char *c = "model.c", *w = "weights.c", *h = "model.h";
  expect_refused(
      conv_sample(),
      {
          {c, "x + kx - 1", "x + kx", meaning},
          {c, "0 <= ix && ", "", memory},
          {c, "ix < 4", "ix < 5", memory},
          {c, "0 <= iy && iy < 4 && ", "iy < 4 && ", memory},
          {c, ": 0.0f;", ": 1.0f;", meaning},
          {c, ": 0.0f;", ": X[0];", meaning},
          {c, "float sum = 0.0f", "float sum = B[c]", meaning},
          {c, "f32_add(sum, B[c])", "f32_add_any(sum, B[c])", meaning},
          {c, "f32_add(sum, B[c])", "f32_add(B[c], sum)", meaning},
          {c, "f32_add_any(sum, f32_mul_any(x1, ", "f32_fma_any(x1, W[0], f32_mul_any(x1, ", meaning},
          {c, "const float x1", "const f16_t x1", text},
          {c, "for (int32_t ky = 0; ky < 3", "for (int32_t ky = 0; ky < 2", meaning},
          {c, "model_weight_0, model_weight_1, ", "model_weight_1, model_weight_0, ", memory},
          {c, "node_1_relu(arena->f32 + 0, arena->f32 + 32)", "node_1_relu(arena->f32 + 0, arena->f32 + 31)", memory},
          {c, "node_1_relu(arena->f32 + 0, arena->f32 + 32)", "node_1_relu(arena->f32 + 0, arena->f32 + 33)", memory},
          {c, "node_1_relu(arena->f32 + 0, arena->f32 + 32)", "node_1_relu(arena->f32 + 0, arena->f32 + 0)", memory},
          {c, "node_1_relu(arena->f32 + 0, arena->f32 + 32)", "node_1_relu(arena->f32 + 1, arena->f32 + 32)", memory},
          {c, "node_1_relu(arena->f32 + 0, arena->f32 + 32)", "node_1_relu(input_0, arena->f32 + 32)", memory},
          {c, "node_2_add(arena->f32 + 32, arena->f32 + 0,", "node_2_add(arena->f32 + 0, arena->f32 + 32,", meaning},
          {c, "node_2_add(arena->f32 + 32, arena->f32 + 0,", "node_2_add(arena->f32 + 32, arena->f32,", text},
          {c, "node_2_add(arena->f32 + 32, arena->f32 + 0,", "node_2_add(arena->f32 + 32, arena->f64 + 0,", text},
          {c, "  node_1_relu(arena->f32 + 0, arena->f32 + 32);\n", "", memory},
          {h, "float f32[64]", "float f32[63]", memory},
          {h, "float f32[64]", "double f32[64]", text},
          {h, "model_weight_1[2]", "model_weight_1[3]", text},
          {h, "model_ok = 0", "model_ok = 1", text},
          {h, "#define MODEL_WEIGHTS\n", "#define MODEL_WEIGHTS static\n", text},
          {h, "#include \"scalar/named/floats.h\"", "#include \"scalar/named/floats.h\"\n#include \"own.h\"", text},
          {h, "#include \"scalar/named/floats.h\"", "#include \"scalar/named/halves.h\"", files},
          {h, "#include <stdint.h>", "#include <stdint.h>\n#define float double", text},
          {h, "const float *restrict input_0", "const double *restrict input_0", text},
          {h, "#endif\n\nenum", "#endif\nstatic inline float f32_add(float a, float b);\nenum", text},
          {w, "0.25f", "0.2500001f", weights},
          {w, "0.0f, 0.25f", "0.25f, 0.0f", weights},
          {w, "0x1p-1f", "0x1p-2f", weights},
          {w, "0x1p-1f", "0.5", text},
          {w, "0x1p-1f", "5e-1f", "proved"},
          {w, "0x1p-1f", "0x1p-1", text},
          {w, "0x1p-1f", "1/2.f", text},
          {w, "0x1p-1f", "INFINITY", text},
          {w, "0x1p-1f, ", "", text},
          {w, "8.75f, ", "", text},
          {w, "MODEL_WEIGHTS const", "const", text},
          {"scalar/binary.h", "binary", "binarz", files},
          {"scalar/environment.h", "1", "0", files},
      });
}

// Two tables with other bits at the same shape, exchanged.
TEST(ProveFaults, ExchangedWeights) {
  EVIDENCE("GENERATE-CHECK-WEIGHTS");
  Sample s;
  const auto x = s.input("x", DType::f32, {2});
  const auto a = s.constant<float>("a", DType::f32, {2}, {1, 2}), b = s.constant<float>("b", DType::f32, {2}, {3, 4});
  s.output(s.node("Mul", {s.node("Add", {x, a}, "s", DType::f32, {2}), b}, "y", DType::f32, {2}));
  s.arena = "  float f32[2];\n";
  s.externs = "extern const float model_weight_0[2];\nextern const float model_weight_1[2];\n";
  s.weights =
      "MODEL_WEIGHTS const float model_weight_0[2] = {1.0f, 2.0f};\nMODEL_WEIGHTS const float model_weight_1[2] = "
      "{3.0f, 4.0f};\n";
  s.parameters = "model_arena *restrict arena, const float *restrict input_0, float *restrict output_0";
  s.functions =
      "static void node_0_add(const float *restrict A, const float *restrict B, float *restrict C) {\n"
      "  for (int32_t i = 0; i < 2; ++i) { C[i] = f32_add(A[i], B[i]); }\n}\n"
      "static void node_1_mul(const float *restrict A, const float *restrict B, float *restrict C) {\n"
      "  for (int32_t i = 0; i < 2; ++i) { C[i] = f32_mul(A[i], B[i]); }\n}\n";
  s.body = std::string(environment_check) +
           "  node_0_add(input_0, model_weight_0, arena->f32 + 0);\n  node_1_mul(arena->f32 + 0, model_weight_1, "
           "output_0);\n";
  expect_refused(s, {
                        {"model.c", "input_0, model_weight_0", "input_0, model_weight_1", weights},
                        {"weights.c", "{1.0f, 2.0f}", "{3.0f, 4.0f}", weights},
                    });
}

TEST(ProveFaults, InRefusals) {
  EVIDENCE("GENERATE-CHECK-REFUSAL");
  const char *c = "model.c", *h = "model.h";
  expect_refused(
      div_sample(),
      {
          {c, "    if (i32_is_zero(B[i])) { return model_node_0_DIV_INT_ZERO; }\n", "", refusal},
          {c, "i < 3", "i < 2", refusal},
          {c, "i32_is_zero(B[i])", "i32_is_zero(A[i])", refusal},
          {c, "i32_is_zero(B[i])", "i32_less(B[i], 0)", refusal},
          {c, "i32_is_zero(B[i])", "i32_equal(B[i], 0)", "proved"},
          {c, "i32_is_zero(B[i])", "!(i32_is_zero(B[i]))", refusal},
          {c, "return model_node_0_DIV_INT_ZERO", "return model_ok", text},
          {c, "  for (int32_t i = 0; i < 3; ++i) {\n", "  C[0] = 0;\n  for (int32_t i = 0; i < 3; ++i) {\n", refusal},
          {c, "i32_div_truncate", "i32_div_floor", meaning},
          {c, "  return model_ok;\n}\n\nint32_t", "}\n\nint32_t", text},
          {c, "  if (status != model_ok) { return status; }\n", "", text},
          {c, "  status = node_0_div", "  node_0_div", refusal},
          {h, "model_node_0_DIV_INT_ZERO", "model_node_0_DIV_INT_ONE", refusal},
          {h, "= 2", "= 3", text},
      });
  Sample other = div_sample();  // by another rule
  for (std::string* part : {&other.refusals, &other.functions})
    for (std::size_t at = 0; (at = part->find("DIV_INT_ZERO", at)) != std::string::npos;)
      part->replace(at, 12, "DIV_INT_ZERA");
  EXPECT_EQ(refused_by(other.prove()), refusal);
}

TEST(ProveFaults, InIndices) {
  EVIDENCE("GENERATE-CHECK-REFUSAL");
  const char* c = "model.c";
  expect_refused(
      gather_sample(),
      {
          {c, "INT64_C(-5)", "INT64_C(-6)", refusal},
          {c, "INT64_C(-5)", "INT64_C(-4)", refusal},
          {c, "INT64_C(5)", "INT64_C(4)", refusal},
          {c, "INT64_C(5)", "INT64_C(6)", refusal},
          {c, "    if (!(i64_less(indices[r], INT64_C(5)))) { return model_node_0_GATHER_ALL_INDEX; }\n", "", refusal},
          {c, "i64_less(indices[r], INT64_C(-5))",
           "(i64_less(indices[r], INT64_C(-5))) && (!(i64_equal(indices[r], INT64_C(-77))))", refusal},
          {c, "i64_less(indices[r], INT64_C(-5))",
           "(i64_less(indices[r], INT64_C(-5))) && (!(i64_equal(indices[0], INT64_C(3))))", refusal},
          {c, "i64_less(indices[r], INT64_C(-5))", "i64_less(i64_add(indices[r], INT64_C(5)), INT64_C(0))", meaning},
          {c, "r < 3", "r < 2", refusal},
          {c, "place_of_i64(indices[r], 5)", "place_of_i64(indices[r], 4)", refusal},
          {c, "place_of_i64(indices[r], 5)", "place_of_i64(indices[r], 6)", meaning},
          {c, "place_of_i64(indices[r], 5)", "place_of_i64(indices[0], 5)", meaning},
          {c, "data[at * 4 + j]", "data[at * 4 + 3 - j]", meaning},
          {c, "data[at * 4 + j]", "(at == 3) ? data[0] : data[at * 4 + j]", meaning},
          {c, "place_of_i64(indices[r], 5)", "place_of_i32(indices[r], 5)", text},
      });
}

TEST(ProveFaults, InWhichFilesThereAre) {
  EVIDENCE("GENERATE-CHECK-FILES");
  const Sample sample = relu_sample();
  const auto proof_with = [&](const ProjectFile& extra) {
    std::vector<ProjectFile> all = sample.files();
    all.push_back(extra);
    return sample.prove(all);
  };
  const auto with = [&](const ProjectFile& extra) { return refused_by(proof_with(extra)); };
  EXPECT_EQ(with({"math.h", ""}), files);
  EXPECT_EQ(with({"scalar/other.h", ""}), files);
  EXPECT_EQ(with({"model.c", ""}), files);
  EXPECT_EQ(with({"Makefile", ""}), "proved");
  for (const char* built : {"selftest", "model.o"}) {
    const ProjectProof proof = proof_with({built, ""});
    ASSERT_EQ(refused_by(proof), files);
    EXPECT_NE(proof.refusal->hint.find("make clean"), std::string::npos) << proof.refusal->hint;
  }
  EXPECT_EQ(with({"scalar/selftest", ""}), files);
  for (const char* missing : {"model.h", "model.c", "scalar/binary.h", "scalar/named/types.h"}) {
    std::vector<ProjectFile> all = sample.files();
    std::erase_if(all, [&](const ProjectFile& one) { return one.path == missing; });
    EXPECT_EQ(refused_by(sample.prove(all)), files) << missing;
  }
}

TEST(ProveFaults, TheNameOfAFileIsSpelledOut) {
  EVIDENCE("GENERATE-CHECK-FILES");
  std::vector<ProjectFile> all = relu_sample().files();
  all.push_back({"a\x1B[2J\xFF.c", ""});
  const ProjectProof proof = relu_sample().prove(all);
  ASSERT_TRUE(proof.refusal);
  EXPECT_TRUE(proof.refusal->message.starts_with("a\\x1B[2J\\xFF.c: no project")) << proof.refusal->message;
}

TEST(ProveFaults, TheFirstIsNamedWhateverTheTeamIs) {
  EVIDENCE("GENERATE-CHECK-MEANING");
  constexpr int nodes = 8;
  Sample s;
  std::uint32_t v = s.input("x", DType::f32, {2});
  s.arena = "  float f32[32];\n";
  s.parameters = "model_arena *restrict arena, const float *restrict input_0, float *restrict output_0";
  s.body = environment_check;
  for (int n = 0; n < nodes; ++n) {
    const std::string name = "node_" + std::to_string(n) + "_relu",
                      read = n == 0 ? "input_0" : "arena->f32 + " + std::to_string(2 * n - 2),
                      write = n == nodes - 1 ? "output_0" : "arena->f32 + " + std::to_string(2 * n);
    v = s.node("Relu", {v}, "y" + std::to_string(n), DType::f32, {2});
    // A fault in all but the first; no two have the same text.
    s.functions += "static void " + name + "(const float *restrict X, float *restrict Y) {\n" +
                   "  for (int32_t i = 0; i < 2; ++i) { Y[i] = f32_larger(X[i], " + std::to_string(n) + ".0f); }\n}\n";
    s.body += "  " + name + "(" + read + ", " + write + ");\n";
  }
  s.output(v);
  for (unsigned k = 0; k < 20; ++k) {
    const ProjectProof proof = s.prove(s.files(), 1 + k % 5);
    ASSERT_TRUE(proof.refusal);
    EXPECT_NE(proof.refusal->message.find("node_1_relu"), std::string::npos) << proof.refusal->message;
  }
}

// A file that is cut, or in which a word is doubled or left out, is refused or still proved, and never ends the
// checker.
TEST(ProveFaults, NothingEndsTheChecker) {
  EVIDENCE("GENERATE-CHECK-TEXT");
  for (const Sample& sample : {conv_sample(), gather_sample(), argmax_sample(), quantise_sample()})
    for (const std::size_t file : {0u, 1u, 2u}) {
      const std::string whole = sample.files()[file].bytes;
      for (std::size_t at = 0; at < whole.size(); at += 7) {
        std::vector<ProjectFile> cut = sample.files(), doubled = cut, without = cut;
        cut[file].bytes = whole.substr(0, at);
        doubled[file].bytes.insert(at, whole.substr(at, 5));
        without[file].bytes.erase(at, 5);
        EXPECT_NE(refused_by(sample.prove(cut)), "proved");
        sample.prove(doubled);
        sample.prove(without);
      }
    }
}

}  // namespace
}  // namespace etalon::tests
