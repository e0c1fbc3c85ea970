// SPDX-License-Identifier: Apache-2.0
// Floor 8. One function of the text against the reference of its node.
#pragma once

#include "prove/executor.hpp"
#include "prove/model_values.hpp"
#include "prove/prove.hpp"
#include "trace/trace.hpp"

namespace etalon::impl::prove {

// A call of a function in the entry point. Of an operand it is known which value lies there, of a result which output
// of the node it is.
struct NodeCall {
  std::uint32_t node = 0;
  const Function* function = nullptr;
  std::vector<std::uint32_t> arguments;  // by parameter: the home of the value, or the number of the output
  Spot spot;                             // in the entry point
};

struct NodeProof {
  std::uint64_t elements = 0, joins = 0;
  std::uint64_t conditions = 0;  // terms of refusals that were compared
  std::uint32_t levels = 0;
};

// The elements that an operand of data or of indices may have without a refusal, as the operator's condition says.
struct Admitted {
  std::int64_t low = 0, high = -1;  // empty: none
  std::string rule;                 // of the refusal; "": there is none
};
Admitted admitted(const Call& call, unsigned operand);

// "DIV-INT-ZERO" as it is part of an enumerator.
std::string rule_name(std::string_view rule);

// The tag of what the node refuses, where its function must be able to; "" where it must not.
std::string refusal_of(const CheckedModel& model, const ModelValues& values, std::uint32_t node);

// Throws Refused.
NodeProof prove_node(const CheckedModel& model, const ModelValues& values, const NodeCall& call,
                     const std::string& prefix, const Sha256::Digest& seed);
// That the function copies its operand.
NodeProof prove_copy(const Function& function, std::uint64_t count, const Sha256::Digest& seed);

}  // namespace etalon::impl::prove
