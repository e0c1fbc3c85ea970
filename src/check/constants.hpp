// SPDX-License-Identifier: Apache-2.0
// Floor 5. What a constant operand breaks is broken in every run, so it is known when a model is checked
// ("GEN-ALL-PRECONDITION"). Constant are an initializer, unless it is also an input, because a caller may then give
// another value; the tensor of a node Constant; and every value that the check computes.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "check/finding_log.hpp"
#include "check/profile.hpp"
#include "check/survey.hpp"
#include "ops/precondition.hpp"

namespace etalon::impl {

class ConstantOperands {
 public:
  ConstantOperands(const Survey& survey, const Profile& profile, FindingLog& log);

  void check(std::uint32_t node, const Call& call);

  // Where the node's result is a tensor that is stored in the node: it is a constant, however large.
  void take_result(const Node& node, const Call& call);

 private:
  const Events::Tally& scan(std::uint32_t i, const Tensor* known, Precondition::Demand demand);
  void report_breach(const Precondition& precondition, std::uint32_t node, std::uint32_t i, const Shape& shape,
                     const Events::Tally& tally);

  const Survey& survey_;
  const Profile& profile_;
  FindingLog& log_;
  std::vector<const Constant*> constant_;  // the data of each value that no caller can change
  std::map<std::pair<std::uint32_t, Precondition::Demand>, Events::Tally> scanned_;
};

}  // namespace etalon::impl
