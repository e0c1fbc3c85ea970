// SPDX-License-Identifier: Apache-2.0
// Whatever the caller has set, results are the same bits and the caller's setting is still there afterwards.
#include "base/fp_environment.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <vector>

#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace etalon::tests {
namespace {

// Cases that a wrong rounding mode, flushing or denormals-as-zero would each change.
const std::vector<OpCase> sensitive = {
    {"Mul", DType::f32, R"(["0x1.000002p0","-0x1.000002p0","0x1p-126","0x1p-140",3e38,"inf"])",
     R"(["0x1.000002p0","0x1.000002p0","0x1p-1",2,10,0])"},
    {"Mul", DType::f64, R"(["0x1.0000000000001p0","0x1p-1022","0x1p-1070",1e308,"inf"])",
     R"(["0x1.0000000000001p0","0x1p-1",4,-10,0])"},
    {"Mul", DType::f16, R"(["0x1.004p0","0x1p-14",65504])", R"(["0x1.004p0","0x1p-1",2])"},
    {"Mul", DType::bf16, R"(["0x1.02p0","0x1p-126",3e38])", R"(["0x1.02p0","0x1p-1",10])", find_profile("onnx")},
};

#if defined(__x86_64__)
// The results when the caller has set MXCSR to `control`, and what is left of it afterwards.
std::vector<std::string> results(unsigned control, unsigned& left) {
  const unsigned host = _mm_getcsr();
  std::vector<std::string> texts;
  for (OpCase c : sensitive) {
    c.before = [=] { _mm_setcsr(control); };
    c.after = [=, &left] {
      left = _mm_getcsr();
      _mm_setcsr(host);
    };
    texts.push_back(run_op(c).text);
    EXPECT_EQ(left & 0xFFC0u, control & 0xFFC0u) << "control bits are given back";
  }
  return texts;
}

TEST(FpEnvironment, AllRoundingModesFlushingAndDenormalsAsZero_SameBitsAndGivenBack) {
  EVIDENCE("NUM-FLOAT-ENVIRONMENT");
  unsigned left = 0, settings = 0;
  const std::vector<std::string> wanted = results(0x1F80, left);
  // Expected by hand: (1+u)^2 rounds to 1+2u; half the smallest normal stays; 2^-139 stays; overflow; 0*inf.
  EXPECT_EQ(wanted[0], R"([1.0000002,-1.0000002,5.877472e-39,1.435e-42,"inf","nan"])");
  for (unsigned rounding = 0; rounding < 4; ++rounding)
    for (unsigned ftz = 0; ftz < 2; ++ftz)
      for (unsigned daz = 0; daz < 2; ++daz, ++settings) {
        const unsigned control = 0x1F80u | rounding << 13 | ftz << 15 | daz << 6;
        EXPECT_EQ(results(control, left), wanted) << std::hex << control;
      }
  EXPECT_EQ(settings, 16u);
}

TEST(FpEnvironment, ExceptionsThatTheHostLetsTrapDoNotTrap) {
  EVIDENCE("NUM-FLOAT-ENVIRONMENT");
  unsigned left = 0;
  EXPECT_EQ(results(0x0000, left), results(0x1F80, left));
}
#endif

TEST(FpEnvironment, GuardGivesBackTheRoundingMode) {
  EVIDENCE("NUM-FLOAT-ENVIRONMENT");
  const std::uint64_t nominal = impl::fp_control();
  for (int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const std::uint64_t before = impl::fp_control();
    std::uint64_t within = 0;
    {
      const impl::FpGuard guard;
      within = impl::fp_control();
    }
    const std::uint64_t after = impl::fp_control();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(within, nominal);
    EXPECT_EQ(after, before);
    EXPECT_EQ(before != nominal, mode != FE_TONEAREST);
  }
}

}  // namespace
}  // namespace etalon::tests
