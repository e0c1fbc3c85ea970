// SPDX-License-Identifier: Apache-2.0
// Floor 9. Two runs of one model with two sets of kernels must end alike, to the last bit.
#pragma once

#include <optional>
#include <vector>

#include "run/plan.hpp"

namespace etalon::impl {

// How a run ended.
struct Ran {
  Status status;
  std::vector<TensorView> outputs;  // of no meaning unless the status is ok
};

// Where Etalon contradicts itself: the first output that differs, its first element, both values and how many more.
// `plan` is either run's plan. Nothing where they agree.
std::optional<Finding> contradiction(const Plan& plan, const Ran& fast, const Ran& reference);

}  // namespace etalon::impl
