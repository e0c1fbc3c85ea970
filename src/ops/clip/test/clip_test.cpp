// SPDX-License-Identifier: Apache-2.0
// Clip: every requirement of its page.
#include <gtest/gtest.h>

#include "oracle/ops/clip/clip.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/patterns.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");
const Profile* const sonnx = find_profile("sonnx");
constexpr const char* sonnx_profiles[] = {"sonnx", "sonnx-2026-08", "sonnx-2026-10"};

std::string clip(DType type, const char* x, const char* low, const char* high, const Setting& setting = {}) {
  return applied("Clip", {{type, x}, {type, low}, {type, high}}, setting);
}

TEST(Clip, NumbersAreLimitedAndCrossedBoundsGiveTheUpperOne) {
  EVIDENCE("CLIP-ALL-RESULT");
  for (const char* profile : {"onnx", "sonnx", "sonnx-2026-08", "sonnx-2026-10"}) {
    EXPECT_EQ(clip(DType::f64, "[-6.3,9.2,35.5]", "0.5", "10.1", {find_profile(profile)}), "[0.5,9.2,10.1]");
    EXPECT_EQ(clip(DType::f64, "[6.5,9.2,35.1]", "20.2", "10", {find_profile(profile)}), "[10,10,10]");
    EXPECT_EQ(clip(DType::u8, "[0,7,255]", "3", "200", {find_profile(profile)}), "[3,7,200]");
    EXPECT_EQ(clip(DType::i8, "[-128,7,127]", "20", "-5", {find_profile(profile)}), "[-5,-5,-5]");
  }
  EXPECT_EQ(clip(DType::real, R"(["-6.1","9.5","35.7"])", "0", R"("31/3")", {sonnx}), R"(["0","9.5","31/3"])");
}

TEST(Clip, Floats_ZerosAreEqualAndANanBoundBoundsNothing) {
  EVIDENCE("CLIP-FLOAT-SPECIAL", "NUM-FLOAT-NAN");
  for (const Profile* profile : {onnx, sonnx}) {
    EXPECT_EQ(clip(DType::f32, "[-1,-0.0,0,1]", "0", "-0.0", {profile}), "[0,-0,0,-0]");
    EXPECT_EQ(clip(DType::f32, R"(["-inf",0,"inf","nan"])", "-1", R"("nan")", {profile}), R"([-1,0,"inf","nan"])");
    EXPECT_EQ(clip(DType::f32, R"(["-inf",0,"inf","nan"])", R"("nan")", R"("nan")", {profile}),
              R"(["-inf",0,"inf","nan"])");
    EXPECT_EQ(clip(DType::f32, R"(["0xFFC00001","0x7F800001"])", R"("0xBF800000")", R"("0x3F800000")",
                   {profile, newest_opset, {}, true}),
              R"(["0x7FC00000","0x7FC00000"])");
  }
}

TEST(Clip, Floats_CrossedBoundsDecideForANanUnderSonnxOnly) {
  EVIDENCE("CLIP-FLOAT-CROSSED");
  for (const char* profile : sonnx_profiles)
    EXPECT_EQ(clip(DType::f32, R"(["nan",0])", "2", "1", {find_profile(profile)}), "[1,1]");
  EXPECT_EQ(clip(DType::f32, R"(["nan",0])", "2", "1"), R"(["nan",1])");
  EXPECT_EQ(clip(DType::f32, R"(["nan",0])", "1", "1", {sonnx}), R"(["nan",1])");
}

TEST(Clip, SixteenBits_EveryInputWithSomeBoundsAgreesWithTheOracle) {
  EVIDENCE("CLIP-ALL-RESULT", "CLIP-FLOAT-SPECIAL", "CLIP-FLOAT-CROSSED");
  for (const DType type : {DType::f16, DType::bf16, DType::i16}) {
    const Tensor x = all_patterns(type, shape_of({65536}));
    for (const std::uint64_t low : {0x8000u, 0xBC00u, 0x3C00u, 0x7D01u})
      for (const std::uint64_t high : {0x0000u, 0xBC00u, 0x4200u, 0xFE01u}) {
        const Tensor a = tensor_of(type, shape_of({}), {low}), b = tensor_of(type, shape_of({}), {high});
        for (const Profile* profile : {onnx, sonnx}) {
          if (profile == sonnx && type == DType::bf16) continue;  // which it does not have
          const auto nan = profile == onnx ? oracle::ClippedNan::stays : oracle::ClippedNan::is_the_upper_bound;
          const Computed all = computed("Clip", *profile, newest_opset, {&x, &a, &b});
          Events wanted;
          for (std::uint64_t i = 0; i < 65536; ++i) {
            const oracle::Answer answer = oracle::clip(judged_type(type), i, low, high, nan);
            wanted.note(answer.events, i);
            ASSERT_EQ(pattern_at(all.result.view(), i), answer.bits)
                << info(type).name << std::hex << " " << i << " " << low << " " << high << " " << profile->id;
          }
          EXPECT_EQ(all.events.of[0].count, wanted.of[0].count) << info(type).name << std::hex << low << " " << high;
        }
      }
  }
}

TEST(Clip, AnOmittedBoundBoundsNothingAndSonnxWantsBoth) {
  EVIDENCE("CLIP-ALL-OMITTED", "GEN-GRAPH-OMITTED", "GEN-ALL-ARITY");
  EXPECT_EQ(clip(DType::f32, R"([-9,9,"-inf"])", "", "5"), R"([-9,5,"-inf"])");
  EXPECT_EQ(applied("Clip", {{DType::f32, R"([-9,9,"inf"])"}, {DType::f32, "5"}}), R"([5,9,"inf"])");
  EXPECT_EQ(applied("Clip", {{DType::f32, R"(["0xFFC00001","0x7F800000"])"}}, {onnx, 11, {}, true}),
            R"(["0x7FC00000","0x7F800000"])");
  EXPECT_EQ(applied("Clip", {{DType::f32, R"([-9,"inf"])"}}, {onnx, 1}), R"([-9,"inf"])");
  EXPECT_EQ(clip(DType::f32, "[1]", "", "5", {sonnx}), "GEN-GRAPH-OMITTED");
  EXPECT_EQ(applied("Clip", {{DType::f32, "[1]"}, {DType::f32, "5"}}, {sonnx}), "GEN-ALL-ARITY");
}

TEST(Clip, Attributes_AreRoundedOnceAndVersionSixHasDefaults) {
  EVIDENCE("CLIP-ALL-ATTRIBUTES", "ELT-ALL-ATTRIBUTE");
  const std::vector<Attribute> tenth{{"max", 0.1f}}, both{{"min", -1.0f}, {"max", 6.0f}};
  EXPECT_EQ(applied("Clip", {{DType::f16, R"(["0x3C00"])"}}, {onnx, 6, tenth, true}), R"(["0x2E66"])");
  EXPECT_EQ(applied("Clip", {{DType::f64, "[1]"}}, {onnx, 6, tenth}), "[0.10000000149011612]");
  for (const int opset : {1, 6, 10})
    EXPECT_EQ(applied("Clip", {{DType::f32, "[-7,7,2]"}}, {onnx, opset, both}), "[-1,6,2]");
  EXPECT_EQ(applied("Clip", {{DType::f32, R"(["inf","-inf","nan"])"}}, {onnx, 6}),
            R"([3.4028235e+38,-3.4028235e+38,"nan"])");
  EXPECT_EQ(applied("Clip", {{DType::f16, R"(["inf","-inf",1])"}}, {onnx, 6}), R"(["inf","-inf",1])");
  EXPECT_EQ(applied("Clip", {{DType::f32, "[-7,7]"}}, {onnx, 6, {{"max", std::numeric_limits<float>::quiet_NaN()}}}),
            "[-7,7]");
}

TEST(Clip, BoundsAreScalars) {
  EVIDENCE("CLIP-ALL-SCALAR");
  for (const Profile* profile : {onnx, sonnx}) {
    EXPECT_EQ(clip(DType::f32, "[[1,2],[3,4]]", "2", "3", {profile}), "[[2,2],[3,3]]");
    EXPECT_EQ(clip(DType::f32, "[1,2]", "[1]", "3", {profile}), "CLIP-ALL-SCALAR");
    EXPECT_EQ(clip(DType::f32, "[1,2]", "1", "[3,4]", {profile}), "CLIP-ALL-SCALAR");
  }
}

TEST(Clip, EveryVersionHasTheTypesOfTheTable) {
  EVIDENCE("CLIP-ALL-TYPES", "CLIP-ALL-VERSIONS", "GEN-ALL-VERSION");
  const auto types = [](const char* profile, int opset) {
    return types_of("Clip", [&](DType type) { return std::vector(opset < 11 ? 1 : 3, Argument{type, shape_of({})}); },
                    {find_profile(profile), opset});
  };
  const std::string integers = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 ";
  for (const int opset : {1, 6, 10, 11}) EXPECT_EQ(types("onnx", opset), " float16 float double ");
  EXPECT_EQ(types("onnx", 12), " float16 float double " + integers);
  for (const int opset : {13, newest_opset})
    EXPECT_EQ(types("onnx", opset), " float16 bfloat16 float double " + integers);
  for (const char* profile : sonnx_profiles) {
    for (const int opset : {11, 12, 13, newest_opset})
      EXPECT_EQ(types(profile, opset), " float16 float double " + integers + "real ");
    EXPECT_EQ(applied("Clip", {{DType::f32, "[1]"}}, {find_profile(profile), 6}), "GEN-ALL-VERSION");
  }
  EXPECT_EQ(clip(DType::i32, "[1]", "1", "1", {onnx, 11}), "CLIP-ALL-TYPES");
  EXPECT_EQ(applied("Clip", {{DType::f32, "[1]"}, {DType::f64, "1"}}), "GEN-ALL-ONETYPE");
}

TEST(Clip, VersionOneHasConsumedInputs) {
  EVIDENCE("CLIP-ALL-VERSIONS", "CLIP-ALL-ATTRIBUTES");
  const std::vector<Attribute> consumed{{"consumed_inputs", std::vector<std::int64_t>{0}}, {"min", 0.0f}};
  EXPECT_EQ(applied("Clip", {{DType::f32, "[1,-2]"}}, {onnx, 1, consumed}), "[1,0]");
  EXPECT_EQ(applied("Clip", {{DType::f32, "[1,-2]"}}, {onnx, 6, consumed}), "GEN-ALL-ATTRIBUTES");
}

}  // namespace
}  // namespace etalon::tests
