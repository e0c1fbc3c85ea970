// SPDX-License-Identifier: Apache-2.0
// More of sample_projects.hpp: one function each, over inputs of the caller.
#pragma once

#include "prove/test/sample_projects.hpp"

namespace etalon::tests {

inline std::string c_type(DType type) {
  return type == DType::f32       ? "float"
         : type == DType::f64     ? "double"
         : type == DType::f16     ? "f16_t"
         : type == DType::boolean ? "truth_t"
         : type == DType::u8      ? "uint8_t"
         : type == DType::i8      ? "int8_t"
         : type == DType::i4      ? "i4x2_t"
         : type == DType::i64     ? "int64_t"
                                  : "int32_t";
}

struct In {
  DType type;
  std::vector<std::uint64_t> dims;
};

// A node with its operands as inputs; `text` is the function with X0, X1, … and Y.
inline Sample one_node(const char* op, const std::vector<In>& inputs, const In& result, const std::string& text,
                       std::vector<Attribute> attributes = {}, Accumulation policy = Accumulation::sequential) {
  Sample s;
  s.policy = policy;
  std::vector<std::uint32_t> operands;
  std::string formals, actuals;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::string number = std::to_string(k);
    operands.push_back(s.input("x" + number, inputs[k].type, inputs[k].dims));
    s.parameters += "const " + c_type(inputs[k].type) + " *restrict input_" + number + ", ";
    formals += "const " + c_type(inputs[k].type) + " *restrict X" + number + ", ";
    actuals += "input_" + number + ", ";
  }
  s.output(s.node(op, operands, "y", result.type, result.dims, std::move(attributes)));
  s.parameters += c_type(result.type) + " *restrict output_0";
  s.functions = "static void node_0_it(" + formals + c_type(result.type) + " *restrict Y) {\n" + text + "}\n";
  s.body = std::string(environment_check) + "  node_0_it(" + actuals + "output_0);\n";
  return s;
}

inline const std::string softmax_text =
    "  float share[5];\n"
    "  for (int32_t before = 0; before < 3; ++before) {\n"
    "    float largest = f32_of_bits(0xFF800000u);\n"
    "    for (int32_t k = 0; k < 5; ++k) {\n"
    "      largest = f32_max(largest, X0[before * 5 + k]);\n"
    "    }\n"
    "    float sum = 0.0f;\n"
    "    for (int32_t k = 0; k < 5; ++k) {\n"
    "      share[k] = f32_exp(f32_sub(X0[before * 5 + k], largest));\n"
    "      sum = f32_add_any(sum, share[k]);\n"
    "    }\n"
    "    for (int32_t k = 0; k < 5; ++k) {\n"
    "      Y[before * 5 + k] = f32_div(share[k], sum);\n"
    "    }\n"
    "  }\n";
inline Sample softmax_sample() {
  return one_node("Softmax", {{DType::f32, {3, 5}}}, {DType::f32, {3, 5}}, softmax_text);
}

inline Sample exact_sample() {
  return one_node("MatMul", {{DType::f32, {2, 3}}, {DType::f32, {3, 2}}}, {DType::f32, {2, 2}},
                  "  for (int32_t i = 0; i < 2; ++i) {\n"
                  "    for (int32_t j = 0; j < 2; ++j) {\n"
                  "      exact_sum s;\n"
                  "      f32_exact_start(&s);\n"
                  "      for (int32_t k = 0; k < 3; ++k) {\n"
                  "        f32_exact_step(&s, X0[i * 3 + k], X1[k * 2 + j]);\n"
                  "      }\n"
                  "      Y[i * 2 + j] = f32_exact_finish(&s);\n"
                  "    }\n"
                  "  }\n",
                  {}, Accumulation::exact);
}

inline Sample wide_sample() {
  return one_node("MatMul", {{DType::f32, {2, 3}}, {DType::f32, {3, 2}}}, {DType::f32, {2, 2}},
                  "  for (int32_t i = 0; i < 2; ++i) {\n"
                  "    for (int32_t j = 0; j < 2; ++j) {\n"
                  "      double sum = 0.0;\n"
                  "      for (int32_t k = 0; k < 3; ++k) {\n"
                  "        sum = f64_fma_any(f64_of_f32_any(X0[i * 3 + k]), f64_of_f32_any(X1[k * 2 + j]), sum);\n"
                  "      }\n"
                  "      Y[i * 2 + j] = f32_one_nan(f32_of_f64_any(sum));\n"
                  "    }\n"
                  "  }\n",
                  {}, Accumulation::wide);
}

inline Sample integer_sum_sample() {
  return one_node("MatMul", {{DType::i32, {2, 3}}, {DType::i32, {3, 2}}}, {DType::i32, {2, 2}},
                  "  for (int32_t i = 0; i < 2; ++i) {\n"
                  "    for (int32_t j = 0; j < 2; ++j) {\n"
                  "      int32_t sum = i32_sum_start();\n"
                  "      for (int32_t k = 0; k < 3; ++k) {\n"
                  "        sum = i32_sum_step(sum, X0[i * 3 + k], X1[k * 2 + j]);\n"
                  "      }\n"
                  "      Y[i * 2 + j] = i32_sum_finish(sum);\n"
                  "    }\n"
                  "  }\n");
}

inline Sample quantise_sample() {
  return one_node("QuantizeLinear", {{DType::f32, {6}}, {DType::f32, {}}, {DType::u8, {}}}, {DType::u8, {6}},
                  "  for (int32_t i = 0; i < 6; ++i) {\n"
                  "    const fraction quotient = exact_quotient(exact_of_f32(X0[i]), exact_of_f32(X1[0]));\n"
                  "    Y[i] = u8_quantised(exact_of_f32(f32_of_exact(quotient)), X2[0]);\n"
                  "  }\n");
}

inline Sample argmax_sample() {
  return one_node("ArgMax", {{DType::f32, {2, 4}}}, {DType::i64, {2, 1}},
                  "  for (int32_t i = 0; i < 2; ++i) {\n"
                  "    int found = 0;\n"
                  "    float best = 0.0f;\n"
                  "    int64_t number = -1;\n"
                  "    for (int32_t k = 0; k < 4; ++k) {\n"
                  "      const float now = f32_one_nan(X0[i * 4 + k]);\n"
                  "      const int leads = !((found) && (!(f32_leads(now, best, WANTED_LARGEST, TIE_FIRST))));\n"
                  "      best = (leads) ? now : best;\n"
                  "      number = (leads) ? i64_of_place(k) : number;\n"
                  "      found = 1;\n"
                  "    }\n"
                  "    Y[i] = number;\n"
                  "  }\n",
                  {{"axis", std::int64_t{1}}});
}

inline Sample where_sample() {
  return one_node("Where", {{DType::boolean, {4}}, {DType::f32, {4}}, {DType::f32, {4}}}, {DType::f32, {4}},
                  "  for (int32_t i = 0; i < 4; ++i) {\n"
                  "    Y[i] = (truth(X0[i])) ? X1[i] : X2[i];\n"
                  "  }\n");
}

inline Sample and_sample() {
  return one_node("Or", {{DType::boolean, {4}}, {DType::boolean, {4}}}, {DType::boolean, {4}},
                  "  for (int32_t i = 0; i < 4; ++i) {\n"
                  "    Y[i] = (truth_t)(!((!(truth(X0[i]))) && (!(truth(X1[i])))));\n"
                  "  }\n");
}

inline Sample nibble_sample() {
  Sample s = one_node("Cast", {{DType::f32, {5}}}, {DType::i4, {5}},
                      "  for (int32_t i = 0; i < 5; ++i) {\n"
                      "    const int8_t v = i4_of_f32(X0[i]);\n"
                      "    i4_store(Y, i, v);\n"
                      "  }\n",
                      {{"to", std::int64_t{22}}});
  s.graph.opset = 21;
  s.graph.ir_version = 10;
  return s;
}

// A reversed slice by known starts and ends, whose operands are constants and no parameters.
inline Sample slice_sample() {
  Sample s;
  const auto x = s.input("x", DType::f32, {6});
  const auto starts = s.constant<std::int64_t>("starts", DType::i64, {1}, {5}),
             ends = s.constant<std::int64_t>("ends", DType::i64, {1}, {-100}),
             axes = s.constant<std::int64_t>("axes", DType::i64, {1}, {0}),
             steps = s.constant<std::int64_t>("steps", DType::i64, {1}, {-2});
  s.output(s.node("Slice", {x, starts, ends, axes, steps}, "y", DType::f32, {3}));
  s.parameters = "const float *restrict input_0, float *restrict output_0";
  s.functions =
      "static void node_0_slice(const float *restrict X, float *restrict Y) {\n"
      "  static const int32_t from[3] = {5, 3, 1};\n"
      "  for (int32_t i = 0; i < 3; ++i) {\n    Y[i] = X[from[i]];\n  }\n}\n";
  s.body = std::string(environment_check) + "  node_0_slice(input_0, output_0);\n";
  return s;
}

// An input that is an output as well, through a view.
inline Sample copy_sample() {
  Sample s;
  const auto x = s.input("x", DType::f32, {2, 3});
  const auto flat = s.node("Flatten", {x}, "f", DType::f32, {2, 3});
  s.output(s.node("Neg", {flat}, "n", DType::f32, {2, 3}));
  s.output(s.node("Identity", {flat}, "y", DType::f32, {2, 3}));
  s.parameters = "const float *restrict input_0, float *restrict output_0, float *restrict output_1";
  s.functions =
      "static void node_1_neg(const float *restrict X, float *restrict Y) {\n"
      "  for (int32_t i = 0; i < 6; ++i) {\n    Y[i] = f32_negate(X[i]);\n  }\n}\n"
      "static void copy_0(const float *restrict X, float *restrict Y) {\n"
      "  for (int32_t i = 0; i < 6; ++i) {\n    Y[i] = X[i];\n  }\n}\n";
  s.body = std::string(environment_check) + "  node_1_neg(input_0, output_0);\n  copy_0(input_0, output_1);\n";
  return s;
}

}  // namespace etalon::tests
