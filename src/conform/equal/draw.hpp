// SPDX-License-Identifier: Apache-2.0
// Floor 8. Drawn inputs, and what two models make of them: values with other bits are not the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

// For each of `ours`, the one of `theirs` that has its name; by their order where the names are not the same ones. The
// lists are as long as each other.
std::vector<std::uint32_t> matched(const Graph& our_graph, const Graph& their_graph,
                                   const std::vector<std::uint32_t>& ours, const std::vector<std::uint32_t>& theirs);

// Whether some names are the same, though matched() does not go by them.
bool share_some_names(const Graph& our_graph, const Graph& their_graph, const std::vector<std::uint32_t>& ours,
                      const std::vector<std::uint32_t>& theirs);

// Numbers of different sizes for each input: around 1 in the first draw, large ones in the second, with special values
// among them in the third. Integers are small, so that they can be indices.
inline constexpr unsigned draws = 3;
std::vector<Tensor> drawn_inputs(const Graph& graph, const std::vector<std::uint32_t>& inputs, unsigned draw);

struct DrawnRun {
  std::vector<std::string> digests;  // of every value, by its number; "" of one that is omitted
  std::vector<Tensor> outputs;
};
// Nothing where the model has no result.
std::optional<DrawnRun> run_drawn(const CheckedModel& model, const std::vector<std::uint32_t>& inputs,
                                  const std::vector<Tensor>& tensors, Team* team);

}  // namespace etalon::impl
