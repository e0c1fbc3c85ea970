// SPDX-License-Identifier: Apache-2.0
// The door: buffers that do not match the call are refused before anything is written.
#include "run/execute.hpp"

#include <gtest/gtest.h>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

class Door : public testing::Test {
 protected:
  Door() {
    const std::uint64_t dims[] = {4};
    const Argument argument{DType::f32, *Shape::of(dims)};
    const Argument arguments[] = {argument, argument};
    Node node;
    node.operation = "Mul";
    call_ = resolve(*find_profile("sonnx"), 14, node, arguments)->call;
    inputs_[0] = {DType::f32, argument.shape, a_, sizeof a_};
    inputs_[1] = {DType::f32, argument.shape, b_, sizeof b_};
    output_ = {DType::f32, argument.shape, c_, sizeof c_};
  }

  Status run() { return execute(call_, inputs_, {&output_, 1}, {}, reference_kernel); }

  void expect_refused(const char* rule) {
    const Status status = run();
    EXPECT_EQ(status.code, Code::usage);
    EXPECT_STREQ(status.rule, rule);
    for (float x : c_) EXPECT_EQ(x, 9.0f) << "nothing was written";
  }

  float a_[4] = {1, 2, 3, 4}, b_[4] = {5, 6, 7, 8}, c_[4] = {9, 9, 9, 9};
  Call call_;
  TensorView inputs_[2];
  MutableTensorView output_;
};

TEST_F(Door, RightBuffersAreComputed) {
  EVIDENCE("API-ALL-BUFFERS", "API-ALL-OVERLAP");
  EXPECT_TRUE(run().ok());
  EXPECT_EQ(c_[3], 32.0f);
}

TEST_F(Door, WrongTypeShapeLengthNullAndMisalignedAreRefused) {
  EVIDENCE("API-ALL-BUFFERS");
  const TensorView good = inputs_[1];
  inputs_[1].type = DType::i32;
  expect_refused("API-ALL-BUFFERS");
  const std::uint64_t dims[] = {2, 2};
  (inputs_[1] = good).shape = *Shape::of(dims);
  expect_refused("API-ALL-BUFFERS");
  (inputs_[1] = good).bytes = 15;
  expect_refused("API-ALL-BUFFERS");
  (inputs_[1] = good).bytes = 17;
  expect_refused("API-ALL-BUFFERS");
  (inputs_[1] = good).data = nullptr;
  expect_refused("API-ALL-BUFFERS");
  (inputs_[1] = good).data = reinterpret_cast<const std::byte*>(b_) + 1;
  expect_refused("API-ALL-BUFFERS");
  inputs_[1] = good;
  output_.bytes = 12;
  expect_refused("API-ALL-BUFFERS");
}

TEST_F(Door, ANullOrMisalignedOutputIsRefused) {
  EVIDENCE("API-ALL-BUFFERS");
  output_.data = nullptr;
  expect_refused("API-ALL-BUFFERS");
  output_.data = reinterpret_cast<std::byte*>(c_) + 2;
  expect_refused("API-ALL-BUFFERS");
}

TEST_F(Door, BuffersThatTouchAreAccepted) {
  EVIDENCE("API-ALL-OVERLAP");
  float row[12] = {1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8};
  inputs_[0].data = row;
  output_.data = row + 4;
  inputs_[1].data = row + 8;
  EXPECT_TRUE(run().ok());
  EXPECT_EQ(row[7], 32.0f);
}

TEST_F(Door, BuffersWithoutElementsMayBeNullAndOverlapNothing) {
  EVIDENCE("API-ALL-BUFFERS", "API-ALL-OVERLAP");
  const std::uint64_t none[] = {0};
  for (auto* argument : {&call_.inputs[0], &call_.inputs[1], &call_.outputs[0]}) (*argument)->shape = *Shape::of(none);
  inputs_[0] = {DType::f32, *Shape::of(none), nullptr, 0};
  inputs_[1] = {DType::f32, *Shape::of(none), a_ + 1, 0};
  output_ = {DType::f32, *Shape::of(none), a_ + 1, 0};
  EXPECT_TRUE(run().ok());
}

TEST_F(Door, AnOutputThatOverlapsAnInputIsRefused) {
  EVIDENCE("API-ALL-OVERLAP");
  inputs_[0].data = c_;
  expect_refused("API-ALL-OVERLAP");
  float shared[7] = {};
  inputs_[0].data = shared;
  output_.data = shared + 3;
  EXPECT_STREQ(run().rule, "API-ALL-OVERLAP");
  inputs_[0].data = shared + 3;
  output_.data = shared;
  EXPECT_STREQ(run().rule, "API-ALL-OVERLAP");
}

}  // namespace
}  // namespace etalon::impl
