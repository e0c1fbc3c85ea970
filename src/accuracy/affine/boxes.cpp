// SPDX-License-Identifier: Apache-2.0
// Floor 7. See boxes.hpp.
#include "accuracy/affine/boxes.hpp"

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

}  // namespace

BoxBounds::BoxBounds(std::shared_ptr<const CheckedModel> model, const FormLimits& limits)
    : model_(std::move(model)), run_(limits), constants_(model_->graph->values.size()) {
  for (const auto& [value, constant] : model_->graph->initializers) {
    Tensor tensor(constant.type, constant.shape);
    decode(constant, tensor.view());
    constants_[value] = std::make_shared<const Known>(known_between(tensor, tensor, {}));
  }
}

std::vector<BoxBounds::Shared> BoxBounds::results(const Call& call, std::span<const Shared* const> operands) {
  std::vector<RangeView> ranges;
  std::vector<AffineOperand> forms;
  std::vector<const void*> plain;
  for (const Shared* operand : operands) {
    const Known* known = operand == nullptr ? nullptr : operand->get();
    ranges.push_back(known == nullptr ? RangeView{no_tensor, no_tensor}
                                      : RangeView{known->low->view(), known->high->view()});
    plain.push_back(ranges.back().low.data);
    forms.emplace_back();
    if (known != nullptr)
      forms.back() = {known->values.empty() ? nullptr : known->values.data(), known->ends.data(), known->bounds.data()};
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
  std::vector<AffineRun::Values> propagated = run_.propagated(call, forms, plain);
  std::vector<Shared> shared(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!call.outputs[k]) continue;
    Known& known = all[k];
    known.ends = ends_between(std::as_const(*known.low).view(), std::as_const(*known.high).view());
    known.bounds.assign(known.ends.size(), infinite_bound);
    round_once(call, k, propagated[k], introduced[k]);
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
  for (std::size_t v = 0; v < inputs.size(); ++v) {
    if (!inputs[v].low) continue;
    Known known = known_between(*inputs[v].low, *inputs[v].high, inputs[v].tolerance);
    known.values = run_.given(known.ends, known.bounds);
    known_[v] = std::make_shared<const Known>(std::move(known));
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

AffineValue BoxBounds::combination(std::span<const double> factors, std::uint32_t output) {
  const FpGuard guard;
  const Known& known = *known_[output];
  const AffineOperand operand{known.values.empty() ? nullptr : known.values.data(), known.ends.data(),
                              known.bounds.data()};
  Exactly<AffineReals> sum(AffineReals{&run_.space()});
  for (std::size_t i = 0; i < factors.size(); ++i)
    sum.step(AffineReals::number(factors[i]), AffineReals::load(&operand, i), nullptr);
  return sum.finish(nullptr);
}

}  // namespace etalon::impl
