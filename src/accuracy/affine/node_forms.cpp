// SPDX-License-Identifier: Apache-2.0
// Floor 7. See node_forms.hpp.
#include "accuracy/affine/node_forms.hpp"

#include <algorithm>

#include "accuracy/affine/rules.hpp"
#include "run/interpret.hpp"

namespace etalon::impl {

bool lower_by_forms(const Call& call, std::span<const RealOperand> reals, NodeForms& forms,
                    std::vector<OverReals>& outputs) {
  std::vector<AffineOperand> operands;
  std::vector<const void*> plain;
  for (std::size_t k = 0; k < reals.size(); ++k) {
    const AffineRun::Values* values = forms.operands[k];
    operands.push_back({values != nullptr ? values->data() : nullptr, reals[k].view(), reals[k].errors.data()});
    plain.push_back(reals[k].plain);
  }
  if (operands.size() > 1 && forms.operands[0] != nullptr && !std::ranges::all_of(*forms.operands[0], is_number))
    operands[1].ends.nonzeros = nullptr;
  if (!forms.run->affords(call, operands)) {
    forms.run = nullptr;
    return false;
  }
  forms.results = forms.run->propagated(call, operands, plain);
  bool all = true;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (std::size_t i = 0; i < outputs[k].propagated.size(); ++i) {
      double& propagated = outputs[k].propagated[i];
      propagated = forms.results[k][i].error = std::min(propagated, forms.results[k][i].error);
      all = all && propagated < infinite_bound;
    }
  return all;
}

FormsOfValues::FormsOfValues(const Analysis& analysis, const FormLimits* limits, AffineRun::Of of)
    : graph_(*analysis.model->graph), calls_(analysis.model->calls) {
  if (limits == nullptr) return;
  run_.emplace(*limits, of);
  values_.resize(graph_.values.size());
  uses_ = uses_of(graph_);
  for (const std::uint32_t input : graph_.inputs)
    if (const ValueErrors& known = analysis.values[input]; known.low)
      values_[input] = run_->given(ends_between(known.low->view(), known.high->view()), known.bound);
}

NodeForms FormsOfValues::begin(std::uint32_t n) {
  NodeForms forms;
  if (!run_) return forms;
  forms.run = &*run_;
  for (const std::uint32_t value : graph_.nodes[n].inputs)
    forms.operands.push_back(values_[value].empty() ? nullptr : &values_[value]);
  forms.operands.resize(calls_[n].inputs.size());
  return forms;
}

void FormsOfValues::end(std::uint32_t n, NodeForms& forms, std::span<const NodeErrors> nodes,
                        std::span<ValueErrors> results) {
  if (run_ && forms.run == nullptr) run_.reset(), values_.clear();
  if (!run_) return;
  for (const NodeErrors& node : nodes) {
    ValueErrors& result = results[node.output];
    std::vector<Ends> ends = ends_between(std::as_const(*result.low).view(), std::as_const(*result.high).view());
    run_->round(calls_[n], node.output, forms.results[node.output], node.introduced, ends, result.bound);
    narrow(result.low->view(), result.high->view(), ends);
    values_[graph_.nodes[n].outputs[node.output]] = std::move(forms.results[node.output]);
  }
  for (const std::uint32_t value : graph_.nodes[n].inputs)
    if (uses_[value] != UINT32_MAX && --uses_[value] == 0) values_[value] = {};
}

}  // namespace etalon::impl
