// SPDX-License-Identifier: Apache-2.0
// Floor 8. What conforms of each output of a call, as sets ("CON-ALL-ALLOWED"), and what an element is that is held
// against them.
#pragma once

#include <span>
#include <vector>

#include "conform/judge/judge.hpp"

namespace etalon::impl {

struct Sets {
  std::vector<double> low, high;      // numbers of the type; none where low is above high
  std::vector<std::uint16_t> beyond;  // see allowed_result.hpp
};

struct AllowedSets {
  std::vector<Sets> outputs;
  bool have_functions = false;  // which were allowed to be within so many ulp
};

// By the world of admissible evaluations, with functions within `ulps`. Elements of the candidate that have other bits
// than the reference are looked at closely; without a candidate none are.
AllowedSets sets_of(const Call& call, std::span<const TensorView> inputs, double ulps,
                    std::span<const TensorView> candidate = {}, std::span<const Tensor> reference = {});

bool has_sets(const Call& call);
// Whether one value conforms: nothing is rounded, or the real result once, whatever the policy.
bool has_one_value(const Call& call);
// Whether the accuracy of the result is left open ("CON-FLOAT-FUNCTION").
bool is_open_function(const Call& call);

// A set that is wider, in ulp, is too wide to decide, and a result that is further off is that of another function:
// 2^(p/2), where p is the precision of the type.
std::uint64_t most_ulps(DType type);

bool same_value(const TensorView& a, const TensorView& b, std::uint64_t i);  // the bits, or both a NaN
std::uint64_t width_of(const Sets& sets, DType type, std::uint64_t i);       // in ulp

// The standing of element i of a call with sets: of a function, and of any other.
Standing standing_of_function(const Sets& sets, const TensorView& candidate, const TensorView& reference,
                              std::uint64_t i);
Standing standing_in(const Sets& sets, const TensorView& candidate, std::uint64_t i);
// Of an element that violates as long as functions are within an ulp, by what conforms with functions that are less
// accurate.
Standing standing_within(const Sets& near, const Sets& far, const TensorView& candidate, std::uint64_t i);
// Whether element i is a sum, of which the sign of a zero is open: it depends on how the sum begins.
bool is_of_sum(const Sets& sets, std::uint64_t i);

}  // namespace etalon::impl
