// SPDX-License-Identifier: Apache-2.0
// Floor 7. See convolution.hpp.
#include "simd/windows/convolution.hpp"

#include <algorithm>
#include <numeric>

namespace etalon::impl {
namespace {

std::uint64_t product(std::uint64_t a, std::uint64_t b) { return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b; }

}  // namespace

Im2col::Im2col(const Convolution& c, std::uint64_t most, bool by_lines) : c_(c), by_lines_(by_lines) {
  for (cut_ = 0; cut_ + 1 < c.axes && elements_for(cut_, 1) > most;) ++cut_;
  // The last axis has enough places to fill vectors.
  const std::uint64_t out = c.axis[cut_].out, least = cut_ + 1 < c.axes ? 1 : std::min<std::uint64_t>(out, 256);
  std::uint64_t low = least, high = out;
  while (low < high) {  // elements grow with rows
    const std::uint64_t middle = high - (high - low) / 2;
    if (elements_for(cut_, middle) <= most)
      low = middle;
    else
      high = middle - 1;
  }
  const std::uint64_t slabs = (out + low - 1) / low;
  rows_ = (out + slabs - 1) / slabs;  // of about equal size
  elements_for(cut_, rows_);
}

std::uint64_t Im2col::elements_for(unsigned cut, std::uint64_t rows) {
  copies_ = plane_ = behind_ = outer_ = 1;
  for (unsigned a = 0; a < c_.axes; ++a) {
    const Convolution::Axis& axis = c_.axis[a];
    const std::uint64_t positions = a < cut ? 1 : a == cut ? rows : axis.out;
    const std::uint64_t sharing = axis.stride / std::gcd(axis.stride, axis.dilation);
    const Side apart{axis.kernel, positions, axis.kernel, false},
        shared{std::min(axis.kernel, sharing), positions + (axis.kernel - 1) * axis.dilation / axis.stride, sharing,
               true};
    const bool fewer = product(shared.copies, shared.length) < product(apart.copies, apart.length);
    sides_[a] = fewer && (by_lines_ || a == cut) ? shared : apart;
    copies_ = product(copies_, sides_[a].copies);
    plane_ = product(plane_, sides_[a].length);
    if (a > cut) behind_ *= positions;
    if (a + 2 < c_.axes) outer_ = product(outer_, sides_[a].length);
  }
  // An odd number of lines of the cache (of floats), so that channels do not share a few of its sets.
  constexpr std::uint64_t line = 16;
  channel_ = product(copies_, plane_);
  if (c_.channels > 1) channel_ = product((channel_ / line + (channel_ % line != 0 ? 1 : 0)) | 1, line);
  return product(channel_, c_.channels);
}

void Im2col::list(std::size_t* places) const {
  const auto channel = static_cast<std::size_t>(channel_);
  for (std::size_t k = 0; k < c_.places; ++k) {
    std::uint64_t rest = k, copy = 0, copies = 1, shift = 0, length = 1;
    for (unsigned a = c_.axes; a-- > 0; rest /= c_.axis[a].kernel) {
      const Convolution::Axis& axis = c_.axis[a];
      const std::uint64_t place = rest % axis.kernel, own = place % sides_[a].sharing;
      if (sides_[a].is_shared)
        shift += (place * axis.dilation - own * axis.dilation % axis.stride) / axis.stride * length;
      copy += own * copies;
      copies *= sides_[a].copies;
      length *= sides_[a].length;
    }
    places[k] = static_cast<std::size_t>(copy * plane_ + shift);
  }
  const std::size_t inner = c_.inner();
  for (std::size_t k = c_.places; k < inner; ++k) places[k] = places[k - c_.places] + channel;
  for (std::size_t k = inner; k < inner + listed_beyond; ++k) places[k] = places[inner - 1];
}

Im2col::Run Im2col::run_along(unsigned a, std::int64_t start) const {
  const Convolution::Axis& axis = c_.axis[a];
  const auto stride = static_cast<std::int64_t>(axis.stride), in = static_cast<std::int64_t>(axis.in);
  const auto length = static_cast<std::int64_t>(sides_[a].length);
  const std::int64_t before = std::min(length, start < 0 ? (-start + stride - 1) / stride : 0);
  const std::int64_t end = std::min(length, start < in ? (in - 1 - start) / stride + 1 : 0);
  if (end <= before) return {0, 0, 0};
  return {static_cast<std::uint64_t>(start + before * stride), static_cast<std::uint64_t>(before),
          static_cast<std::uint64_t>(end - before)};
}

Im2col::Lines Im2col::lines_from(std::int64_t row, std::int64_t column) const {
  const unsigned last = c_.axes - 1, next = c_.axes - 2;
  const Run rows = run_along(next, row), columns = run_along(last, column);
  const std::uint64_t in = c_.axis[last].in;
  const std::uint64_t all = sides_[next].length, count = columns.elements == 0 ? 0 : rows.elements;
  const std::uint64_t above = count == 0 ? all : rows.before;
  const auto size = [](std::uint64_t n) { return static_cast<std::size_t>(n); };
  return {size(rows.first_element * in + columns.first_element),
          size(c_.axis[last].stride),
          size(c_.axis[next].stride * in),
          size(above),
          size(count),
          size(all - above - count),
          size(columns.before),
          size(columns.elements),
          size(sides_[last].length),
          0};
}

}  // namespace etalon::impl
