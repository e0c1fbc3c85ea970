// SPDX-License-Identifier: Apache-2.0
// Floor 8. What a call computes, as a key: calls with the same key are the same function of the elements of their
// operands.
#pragma once

#include <string>

#include "ops/call.hpp"

namespace etalon::impl {

// All that a reference reads of a call beside the elements of its operands.
std::string function_of(const Call& call);

// Tensors with the same key have the same type, shape and bits.
std::string key_of_constant(const Tensor& tensor);

void append_number(std::string& key, std::uint64_t number);

}  // namespace etalon::impl
