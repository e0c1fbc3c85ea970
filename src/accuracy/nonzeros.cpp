// SPDX-License-Identifier: Apache-2.0
// Floor 7. See nonzeros.hpp.
#include "accuracy/nonzeros.hpp"

#include <algorithm>
#include <bit>

#include "accuracy/bounds.hpp"

namespace etalon::impl {
namespace {

// Of either sign.
bool are_zeros(const float* numbers, std::uint64_t count) {
  std::uint32_t seen = 0;
  for (std::uint64_t i = 0; i < count; ++i) seen |= std::bit_cast<std::uint32_t>(numbers[i]) << 1;
  return seen == 0;
}

}  // namespace

std::optional<NonZeros> NonZeros::of(const float* numbers, std::uint64_t rows, std::uint64_t columns) {
  constexpr std::uint64_t share = 8, block = 64, most = UINT32_MAX;
  const std::uint64_t count = rows * columns;
  if (count == 0 || count > most) return std::nullopt;
  std::vector<std::uint32_t> places;
  for (std::uint64_t i = 0; i < count; i += block) {
    const std::uint64_t end = std::min(i + block, count);
    if (are_zeros(numbers + i, end - i)) continue;
    for (std::uint64_t k = i; k < end; ++k)
      if (numbers[k] != 0) places.push_back(static_cast<std::uint32_t>(k));
    if (places.size() > count / share) return std::nullopt;
  }
  NonZeros found;
  found.first_.resize(static_cast<std::size_t>(columns) + 1);
  found.rows_.resize(places.size());
  for (const std::uint32_t place : places) ++found.first_[static_cast<std::size_t>(place % columns) + 1];
  for (std::size_t c = 0; c < columns; ++c) found.first_[c + 1] += found.first_[c];
  std::vector<std::uint32_t> at(found.first_.begin(), found.first_.end() - 1);
  for (const std::uint32_t place : places)
    found.rows_[at[static_cast<std::size_t>(place % columns)]++] = static_cast<std::uint32_t>(place / columns);
  return found;
}

std::optional<NonZeros> NonZeros::of_second_factor(const Call& call, const float* numbers) {
  const OperatorBound& bound = bound_of(*call.op);
  if (bound.term == nullptr || call.inputs.size() < 2 || !call.inputs[1] || first_result(call).shape.count == 0)
    return std::nullopt;
  const Shape& shape = call.inputs[1]->shape;
  if (shape.rank != 2 || shape[0] < 2 || terms_of(call) < 2) return std::nullopt;
  const auto place_of = [&](std::uint64_t k) -> std::uint64_t {
    for (const Ingredient& factor : bound.term(call, 0, k))
      if (factor.input == 1) return factor.element;
    return none;
  };
  const bool goes_down = place_of(0) == 0 && place_of(1) == shape[1];
  return goes_down ? of(numbers, shape[0], shape[1]) : std::nullopt;
}

std::uint64_t NonZeros::next(std::uint64_t element) const {
  const std::uint64_t column = element % columns(), row = element / columns();
  const auto end = rows_.begin() + first_[static_cast<std::size_t>(column) + 1];
  const auto found = std::lower_bound(rows_.begin() + first_[static_cast<std::size_t>(column)], end, row);
  return found == end ? none : *found * columns() + column;
}

}  // namespace etalon::impl
