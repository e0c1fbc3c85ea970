// SPDX-License-Identifier: Apache-2.0
// Floor 8. Whether the results of a call conform, and which policies they replicate: two verdicts that are kept apart.
// A call is judged on the operands that the candidate itself computed with ("CON-ALL-VERDICTS").
#pragma once

#include <array>
#include <span>
#include <vector>

#include "ops/call.hpp"

namespace etalon::impl {

// What an element of a result is.
enum class Standing : std::uint8_t {
  specified,   // the one value that conforms
  admissible,  // one of several that do: it cannot be ruled out
  deviates,    // from the nearest number, of a function whose accuracy is left open
  violates,    // does not conform
  recorded,    // the sources leave the result undefined
  not_judged,  // the admissible interval is too wide to decide
};
inline constexpr const char* standing_names[] = {"specified", "admissible", "deviates",
                                                 "violates",  "recorded",   "not judged"};
inline constexpr std::size_t standings = std::size(standing_names);

// How far two numbers of a type are apart.
struct Distance {
  double absolute = 0, relative = 0;
  std::uint64_t ulp = 0;  // numbers of the type from one to the other; UINT64_MAX: one of them is not a number
};
Distance distance_between(const TensorView& a, const TensorView& b, std::uint64_t i);
double number_at(const TensorView& view, std::uint64_t i);
bool same_bits(const TensorView& a, const TensorView& b, std::uint64_t i);
bool same_bits(const TensorView& a, const TensorView& b);  // of all elements

// One output of a call.
struct JudgedOutput {
  std::array<std::uint64_t, standings> counts = {}, first = {};
  std::vector<Standing> elements;
  std::vector<double> low, high;  // the numbers that conform, where there are several; otherwise empty
  std::uint64_t widest = 0;       // of those, in ulp
  std::uint64_t differing = 0,
                first_differing = 0;  // elements that differ bitwise from the reference under its policy
  Distance farthest;                  // from the reference
  std::uint64_t farthest_at = 0;
  double share = 0;             // of the allowed width that is used, at most, where it is more than one number
  std::uint64_t witnessed = 0;  // of the admissible elements: those that a named evaluation gives, see admit()
  Distance deviation;           // of the elements that deviate: the farthest from the reference

  std::uint64_t count(Standing standing) const { return counts[static_cast<std::size_t>(standing)]; }
};

struct JudgedCall {
  Status status;                         // of the reference: where it is not ok, every element is recorded
  std::vector<JudgedOutput> outputs;     // as those of the call; empty where the candidate has none
  std::vector<Tensor> reference;         // what the call's own policy gives
  std::vector<Accumulation> replicates;  // the policies that give the candidate's bits; all where they are alike
  bool has_policies = false;             // the result depends on one

  bool conforms() const;
  bool differs() const;                          // from the reference, in a bit
  std::uint64_t count(Standing standing) const;  // over all outputs
  Distance deviation() const;                    // of all outputs
};

// A tensor without data is not there: an input that is omitted, an output that the candidate does not give.
JudgedCall judge(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate,
                 Team* team = nullptr);

// What an admissible evaluation gives conforms, however wide the set of what conforms is: elements that were not judged
// and have the bits of `computed`, the results of such an evaluation, become admissible. Where all of the candidate's
// elements are known to be its results, `computed` is the candidate.
void admit(JudgedCall& judged, std::span<const TensorView> candidate, std::span<const TensorView> computed);

// The smallest error of the functions inside a composition, in ulp, at which the candidate conforms. A half is to
// nearest. Nothing where none would do.
std::optional<double> functions_needed(const Call& call, std::span<const TensorView> inputs,
                                       std::span<const TensorView> candidate);

// The results of a call by the fast kernels, which have the bits of the reference.
struct Computed {
  Status status;
  std::vector<Tensor> outputs;
};
Computed compute(const Call& call, std::span<const TensorView> inputs, Team* team = nullptr);

// Whether the results of a call depend on the accumulation policy, and the call under another one.
bool depends_on_policy(const Call& call);
bool has_policy(const Call& call, Accumulation policy);
Call under(Call call, Accumulation policy);

}  // namespace etalon::impl
