// SPDX-License-Identifier: Apache-2.0
// Floor 4. The rules that the quantised operators share; see quantise.hpp and quantise.md.
#include "ops/family/quantised/quantise.hpp"

#include <string>

#include "ops/family/axes.hpp"
#include "tensor/onnx_types.hpp"

namespace etalon::impl {
namespace {

constexpr const char* granularity = "QUANTISE-ALL-GRANULARITY";
constexpr const char* lines = "QUANTISE-ALL-LINES";
constexpr const char* features = "QUANTISE-ALL-FEATURES";

std::string named(const Call& call, unsigned k) { return formal_name(call.row->inputs, k); }

// "QuantizeLinear: y_scale has shape [3], and x has shape [2,2]".
std::string shaped(const Call& call, unsigned k, const char* other, const Shape& shape) {
  return std::string(call.op->name) + ": " + named(call, k) + " has shape " + to_string(call.inputs[k]->shape) +
         ", and " + other + " has shape " + to_string(shape);
}

// The zero point of a tensor has the shape of its scale.
std::optional<Finding> check_pair(const Call& call, unsigned scale, unsigned zero_point) {
  if (!call.has_input(scale) || !call.has_input(zero_point)) return std::nullopt;
  const Shape& shape = call.inputs[scale]->shape;
  if (call.inputs[zero_point]->shape == shape) return std::nullopt;
  return broken("QUANTISE-ALL-PAIR", shaped(call, zero_point, named(call, scale).c_str(), shape),
                "give the zero point the shape of its scale");
}

std::uint64_t quotient_rounded_up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0); }

// One scale for `block` elements along the axis; the other dimensions are those of x.
Result<ScaleGeometry> blocked(const Call& call, unsigned axis, std::uint64_t block) {
  const Shape &x = call.inputs[0]->shape, &scale = call.inputs[1]->shape;
  ScaleGeometry g{ScaleGeometry::Per::block, count_behind(x, axis), x[axis], block,
                  quotient_rounded_up(x[axis], block)};
  for (unsigned k = 0; k < x.rank; ++k)
    if (scale[k] != (k == axis ? g.blocks : x[k]))
      return broken(granularity,
                    shaped(call, 1, "x", x) + "; the axis is " + std::to_string(axis) + ", and block_size " +
                        std::to_string(block),
                    "give the scale x's shape, with ceil(d / block_size) instead of d along the axis");
  return g;
}

}  // namespace

Result<ScaleGeometry> ScaleGeometry::of(const Call& call) {
  const Shape &x = call.inputs[0]->shape, &scale = call.inputs[1]->shape;
  if (auto problem = check_pair(call, 1, 2)) return *std::move(problem);
  const auto *number = call.named<std::int64_t>("axis"), *block_size = call.named<std::int64_t>("block_size");
  if (block_size != nullptr && *block_size < 0)
    return broken(granularity, std::string(call.op->name) + ": block_size is " + std::to_string(*block_size),
                  "give a positive number, or 0 where the scales are not of blocks");
  const bool blocks = block_size != nullptr && *block_size > 0 && scale.rank == x.rank && x.rank > 0;
  if (!blocks && scale_is_scalar(scale)) return ScaleGeometry{};
  if (number == nullptr)
    return broken(granularity, shaped(call, 1, "x", x) + "; this version has one scale for the whole tensor",
                  "give the scale the shape [], or use operator set 13 or later");
  const auto axis = axis_at(*number, x.rank);
  if (!axis) return broken(granularity, axis_message(call, *number, x.rank), axis_hint);
  if (blocks) return blocked(call, *axis, static_cast<std::uint64_t>(*block_size));
  if (scale.rank != 1 || scale[0] != x[*axis])
    return broken(granularity, shaped(call, 1, "x", x) + "; the axis is " + std::to_string(*axis),
                  "give one scale, one for each place along the axis, or scales of blocks and their block_size");
  return ScaleGeometry{Per::axis, count_behind(x, *axis), x[*axis], 1, x[*axis]};
}

Result<LineScale> LineScale::of(const Call& call, const MatmulGeometry& g, Line line, const Shape& matrix,
                                unsigned scale) {
  const Shape& own = call.inputs[scale]->shape;
  LineScale it{.line = line, .rows = g.rows, .columns = g.columns, .batch = g.batch};
  if (scale_is_scalar(own)) return it;
  const std::uint64_t count = line == Line::row ? g.rows : g.columns;
  if (matrix.rank > 1) {
    if (own.rank == 1 && own[0] == count) return it.per = Per::line, it;
    Shape wanted = matrix;
    wanted.dims[matrix.rank - (line == Line::row ? 1 : 2)] = 1;
    if (own == wanted) {
      const Shape mine = MatmulGeometry::batch_of(matrix),
                  placed = placed_at(mine, g.batch.rank, g.batch.rank - mine.rank);
      size_strides(placed.dims.data(), placed.rank, it.strides.data());
      return it.per = Per::stack, it;
    }
  }
  const bool is_row = line == Line::row;
  return broken(
      lines, shaped(call, scale, "its matrix", matrix),
      is_row ? "give one number, one for each row, or the matrix's shape with 1 as its last dimension"
             : "give one number, one for each column, or the matrix's shape with 1 as its last but one dimension");
}

Result<QuantisedProduct> QuantisedProduct::of(const Call& call, const ProductOperands& at) {
  auto product = matmul_geometry(call, at.a, at.b);
  if (!product) return product.finding();
  QuantisedProduct it{*product, {}, {}, {}};
  // Of y only where its rows are those of a: where neither operand is a vector.
  const Shape &a = call.inputs[at.a]->shape, &b = call.inputs[at.b]->shape;
  const Shape y = a.rank > 1 && b.rank > 1 ? product->result : Shape{};
  const auto settle = [&](LineScale& place, LineScale::Line line, const Shape& matrix, unsigned scale,
                          unsigned zero_point) -> std::optional<Finding> {
    if (auto problem = check_pair(call, scale, zero_point)) return problem;
    const unsigned given = call.has_input(scale) ? scale : zero_point;
    if (!call.has_input(given)) return std::nullopt;
    auto found = LineScale::of(call, *product, line, matrix, given);
    if (!found) return found.finding();
    place = *found;
    return std::nullopt;
  };
  if (auto problem = settle(it.a, LineScale::Line::row, a, at.a_scale, at.a_zero_point)) return *problem;
  if (auto problem = settle(it.b, LineScale::Line::column, b, at.b_scale, at.b_zero_point)) return *problem;
  if (auto problem = settle(it.y, LineScale::Line::row, y, at.y_scale, at.y_zero_point)) return *problem;
  return it;
}

Result<QuantisedConv> QuantisedConv::of(const Call& call, const QuantisedConvOperands& at) {
  auto conv = ConvGeometry::of(call, at.conv);
  if (!conv) return conv.finding();
  for (const auto& [scale, zero_point] :
       {std::pair{at.x_scale, at.x_zero_point}, {at.w_scale, at.w_zero_point}, {at.y_scale, at.y_zero_point}})
    if (auto problem = check_pair(call, scale, zero_point)) return *std::move(problem);
  for (const unsigned k : {at.x_scale, at.x_zero_point, at.y_scale, at.y_zero_point})
    if (call.has_input(k) && !scale_is_scalar(call.inputs[k]->shape))
      return broken(
          features,
          std::string(call.op->name) + ": " + named(call, k) + " has shape " + to_string(call.inputs[k]->shape),
          "give one number, with the shape [] or [1]");
  QuantisedConv it{*conv};
  const Shape& w = call.inputs[at.conv.w]->shape;
  for (const unsigned k : {at.w_scale, at.w_zero_point}) {
    if (!call.has_input(k) || scale_is_scalar(call.inputs[k]->shape)) continue;
    const Shape& own = call.inputs[k]->shape;
    if (own.rank != 1 || own[0] != w[0])
      return broken(features, shaped(call, k, "w", w), "give one number, or one for each feature: w's first dimension");
    it.per_feature = true;
  }
  return it;
}

DType quotient_type(const Call& call) {
  if (const auto* precision = call.named<std::int64_t>("precision"); precision != nullptr && *precision != 0)
    return find_onnx_dtype(*precision)->id;
  const DType scale = call.inputs[1]->type;
  return is_floating(scale) ? scale : DType::f32;
}

Result<std::optional<DType>> type_given(const Call& call, const char* attribute, TypeSet allowed, const char* rule) {
  const auto* number = call.named<std::int64_t>(attribute);
  if (number == nullptr || *number == 0) return std::optional<DType>();
  const DTypeInfo* type = find_onnx_dtype(*number);
  if (type != nullptr && allowed.contains(type->id)) return std::optional(type->id);
  const char* name = onnx_type_name(*number);
  const std::string what = std::string(call.op->name) + "-" + std::to_string(call.version) + ": attribute " +
                           attribute + " is " + std::to_string(*number) +
                           (name == nullptr ? std::string() : std::string(" (") + name + ")");
  return broken(rule,
                what + (name == nullptr   ? ", which is not an element type of ONNX"
                        : type == nullptr ? ", a type that Etalon does not have"
                                          : ", a type that this version does not have here"),
                "leave the attribute out, or name a type that the operator's page lists");
}

}  // namespace etalon::impl
