// SPDX-License-Identifier: Apache-2.0
// Floor 8. Proves that a delivered C project computes, for every input, what the references of a model's operators
// compute: the files are read, run on terms (trace/term.hpp), and compared element by element with the references that
// are run on the same terms. Nothing of whoever wrote the files is used.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/sha256.hpp"
#include "check/check.hpp"
#include "ops/call.hpp"
#include "shipped/shipped.hpp"

namespace etalon::impl {

struct ProvedNode {
  std::uint32_t index = 0;
  std::uint64_t elements = 0;  // compared
  std::uint64_t joins = 0;     // steps of both sides
  double seconds = 0;
  bool cached = false;  // the same text for the same call was proved before
};

struct ProjectProof {
  std::vector<ProvedNode> nodes;
  std::uint64_t elements = 0, joins = 0;
  double bound_log2 = 0;  // of the probability that a collision of terms hid a difference
  std::vector<std::string> proved, compared, not_judged;  // files
  std::optional<Finding> refusal;                         // the first reason why it is not proved

  bool is_proved() const { return !refusal; }
};

struct ProveSettings {
  Sha256::Digest seed{};                                                     // drawn after the files are fixed
  Team* team = nullptr;                                                      // null: the calling thread alone
  std::function<void(std::uint64_t done, std::uint64_t all)> progress = {};  // nodes
};

// `constants` by value: the tensor of each value that is constant in the project, no_tensor for others.
ProjectProof prove_project(const CheckedModel& model, std::span<const TensorView> constants,
                           std::span<const ProjectFile> files, std::span<const ShippedText> shipped,
                           const ProveSettings& settings);

}  // namespace etalon::impl
