// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the rules of the pools share.
#pragma once

#include "ops/bound.hpp"
#include "ops/family/window.hpp"

namespace etalon::impl {

Result<std::vector<Argument>> pooled_shape(const Call& call);  // the windows of the call, for each channel
Result<std::vector<Argument>> one_per_channel(const Call& call);

// The most elements that a window can have under it; and the element under window i, which is the one with number k, if
// there is one.
std::uint64_t most_covered(const Window& window);
std::vector<Ingredient> element_under(const Call& call, std::uint64_t i, std::uint64_t k);

// Places under all windows.
std::uint64_t operations_of_windows(const Call& call);

namespace pool {
inline constexpr AttributeFormal auto_pad{"auto_pad", AttributeFormal::Kind::text, "NOTSET"};
inline constexpr AttributeFormal ceil_mode{"ceil_mode", AttributeFormal::Kind::integer, 0};
inline constexpr AttributeFormal kernel{"kernel_shape", AttributeFormal::Kind::integers, Required{}};
inline constexpr AttributeFormal dilations{"dilations", AttributeFormal::Kind::integers};
inline constexpr AttributeFormal pads{"pads", AttributeFormal::Kind::integers};
inline constexpr AttributeFormal strides{"strides", AttributeFormal::Kind::integers};
}  // namespace pool

}  // namespace etalon::impl
