// SPDX-License-Identifier: Apache-2.0
// Floor 8. Where two expressions that are not the same begin to differ, for a message.
#pragma once

#include "prove/executor.hpp"
#include "trace/trace.hpp"

namespace etalon::impl::prove {

// ": the reference has mul there, the text add", or nothing where it takes too long to find out.
std::string first_difference(const Sha256::Digest& seed, const Call& call,
                             std::span<const TracedOperand* const> operands, std::uint32_t node,
                             const Function& function, std::vector<BoundArray> bound, std::uint32_t output,
                             std::uint64_t element);

}  // namespace etalon::impl::prove
