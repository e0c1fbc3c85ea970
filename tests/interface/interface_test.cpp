// SPDX-License-Identifier: Apache-2.0
// The public interface, with the public headers only.
#include <gtest/gtest.h>

#include <cstring>
#include <etalon/etalon.hpp>
#include <thread>
#include <vector>

#include "tests/support/evidence.hpp"

namespace {

using etalon::Call;
using etalon::Type;

TEST(Interface, Mul_OnTheCallersBuffers) {
  EVIDENCE("API-ALL-BUFFERS", "MUL-INT-RESULT");
  const Call call("Mul", {{Type::int8, {4}}, {Type::int8, {4}}});
  ASSERT_TRUE(call) << call.message();
  EXPECT_EQ(call.output().type.rank, 1u);
  EXPECT_EQ(call.output().type.dims[0], 4u);
  EXPECT_EQ(call.output().bytes, 4u);
  EXPECT_STREQ(call.output().name, "C");
  const std::int8_t a[] = {-6, -9, -9, 9}, b[] = {-3, 100, -100, 100};
  std::int8_t c[4] = {};
  etalon_events events;
  ASSERT_TRUE(call.run({std::span(a), std::span(b)}, {std::span(c)}, &events).ok());
  EXPECT_EQ(std::vector<int>(c, c + 4), (std::vector<int>{18, 124, -124, -124}));
  EXPECT_EQ(events.count[ETALON_EVENT_INTEGER_OVERFLOW], 3u);
  EXPECT_EQ(events.first[ETALON_EVENT_INTEGER_OVERFLOW], 1u);
}

TEST(Interface, SixteenBitFloatsAndNibblesHaveCarriers) {
  EVIDENCE("NUM-INT-NIBBLE", "MUL-FLOAT-RESULT");
  const Call half("Mul", {{Type::float16, {1}}, {Type::float16, {1}}});
  const etalon::Float16 x[] = {{0x2E66}}, y[] = {{0x4200}};
  etalon::Float16 z[1] = {};
  ASSERT_TRUE(half.run({std::span(x), std::span(y)}, {std::span(z)}).ok());
  EXPECT_EQ(z[0].bits, 0x34CC);

  const Call nibbles("Mul", {{Type::int4, {3}}, {Type::int4, {3}}});
  const std::uint8_t p[] = {0xE3, 0x07}, q[] = {0x22, 0x02};  // 3 -2 7, 2 2 2
  std::uint8_t r[] = {0xFF, 0xFF};
  ASSERT_TRUE(
      nibbles.run({etalon::Input{Type::int4, p, 2}, {Type::int4, q, 2}}, {etalon::Output{Type::int4, r, 2}}).ok());
  EXPECT_EQ(r[0], 0xC6);
  EXPECT_EQ(r[1], 0x0E);
}

TEST(Interface, ABrokenRuleIsNamedAndExplained) {
  EVIDENCE("MUL-ALL-SHAPE");
  const Call call("Mul", {{Type::float32, {2}}, {Type::float32, {2, 1}}});
  EXPECT_FALSE(call);
  EXPECT_EQ(call.status().code, ETALON_NOT_CONFORMANT);
  EXPECT_STREQ(call.status().rule, "MUL-ALL-SHAPE");
  EXPECT_NE(call.message().find("[2,1]"), std::string::npos);
  EXPECT_TRUE(Call("Mul", {{Type::float32, {2}}, {Type::float32, {2, 1}}}, {.profile = "onnx"}));
}

TEST(Interface, BoolIsATypeThatMulDoesNotHave) {
  EVIDENCE("MUL-ALL-TYPES", "API-ALL-REQUEST");
  const etalon::TensorType truth(Type::boolean, {2});
  const etalon::Call call("Mul", {truth, truth});
  EXPECT_EQ(call.status().code, ETALON_NOT_CONFORMANT);
  EXPECT_STREQ(call.status().rule, "MUL-ALL-TYPES");
}

TEST(Interface, AttributesReachTheOperator) {
  EVIDENCE("ELT-ALL-AXIS-RUN");
  const Call call("Mul", {{Type::int32, {2, 2, 2}}, {Type::int32, {2}}},
                  {.profile = "onnx", .opset = 6, .attributes = {{"broadcast", 1}, {"axis", 1}}});
  ASSERT_TRUE(call) << call.message();
  const std::int32_t a[] = {1, 2, 3, 4, 5, 6, 7, 8}, b[] = {10, 100};
  std::int32_t c[8] = {};
  ASSERT_TRUE(call.run({std::span(a), std::span(b)}, {std::span(c)}).ok());
  EXPECT_EQ(std::vector<int>(c, c + 8), (std::vector<int>{10, 20, 300, 400, 50, 60, 700, 800}));
}

TEST(Interface, NullAndNonsenseAreRefusedEverywhere) {
  EVIDENCE("API-ALL-BUFFERS", "API-ALL-REQUEST");
  char message[8];
  etalon_problem problem{};
  problem.size = sizeof problem;
  problem.message = message;
  problem.message_bytes = sizeof message;
  etalon_call* call = nullptr;
  EXPECT_EQ(etalon_prepare(nullptr, &call, &problem), ETALON_USAGE);
  EXPECT_EQ(problem.code, ETALON_USAGE);
  EXPECT_EQ(std::strlen(message), sizeof message - 1) << "cut";
  EXPECT_EQ(etalon_prepare(nullptr, nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(Call("Mul", {}).status().code, ETALON_NOT_CONFORMANT);
  EXPECT_EQ(Call("Hardmax", {{Type::float32, {1}}}).status().code, ETALON_NOT_JUDGED);
  EXPECT_EQ(Call(nullptr, {}).status().code, ETALON_USAGE);
  EXPECT_EQ(Call("Mul", {}, {.profile = "nonsense"}).status().code, ETALON_USAGE);
  const Call policy("MatMul", {{Type::float32, {1, 1}}, {Type::float32, {1, 1}}}, {.accumulate = "nonsense"});
  EXPECT_EQ(policy.status().code, ETALON_USAGE);
  EXPECT_STREQ(policy.status().rule, "API-ALL-REQUEST");
  EXPECT_EQ(Call("Mul", {{Type::int8, {1}}, {Type::int8, {1}}}, {.accumulate = "fused"}).status().code, ETALON_USAGE);
  const Call huge("MatMul", {{Type::int32, {1ull << 40, 0}}, {Type::int32, {0, 1ull << 40}}});
  EXPECT_EQ(huge.status().code, ETALON_LIMIT);
  EXPECT_EQ(Call("Mul", {{static_cast<Type>(8), {1}}, {Type::int8, {1}}}).status().code, ETALON_USAGE);
  EXPECT_EQ(Call("Mul", {{Type::int8, {1, 1, 1, 1, 1, 1, 1, 1, 1}}, {Type::int8, {1}}}).status().code, ETALON_USAGE);
  EXPECT_EQ(Call("Mul", {{Type::int8, {1ull << 63, 4}}, {Type::int8, {1}}}).status().code, ETALON_USAGE);
  EXPECT_EQ(etalon_run(nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_call_about(nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_call_output(nullptr, 0, nullptr), ETALON_USAGE);
  etalon_release_call(nullptr);
  const Call good("Mul", {{Type::float32, {1}}, {Type::float32, {1}}});
  const float a[1] = {2}, b[1] = {3};
  const double wrong[1] = {};
  float c[1] = {7};
  EXPECT_EQ(good.run({std::span(a)}, {std::span(c)}).code, ETALON_USAGE);
  EXPECT_EQ(good.run({std::span(a), std::span(wrong)}, {std::span(c)}).code, ETALON_USAGE);
  EXPECT_EQ(good.run({std::span(a), std::span(c)}, {std::span(c)}).code, ETALON_USAGE);
  EXPECT_EQ(c[0], 7.0f);
  EXPECT_TRUE(good.run({std::span(a), std::span(b)}, {std::span(c)}).ok());
}

TEST(Interface, ARefusedRunNamesTheBuffer) {
  EVIDENCE("API-ALL-BUFFERS", "API-ALL-OVERLAP");
  const Call call("Mul", {{Type::float32, {2}}, {Type::float32, {2}}});
  const float a[2] = {2, 3}, b[2] = {3, 4}, one[1] = {};
  float c[2] = {7, 7};
  const auto named = [](const etalon::Status& status) {
    EXPECT_EQ(status.code, ETALON_USAGE);
    EXPECT_EQ(status.count, status.part == ETALON_NOTHING ? 0u : 1u);
    return std::pair(static_cast<etalon_part>(status.part), status.index);
  };
  using Named = std::pair<etalon_part, std::uint64_t>;
  EXPECT_EQ(named(call.run({std::span(a), std::span(one)}, {std::span(c)})), Named(ETALON_INPUT, 1));
  EXPECT_EQ(named(call.run({std::span(a), std::span(b)}, {etalon::Output{Type::int32, c, 8}})),
            Named(ETALON_OUTPUT, 0));
  EXPECT_EQ(named(call.run({std::span(a), std::span(c)}, {std::span(c)})), Named(ETALON_OUTPUT, 0))
      << "the one to be written";
  EXPECT_EQ(named(call.run({std::span(a)}, {std::span(c)})), Named(ETALON_NOTHING, 0)) << "none can be named";
  EXPECT_EQ(c[0], 7.0f);
}

TEST(Interface, OneCallMayBeRunByManyThreadsAtOnce) {
  EVIDENCE("NUM-ALL-PORTABLE");
  constexpr std::size_t n = 1000;
  const Call call("Mul", {{Type::float64, {n}}, {Type::float64, {n}}});
  std::vector<double> a(n), b(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = 1.0 / (1.0 + static_cast<double>(i)), b[i] = static_cast<double>(i) / 3.0;
  std::vector<std::vector<double>> results(8, std::vector<double>(n));
  {
    std::vector<std::jthread> threads;
    for (auto& result : results)
      threads.emplace_back([&] { EXPECT_TRUE(call.run({std::span(a), std::span(b)}, {std::span(result)}).ok()); });
  }
  for (const auto& result : results) EXPECT_EQ(std::memcmp(result.data(), results[0].data(), n * sizeof(double)), 0);
}

TEST(Interface, MatMul_InEveryPolicyOnTheCallersBuffers) {
  EVIDENCE("MATMUL-FLOAT-SEQUENTIAL", "MATMUL-FLOAT-EXACT");
  const float a[] = {16777216.0f, 1.0f, 1.0f}, b[] = {1.0f, 1.0f, 1.0f};
  float c[1] = {};
  for (const auto& [policy, wanted] :
       {std::pair("sequential", 16777216.0f), {"fused", 16777216.0f}, {"wide", 16777218.0f}, {"exact", 16777218.0f}}) {
    const Call call("MatMul", {{Type::float32, {1, 3}}, {Type::float32, {3, 1}}}, {.accumulate = policy});
    ASSERT_TRUE(call) << call.message();
    ASSERT_TRUE(call.run({std::span(a), std::span(b)}, {std::span(c)}).ok());
    EXPECT_EQ(c[0], wanted) << policy;
  }
}

TEST(Interface, Div_ByZeroWritesNothingAndNamesThePlace) {
  EVIDENCE("DIV-INT-ZERO");
  const Call call("Div", {{Type::int32, {3}}, {Type::int32, {3}}});
  const std::int32_t a[] = {4, 5, 6}, b[] = {2, 0, 0};
  std::int32_t c[] = {7, 7, 7};
  const etalon::Status status = call.run({std::span(a), std::span(b)}, {std::span(c)});
  EXPECT_EQ(status.code, ETALON_CONDITION);
  EXPECT_STREQ(status.rule, "DIV-INT-ZERO");
  EXPECT_EQ(status.part, ETALON_ELEMENT);
  EXPECT_EQ(status.index, 1u);
  EXPECT_EQ(status.count, 2u);
  EXPECT_EQ(c[0], 7);
}

}  // namespace
