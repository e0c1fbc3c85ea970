// SPDX-License-Identifier: Apache-2.0
// Floor 8. Parts of the boxes of a claim (claim.hpp): what the networks do with the inputs of one, and its halves.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "accuracy/errors.hpp"
#include "conform/properties/claim.hpp"
#include "vnnlib/normal_form.hpp"

namespace etalon::impl {

// A part of a box: the ends of every element of the networks' inputs, which are numbers of their types.
struct Part {
  std::vector<double> low, high;
  unsigned depth = 0;
  double error = infinite_bound;  // of the comparisons over the part that this one was split from
};

// The elements of inputs, as parts number them.
struct InputElement {
  std::uint64_t element;  // of the property
  ElementPlace at;
  DType type;
};
std::vector<InputElement> input_elements(const PropertyModels& models);

// The box of a conjunction, its ends rounded outward to numbers of the types, so that it contains the numbers that the
// networks are given in every reading of the bounds. A text says why there is none.
std::variant<Part, std::string> box_of(const PropertyModels& models, const Conjunction& conjunction,
                                       std::span<const InputElement> elements);

// Bounds that exclude each other can be met by one number once they are rounded.
bool is_empty_in_every_reading(const PropertyModels& models, const Conjunction& conjunction);

// Two halves that share an end, or two points.
std::optional<std::pair<Part, Part>> halves_of(const Part& part, std::size_t i, DType type);

// What the networks do with a part, where it is not decided.
struct PartVerdict {
  bool is_excluded = false, is_by_margin = false;
  double error = 0;                         // the largest of a comparison; infinite where there is no bound
  std::size_t split = 0;                    // the input that it depends on most
  std::optional<Part> counterexample = {};  // a point
};

// Judges parts, one after the other; it is of one thread.
class PartJudge {
 public:
  PartJudge(const PropertyModels& models, std::span<const InputElement> elements, const Limits& limits,
            const ClaimSettings& settings);
  PartJudge(PartJudge&&) noexcept;
  ~PartJudge();
  PartVerdict operator()(const Conjunction& conjunction, const Part& part);

 private:
  class Own;
  std::unique_ptr<Own> own_;
};

}  // namespace etalon::impl
