// SPDX-License-Identifier: Apache-2.0
// Floor 5. The only place that makes a Call: it settles the version, the row, the types, the attributes and the shapes
// of one node under a profile, or reports which rules are broken.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "check/profile.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

struct Resolution {
  Call call;
  std::vector<Finding> notices;
};

// An operand of a single call, and its value where that is known before running.
struct Given {
  Given(const Argument& is, std::shared_ptr<const Tensor> value = nullptr) : argument(is), known(std::move(value)) {}
  Given(std::nullopt_t) {}  // omitted

  std::optional<Argument> argument;
  std::shared_ptr<const Tensor> known;
};

// Whether hints offer reals, which neither a file nor the C interface can hold.
enum class RealHints : bool { none, offered };

// Of a node whose operands are all given. The first broken rule where it cannot be done. `results` is how many results
// are wanted; 0: as many as the operator must have.
Result<Resolution> resolve(const Profile& profile, std::int64_t opset, const Node& node, std::span<const Given> inputs,
                           std::size_t results = 0, RealHints reals = RealHints::offered);

// The same for operands that are all there, and whose values do not matter.
Result<Resolution> resolve(const Profile& profile, std::int64_t opset, const Node& node,
                           std::span<const Argument> inputs);

// ---- the same in steps, for a model, where all findings are wanted and some operands may be unknown ----------------

// Why no version of any operator can be found.
std::optional<Finding> check_opset(std::optional<std::int64_t> opset);

// Why this release has no rules for the node.
std::optional<Finding> check_specified(const Node& node);

// What is known of an operand.
struct Operand {
  std::optional<DType> type = {};
  std::optional<Shape> shape = {};
  std::string_view foreign = {};  // its type, where Etalon does not have it
  bool omitted = false;
  std::shared_ptr<const Tensor> value = {};  // where it is known before running
};

struct Examination {
  std::optional<Call> call;                      // where everything is known, and no rule is broken
  std::vector<std::optional<Argument>> results;  // of the call; also where its only fault is a default
  std::vector<Finding> findings;                 // notices too
  std::vector<std::size_t> unknown;              // inputs whose value would have to be known
};

// Applies every rule that can be applied. The node is a specified one; nothing is applied where check_opset() has a
// finding. `wanted` says of each result whether it has a name.
Examination examine(const Profile& profile, std::optional<std::int64_t> opset, const Node& node,
                    std::span<const Operand> operands, std::span<const char> wanted, RealHints reals = RealHints::none);

// The row that holds for an operator; null where there is none.
const Row* row_for(const Profile& profile, std::optional<std::int64_t> opset, const Operator& op);

}  // namespace etalon::impl
