// SPDX-License-Identifier: Apache-2.0
// What kernels are compared on: every operator, type and choice, and for each an endless sequence of calls of random
// shapes, with operands that are hard on them.
#pragma once

#include <string>
#include <vector>

#include "check/profile.hpp"
#include "oracle/random.hpp"
#include "tests/kernels/fenced.hpp"

namespace etalon::tests {

// An operator over a type, with the choices that its results depend on.
struct Combination {
  const impl::Operator* op;
  impl::DType type;
  impl::Choices choices;
  std::string name;  // "MatMul float fused"

  bool is(std::string_view operation) const { return op->name == operation; }
  bool is_product() const { return is("MatMul"); }
  bool is_sum() const { return is_product() || is("Gemm") || is("Conv"); }  // of products, by a policy
  bool is_float() const { return impl::info(type).kind == impl::Kind::floating; }
  bool is_slow() const;  // for the reference: its steps are made of many instructions
};

// All that some profile allows.
std::vector<Combination> combinations();

enum class Size { random, large };

struct Case {
  const Combination* combination;
  std::uint64_t number;  // by which it is made again
  impl::Call call;
  const char* data;  // what the operands hold, in words
  std::vector<Fenced> operands;

  std::string text() const;  // all that is needed to find it again
};

Case make_case(const Combination& combination, std::uint64_t seed, std::uint64_t number, Size size);

// The call on shapes drawn at random (shapes.cpp), and operands for it, with the words for them (data.cpp).
impl::Call draw_call(const Combination& combination, oracle::Random& random, Size size);
const char* draw_operands(const Combination& combination, const impl::Call& call, oracle::Random& random,
                          std::span<const impl::MutableTensorView> operands);

}  // namespace etalon::tests
