// SPDX-License-Identifier: Apache-2.0
// Floor 8. Nodes whose results the candidate does not give, up to one whose results it gives: they are computed
// together from values that it gives, and their difference is explained together ("CON-ALL-STRETCH").
#pragma once

#include <span>
#include <vector>

#include "check/check.hpp"
#include "conform/cause/explain.hpp"

namespace etalon::impl {

// By index into Graph::values; null: not known.
using KnownValues = std::span<const Tensor* const>;

// Which node makes a value, and how often it is used; by index into Graph::values.
struct Wiring {
  explicit Wiring(const Graph& graph);
  std::vector<std::uint32_t> makers, uses;
};

// The nodes that the results of `last` are computed by from known values, in the graph's order.
std::vector<std::uint32_t> stretch_before(const CheckedModel& model, const Wiring& wiring, std::uint32_t last,
                                          KnownValues known);

struct ComparedStretch {
  std::vector<std::uint32_t> nodes;
  std::uint64_t elements = 0, differing = 0;  // of the last node's results that the candidate gives
  std::vector<Tensor> reference = {};         // what the last node gives
  Explanation why = {};                       // where some differ
};

// Nothing where the reference has no result.
std::optional<ComparedStretch> compare_stretch(const CheckedModel& model, const Wiring& wiring, std::uint32_t last,
                                               KnownValues known, std::span<const TensorView> candidate,
                                               Team* team = nullptr);

// Why a stretch differs. Of a sample, `results` are those of the last node and inputs are not used: they are among the
// values that are known. `steps` is how many elementary operations may be spent, and is lessened by those that were.
struct StretchSample {
  std::vector<const Tensor*> known;
  Sample last;
};
Explanation explain_stretch(const CheckedModel& model, const Wiring& wiring, std::span<const std::uint32_t> nodes,
                            std::span<const StretchSample> samples, std::uint64_t& steps, Team* team = nullptr);

}  // namespace etalon::impl
