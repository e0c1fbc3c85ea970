// SPDX-License-Identifier: Apache-2.0
// Floor 9. See outcome.hpp.
#include "report/run/outcome.hpp"

#include <fmt/format.h>

#include "accuracy/exact_kernels.hpp"

namespace etalon::impl {

std::string described(const Argument& argument) {
  return fmt::format("{} {}", info(argument.type).name, to_string(argument.shape));
}

std::string tally_text(const Events::Tally& tally, const Shape& shape) {
  return fmt::format("{} of {}, first at {}", tally.count, shape.count, index_string(shape, tally.first));
}

std::vector<Finding> notices_of(const Operator& op, const Events& events, const Shape& shape) {
  std::vector<Finding> found;
  for (const Notice& notice : op.notices)
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
      if (notice.event == 1u << kind && events.of[kind].count > 0)
        found.push_back(impl::notice(
            notice.rule, fmt::format("{}: {}", notice.message, tally_text(events.of[kind], shape)), notice.hint));
  return found;
}

Finding breach_notice(const Precondition& precondition, const Events::Tally& tally, const Call& call) {
  Finding finding =
      notice(precondition.rule,
             fmt::format("{}: {}", precondition.message, tally_text(tally, call.inputs[precondition.operand]->shape)),
             fmt::format("{}; --strict makes it an error", precondition.hint));
  finding.status.index = tally.first;
  finding.status.count = tally.count;
  return finding;
}

std::optional<Finding> check_preconditions(const Call& call, std::span<const TensorView> inputs,
                                           std::vector<Finding>& notices) {
  for (const Precondition& precondition : call.row->preconditions) {
    if (!precondition.has_result() || !concerns(precondition, call)) continue;
    const Events::Tally tally = breach(precondition, call, inputs[precondition.operand].data, scan_any);
    if (tally.count == 0) continue;
    if (call.choices.strict)
      return condition_of(call, {Code::condition, precondition.rule, no_node, tally.first, tally.count});
    notices.push_back(breach_notice(precondition, tally, call));
  }
  return std::nullopt;
}

// A kernel counts elements of the result, a scan those of the operand.
Finding condition_of(const Call& call, const Status& status) {
  Finding finding{Severity::error, status, {}, {}, "the operator could not be computed", "no output was written"};
  for (const Precondition& precondition : call.row->preconditions) {
    if (std::string_view(precondition.rule) != status.rule) continue;
    const Shape& shape = precondition.has_result() ? call.inputs[precondition.operand]->shape : call.outputs[0]->shape;
    finding.message = fmt::format("{}: {} at {}, {} of {}", call.op->name, precondition.message,
                                  index_string(shape, status.index), status.count, shape.count);
    if (precondition.has_result()) finding.hint += "; without --strict this is a notice";
  }
  if (const Operator::Condition& condition = call.op->condition; condition.allowed != nullptr && status.count > 0) {
    const Shape& shape = call.inputs[condition.operand]->shape;
    finding.message = fmt::format("{}: {}: element {} of {}, {} of {}", call.op->name, condition.message,
                                  index_string(shape, status.index), formal_name(call.row->inputs, condition.operand),
                                  status.count, shape.count);
  }
  return finding;
}

void write_events(JsonWriter& json, const Events& events, const Shape& shape, std::optional<std::uint32_t> node) {
  bool begins_line = node.has_value();
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind) {
    if (events.of[kind].count == 0) continue;
    if (std::exchange(begins_line, false)) json.wrap();
    json.object([&] {
      if (node) json.member("node", *node);
      json.member("kind", event_names[kind]).member("count", events.of[kind].count);
      json.member("first", JsonText{index_string(shape, events.of[kind].first)});
    });
  }
}

}  // namespace etalon::impl
