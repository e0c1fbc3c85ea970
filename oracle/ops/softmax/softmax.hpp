// SPDX-License-Identifier: Apache-2.0
//
// Softmax and LogSoftmax of one slice, judged by MPFR: with the largest element m, each e = exp(x - m) and their sum s
// by the policy, e / s and (x - m) - log(s). Every step is rounded.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/arithmetic/dot.hpp"

namespace oracle {

// Each element's events are those of all that it is made of. A slice is not empty.
std::vector<Answer> softmax(Type type, Accumulation how, const std::vector<std::uint64_t>& slice);
std::vector<Answer> log_softmax(Type type, Accumulation how, const std::vector<std::uint64_t>& slice);

}  // namespace oracle
