// SPDX-License-Identifier: Apache-2.0
// Resize and Upsample: coordinates, lists, versions and what is refused, as tables of calls with what they give or the
// rule that refuses them. The program `calls` holds their results against an oracle on random calls.
#include "tests/support/fold_calls.hpp"

namespace etalon::tests {
namespace {

Attribute word(const char* name, const char* value) { return {name, std::string(value)}; }
const Attribute linear = word("mode", "linear");

TEST(Resize, VersionTenHasScalesAndIsAsymmetric) {
  const Fold folds[] = {
      {{"RESIZE-ALL-VERSIONS", "RESIZE-ALL-SHAPE"}, "Resize", {"[1,2]", "[2.5]"}, {}, "[1,1,1,2,2]", How().at(10)},
      {{"RESIZE-ALL-VERSIONS", "RESIZE-FLOAT-LINEAR"},
       "Resize",
       {"[1,2]", "[2]"},
       {linear},
       "[1,1.5,2,2]",
       How().at(10)},
      {{"RESIZE-ALL-SHAPE"}, "Resize", {"[1,2]", "[-1]"}, {}, "RESIZE-ALL-SHAPE", How().at(10)},
      {{"RESIZE-ALL-SHAPE"}, "Resize", {"[1,2]", "[\"inf\"]"}, {}, "RESIZE-ALL-SHAPE", How().at(10)},
      {{"RESIZE-ALL-SHAPE"}, "Resize", {"[1,2]", "[2,2]"}, {}, "RESIZE-ALL-SHAPE", How().at(10)},
      {{"RESIZE-FLOAT-WIDE"},
       "Resize",
       {"[1,2]", "[2]"},
       {linear},
       "RESIZE-FLOAT-WIDE",
       How().at(10).of(DType::f64).by(Accumulation::wide)},
      {{"RESIZE-ALL-MODE"}, "Resize", {"[1,2]", "[2]"}, {word("mode", "cubic")}, "RESIZE-ALL-MODE", How().at(10)},
      {{"RESIZE-ALL-TYPES"}, "Resize", {"[1,2]", "[2]"}, {}, "RESIZE-ALL-TYPES", How().at(10).of(DType::bf16)},
      {{"RESIZE-ALL-LINEAR-TYPES"},
       "Resize",
       {"[1,2]", "[2]"},
       {linear},
       "RESIZE-ALL-LINEAR-TYPES",
       How().at(10).of(DType::i8)},
  };
  for (const Fold& fold : folds) judge(fold);
}

TEST(Upsample, VersionsDifferInWhereTheScalesAre) {
  const std::vector<Attribute> sides{{"height_scale", 2.0F}, {"width_scale", 1.0F}};
  const Fold folds[] = {
      {{"UPSAMPLE-ALL-VERSIONS", "UPSAMPLE-ALL-SHAPE"},
       "Upsample",
       {"[[[[1,2]]]]"},
       sides,
       "[[[[1,2],[1,2]]]]",
       How().at(1)},
      {{"UPSAMPLE-ALL-SHAPE"}, "Upsample", {"[[[1,2]]]"}, sides, "UPSAMPLE-ALL-SHAPE", How().at(1)},
      {{"UPSAMPLE-ALL-TYPES"}, "Upsample", {"[[[[1,2]]]]"}, sides, "UPSAMPLE-ALL-TYPES", How().at(1).of(DType::i8)},
      {{"UPSAMPLE-ALL-VERSIONS"}, "Upsample", {"[1,2]"}, {{"scales", std::vector<float>{2}}}, "[1,1,2,2]", How().at(7)},
      {{"UPSAMPLE-ALL-VERSIONS"}, "Upsample", {"[1,2]", "[2]"}, {}, "[1,1,2,2]", How().at(9)},
      {{"UPSAMPLE-ALL-VERSIONS"}, "Upsample", {"[1,2]", "[2]"}, {}, "GEN-ALL-VERSION", How().at(10)},
      {{"UPSAMPLE-ALL-SHAPE"}, "Upsample", {"[1,2]", "[0.5]"}, {}, "UPSAMPLE-ALL-SHAPE", How().at(9)},
      {{"UPSAMPLE-ALL-MODE"}, "Upsample", {"[1,2]", "[2]"}, {linear}, "[1,1.5,2,2]", How().at(9)},
      {{"UPSAMPLE-ALL-MODE"}, "Upsample", {"[1,2]", "[2]"}, {word("mode", "cubic")}, "UPSAMPLE-ALL-MODE", How().at(9)},
      {{"UPSAMPLE-ALL-LINEAR-TYPES"},
       "Upsample",
       {"[1,2]", "[2]"},
       {linear},
       "UPSAMPLE-ALL-LINEAR-TYPES",
       How().at(9).of(DType::i32)},
      {{"UPSAMPLE-FLOAT-WIDE"},
       "Upsample",
       {"[1,2]", "[2]"},
       {linear},
       "UPSAMPLE-FLOAT-WIDE",
       How().at(9).of(DType::f64).by(Accumulation::wide)},
  };
  for (const Fold& fold : folds) judge(fold);
}

}  // namespace
}  // namespace etalon::tests
