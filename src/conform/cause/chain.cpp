// SPDX-License-Identifier: Apache-2.0
// Floor 8. See chain.hpp.
#include "conform/cause/chain.hpp"

#include "check/resolve.hpp"
#include "conform/cause/alternatives.hpp"
#include "conform/judge/judge.hpp"
#include "ops/family/quantised/quantise.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {

extern const Operator quantizelinear_operator, dequantizelinear_operator, relu_operator;

namespace {

constexpr ChangeRule rectification{ChangeKind::rewriting,
                                   [](Call&, Alternative& a, const ChangeRule::Parameters&) { a.rectifies = true; }};

class Finder {
 public:
  Finder(const CheckedModel& model, const Wiring& wiring, KnownValues known)
      : model_(model), graph_(*model.graph), wiring_(wiring), known_(known) {}

  std::optional<QuantisedChain> ending_with(std::uint32_t last) {
    if (!is_of(last, quantizelinear_operator)) return std::nullopt;
    std::optional<std::uint32_t> node = maker_of(last, 0);
    if (!node || !is_alone(last, 0)) return std::nullopt;
    if (is_of(*node, relu_operator)) {
      if (!is_alone(*node, 0)) return std::nullopt;
      chain_.inside.push_back(*node), chain_.rectifies = true;
      node = maker_of(*node, 0);
    }
    if (!node || !take_node(*node)) return std::nullopt;
    take_scale(last, call(last).outputs[0]->type);
    if (!take_bias(*node) || !resolve_call(*node)) return std::nullopt;
    chain_.changes = changes_for(chain_.call);
    return std::move(chain_);
  }

 private:
  const Call& call(std::uint32_t n) const { return model_.calls[n]; }
  bool is_of(std::uint32_t n, const Operator& op) const { return call(n).op->is(op); }
  // The node that makes an operand which is not known.
  std::optional<std::uint32_t> maker_of(std::uint32_t n, std::size_t k) const {
    if (!call(n).has_input(k)) return std::nullopt;
    const std::uint32_t value = graph_.nodes[n].inputs[k];
    if (known_[value] != nullptr) return std::nullopt;
    return wiring_.makers[value];
  }
  bool is_alone(std::uint32_t n, std::size_t k) const { return wiring_.uses[graph_.nodes[n].inputs[k]] == 1; }
  const Tensor* known(std::uint32_t n, std::size_t k) const { return known_[graph_.nodes[n].inputs[k]]; }

  void take(std::uint32_t n, std::size_t k, const Shape& shape) {
    chain_.operands.push_back({graph_.nodes[n].inputs[k]});
    given_.emplace_back(Argument{call(n).inputs[k]->type, shape});
  }
  void make(Tensor tensor) {
    given_.emplace_back(Argument{tensor.type(), tensor.shape()});
    chain_.operands.push_back({0, std::move(tensor)});
  }
  // The scale and the zero point of a node that quantises or dequantises; without one it is 0.
  void take_scale(std::uint32_t n, DType quantised) {
    const Shape& shape = call(n).inputs[1]->shape;
    take(n, 1, shape);
    if (call(n).has_input(2))
      take(n, 2, shape);
    else
      make(Tensor(quantised, shape));
  }
  // Operand k of the node as integers of this shape. Scales lie along the given axis, or there is one.
  bool take_operand(std::uint32_t n, std::size_t k, const Shape& shape, std::optional<unsigned> axis, bool transposed) {
    const std::optional<std::uint32_t> maker = maker_of(n, k);
    if (!maker || !is_of(*maker, dequantizelinear_operator)) return false;
    const Call& dequantizing = call(*maker);
    const Argument& integers = *dequantizing.inputs[0];
    if (!scale_is_scalar(dequantizing.inputs[1]->shape)) {
      const auto* own = dequantizing.named<std::int64_t>("axis");
      if (own == nullptr || !axis || dequantizing.inputs[1]->shape.rank != 1) return false;
      if ((*own < 0 ? *own + integers.shape.rank : *own) != *axis) return false;
    }
    if (!transposed)
      take(*maker, 0, shape);
    else if (const Tensor* matrix = known(*maker, 0); matrix != nullptr && info(matrix->type()).bits == 8)
      make(transposed_bytes(*matrix, shape));
    else
      return false;
    take_scale(*maker, integers.type);
    return true;
  }
  static Tensor transposed_bytes(const Tensor& matrix, const Shape& shape) {
    Tensor result(matrix.type(), shape);
    const std::uint64_t rows = matrix.shape()[0], columns = matrix.shape()[1];
    for (std::uint64_t i = 0; i < rows * columns; ++i)
      result.data()[i % columns * rows + i / columns] = matrix.data()[i];
    return result;
  }
  bool take_node(std::uint32_t n) {
    const auto describe = alternatives_of(*call(n).op).on_integers;
    if (describe == nullptr) return false;
    form_ = describe(call(n));
    if (!form_) return false;
    chain_.inside.push_back(n);
    return take_operand(n, 0, form_->x, std::nullopt, false) &&
           take_operand(n, 1, form_->w, form_->channel_axis, form_->transposes);
  }
  // A bias is dequantised, or is a constant that has to be quantised with the scale of the products.
  bool take_bias(std::uint32_t n) {
    if (!call(n).has_input(2)) return true;
    const Shape& features = call(n).inputs[2]->shape;
    const Shape shape = *Shape::of(std::span(form_->w.dims).first(1));
    if (features.count != shape.count) return false;
    if (const auto maker = maker_of(n, 2)) {
      if (!is_of(*maker, dequantizelinear_operator) || call(*maker).inputs[0]->type != DType::i32) return false;
      return take(*maker, 0, shape), true;
    }
    const Tensor *bias = known(n, 2), *x_scale = scale_at(1), *w_scale = scale_at(4);
    if (bias == nullptr || x_scale == nullptr || w_scale == nullptr) return false;
    Tensor quantised(DType::i32, shape);
    for (std::uint64_t f = 0; f < shape.count; ++f) {
      const double scale =
          number_at(x_scale->view(), 0) * number_at(w_scale->view(), w_scale->shape().count == 1 ? 0 : f);
      Int<32>::store(quantised.data(), f, static_cast<std::int32_t>(quantised_bias(number_at(bias->view(), f), scale)));
    }
    return make(std::move(quantised)), true;
  }
  const Tensor* scale_at(std::size_t operand) const { return known_[chain_.operands[operand].value]; }

  bool resolve_call(std::uint32_t n) {
    Node node;
    node.operation = form_->name;
    if (form_->keeps_attributes) node.attributes = graph_.nodes[n].attributes;
    const std::optional<std::int64_t> opset = graph_.operator_set();
    if (!opset) return false;
    auto resolution = resolve(model_.profile, *opset, node, given_);
    if (!resolution) return false;
    chain_.call = std::move(resolution->call);
    chain_.call.choices = call(n).choices;
    return true;
  }

  const CheckedModel& model_;
  const Graph& graph_;
  const Wiring& wiring_;
  KnownValues known_;
  QuantisedChain chain_ = {};
  std::vector<Given> given_;
  std::optional<IntegerForm> form_;
};

}  // namespace

const Change& QuantisedChain::rectified() {
  static const Change change{&rectification, {}, ""};
  return change;
}

std::optional<QuantisedChain> chain_ending_with(const CheckedModel& model, const Wiring& wiring, std::uint32_t last,
                                                KnownValues known) {
  return Finder(model, wiring, known).ending_with(last);
}

}  // namespace etalon::impl
