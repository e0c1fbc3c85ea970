// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/resize/resize.hpp"

#include <bit>
#include <stdexcept>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/ops/cast/cast.hpp"

namespace oracle {
namespace {

const mpq_class half(1, 2);

mpz_class floor_of(const mpq_class& x) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}

mpz_class ceil_of(const mpq_class& x) { return -floor_of(-x); }

mpz_class nearest(const std::string& mode, const mpq_class& x) {
  if (mode == "floor") {
    return floor_of(x);
  }
  if (mode == "ceil") {
    return ceil_of(x);
  }
  if (mode == "round_prefer_floor") {
    return ceil_of(x - half);
  }
  if (mode == "round_prefer_ceil") {
    return floor_of(x + half);
  }
  throw std::invalid_argument("oracle resize: unknown nearest_mode");
}

// The interpolated value of the axes from number k on, the first of which are at `prefix`.
class Interpolated {
 public:
  Interpolated(Type type, Accumulation how, const Shape& shape, const std::vector<std::uint64_t>& elements,
               const std::vector<mpq_class>& coordinates)
      : type_(type), how_(how), shape_(shape), elements_(elements), coordinates_(coordinates) {}

  Answer at(Tuple prefix) const {
    const std::size_t k = prefix.size();
    if (k == shape_.size()) {
      return quiet(elements_[offset_of(prefix, shape_)]);
    }
    const mpz_class low = floor_of(coordinates_[k]);
    const mpq_class behind = coordinates_[k] - low;
    prefix.push_back(low.get_ui());
    if (behind == 0) {
      return at(prefix);
    }
    const Answer first = at(prefix);
    ++prefix.back();
    const Answer second = at(prefix);
    const std::uint64_t values[] = {first.bits, second.bits};
    const std::uint64_t weights[] = {rounded_weight(type_.format(), 1 - behind),
                                     rounded_weight(type_.format(), behind)};
    const Answer sum = dot(type_.format(), how_, weights, values);
    return {sum.bits, sum.events | first.events | second.events};
  }

 private:
  // Every NaN is the canonical one; a signalling one is invalid.
  Answer quiet(std::uint64_t pattern) const {
    const Format f = type_.format();
    const std::uint64_t infinity = ((std::uint64_t{1} << (f.bits - 1 - f.fraction)) - 1) << f.fraction;
    const std::uint64_t is_quiet = std::uint64_t{1} << (f.fraction - 1);
    const std::uint64_t magnitude = pattern & ~(std::uint64_t{1} << (f.bits - 1));
    if (magnitude <= infinity) {
      return {pattern, 0};
    }
    return {infinity | is_quiet, (pattern & is_quiet) != 0 ? 0u : unsigned{invalid}};
  }

  Type type_;
  Accumulation how_;
  const Shape& shape_;
  const std::vector<std::uint64_t>& elements_;
  const std::vector<mpq_class>& coordinates_;
};

}  // namespace

mpq_class exact_number(Type type, std::uint64_t pattern) {
  return mpq_class(std::bit_cast<double>(cast(type, float64, pattern).bits));  // double has every number
}

std::uint64_t whole_part(const mpq_class& number) { return floor_of(number).get_ui(); }

std::uint64_t rounded_half_up(const mpq_class& number) { return floor_of(number + half).get_ui(); }

mpq_class original_coordinate(const std::string& mode, const ResizedAxis& axis, std::uint64_t place) {
  const mpq_class x(place);
  const mpq_class length_original(axis.before);
  const mpq_class length_resized(axis.after);
  if (mode == "half_pixel") {
    return (x + half) / axis.scale - half;
  }
  if (mode == "half_pixel_symmetric") {
    const mpq_class adjustment = length_resized / (axis.scale * length_original);
    const mpq_class center = length_original / 2;
    const mpq_class offset = center * (1 - adjustment);
    return offset + (x + half) / axis.scale - half;
  }
  if (mode == "pytorch_half_pixel") {
    return axis.after > 1 ? mpq_class((x + half) / axis.scale - half) : mpq_class(0);
  }
  if (mode == "align_corners") {
    return axis.after > 1 ? mpq_class(x * (length_original - 1) / (length_resized - 1)) : mpq_class(0);
  }
  if (mode == "asymmetric") {
    return x / axis.scale;
  }
  if (mode == "tf_half_pixel_for_nn") {
    return (x + half) / axis.scale;
  }
  if (mode == "tf_crop_and_resize") {
    if (axis.after > 1) {
      return axis.start * (length_original - 1) +
             x * (axis.end - axis.start) * (length_original - 1) / (length_resized - 1);
    }
    return half * (axis.start + axis.end) * (length_original - 1);
  }
  throw std::invalid_argument("oracle resize: unknown coordinate_transformation_mode");
}

std::uint64_t rounded_weight(Format f, const mpq_class& x) {
  MpfrNumber value(f.fraction + 1);
  GmpInteger significand;
  const ExponentRange range(f);
  finish_rounding(f, value, mpfr_set_q(value, x.get_mpq_t(), nearest_even));
  return encode(f, value, significand);
}

std::optional<std::vector<mpq_class>> lies_at(const Resizing& resizing, const Tuple& at) {
  std::vector<mpq_class> coordinates;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const ResizedAxis& axis = resizing.axes[k];
    const mpq_class last(axis.before - 1);
    const mpq_class x = original_coordinate(resizing.coordinates, axis, at[k]);
    if (resizing.coordinates == "tf_crop_and_resize" && (x < 0 || x > last)) {
      return std::nullopt;
    }
    mpq_class taken = resizing.rounding.empty() ? x : mpq_class(nearest(resizing.rounding, x));
    if (taken < 0) {
      taken = 0;
    }
    coordinates.push_back(taken > last ? last : taken);
  }
  return coordinates;
}

Answer resized(const Resizing& resizing, Type type, Accumulation how, const std::vector<std::uint64_t>& elements,
               const Tuple& at) {
  const auto coordinates = lies_at(resizing, at);
  if (!coordinates) {
    return {resizing.outside, 0};
  }
  Shape shape;
  for (const ResizedAxis& axis : resizing.axes) {
    shape.push_back(axis.before);
  }
  if (!resizing.rounding.empty()) {
    Tuple element;
    for (const mpq_class& coordinate : *coordinates) {
      element.push_back(whole_part(coordinate));
    }
    return {elements[offset_of(element, shape)], 0};
  }
  return Interpolated(type, how, shape, elements, *coordinates).at({});
}

}  // namespace oracle
