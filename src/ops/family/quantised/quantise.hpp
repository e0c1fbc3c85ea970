// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the quantised operators share before they compute: which scale and which zero point an element has, in
// which type a quotient is rounded, what a scale must be. quantise.md says what they compute.
#pragma once

#include <array>
#include <optional>

#include "ops/call.hpp"
#include "ops/conv/conv.hpp"
#include "ops/matmul/geometry.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// One number for a whole tensor.
inline bool scale_is_scalar(const Shape& scale) { return scale.rank == 0 || (scale.rank == 1 && scale[0] == 1); }

// Which scale an element of x has, in QuantizeLinear and DequantizeLinear: their operands are x, its scale and its zero
// point, which has the shape of the scale.
struct ScaleGeometry {
  enum class Per : std::uint8_t { tensor, axis, block };

  Per per = Per::tensor;
  std::uint64_t behind = 1;  // elements of x in one step along the axis
  std::uint64_t length = 1;  // of the axis
  std::uint64_t block = 1;   // elements along the axis that share a scale
  std::uint64_t blocks = 1;  // scales along the axis

  // The finding that says which rule the shapes and attributes break ("QUANTISE-ALL-GRANULARITY").
  static Result<ScaleGeometry> of(const Call& call);

  // Where the scale and the zero point of element i of x lie.
  template <class Place> Place place(const Place& i) const {
    if (per == Per::tensor) return Place(0);
    if (per == Per::axis) return i / behind % length;
    return (i / behind / length * blocks + i / behind % length / block) * behind + i % behind;
  }
};

// Which scale or zero point an element of a matrix product has: one for all, one for each row or each column, or one
// for each row or column of each matrix.
struct LineScale {
  enum class Per : std::uint8_t { tensor, line, stack };
  enum class Line : std::uint8_t { row, column };

  Per per = Per::tensor;
  Line line = Line::row;
  std::uint64_t rows = 1, columns = 1;                       // of a matrix of the result
  Shape batch;                                               // how many matrices the result has
  std::array<std::uint64_t, Limits::max_rank> strides = {};  // between the matrices of the operand, counted in them

  // Of operand `scale`, which belongs to the matrices of shape `matrix`: an operand or the result of the product g. The
  // finding that it has none of the shapes cites "QUANTISE-ALL-LINES".
  static Result<LineScale> of(const Call& call, const MatmulGeometry& g, Line line, const Shape& matrix,
                              unsigned scale);

  // Where it lies for element i of the result.
  template <class Place> Place place(const Place& i) const {
    if (per == Per::tensor) return Place(0);
    const Place at = line == Line::column ? i % columns : i / columns % rows;
    if (per == Per::line) return at;
    Place stacked = at, rest = i / (rows * columns);
    for (unsigned axis = batch.rank; axis-- > 0; rest = rest / batch[axis])
      if (strides[axis] != 0)
        stacked = stacked + rest % batch[axis] * (strides[axis] * (line == Line::column ? columns : rows));
    return stacked;
  }
};

// The operands of MatMulInteger and of QLinearMatMul. Those that a row does not have are none.
struct ProductOperands {
  static constexpr unsigned none = ~0u;

  unsigned a, b, a_zero_point, b_zero_point;
  unsigned a_scale = none, b_scale = none, y_scale = none, y_zero_point = none;
};
inline constexpr ProductOperands integer_product{0, 1, 2, 3}, linear_product{0, 3, 2, 5, 1, 4, 6, 7};

// How they lie.
struct QuantisedProduct {
  MatmulGeometry product;
  LineScale a, b, y;  // for the scale as for the zero point, which has its shape

  static Result<QuantisedProduct> of(const Call& call, const ProductOperands& at);
};

// The operands of ConvInteger and of QLinearConv.
struct QuantisedConvOperands {
  static constexpr unsigned none = ConvOperands::none;

  ConvOperands conv;
  unsigned x_zero_point, w_zero_point;
  unsigned x_scale = none, w_scale = none, y_scale = none, y_zero_point = none;
};
inline constexpr QuantisedConvOperands integer_conv{{0, 1, ConvOperands::none}, 2, 3},
    linear_conv{{0, 3, 8}, 2, 5, 1, 4, 6, 7};

// How they lie.
struct QuantisedConv {
  ConvGeometry conv;
  bool per_feature = false;  // the weights of each feature have a scale and a zero point of their own

  // Findings on scales and zero points cite "QUANTISE-ALL-FEATURES".
  static Result<QuantisedConv> of(const Call& call, const QuantisedConvOperands& at);

  // Where the scale and the zero point of a feature's weights lie.
  template <class Place> Place place(const Place& feature) const { return per_feature ? feature : Place(0); }
};

// The attributes of ConvInteger and QLinearConv, which are those of Conv.
inline constexpr AttributeFormal quantised_conv_attributes[] = {
    {"auto_pad", AttributeFormal::Kind::text, "NOTSET"}, {"dilations", AttributeFormal::Kind::integers},
    {"group", AttributeFormal::Kind::integer, 1},        {"kernel_shape", AttributeFormal::Kind::integers},
    {"pads", AttributeFormal::Kind::integers},           {"strides", AttributeFormal::Kind::integers}};

// The type in which QuantizeLinear rounds the quotient ("QUANTIZELINEAR-ALL-PRECISION").
DType quotient_type(const Call& call);

// The type that an attribute of a row names by its number. Nothing where the row has no such attribute, or it is 0; the
// finding cites the rule where the type is not one of those allowed.
Result<std::optional<DType>> type_given(const Call& call, const char* attribute, TypeSet allowed, const char* rule);

// What every scale must be. The rules of a row differ, so that a finding says which operand it is about.
constexpr Precondition positive_scale(unsigned operand, const char* message, const char* rule = "QUANTISE-ALL-SCALE") {
  return {types::all_floats | TypeSet{DType::i32},
          operand,
          Precondition::Demand::positive,
          Precondition::Breach::notice_unless_constant,
          rule,
          message,
          "give positive, finite numbers; what the formula gives for others is recorded, not judged"};
}

// A NaN is always reported ("QUANTISE-FLOAT-NAN").
inline constexpr Notice nan_quantised{
    EVENT_NAN, types::all_floats, "QUANTISE-FLOAT-NAN",
    "a NaN gives the zero point, and ONNX does not say what it gives",
    "other implementations give other integers: keep NaN away from what is quantised"};

}  // namespace etalon::impl
