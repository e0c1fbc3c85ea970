// SPDX-License-Identifier: Apache-2.0
// Floor 8. What is true of a witness, without tolerance ("VNN-ALL-VERDICT"): whether it is in the box, and whether it
// satisfies the property over the reals, under each accumulation policy, and in any admissible order.
#pragma once

#include <array>

#include "conform/properties/networks.hpp"
#include "vnnlib/witness.hpp"

namespace etalon::impl {

// How the numbers of a file are read where inputs are compared with their bounds.
enum class BoxReading : std::uint8_t {
  decimals,       // of the witness and of the property, as they are written
  rounded_input,  // the numbers that the network is given, and the bounds as they are written
  all_rounded,    // both rounded to the element type
};
inline constexpr const char* box_readings[] = {"decimals", "rounded_input", "all_rounded"};

enum class InAnyOrder : std::uint8_t {
  holds,        // every admissible evaluation satisfies the property
  fails,        // none does
  depends,      // one that does and one that does not are shown
  not_decided,  // neither was shown
};
inline constexpr const char* any_order_names[] = {"holds", "fails", "depends", "not_decided"};

// What the checker of VNN-COMP 2025 says, with the reference in place of ONNX Runtime ("VNN-ALL-CHECKER").
enum class CheckerVerdict : std::uint8_t { correct, up_to_tolerance, not_violated, exec_does_not_match, wrong_shape };
inline constexpr const char* checker_names[] = {"correct", "correct_up_to_tolerance", "spec_not_violated",
                                                "exec_doesnt_match", "wrong_shape"};

inline constexpr std::size_t property_policies = std::size(accumulation_names);

// One evaluation of all networks.
struct Evaluation {
  std::string name;  // a policy, or how terms are added
  JudgedProperty judged;
};

// The first node at which two evaluations differ.
struct Parting {
  std::uint32_t network = 0, node = 0;
  std::uint64_t elements = 0;  // of its results that differ
  std::uint64_t nodes = 0;     // that differ, of all networks
};

// What the witness states of outputs.
struct StatedOutputs {
  std::uint64_t given = 0, all = 0;
  JudgedProperty judged;  // the property of the stated numbers; unknown if one is missing
  double farthest = 0;    // the largest distance from the run under the model's policy, rounded up
  double relative = 0;    // that in parts of the largest stated magnitude, rounded up
  bool is_same = false;   // every stated output is the decimal of the computed one, to its last bit
};

struct JudgedPoint {
  std::array<bool, std::size(box_readings)> in_box = {};
  std::optional<BoxReading> reading;  // the first that has it in the box; the outputs are judged by it
  JudgedProperty real;
  std::array<std::optional<JudgedProperty>, property_policies> policies;  // nothing: a model has none of this kind
  InAnyOrder any_order = InAnyOrder::not_decided;
  Between bounded_margin = {-HUGE_VAL, HUGE_VAL};               // of every admissible evaluation
  std::optional<std::pair<Evaluation, Evaluation>> shown = {};  // of depends: one satisfies the property, one does not
  std::optional<Parting> parting = {};                          // where these part
  std::uint64_t tried = 0;                                      // evaluations beside the policies
  StatedOutputs stated = {};
  CheckerVerdict checker = CheckerVerdict::wrong_shape;

  // Inside of the box in this reading, and satisfied: the whole property.
  bool is_in(BoxReading in) const { return in_box[static_cast<std::size_t>(in)]; }
};

struct WitnessSettings {
  KernelTable kernels = nullptr;                      // with the bits of the references; none: the references
  std::uint64_t operations = std::uint64_t{1} << 26;  // elementary ones, for orders beside those of the policies
};

// All points of a witness; a finding if a network has no result.
Result<std::vector<JudgedPoint>> judge(const PropertyModels& models, const Witness& witness, const Limits& limits,
                                       const WitnessSettings& settings = {});

// The point that the verdict of a witness is that of: a witness is right if one of its points is.
std::size_t best_of(std::span<const JudgedPoint> points);

}  // namespace etalon::impl
