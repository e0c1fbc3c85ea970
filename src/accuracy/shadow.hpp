// SPDX-License-Identifier: Apache-2.0
// Floor 7. The exact shadow ("ACC-ALL-SHADOW"): what a model's values would be if nothing were rounded, beside what the
// reference computes, and the error that is certainly between the two.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "accuracy/reals.hpp"
#include "base/limits.hpp"
#include "check/check.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

// Every value of a model as the reference computes it, by index into Graph::values.
using Trail = std::vector<std::optional<Tensor>>;

// The values of all initializers.
void add_constants(const Graph& graph, Trail& values);

// `inputs` are by index into Graph::values too; they have the declared types and shapes. A value with an initializer
// keeps it. Fails as a run would, with the node in the finding's status.
struct TrailSettings {
  KernelTable kernels = nullptr;                      // with the bits of the references; none: the references
  std::optional<Accumulation> policy = std::nullopt;  // instead of the model's own
};
Result<Trail> trail_of(const CheckedModel& model, Trail inputs, const Limits& limits,
                       const TrailSettings& settings = {});

// Computes the nodes of a model on tensors, one after the other.
class NodeRunner {
 public:
  explicit NodeRunner(const Limits& limits, KernelTable kernels = nullptr, Team* team = nullptr)
      : limits_(limits), kernels_(kernels), team_(team) {}
  Status run(const Call& call, std::span<const TensorView> inputs, std::span<std::optional<Tensor>> results);
  // Of a status that is not ok.
  Finding finding(const Status& status);

 private:
  const Limits& limits_;
  KernelTable kernels_;  // none: the references
  Team* team_;
  std::optional<Finding> too_large_;
};

// The operator itself, over the reals. An operand that is an index is taken from `plain`.
std::vector<Reals> real_results(const Call& call, std::span<const Reals* const> inputs, Inputs plain,
                                const Precision& precision = {});

// An error, absolute and in relation to the real value and its ulp. Infinite where the computed or the real element has
// no value.
struct Error {
  double absolute = 0, relative = 0, ulp = 0;  // rounded up
  bool tight = true;                           // false: the true error may be much smaller
};
Error error_of(const TensorView& computed, std::uint64_t i, const Enclosure& real);

// The distance of neighbouring numbers of a floating-point type at this magnitude; 1 for integers.
double ulp_at(DType type, double magnitude);

struct Shadow {
  std::vector<Reals> values;  // as Trail; empty where the trail is
  long precision = 0;         // of the balls, where there was need for any
};

// Called after each node with its operation count.
using Progress = std::function<void(std::uint64_t operations)>;

// The whole model over the reals, from the trail's inputs and constants. Precision is raised until every error is
// tight, or has reached `most_bits`.
Shadow shadow_of(const CheckedModel& model, const Trail& trail, const Progress& on_node_done = {},
                 long most_bits = 1 << 16);

}  // namespace etalon::impl
