// SPDX-License-Identifier: Apache-2.0
// Floor 7. A model over boxes of its inputs, one after the other: where each value lies and how wrong it can be, as
// affine forms (run.hpp), of which linear combinations can be bounded. What all boxes have in common is
// prepared once. It is of one thread; nothing is measured, and no other bound is computed beside (analysis.hpp).
#pragma once

#include "accuracy/affine/run.hpp"
#include "accuracy/analysis.hpp"

namespace etalon::impl {

class BoxBounds {
 public:
  // What is known of one value.
  struct Known {
    std::optional<Tensor> low, high;  // the computed element lies between them
    std::vector<Ends> ends;           // likewise
    std::vector<double> bounds;       // of its error
    AffineRun::Values values;         // with the forms; none of a constant
  };

  explicit BoxBounds(std::shared_ptr<const CheckedModel> model, const FormLimits& limits = {});

  // `inputs` as analyse() takes them. A finding where nothing can be known; what was known of the box before is gone.
  std::optional<Finding> bound(std::span<const InputKnowledge> inputs);

  const Known& operator[](std::uint32_t output) const { return *known_[output]; }  // by index into Graph::values
  // The sum of the elements of an output times these factors, exactly as they are: where it lies over the reals
  // (.real), and how far the same sum of computed elements is from it (.error).
  AffineValue combination(std::span<const double> factors, std::uint32_t output);

 private:
  using Shared = std::shared_ptr<const Known>;
  std::vector<Shared> results(const Call& call, std::span<const Shared* const> operands);

  std::shared_ptr<const CheckedModel> model_;
  AffineRun run_;
  std::vector<Shared> constants_, known_;  // by number
};

}  // namespace etalon::impl
