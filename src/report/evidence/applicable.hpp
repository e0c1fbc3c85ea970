// SPDX-License-Identifier: Apache-2.0
// Floor 9. Which requirements apply to a model: those of its operators for the types it uses, of what they share, of
// files and profiles, and of what was done with it ("EVI-ALL-TRACE").
#pragma once

#include <span>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "report/evidence/trace.hpp"

namespace etalon::impl {

// What a requirement can apply to.
struct ModelUse {
  const Graph* graph = nullptr;         // null where the file could not be read
  const CheckedModel* model = nullptr;  // null where it is not conformant: then every type counts as used
  bool inputs = false, ran = false, analysed = false, compared = false, bound = false;
};

// The operators of the nodes, of branches too, each once and in the order of their names.
struct UsedOperators {
  std::vector<const Operator*> known;
  std::vector<std::string> others;  // that Etalon does not have, with their domain where it is not ONNX's
};
UsedOperators operators_of(const Graph& graph);

struct Applicable {
  Requirement requirement;
  std::string because;  // "operator Mul", "every model"
};

// In the order of `all`, which is sorted.
std::vector<Applicable> applicable(std::span<const Requirement> all, const ModelUse& use);

// The rows of a trace that apply, and the gaps among them: a test that failed, or none that passed. Without results of
// tests there are no gaps to speak of.
Trace restricted(const Trace& whole, const std::vector<Applicable>& applicable, bool tests_given);

}  // namespace etalon::impl
