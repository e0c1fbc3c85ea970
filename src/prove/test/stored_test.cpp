// SPDX-License-Identifier: Apache-2.0
// Weights that lie apart: weights.bin, the function that loads them, and what the entry point does without them.
#include <bit>
#include <limits>

#include "prove/test/sample_projects.hpp"
#include "scalar/named/stored.h"

namespace etalon::tests {
namespace {

std::string stored(const std::vector<float>& elements) {
  std::string bytes;
  for (const float x : elements)
    for (unsigned k = 0; k < 32; k += 8) bytes += static_cast<char>(std::bit_cast<std::uint32_t>(x) >> k & 0xFF);
  return bytes;
}

// y = (x + w) * v, with a NaN among the weights, which tables of C cannot have.
struct Apart {
  Sample sample;
  std::map<std::string, std::string> texts;

  Apart() {
    const std::vector<float> w{1.5f, -0.0f, std::numeric_limits<float>::quiet_NaN()}, v{2.0f};
    const auto x = sample.input("x", DType::f32, {3}), cw = sample.constant("w", DType::f32, {3}, w),
               cv = sample.constant("v", DType::f32, {1}, v);
    const auto sum = sample.node("Add", {x, cw}, "sum", DType::f32, {3});
    sample.output(sample.node("Mul", {sum, cv}, "y", DType::f32, {3}));
    const std::string bytes = stored(w) + stored(v);
    const std::string checksum =
        std::to_string(stored_checksum(reinterpret_cast<const unsigned char*>(bytes.data()), 16)) + "u";
    texts["weights.bin"] = bytes;
    texts["weights.c"] =
        "#include \"model.h\"\n"
        "int32_t model_load(model_weights *restrict weights, const uint8_t *restrict bytes, uint32_t size) {\n"
        "  if (size != 16u) { return model_other_weights; }\n"
        "  if (stored_checksum(bytes, 16u) != " +
        checksum +
        ") { return model_other_weights; }\n"
        "  for (int32_t i = 0; i < 3; ++i) { weights->weight_0[i] = f32_stored(bytes + 0, i); }\n"
        "  for (int32_t i = 0; i < 1; ++i) { weights->weight_1[i] = f32_stored(bytes + 12, i); }\n"
        "  weights->checksum = " +
        checksum + ";\n  return model_ok;\n}\n";
    texts["model.h"] =
        "#ifndef MODEL_H\n#define MODEL_H\n#include <stdint.h>\n#include \"scalar/environment.h\"\n"
        "#include \"scalar/named/types.h\"\n#include \"scalar/named/floats.h\"\n"
        "enum { model_ok = 0, model_environment = 1, model_other_weights = 2 };\n"
        "typedef struct { float f32[3]; } model_arena;\n"
        "typedef struct { float weight_0[3]; float weight_1[1]; uint32_t checksum; } model_weights;\n"
        "int32_t model_load(model_weights *restrict weights, const uint8_t *restrict bytes, uint32_t size);\n"
        "int32_t model_run(model_arena *restrict arena, const model_weights *restrict weights, const float *restrict "
        "input_0, float *restrict output_0);\n#endif\n";
    texts["model.c"] =
        "#include \"model.h\"\n"
        "static void node_0_add(const float *restrict A, const float *restrict B, float *restrict C) {\n"
        "  for (int32_t i = 0; i < 3; ++i) { C[i] = f32_add(A[i], B[i]); }\n}\n"
        "static void node_1_mul(const float *restrict A, const float *restrict B, float *restrict C) {\n"
        "  for (int32_t i = 0; i < 3; ++i) { C[i] = f32_mul(A[i], B[0]); }\n}\n"
        "int32_t model_run(model_arena *restrict arena, const model_weights *restrict weights, const float *restrict "
        "input_0, float *restrict output_0) {\n"
        "  if (etalon_environment() != 0) { return model_environment; }\n"
        "  if (weights->checksum != " +
        checksum +
        ") { return model_other_weights; }\n"
        "  node_0_add(input_0, weights->weight_0, arena->f32 + 0);\n"
        "  node_1_mul(arena->f32 + 0, weights->weight_1, output_0);\n"
        "  return model_ok;\n}\n";
  }
  std::string verdict() const {
    std::vector<ProjectFile> files;
    for (const auto& [path, bytes] : texts) files.push_back({path, bytes});
    for (const ShippedText& one : Sample::shipped()) files.push_back({std::string(one.path), std::string(one.text)});
    return refused_by(sample.prove(files));
  }
  // The verdict after one word of a file is another.
  std::string with(const std::string& file, const std::string& from, const std::string& to) const {
    Apart other = *this;
    std::string& text = other.texts[file];
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return other.verdict();
  }
};

TEST(ProveStored, WeightsMayLieApart_NaNsAmongThem) { EXPECT_EQ(Apart().verdict(), "proved"); }

TEST(ProveStoredFaults, OtherBytesAreRefused) {
  Apart one;
  for (std::size_t k = 0; k < 16; ++k) {
    Apart other = one;
    other.texts["weights.bin"][k] ^= 1;
    EXPECT_NE(other.verdict(), "proved") << k;
  }
  // A checksum that fits does not help.
  Apart other = one;
  std::string& bytes = other.texts["weights.bin"];
  bytes[0] ^= 1;
  const auto sum_of = [](const std::string& all) {
    return std::to_string(stored_checksum(reinterpret_cast<const unsigned char*>(all.data()), 16)) + "u";
  };
  const std::string before = sum_of(one.texts["weights.bin"]), after = sum_of(bytes);
  for (const char* file : {"weights.c", "model.c"})
    for (std::size_t at; (at = other.texts[file].find(before)) != std::string::npos;)
      other.texts[file].replace(at, before.size(), after);
  EXPECT_EQ(other.verdict(), "GENERATE-CHECK-WEIGHTS");
  for (const std::string& changed :
       {one.texts["weights.bin"] + '\0', one.texts["weights.bin"].substr(1), std::string()}) {
    other = one;
    other.texts["weights.bin"] = changed;
    EXPECT_EQ(other.verdict(), "GENERATE-CHECK-WEIGHTS");
  }
}

TEST(ProveStoredFaults, AnotherLoaderIsRefused) {
  const Apart one;
  for (const auto& [from, to] : {std::pair{"bytes + 12", "bytes + 0"},
                                 {"bytes + 0, i", "bytes + 0, 2 - i"},
                                 {"i < 3", "i < 2"},
                                 {"weight_1[i]", "weight_0[i]"},
                                 {"f32_stored", "f32_of_bits"},
                                 {"f32_stored", "i32_stored"},
                                 {"size != 16u", "size < 16u"},
                                 {"stored_checksum(bytes, 16u)", "stored_checksum(bytes, 15u)"},
                                 {"return model_other_weights", "return model_ok"},
                                 {"weights->checksum =", "weights->checksum +="}})
    EXPECT_EQ(one.with("weights.c", from, to), "GENERATE-CHECK-TEXT") << to;
  EXPECT_EQ(one.with("weights.c", "  return model_ok;\n", "  weights->weight_0[0] = 1.0f;\n  return model_ok;\n"),
            "GENERATE-CHECK-TEXT");
  EXPECT_EQ(one.with("weights.c", "return model_ok;\n}\n", "return model_ok;\n}\nint32_t other;\n"),
            "GENERATE-CHECK-TEXT");
}

TEST(ProveStoredFaults, AnEntryPointThatRunsWithoutWeightsIsRefused) {
  const Apart one;
  EXPECT_EQ(one.with("model.c", "  if (weights->checksum", "  if (0 != 0 && weights->checksum"), "GENERATE-CHECK-TEXT");
  EXPECT_EQ(one.with("model.c", "weights->weight_1, output_0", "weights->weight_0, output_0"),
            "GENERATE-CHECK-WEIGHTS");
  EXPECT_EQ(one.with("model.c", "weights->weight_1, output_0", "weight_1, output_0"), "GENERATE-CHECK-TEXT");
  EXPECT_EQ(one.with("model.c", "arena->f32 + 0);", "weights->weight_0);"), "GENERATE-CHECK-MEMORY");
  EXPECT_EQ(one.with("model.c", "input_0, weights->", "weights->input_0, weights->"), "GENERATE-CHECK-TEXT");
}

TEST(ProveStoredFaults, AHeaderThatDoesNotFitIsRefused) {
  const Apart one;
  EXPECT_EQ(one.with("model.h", "model_other_weights = 2", "model_other_weights = 3"), "GENERATE-CHECK-TEXT");
  EXPECT_EQ(one.with("model.h", ", model_other_weights = 2", ""), "GENERATE-CHECK-TEXT");
  EXPECT_EQ(one.with("model.h", "float weight_1[1]; ", ""), "GENERATE-CHECK-WEIGHTS");
  EXPECT_EQ(one.with("model.h", "uint32_t checksum; ", ""), "GENERATE-CHECK-TEXT");
  EXPECT_EQ(one.with("model.h", "const model_weights *restrict weights, ", ""), "GENERATE-CHECK-TEXT");
}

TEST(ProveStoredFaults, AFileThatIsMissingOrTooManyIsRefused) {
  Apart one;
  one.texts.erase("weights.bin");
  EXPECT_EQ(one.verdict(), "GENERATE-CHECK-FILES");
  Sample inside = relu_sample();
  std::vector<ProjectFile> files = inside.files();
  files.push_back({"weights.bin", ""});
  EXPECT_EQ(refused_by(inside.prove(files)), "GENERATE-CHECK-FILES");
}

}  // namespace
}  // namespace etalon::tests
