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
    std::optional<Tensor> low, high;                  // the computed element lies between them
    std::vector<Ends> ends;                           // likewise
    std::vector<double> bounds;                       // of its error
    AffineRun::Values values;                         // with the forms; none of a constant
    std::optional<NonZeros> nonzeros = std::nullopt;  // of a constant
  };

  // A factor, and the element of a value that it multiplies.
  struct Multiple {
    std::uint32_t value = 0;
    std::uint64_t element = 0;
    double factor = 1;
  };

  // With `admitted` ranges and bounds are those of every admissible evaluation.
  explicit BoxBounds(std::shared_ptr<const CheckedModel> model, const FormLimits& limits = {},
                     AdmittedErrors admitted = nullptr);

  // `inputs` as analyse() takes them. A finding where nothing can be known; what was known of the box before is gone.
  std::optional<Finding> bound(std::span<const InputKnowledge> inputs);

  // An output or a constant, by index into Graph::values.
  const Known& operator[](std::uint32_t value) const { return known_[value] ? *known_[value] : *constants_[value]; }
  // The sum of elements of these times these factors, exactly as they are: where it lies over the reals (.real), of
  // computed elements (.computed), and how far the two are apart (.error).
  AffineValue combination(std::span<const Multiple> multiples);
  // The symbol of an element of an input in the forms of the box; nothing where the element is known.
  std::optional<std::uint32_t> symbol_of(std::uint32_t input, std::uint64_t element) const;

 private:
  using Shared = std::shared_ptr<const Known>;
  void admit(const Call& call, std::span<const RealOperand> reals, std::span<Known> results, Bounds& introduced) const;
  std::vector<Shared> results(const Call& call, std::span<const Shared* const> operands);

  std::shared_ptr<const CheckedModel> model_;
  AdmittedErrors admitted_;
  AffineRun run_;
  std::vector<Shared> constants_, known_, given_;  // by number
};

}  // namespace etalon::impl
