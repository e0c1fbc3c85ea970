// SPDX-License-Identifier: Apache-2.0
// What Resize and Upsample give over the reals, by GMP and the oracle's coordinates (true_values.hpp). Weights are
// numbers of the type.
#pragma once

#include "oracle/ops/resize/resize.hpp"
#include "tests/support/true_call.hpp"

namespace etalon::tests {

// The numbers of an input that is known, by its name; none where it is omitted.
inline std::vector<mpq_class> known_numbers(const TrueCall& t, std::string_view name) {
  std::vector<mpq_class> numbers;
  for (std::size_t k = 0; k < t.call.inputs.size(); ++k)
    if (name == t.call.row->inputs[k].name && t.call.inputs[k])
      for (const TrueValue& one : true_values(t.call.known[k]->view())) numbers.push_back(one.number);
  return numbers;
}

inline oracle::Resizing true_resizing(const TrueCall& t) {
  const auto word = [&](const char* name, const char* otherwise) {
    const std::string* given = t.attribute<std::string>(name);
    return given != nullptr ? *given : std::string(otherwise);
  };
  oracle::Resizing resizing{{}, word("coordinate_transformation_mode", "asymmetric"), word("nearest_mode", "floor")};
  if (word("mode", "") != "nearest") resizing.rounding.clear();
  std::vector<mpq_class> scales = known_numbers(t, "scales");
  if (const auto* given = t.attribute<std::vector<float>>("scales"))
    for (const float scale : *given) scales.emplace_back(static_cast<double>(scale));
  if (const float* height = t.attribute<float>("height_scale"))
    scales = {1, 1, mpq_class(*height), mpq_class(*t.attribute<float>("width_scale"))};
  const std::vector<mpq_class> sizes = known_numbers(t, "sizes"), roi = known_numbers(t, "roi");
  const oracle::Shape before = t.shape(0), after = dims_of(t.output().shape);
  std::vector<std::int64_t> axes(before.size());
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = static_cast<std::int64_t>(k);
  if (const auto* given = t.attribute<std::vector<std::int64_t>>("axes")) axes = *given;
  for (std::size_t k = 0; k < before.size(); ++k) resizing.axes.push_back({before[k], after[k], 1});
  // The smallest and the largest ratio, where one of them is that of all axes.
  std::optional<mpq_class> common;
  const std::string policy = word("keep_aspect_ratio_policy", "stretch");
  for (std::size_t i = 0; i < axes.size() && !sizes.empty(); ++i)
    if (const std::uint64_t length = before[oracle::axis_of(axes[i], before.size())]; length > 0) {
      const mpq_class own = sizes[i] / length;
      if (!common || (policy == "not_larger" ? own < *common : own > *common)) common = own;
    }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    oracle::ResizedAxis& axis = resizing.axes[oracle::axis_of(axes[i], before.size())];
    if (sizes.empty())
      axis.scale = scales[i];
    else if (axis.before > 0)
      axis.scale = policy == "stretch" ? mpq_class(sizes[i] / axis.before) : *common;
    if (resizing.coordinates == "tf_crop_and_resize") axis.start = roi[i], axis.end = roi[axes.size() + i];
  }
  return resizing;
}

// The value at the coordinates, of the axes behind those of the prefix.
inline TrueValue true_interpolation(const TrueCall& t, const std::vector<mpq_class>& at, oracle::Tuple prefix) {
  if (prefix.size() == at.size()) return (*t.inputs[0])[oracle::offset_of(prefix, t.shape(0))];
  const mpq_class& x = at[prefix.size()];
  prefix.push_back(oracle::whole_part(x));
  const mpq_class behind = x - prefix.back();
  const TrueValue low = true_interpolation(t, at, prefix);
  if (behind == 0) return low;
  ++prefix.back();
  const TrueValue high = true_interpolation(t, at, prefix);
  const oracle::Type type = oracle_type(t.output().type);
  const auto weight = [&](const mpq_class& of) {
    return true_value(type, oracle::rounded_weight(type.format(), of)).number;
  };
  return if_all_known({&low, &high}, [&](const auto& of) {
    return TrueValue(mpq_class(weight(1 - behind) * of[0]->number + weight(behind) * of[1]->number));
  });
}

inline TrueValues true_resize(const TrueCall& t) {
  const oracle::Shape out = dims_of(t.output().shape);
  TrueValues results;
  const std::uint64_t count = oracle::element_count(out);
  if (count == 0) return results;
  const oracle::Resizing resizing = true_resizing(t);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto at = oracle::lies_at(resizing, oracle::tuple_of(i, out));
    results.push_back(at ? true_interpolation(t, *at, {}) : true_attribute(t, "extrapolation_value"));
  }
  return results;
}

}  // namespace etalon::tests
