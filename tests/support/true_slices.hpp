// SPDX-License-Identifier: Apache-2.0
// What operators that normalise give over the reals, by GMP and MPFR (true_values.hpp): Softmax, LogSoftmax and
// LayerNormalization.
#pragma once

#include "tests/support/true_folds.hpp"
#include "tests/support/true_functions.hpp"

namespace etalon::tests {

// ---- Softmax and LogSoftmax -----------------------------------------------------------------------------------------

inline TrueValues true_softmax(const TrueCall& t, bool logarithm) {
  const oracle::Shape shape = t.shape(0);
  const std::size_t axis = oracle::axis_of(*t.attribute<std::int64_t>("axis"), shape.size());
  oracle::Shape kept = shape;
  for (std::size_t k = axis; k < shape.size() && (k == axis || t.call.version < 13); ++k) kept[k] = 1;
  const auto slice_of = [&](std::uint64_t i) {
    return oracle::offset_of(oracle::stretched(oracle::tuple_of(i, shape), kept), kept);
  };
  // Over the reals it is the same whichever number is subtracted; with the largest no digits are lost.
  std::vector<const TrueValue*> largest(oracle::element_count(kept), nullptr);
  for (std::uint64_t i = 0; i < oracle::element_count(shape); ++i) {
    const TrueValue*& one = largest[slice_of(i)];
    const TrueValue& x = (*t.inputs[0])[i];
    if (one == nullptr || !x.is_number() || (one->is_number() && x.number > one->number)) one = &x;
  }
  TrueValues sums(largest.size(), TrueValue(0)), exponentials, differences, results;
  for (std::uint64_t i = 0; i < oracle::element_count(shape); ++i) {
    differences.push_back(if_all_known({&(*t.inputs[0])[i], largest[slice_of(i)]}, [](const auto& x) {
      return TrueValue(mpq_class(x[0]->number - x[1]->number));
    }));
    exponentials.push_back(
        if_all_known({&differences[i]}, [](const auto& x) { return true_function(mpfr_exp, x[0]->number); }));
    add_to(sums[slice_of(i)], exponentials[i]);
  }
  for (std::uint64_t i = 0; i < oracle::element_count(shape); ++i)
    results.push_back(if_all_known({&differences[i], &exponentials[i], &sums[slice_of(i)]}, [&](const auto& x) {
      if (!logarithm) return TrueValue(mpq_class(x[1]->number / x[2]->number));
      const TrueValue of_sum = true_function(mpfr_log, x[2]->number);
      return if_all_known({x[0], &of_sum},
                          [](const auto& of) { return TrueValue(mpq_class(of[0]->number - of[1]->number)); });
    }));
  return results;
}

// ---- LayerNormalization ---------------------------------------------------------------------------------------------

struct TrueGroup {
  TrueValue mean, inverse;
};

inline TrueGroup true_group(const TrueList& x, const TrueValue& epsilon) {
  const TrueValue mean = true_average(x);
  TrueValue squares(0);
  for (const TrueValue* one : x) {
    const TrueValue distance =
        if_all_known({one, &mean}, [](const auto& of) { return TrueValue(mpq_class(of[0]->number - of[1]->number)); });
    add_product(squares, distance, distance);
  }
  const TrueValue variance = divided(squares, x.size());
  return {mean, if_all_known({&variance, &epsilon}, [](const auto& of) {
            const TrueValue root = true_root(of[0]->number + of[1]->number);
            if (!root.is_number()) return root;
            return root.number == 0 ? TrueValue() : TrueValue(mpq_class(1 / root.number));
          })};
}

inline std::vector<TrueValues> true_layernormalization(const TrueCall& t) {
  const oracle::Shape shape = t.shape(0);
  const std::size_t axis = oracle::axis_of(*t.attribute<std::int64_t>("axis"), shape.size());
  std::vector<bool> reduced(shape.size());
  for (std::size_t k = axis; k < shape.size(); ++k) reduced[k] = true;
  const oracle::Type steps = *t.attribute<std::int64_t>("stash_type") == 1 ? oracle::float32 : oracle::bfloat16;
  const std::uint64_t given = std::bit_cast<std::uint32_t>(*t.attribute<float>("epsilon"));
  const TrueValue epsilon = true_value(steps, oracle::convert(oracle::float32, steps, given).bits);
  std::vector<TrueGroup> groups;
  for (const TrueList& list : reduced_lists(t, reduced)) groups.push_back(true_group(list, epsilon));
  std::vector<TrueValues> results(t.call.outputs.size());
  for (std::uint64_t i = 0; i < oracle::element_count(shape); ++i) {
    const TrueGroup& group = groups[i / (oracle::element_count(shape) / groups.size())];
    const auto beside = [&](std::size_t k) {
      return &(*t.inputs[k])[oracle::offset_of(oracle::stretched(oracle::tuple_of(i, shape), t.shape(k)), t.shape(k))];
    };
    TrueValue sum(0);
    if (t.inputs.size() > 2 && t.inputs[2] != nullptr) sum = *beside(2);
    results[0].push_back(
        if_all_known({&sum, &(*t.inputs[0])[i], &group.mean, &group.inverse, beside(1)}, [](const auto& of) {
          return TrueValue(mpq_class((of[1]->number - of[2]->number) * of[3]->number * of[4]->number + of[0]->number));
        }));
  }
  for (const TrueGroup& group : groups) {
    if (results.size() > 1) results[1].push_back(group.mean);
    if (results.size() > 2) results[2].push_back(group.inverse);
  }
  return results;
}

}  // namespace etalon::tests
