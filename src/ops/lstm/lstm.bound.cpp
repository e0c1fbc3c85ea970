// SPDX-License-Identifier: Apache-2.0
// Floor 7. The error of a step of LSTM goes through all steps after it: there is no bound beforehand.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound lstm_bound;
constexpr OperatorBound lstm_bound = unknown_beforehand();

}  // namespace etalon::impl
