// SPDX-License-Identifier: Apache-2.0
// Floor 5. Values that are known before a model runs: small constants, and what small nodes compute from them. A node
// is computed by the reference itself, so that there is no second text of what operators mean.
#pragma once

#include <memory>
#include <vector>

#include "check/survey.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

class KnownValues {
 public:
  // Constants with more elements are not read: those that say what a result is, and all others. A node that takes more
  // operations is not computed.
  static constexpr std::uint64_t most_in_shapes = std::uint64_t{1} << 20, most = std::uint64_t{1} << 12;

  explicit KnownValues(const Survey& survey);

  // The value of that number, for such a use; null where it is not known.
  std::shared_ptr<const Tensor> of(std::uint32_t i, Formal::Use use);

  // Another constant, which must stay where it is.
  void add(const Initializer& initializer) { constant_[initializer.value] = &initializer.constant; }

  // Computes the node's results where all that they depend on is known.
  void compute(const Node& node, const Call& call);

  // A value that is not known: the graph input, or the value without a maker, that it depends on.
  std::uint32_t origin_of(std::uint32_t i) const;

 private:
  const Survey& survey_;
  std::vector<const Constant*> constant_;  // the data of each value that no caller can change
  std::vector<std::shared_ptr<const Tensor>> known_;
};

}  // namespace etalon::impl
