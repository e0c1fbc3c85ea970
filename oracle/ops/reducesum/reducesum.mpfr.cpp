// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/reducesum/reducesum.hpp"

#include "oracle/pattern.hpp"

namespace oracle {

Reduction reduction(const Shape& data, std::span<const std::int64_t> axes, bool keepdims) {
  const std::vector<bool> is_reduced = axes_of(axes, data.size());
  const auto reduced = [&](const Tuple& tuple, std::uint64_t kept) {
    Tuple result;
    for (std::size_t axis = 0; axis < tuple.size(); ++axis) {
      if (!is_reduced[axis]) {
        result.push_back(tuple[axis]);
      } else if (keepdims) {
        result.push_back(kept);
      }
    }
    return result;
  };
  Reduction result{reduced(data, 1), {}};
  result.terms.resize(element_count(result.shape));
  // Every element goes to its output. They come in row-major order, so that the terms of each output do as well.
  for (std::uint64_t element = 0; element < element_count(data); ++element) {
    result.terms[offset_of(reduced(tuple_of(element, data), 0), result.shape)].push_back(element);
  }
  return result;
}

Answer sum(Type type, Accumulation how, std::span<const std::uint64_t> terms) {
  if (type.kind == Kind::integer) {
    return dot(type.integer(), terms, std::vector<std::uint64_t>(terms.size(), 1));
  }
  const Format f = type.format();
  const std::uint64_t one = static_cast<std::uint64_t>(bias(f)) << f.fraction;
  return dot(f, how, terms, std::vector<std::uint64_t>(terms.size(), one));
}

ReduceSum reduce_sum(Type type, Accumulation how, const Shape& data, std::span<const std::uint64_t> elements,
                     std::span<const std::int64_t> axes, bool keepdims, bool noop_with_empty_axes) {
  ReduceSum result;
  if (axes.empty() && noop_with_empty_axes) {
    result.shape = data;
    for (const std::uint64_t element : elements) {
      result.sums.push_back({element, 0});
    }
    return result;
  }
  std::vector<std::int64_t> reduced(axes.begin(), axes.end());
  for (std::size_t axis = 0; axes.empty() && axis < data.size(); ++axis) {
    reduced.push_back(static_cast<std::int64_t>(axis));
  }
  const Reduction plan = reduction(data, reduced, keepdims);
  result.shape = plan.shape;
  for (const std::vector<std::uint64_t>& offsets : plan.terms) {
    std::vector<std::uint64_t> terms;
    for (const std::uint64_t offset : offsets) {
      terms.push_back(elements[offset]);
    }
    result.sums.push_back(sum(type, how, terms));
  }
  return result;
}

}  // namespace oracle
