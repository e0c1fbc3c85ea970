// SPDX-License-Identifier: Apache-2.0
// Floor 7. See boxes.hpp.
#include "accuracy/affine/boxes.hpp"

#include "accuracy/nearby.hpp"
#include "base/fp_environment.hpp"
#include "run/interpret.hpp"

namespace etalon::impl {
namespace {

using Known = BoxBounds::Known;

Known known_between(Tensor low, Tensor high, std::vector<double> bounds) {
  Known known;
  known.ends = ends_between(std::as_const(low).view(), std::as_const(high).view());
  known.bounds = std::move(bounds);
  known.bounds.resize(known.ends.size());
  for (std::size_t i = 0; i < known.ends.size(); ++i)
    if (!is_finite(known.ends[i])) known.bounds[i] = infinite_bound;
  known.low = std::move(low);
  known.high = std::move(high);
  return known;
}

// Where a matrix that a sum of products reads down its columns is not zero.
std::optional<NonZeros> nonzeros_of(const CheckedModel& model, std::uint32_t value, const Tensor& tensor) {
  if (tensor.type() != DType::f32 || !are_finite(tensor.view())) return std::nullopt;
  for (std::size_t n = 0; n < model.calls.size(); ++n)
    if (const auto& inputs = model.graph->nodes[n].inputs; inputs.size() > 1 && inputs[1] == value)
      return NonZeros::of_second_factor(model.calls[n], reinterpret_cast<const float*>(tensor.data()));
  return std::nullopt;
}

}  // namespace

BoxBounds::BoxBounds(std::shared_ptr<const CheckedModel> model, const FormLimits& limits, AdmittedErrors admitted)
    : model_(std::move(model)),
      admitted_(admitted),
      run_(limits, admitted == nullptr ? AffineRun::Of::reference : AffineRun::Of::any_evaluation),
      constants_(model_->graph->values.size()) {
  for (const auto& [value, constant] : model_->graph->initializers) {
    Tensor tensor(constant.type, constant.shape);
    decode(constant, tensor.view());
    Known known = known_between(tensor, tensor, {});
    known.nonzeros = nonzeros_of(*model_, value, tensor);
    constants_[value] = std::make_shared<const Known>(std::move(known));
  }
}

// Ranges and introduced errors of every admissible evaluation in place of the reference's.
void BoxBounds::admit(const Call& call, std::span<const RealOperand> reals, std::span<Known> results,
                      Bounds& introduced) const {
  const std::vector<OverReals> over = over_reals(call, reals);
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (!results[k].low) continue;
    std::vector<double> apart;
    for (std::size_t i = 0; i < introduced[k].size(); ++i) {
      const Admitted any = admitted_(call, results[k].low->type(), over[k], i, introduced[k][i]);
      introduced[k][i] = any.introduced;
      apart.push_back(std::max(
          any.apart, bound_of(*call.op).terms != nullptr ? apart_in_sign(*results[k].low, *results[k].high, i) : 0));
    }
    widen(*results[k].low, *results[k].high, apart);
  }
}

std::vector<BoxBounds::Shared> BoxBounds::results(const Call& call, std::span<const Shared* const> operands) {
  std::vector<RangeView> ranges;
  std::vector<RealOperand> reals;
  std::vector<AffineOperand> forms;
  std::vector<const void*> plain;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Known* known = operands[k] == nullptr ? nullptr : operands[k]->get();
    ranges.push_back(known == nullptr ? RangeView{no_tensor, no_tensor}
                                      : RangeView{known->low->view(), known->high->view()});
    plain.push_back(ranges.back().low.data);
    reals.emplace_back();
    forms.emplace_back();
    if (known == nullptr) continue;
    reals[k] = {{}, known->bounds, plain[k], {known->ends.data()}};
    if (k == 1 && known->nonzeros && are_numbers(reals[0], call.inputs[0]->shape.count))
      reals[k].elsewhere.nonzeros = &*known->nonzeros;
    forms[k] = {known->values.empty() ? nullptr : known->values.data(), reals[k].view(), known->bounds.data()};
  }
  std::vector<Known> all(call.outputs.size());
  std::vector<MutableRangeView> ends;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (call.outputs[k]) {
      all[k].low.emplace(call.outputs[k]->type, call.outputs[k]->shape);
      all[k].high = all[k].low;
    }
    constexpr MutableTensorView none{DType{}, {}, nullptr, 0};
    ends.push_back(call.outputs[k] ? MutableRangeView{all[k].low->view(), all[k].high->view()}
                                   : MutableRangeView{none, none});
  }
  Bounds introduced;
  Risks ignored;
  ranged(call, ranges, ends, introduced, ignored);
  if (admitted_ != nullptr) admit(call, reals, all, introduced);
  std::vector<AffineRun::Values> propagated = run_.propagated(call, forms, plain);
  std::vector<Shared> shared(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!call.outputs[k]) continue;
    Known& known = all[k];
    known.ends = ends_between(std::as_const(*known.low).view(), std::as_const(*known.high).view());
    known.bounds.assign(known.ends.size(), infinite_bound);
    if (admitted_ == nullptr) round_once(call, k, propagated[k], introduced[k]);
    run_.round(call, k, propagated[k], introduced[k], known.ends, known.bounds);
    narrow(known.low->view(), known.high->view(), known.ends);
    known.values = std::move(propagated[k]);
    shared[k] = std::make_shared<const Known>(std::move(known));
  }
  return shared;
}

std::optional<Finding> BoxBounds::bound(std::span<const InputKnowledge> inputs) {
  const FpGuard guard;
  run_.clear();
  known_ = constants_;
  given_.assign(known_.size(), nullptr);
  for (std::size_t v = 0; v < inputs.size(); ++v) {
    if (!inputs[v].low) continue;
    Known known = known_between(*inputs[v].low, *inputs[v].high, inputs[v].tolerance);
    known.values = run_.given(known.ends, known.bounds);
    given_[v] = known_[v] = std::make_shared<const Known>(std::move(known));
  }
  std::optional<Finding> problem;
  interpret(*model_, known_, Keep::outputs,
            [&](std::uint32_t n, std::span<const Shared* const> operands, std::vector<Shared>& made) -> Status {
              for (std::size_t k = 0; k < operands.size(); ++k)
                if (operands[k] != nullptr && decides(model_->calls[n], k) &&
                    !is_known(*(*operands[k])->low, *(*operands[k])->high, (*operands[k])->bounds))
                  return problem = unknown_index(*model_, n, k), problem->status;
              made = results(model_->calls[n], operands);
              return {};
            });
  return problem;
}

AffineValue BoxBounds::combination(std::span<const Multiple> multiples) {
  const FpGuard guard;
  Exactly<AffineReals> sum(AffineReals{&run_.space()});
  for (const auto& [value, element, factor] : multiples) {
    const Known& known = (*this)[value];
    const AffineOperand operand{
        known.values.empty() ? nullptr : known.values.data(), {known.ends.data()}, known.bounds.data()};
    sum.step(AffineReals::number(factor), AffineReals::load(&operand, element), nullptr);
  }
  return sum.finish(nullptr);
}

std::optional<std::uint32_t> BoxBounds::symbol_of(std::uint32_t input, std::uint64_t element) const {
  if (given_[input] == nullptr || given_[input]->values.empty()) return std::nullopt;
  const Form* form = given_[input]->values[element].form;
  return form == nullptr ? std::nullopt : form->only_symbol();
}

}  // namespace etalon::impl
