// SPDX-License-Identifier: Apache-2.0
// The judge of changed files sees what changes a meaning, and nothing else: else it would find no fault of the checker.
#include "fuzz/text/meaning.hpp"

#include "fuzz/text/mutant.hpp"
#include "prove/test/more_samples.hpp"

namespace etalon::tests {
namespace {

using fuzz::Meaning, fuzz::meaning_of, fuzz::words_of;

struct Delivered {
  std::string header, model;
  std::map<std::string, fuzz::GivenArray> given;

  Meaning meaning() const { return meaning_of(*words_of(header), *words_of(model), given); }
  Delivered with(const std::string& from, const std::string& to) const {
    Delivered changed = *this;
    for (std::string* text : {&changed.header, &changed.model})
      if (const std::size_t at = text->find(from); at != text->npos) text->replace(at, from.size(), to);
    EXPECT_NE(changed.header + changed.model, header + model) << from;
    return changed;
  }
};

Delivered delivered(const Sample& sample) {
  Delivered result{sample.header(), sample.model_text(), {}};
  const auto give = [&](const char* kind, const std::vector<std::uint32_t>& values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Value& value = sample.graph.values[values[k]];
      result.given[kind + std::to_string(k)] = {c_type(*value.type), value.shape->count};
    }
  };
  give("input_", sample.graph.inputs);
  give("output_", sample.graph.outputs);
  return result;
}

void expect(const Sample& sample, const std::vector<std::pair<const char*, const char*>>& others,
            const std::vector<std::pair<const char*, const char*>>& same) {
  const Delivered text = delivered(sample);
  const Meaning right = text.meaning();
  ASSERT_EQ(right.fault, "");
  for (const auto& [from, to] : others) {
    const Meaning found = text.with(from, to).meaning();
    EXPECT_TRUE(!found.fault.empty() || found.results != right.results) << from << " -> " << to;
  }
  for (const auto& [from, to] : same) {
    const Meaning found = text.with(from, to).meaning();
    EXPECT_EQ(found.fault, "") << from << " -> " << to;
    EXPECT_EQ(found.results, right.results) << from << " -> " << to;
  }
}

TEST(TextMeaning, OtherStepsPlacesAndRefusalsAreSeen) {
  expect(relu_sample(),
         {{"f32_larger(X[i], 0.0f)", "f32_max(X[i], 0.0f)"},
          {"f32_larger(X[i], 0.0f)", "f32_larger(0.0f, X[i])"},
          {"f32_larger(X[i], 0.0f)", "f32_larger(X[i], -0.0f)"},
          {"X[i], 0.0f)", "X[7 - i], 0.0f)"},
          {"i < 8", "i < 7"},
          {"i < 8", "i < 9"},
          {"  node_0_relu(", "  (void)input_1;\n  node_0_relu("},
          {"etalon_environment() != 0", "etalon_environment() != 1"}},
         {{"  node_0_relu(", "  (void)input_0;\n  node_0_relu("},
          {"0.0f", "0x0p5f"},
          {"i < 8", "i < 2 * 4"},
          {"X[i]", "X[(i * 3 + 1) / 3]"}});
  expect(conv_sample(),
         {{"x + kx - 1", "x + kx"},
          {"ix < 4", "ix < 5"},
          {": 0.0f;", ": 1.0f;"},
          {"const float x1", "const double x1"},
          {"f32_add_any(sum, f32_mul_any(x1, ", "f32_fma_any(x1, W[0], f32_mul_any(x1, "},
          {"node_1_relu(arena->f32 + 0, arena->f32 + 32)", "node_1_relu(arena->f32 + 0, arena->f32 + 31)"},
          {"model_weight_0, model_weight_1, ", "model_weight_1, model_weight_0, "},
          {"  node_1_relu(arena->f32 + 0, arena->f32 + 32);\n", ""},
          {"float f32[64]", "float f32[63]"}},
         {{"f32_add_any(sum", "f32_add(sum"},
          {"float f32[64]", "float f32[65]"},
          {"0 <= iy && iy < 4", "iy < 4 && 0 <= iy"}});
  expect(gather_sample(),
         {{"INT64_C(-5)", "INT64_C(-4)"},
          {"place_of_i64(indices[r], 5)", "place_of_i64(indices[0], 5)"},
          {"data[at * 4 + j]", "data[at * 4 + 3 - j]"},
          {"return model_node_0_GATHER_ALL_INDEX; }\n", "return model_ok; }\n"}},
         {{"INT64_C(5)", "INT64_C(005)"}});
  expect(div_sample(),
         {{"if (i32_is_zero(B[i])) {", "if (!(i32_is_zero(B[i]))) {"},
          {"i < 3", "i < 2"},
          {"i32_div_truncate", "i32_div_floor"}},
         {});
  expect(softmax_sample(), {{"0xFF800000u", "0xFF7FFFFFu"}, {"sum = f32_add_any(sum, share[k]);", ""}}, {});
  expect(nibble_sample(), {{"i4_store(Y, i, v)", "i4_store(Y, 4 - i, v)"}, {"i < 5", "i < 4"}}, {});
  expect(exact_sample(), {{"X0[i * 3 + k], X1[k * 2 + j]", "X1[k * 2 + j], X0[i * 3 + k]"}}, {});
  expect(slice_sample(), {{"{5, 3, 1}", "{5, 3, 2}"}, {"{5, 3, 1}", "{5, 3}"}}, {});
}

TEST(TextMeaning, SpacesCommentsAndNamesMeanNothing) {
  const std::byte seed[] = {std::byte{1}};
  fuzz::Drawn drawn(seed);
  for (const Sample& sample : {relu_sample(), conv_sample(), gather_sample(), softmax_sample(), nibble_sample()}) {
    const Delivered text = delivered(sample);
    Delivered other = text;
    other.header = fuzz::rewritten(text.header, drawn);
    other.model = fuzz::rewritten(text.model, drawn);
    EXPECT_NE(other.model, text.model);
    EXPECT_EQ(other.meaning().fault, "");
    EXPECT_EQ(other.meaning().results, text.meaning().results);
  }
}

TEST(TextMeaning, WhatCompilersCouldSplitInAnotherWayHasNoWords) {
  EXPECT_EQ(words_of("a<=b->c /* x */ 0x1p-2f+1\n#define A /* y */\n")->size(), 9u);
  for (const char* text : {"a", "a\t\n", "\xC3\xA9\n", "a ?\?/\n", "a /* \\\n */\n", "a \\  \nb\n", "a /* b\n"})
    EXPECT_FALSE(words_of(text).has_value()) << text;
}

TEST(TextMeaning, HeadersAreComparedByWhatTheyDeclare) {
  const std::string numbers = "enum { a = 0 };\n", a = "#include \"a.h\"\n", b = "#include \"b.h\"\n",
                    arena = "typedef struct { float f32[3]; double f64[1]; } m_arena;\n",
                    header = a + b + numbers + "typedef struct { float f32[2]; } m_arena;\n";
  const auto is_same = [&](const std::string& text) { return declares_the_same(*words_of(text), *words_of(header)); };
  EXPECT_TRUE(is_same(b + a + numbers + arena));
  EXPECT_TRUE(is_same(a + numbers + arena));
  EXPECT_FALSE(is_same("#include \"c.h\"\n" + numbers + arena));
  EXPECT_FALSE(is_same(a + a + numbers + arena));
  EXPECT_FALSE(is_same(a + "enum { a = 1 };\n" + arena));
  EXPECT_FALSE(is_same(a + numbers + "typedef struct { float f32[2]; } n_arena;\n"));
}

TEST(TextMeaning, WeightsAreComparedByTheirNumbers) {
  const auto is_same = [](const char* text) {
    return have_the_same_numbers(*words_of("const float w[2] = {0.5f, 1.0f,};\n"), *words_of(text));
  };
  EXPECT_TRUE(is_same("const float w[2] = {0x1p-1f, 1e0f};\n"));
  EXPECT_FALSE(is_same("const float w[2] = {0.5f, 1.0};\n"));
  EXPECT_FALSE(is_same("const float w[2] = {1.0f, 0.5f};\n"));
  EXPECT_FALSE(is_same("const float w[2] = {0.5f};\n"));
}

}  // namespace
}  // namespace etalon::tests
