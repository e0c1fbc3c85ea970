// SPDX-License-Identifier: Apache-2.0
// Floor 8. What the proof of a call depends on, so that none is done twice.
#pragma once

#include <string>

#include "prove/node.hpp"

namespace etalon::impl::prove {

// Equal for two calls only if the text of their functions, the reference and what both are given are the same but for
// the numbers of values.
std::string call_key(const CheckedModel& model, const ModelValues& values, const NodeCall& call);

}  // namespace etalon::impl::prove
