// SPDX-License-Identifier: Apache-2.0
// Small models and projects for them, written by hand: what a writer would deliver. Headers of the scalar operations
// are any text here; the checker compares their bytes only.
#pragma once

#include <gtest/gtest.h>

#include <deque>

#include "prove/prove.hpp"
#include "simd/threads.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {

struct Sample {
  Graph graph;
  Accumulation policy = Accumulation::sequential;
  std::deque<Tensor> tensors;
  std::map<std::uint32_t, const Tensor*> constants;
  // The files, in parts.
  std::string refusals, arena, externs, parameters, weights, functions, body;
  std::string prefix = "model", capitals = "MODEL";
  bool has_arena = true;

  Sample() {
    graph.ir_version = 8;
    graph.opset = 17;
  }
  std::uint32_t value(const std::string& name, DType type, std::vector<std::uint64_t> dims) {
    graph.values.push_back({name, type, shape_of(std::move(dims))});
    return static_cast<std::uint32_t>(graph.values.size() - 1);
  }
  std::uint32_t input(const std::string& name, DType type, std::vector<std::uint64_t> dims) {
    graph.inputs.push_back(value(name, type, std::move(dims)));
    return graph.inputs.back();
  }
  template <class T>
  std::uint32_t constant(const std::string& name, DType type, std::vector<std::uint64_t> dims,
                         const std::vector<T>& elements) {
    const std::uint32_t v = value(name, type, dims);
    tensors.push_back(tensor_of(type, dims, elements));
    constants[v] = &tensors.back();
    const Tensor& tensor = tensors.back();
    graph.initializers.push_back(
        {v, Constant{type, tensor.shape(), Constant::Encoding::little_endian, {tensor.data(), tensor.bytes()}}});
    return v;
  }
  std::uint32_t node(const char* op, std::vector<std::uint32_t> inputs, const std::string& name, DType type,
                     std::vector<std::uint64_t> dims, std::vector<Attribute> attributes = {}) {
    const std::uint32_t out = value(name, type, std::move(dims));
    graph.nodes.push_back({"", "", op, std::move(inputs), {out}, std::move(attributes)});
    return out;
  }
  void output(std::uint32_t v) { graph.outputs.push_back(v); }

  std::string header() const {
    std::string text = "/* A model. */\n#ifndef " + capitals + "_H\n#define " + capitals +
                       "_H\n#include <stdint.h>\n#include \"scalar/environment.h\"\n#include \"scalar/named/types.h\"\n"
                       "#include \"scalar/named/floats.h\"\n\n#ifndef " +
                       capitals + "_WEIGHTS\n#define " + capitals + "_WEIGHTS\n#endif\n\nenum {\n  " + prefix +
                       "_ok = 0,\n  " + prefix + "_environment = 1" + refusals + "\n};\n\n";
    if (!arena.empty()) text += "typedef struct {\n" + arena + "} " + prefix + "_arena;\n\n";
    return text + externs + "int32_t " + prefix + "_run(" + parameters + ");\n#endif\n";
  }
  std::string model_text() const {
    return "/* Written by hand. */\n#include \"model.h\"\n\n" + functions + "\nint32_t " + prefix + "_run(" +
           parameters + ") {\n" + body + "  return " + prefix + "_ok;\n}\n";
  }
  std::string weights_text() const { return "/* Weights. */\n#include \"model.h\"\n" + weights; }

  std::vector<ProjectFile> files() const {
    std::vector<ProjectFile> all{
        {"model.h", header()}, {"model.c", model_text()}, {"weights.c", weights_text()}, {"README.md", "anything"}};
    for (const ShippedText& one : shipped()) all.push_back({std::string(one.path), std::string(one.text)});
    return all;
  }
  static std::vector<ShippedText> shipped() {
    return {{"scalar/environment.h", "#include \"scalar/binary.h\"\n#define ENVIRONMENT_H 1\n"},
            {"scalar/binary.h", "/* binary */\n"},
            {"scalar/named/types.h", "#define f32_larger(a, b) \\\n  larger_of((a), (b), hidden)\n"},
            {"scalar/named/floats.h", "#include \"types.h\"\n"}};
  }
  std::shared_ptr<const CheckedModel> checked() const {
    Profile profile = *find_profile("onnx");
    profile.choices.accumulation = policy;
    const Verdict verdict = check(graph, profile);
    EXPECT_TRUE(verdict.model) << (verdict.findings.empty() ? "" : verdict.findings[0].message);
    return verdict.model;
  }
  ProjectProof prove(const std::vector<ProjectFile>& delivered, unsigned threads = 1) const {
    const auto model = checked();
    if (!model) return {{}, 0, 0, 0, {}, {}, {}, Finding{}};
    std::vector<TensorView> views(graph.values.size(), no_tensor);
    for (const auto& [v, tensor] : constants) views[v] = tensor->view();
    ProveSettings settings;
    settings.seed[3] = 17;
    Result<Threads> team = Threads::make(threads);
    EXPECT_TRUE(team);
    settings.team = &*team;
    return prove_project(*model, views, delivered, shipped(), settings);
  }
  ProjectProof prove() const { return prove(files()); }
};

inline constexpr const char* environment_check = "  if (etalon_environment() != 0) { return model_environment; }\n";

inline std::string refused_by(const ProjectProof& proof) {
  return proof.refusal ? proof.refusal->status.rule : "proved";
}

// ---- models ---------------------------------------------------------------------------------------------------------

inline Sample relu_sample() {
  Sample s;
  s.output(s.node("Relu", {s.input("x", DType::f32, {2, 4})}, "y", DType::f32, {2, 4}));
  s.parameters = "const float *restrict input_0, float *restrict output_0";
  s.functions =
      "static void node_0_relu(const float *restrict X, float *restrict Y) {\n"
      "  for (int32_t i = 0; i < 8; ++i) {\n"
      "    Y[i] = f32_larger(X[i], 0.0f);\n"
      "  }\n"
      "}\n";
  s.body = std::string(environment_check) + "  node_0_relu(input_0, output_0);\n";
  return s;
}

inline std::string conv_function(int size, int channels, int features) {
  const std::string n = std::to_string(size), c = std::to_string(channels), f = std::to_string(features);
  return "/*@ requires \\valid_read(X + (0 .. 9)); */\n"
         "static void node_0_conv(const float *restrict X, const float *restrict W, const float *restrict B, float "
         "*restrict Y) {\n"
         "  for (int32_t c = 0; c < " +
         f +
         "; ++c) {\n"
         "    for (int32_t y = 0; y < " +
         n +
         "; ++y) {\n"
         "      for (int32_t x = 0; x < " +
         n +
         "; ++x) {\n"
         "        float sum = 0.0f;\n"
         "        for (int32_t channel = 0; channel < " +
         c +
         "; ++channel) {\n"
         "          for (int32_t ky = 0; ky < 3; ++ky) {\n"
         "            const int32_t iy = y + ky - 1;\n"
         "            for (int32_t kx = 0; kx < 3; ++kx) {\n"
         "              const int32_t ix = x + kx - 1;\n"
         "              const float x1 = (0 <= iy && iy < " +
         n + " && 0 <= ix && ix < " + n + ") ? X[(channel * " + n + " + iy) * " + n +
         " + ix] : 0.0f;\n"
         "              sum = f32_add_any(sum, f32_mul_any(x1, W[((c * " +
         c +
         " + channel) * 3 + ky) * 3 + kx]));\n"
         "            }\n"
         "          }\n"
         "        }\n"
         "        Y[(c * " +
         n + " + y) * " + n +
         " + x] = f32_add(sum, B[c]);\n"
         "      }\n"
         "    }\n"
         "  }\n"
         "}\n";
}

// A padded Conv with weights, a Relu, and the two in the arena.
inline Sample conv_sample() {
  Sample s;
  std::vector<float> w(36), b{0.5f, -0.25f};
  std::string table;
  for (std::size_t k = 0; k < w.size(); ++k) {
    w[k] = static_cast<float>(k) / 4;
    table += std::to_string(k / 4) + (k % 4 == 0 ? ".0f, " : k % 4 == 1 ? ".25f, " : k % 4 == 2 ? ".5f, " : ".75f, ");
  }
  const auto x = s.input("x", DType::f32, {1, 2, 4, 4});
  const auto weight = s.constant("w", DType::f32, {2, 2, 3, 3}, w), bias = s.constant("b", DType::f32, {2}, b);
  const auto conv = s.node("Conv", {x, weight, bias}, "c", DType::f32, {1, 2, 4, 4},
                           {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
  const auto first = s.node("Relu", {conv}, "r", DType::f32, {1, 2, 4, 4});
  s.output(s.node("Add", {first, conv}, "y", DType::f32, {1, 2, 4, 4}));
  s.arena = "  float f32[64];\n";
  s.externs = "extern const float model_weight_0[36];\nextern const float model_weight_1[2];\n";
  s.weights = "MODEL_WEIGHTS const float model_weight_0[36] = {\n  " + table +
              "\n};\nMODEL_WEIGHTS const float model_weight_1[2] = {\n  0x1p-1f, -0.25f,\n};\n";
  s.parameters = "model_arena *restrict arena, const float *restrict input_0, float *restrict output_0";
  s.functions = conv_function(4, 2, 2) +
                "static void node_1_relu(const float *restrict X, float *restrict Y) {\n"
                "  for (int32_t i = 0; i < 32; ++i) {\n    Y[i] = f32_larger(X[i], 0.0f);\n  }\n}\n"
                "static void node_2_add(const float *restrict A, const float *restrict B, float *restrict C) {\n"
                "  for (int32_t i = 0; i < 32; ++i) {\n    C[i] = f32_add(A[i], B[i]);\n  }\n}\n";
  s.body = std::string(environment_check) +
           "  node_0_conv(input_0, model_weight_0, model_weight_1, arena->f32 + 0);\n"
           "  node_1_relu(arena->f32 + 0, arena->f32 + 32);\n"
           "  node_2_add(arena->f32 + 32, arena->f32 + 0, output_0);\n";
  return s;
}

// A Gather with indices of the caller.
inline Sample gather_sample() {
  Sample s;
  const auto x = s.input("x", DType::f32, {5, 4}), at = s.input("at", DType::i64, {3});
  s.output(s.node("Gather", {x, at}, "y", DType::f32, {3, 4}));
  s.refusals = ",\n  model_node_0_GATHER_ALL_INDEX = 2";
  s.parameters = "const float *restrict input_0, const int64_t *restrict input_1, float *restrict output_0";
  s.functions =
      "static int32_t node_0_gather(const float *restrict data, const int64_t *restrict indices, float *restrict "
      "output) {\n"
      "  for (int32_t r = 0; r < 3; ++r) {\n"
      "    if (i64_less(indices[r], INT64_C(-5))) { return model_node_0_GATHER_ALL_INDEX; }\n"
      "    if (!(i64_less(indices[r], INT64_C(5)))) { return model_node_0_GATHER_ALL_INDEX; }\n"
      "  }\n"
      "  for (int32_t r = 0; r < 3; ++r) {\n"
      "    const int32_t at = place_of_i64(indices[r], 5);\n"
      "    for (int32_t j = 0; j < 4; ++j) {\n"
      "      output[r * 4 + j] = data[at * 4 + j];\n"
      "    }\n"
      "  }\n"
      "  return model_ok;\n"
      "}\n";
  s.body = "  int32_t status = model_ok;\n" + std::string(environment_check) +
           "  status = node_0_gather(input_0, input_1, output_0);\n  if (status != model_ok) { return status; }\n";
  return s;
}

inline Sample div_sample() {
  Sample s;
  const auto a = s.input("a", DType::i32, {2, 3}), b = s.input("b", DType::i32, {3});
  s.output(s.node("Div", {a, b}, "y", DType::i32, {2, 3}));
  s.refusals = ",\n  model_node_0_DIV_INT_ZERO = 2";
  s.parameters = "const int32_t *restrict input_0, const int32_t *restrict input_1, int32_t *restrict output_0";
  s.functions =
      "static int32_t node_0_div(const int32_t *restrict A, const int32_t *restrict B, int32_t *restrict C) {\n"
      "  for (int32_t i = 0; i < 3; ++i) {\n"
      "    if (i32_is_zero(B[i])) { return model_node_0_DIV_INT_ZERO; }\n"
      "  }\n"
      "  for (int32_t i = 0; i < 2; ++i) {\n"
      "    for (int32_t j = 0; j < 3; ++j) {\n"
      "      C[i * 3 + j] = i32_div_truncate(A[i * 3 + j], B[j]);\n"
      "    }\n"
      "  }\n"
      "  return model_ok;\n"
      "}\n";
  s.body = "  int32_t status = model_ok;\n" + std::string(environment_check) +
           "  status = node_0_div(input_0, input_1, output_0);\n  if (status != model_ok) { return status; }\n";
  return s;
}

}  // namespace etalon::tests
