// SPDX-License-Identifier: Apache-2.0
// The calls that the program `folds` compares: which kernels there are, and random calls of them.
#pragma once

#include <span>
#include <string>

#include "ops/call.hpp"
#include "oracle/random.hpp"

namespace etalon::tests {

struct Combination {
  const char* operation;
  impl::DType type;
  impl::Accumulation accumulation = impl::Accumulation::sequential;

  std::string name() const;  // "Resize uint8", "LSTM float wide"
};
// Each has a kernel of its own.
std::span<const Combination> fold_combinations();

// A call that has a fast kernel on every processor with vectors, with about `room` elements.
impl::Call draw_fold(const Combination& of, oracle::Random& random, std::uint64_t room);

}  // namespace etalon::tests
