// SPDX-License-Identifier: Apache-2.0
// Floor 5. See constants.hpp.
#include "check/constants.hpp"

#include <string>

namespace etalon::impl {

ConstantOperands::ConstantOperands(const Survey& survey, const Profile& profile, FindingLog& log)
    : survey_(survey), profile_(profile), log_(log), constant_(survey.graph.values.size()) {
  for (const Initializer& initializer : survey.graph.initializers)
    if (!survey.listed[initializer.value].input) constant_[initializer.value] = &initializer.constant;
}

void ConstantOperands::check(std::uint32_t node, const Call& call) {
  for (const Precondition& precondition : call.row->preconditions) {
    if (!concerns(precondition, call)) continue;
    const unsigned k = precondition.operand;
    const std::uint32_t i = survey_.graph.nodes[node].inputs[k];
    const Tensor* known = call.known.empty() ? nullptr : call.known[k].get();
    if (constant_[i] == nullptr && known == nullptr) continue;
    const Events::Tally& tally = scan(i, known, precondition.demand);
    if (tally.count > 0) report_breach(precondition, node, i, call.inputs[k]->shape, tally);
  }
}

void ConstantOperands::take_result(const Node& node, const Call& call) {
  if (!call.op->writes()) return;
  const Argument& is = first_result(call);
  for (const Attribute& attribute : node.attributes)
    if (const auto* tensor = std::get_if<Constant>(&attribute.value);
        tensor != nullptr && tensor->type == is.type && tensor->shape == is.shape)
      constant_[node.outputs[0]] = tensor;
}

// Many nodes may share one constant: it is scanned once.
const Events::Tally& ConstantOperands::scan(std::uint32_t i, const Tensor* known, Precondition::Demand demand) {
  const auto [place, is_new] = scanned_.try_emplace({i, demand});
  if (!is_new) return place->second;
  if (known != nullptr) return place->second = scan_stored(demand, known->view());
  const Constant& constant = *constant_[i];
  if (check_constant(constant, 0)) return place->second;
  const TensorView in_file{constant.type, constant.shape, constant.bytes.data(), constant.bytes.size()};
  if (is_native(constant)) return place->second = scan_stored(demand, in_file);
  Tensor decoded(constant.type, constant.shape);
  decode(constant, decoded.view());
  return place->second = scan_stored(demand, std::as_const(decoded).view());
}

void ConstantOperands::report_breach(const Precondition& precondition, std::uint32_t node, std::uint32_t i,
                                     const Shape& shape, const Events::Tally& tally) {
  const std::string message = survey_.graph.nodes[node].operation + ": " + precondition.message + ": " +
                              std::to_string(tally.count) + " of " + std::to_string(shape.count) + " elements of " +
                              survey_.named(i) + ", first at " + index_string(shape, tally.first);
  const bool refused = precondition.refuses_constants() || profile_.choices.strict;
  Finding finding = precondition.has_result()
                        ? (refused ? broken : notice)(precondition.rule, message, precondition.hint)
                        : broken(precondition.rule, message, "store other values: no input gives this node a result");
  finding.status.index = tally.first;
  finding.status.count = tally.count;
  log_.add(survey_.at_value(std::move(finding), i), node);
}

}  // namespace etalon::impl
