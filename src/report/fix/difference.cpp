// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the change of a model as a person would describe it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/quote.hpp"
#include "report/fix/report.hpp"
#include "report/page/findings.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {
namespace {

struct AttributeText {
  std::string operator()(std::monostate) const { return "nothing"; }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(float number) const { return fmt::format("{}", number); }
  std::string operator()(const std::string& text) const { return quoted(text, 40); }
  std::string operator()(const std::vector<std::string>& texts) const {
    return "[" + joined(texts, ", ", [](const std::string& text) { return quoted(text, 40); }) + "]";
  }
  template <class Number> std::string operator()(const std::vector<Number>& numbers) const {
    constexpr std::size_t shown = 8;
    const std::size_t count = std::min(numbers.size(), shown);
    return fmt::format("[{}{}]", fmt::join(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count), ", "),
                       numbers.size() > shown ? ", …" : "");
  }
  std::string operator()(const Constant& constant) const { return "a tensor of shape " + to_string(constant.shape); }
  template <class Other> std::string operator()(const Other&) const { return "a graph"; }
};
std::string value_text(const AttributeValue& value) { return std::visit(AttributeText{}, value); }

const Attribute* find(const std::vector<Attribute>& attributes, const std::string& name) {
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  return found == attributes.end() ? nullptr : &*found;
}

// What is other in a node that is still the same operator.
std::string completed_text(const FixReport& report, const Node& was, const NewNode& is) {
  std::vector<std::string> parts;
  for (const Attribute& attribute : is.attributes) {
    const Attribute* before = find(was.attributes, attribute.name);
    const std::string now = value_text(attribute.value);
    if (before == nullptr)
      parts.push_back(fmt::format("{} = {} is given", attribute.name, now));
    else if (value_text(before->value) != now)
      parts.push_back(fmt::format("{} is {} instead of {}", attribute.name, now, value_text(before->value)));
  }
  for (const Attribute& attribute : was.attributes)
    if (find(is.attributes, attribute.name) == nullptr)
      parts.push_back(fmt::format("{} = {} is gone", attribute.name, value_text(attribute.value)));
  for (std::size_t k = 0; k < std::max(is.inputs.size(), was.inputs.size()); ++k) {
    const std::string before = k < was.inputs.size() ? report.model.graph->values[was.inputs[k]].name : "";
    const std::string now = k < is.inputs.size() ? is.inputs[k] : "";
    if (before == now) continue;
    const auto constant = report.fixed.fix.edit.constants.find(now);
    const std::string what =
        constant == report.fixed.fix.edit.constants.end()
            ? quoted(now, 60)
            : fmt::format("the constant {} of shape {}", quoted(now, 60), to_string(constant->second->shape()));
    parts.push_back(now.empty()      ? fmt::format("operand {} is gone", k)
                    : before.empty() ? fmt::format("operand {} is {}", k, what)
                                     : fmt::format("operand {} is {} instead of {}", k, what, quoted(before, 60)));
  }
  if (is.name != was.name) parts.push_back(fmt::format("it is named {}", quoted(is.name, 60)));
  return parts.empty() ? "written anew" : joined(parts, "; ", [](const std::string& part) { return part; });
}

std::string operators_text(const std::vector<NewNode>& nodes) {
  std::vector<std::pair<std::string, std::size_t>> runs;
  for (const NewNode& node : nodes)
    if (!runs.empty() && runs.back().first == node.operation)
      ++runs.back().second;
    else
      runs.emplace_back(node.operation, 1);
  constexpr std::size_t shown = 12;
  std::string text;
  for (std::size_t k = 0; k < std::min(shown, runs.size()); ++k)
    text += fmt::format("{}{}{}", k == 0 ? "" : ", ", runs[k].second == 1 ? "" : fmt::format("{} × ", runs[k].second),
                        runs[k].first);
  return runs.size() > shown ? fmt::format("{}, … ({} nodes)", text, nodes.size()) : text;
}

std::string model_text(const FixReport& report) {
  const ModelEdit& edit = report.fixed.fix.edit;
  const Graph& graph = *report.model.graph;
  std::string text;
  for (const Finding& finding : report.corrected) text += fmt::format("corrected: {}\n", finding.message);
  if (edit.opset)
    text += fmt::format("operator set {} became {}\n",
                        graph.operator_set() ? std::to_string(*graph.operator_set()) : "(none)", *edit.opset);
  if (edit.ir_version) text += fmt::format("IR version {} became {}\n", graph.ir_version, *edit.ir_version);
  if (edit.graph_name) text += fmt::format("the graph is named {}\n", quoted(*edit.graph_name, 60));
  if (edit.inputs)
    text += fmt::format("the inputs are {}\n",
                        joined(*edit.inputs, ", ", [](const std::string& name) { return quoted(name, 60); }));
  for (const BoundPart& bound : report.identity.bindings)
    text += fmt::format("{} {} is {}\n", bound.kind, quoted(bound.name, 60),
                        bound.value.empty() ? "in a file" : bound.value);
  if (!edit.declared.empty()) text += fmt::format("{} declared\n", counted(edit.declared.size(), "value"));
  if (!edit.undeclared.empty())
    text += fmt::format("{} that no node computes any more: declarations removed\n",
                        counted(edit.undeclared.size(), "value"));
  std::uint64_t bytes = 0;
  for (const auto& [name, tensor] : edit.constants) bytes += tensor->bytes();
  if (!edit.constants.empty())
    text += fmt::format("{} added, {} bytes\n", counted(edit.constants.size(), "constant"), bytes);
  if (!edit.removed_constants.empty())
    text += fmt::format("{} removed that nothing uses\n", counted(edit.removed_constants.size(), "constant"));
  return text;
}

}  // namespace

std::string change_of(const FixReport& report, const NodeFix& one) {
  using enum NodeFix::Kind;
  const auto found = report.fixed.fix.edit.nodes.find(one.node);
  const bool is_edited = found != report.fixed.fix.edit.nodes.end();
  switch (one.kind) {
    case kept:
      return "unchanged";
    case completed:
      return completed_text(report, report.model.graph->nodes[one.node], found->second.instead[0]);
    case rewritten:
      return "became " + operators_text(found->second.instead);
    case folded:
      return !is_edited || found->second.instead.empty() ? "became a constant" : "became a constant that is an output";
    case removed:
      return "removed: no output depends on it";
    default:
      return "left: " + one.why;
  }
}

std::string fix_difference(const FixReport& report) {
  std::string text = model_text(report);
  for (const NodeFix& one : report.fixed.fix.nodes)
    if (one.kind != NodeFix::Kind::kept)
      text += fmt::format("{}: {}\n", node_name(*report.model.graph, one.node), change_of(report, one));
  return text;
}

}  // namespace etalon::impl
