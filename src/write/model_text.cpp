// SPDX-License-Identifier: Apache-2.0
// Floor 8. See model_text.hpp.
#include "write/model_text.hpp"

#include <algorithm>
#include <set>

#include "ops/precondition.hpp"
#include "write/contract.hpp"
#include "write/near.hpp"
#include "write/wrap.hpp"
#include "write/writing.hpp"

namespace etalon::impl {
namespace {

std::string small(std::string_view name) {
  std::string text;
  for (const char c : name) text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::uint64_t element_bytes(DType type) { return std::max(info(type).bits, 8u) / 8; }

}  // namespace

Finding not_written(const std::string& what, const std::string& hint) {
  return error(Code::not_judged, "GENERATE-ALL-SCOPE", what, hint);
}

std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::set<std::string> requirements_of(const Call& call) {
  std::set<std::string> rules{call.row->shape_rule};
  for (const TypeRule& rule : call.row->types) rules.insert(rule.rule);
  return rules;
}

std::string in_comment(std::string_view name) {
  constexpr std::size_t longest = 60;
  std::string text;
  for (const char c : name.substr(0, longest)) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                          c == '.' || c == '/' || c == ':' || c == '-';
    constexpr char digits[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain)
      text += c;
    else
      text += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return name.size() > longest ? text + "..." : text;
}

Result<ModelText> ModelText::make(const Plan& plan, const ProjectSettings& settings) {
  ModelText text(plan, settings);
  std::vector<ValuePlace> places(text.graph_.values.size());
  std::uint32_t inputs = 0;
  for (std::uint32_t value = 0; value < places.size(); ++value)
    if (const void* elements = plan.constants()[value].data) places[value] = {ValuePlace::constant, 0, elements};
  for (const std::uint32_t value : text.graph_.inputs)
    if (places[value].region != ValuePlace::constant) places[value] = {inputs++, 0};
  Result<Layout> layout = lay_out(text.model_, std::move(places), inputs, Sharing::within_types);
  if (!layout) return layout.finding();
  text.layout_ = *std::move(layout);
  if (auto problem = text.write_nodes()) return *std::move(problem);
  text.drop_unused();
  text.add_copies();
  if (text.has_weights_apart())
    if (auto problem = text.store_weights()) return *std::move(problem);
  return text;
}

TensorView ModelText::constant(std::uint32_t value) const {
  if (!is_constant(value)) return no_tensor;
  const auto& [type, shape] = layout_.arguments[value];
  return {type, shape, layout_.places[value].address, *stored_bytes(type, shape.count)};
}

std::optional<Finding> ModelText::write_nodes() {
  for (std::uint32_t n = 0; n < model_.calls.size(); ++n) {
    const Call& call = model_.calls[n];
    const auto is_there = [&](std::size_t k) { return call.outputs[k] && call.outputs[k]->shape.count != 0; };
    bool is_made = false, is_known = true;
    for (std::size_t k = 0; k < call.outputs.size(); ++k) {
      if (!is_there(k)) continue;
      is_made = true;
      is_known = is_known && is_constant(graph_.nodes[n].outputs[k]);
    }
    if (!is_made || is_known || layout_.keeps[n]) continue;
    if (auto problem = write_node(n)) return problem;
  }
  return std::nullopt;
}

// Whether operands that are not constants decide that there is no result.
bool ModelText::can_be_refused(const Call& call, std::span<const TensorView> known) {
  if (allowed_elements(call) && known[call.op->condition.operand].data == nullptr) return true;
  return std::ranges::any_of(call.row->preconditions, [&](const Precondition& one) {
    if (!concerns(one, call) || (one.has_result() && !call.choices.strict)) return false;
    const void* const operand = known[one.operand].data;
    return operand == nullptr || breach(one, call, operand).count != 0;
  });
}

std::optional<Finding> ModelText::write_node(std::uint32_t n) {
  const Call& call = model_.calls[n];
  const Node& node = graph_.nodes[n];
  std::vector<TensorView> known;
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    known.push_back(call.inputs[k] ? constant(node.inputs[k]) : no_tensor);
    if (call.inputs[k] && call.inputs[k]->shape.count > INT32_MAX)
      return not_written(
          "node " + std::to_string(n) + ", " + node.operation + ": an operand has more than 2^31-1 elements",
          "cut the model into parts");
  }
  if (const auto allowed = allowed_elements(call); allowed && known[call.op->condition.operand].data != nullptr) {
    std::vector<const void*> inputs;
    for (const TensorView& one : known) inputs.push_back(one.data);
    if (const Status status = condition_of(call, inputs); !status.ok())
      return not_written(
          "node " + std::to_string(n) + ", " + node.operation + ": " + call.op->condition.message + " in every run",
          "correct the constant operand");
  }
  Program program;
  program.may_refuse = can_be_refused(call, known);
  write_call(program, call, known);
  if (!is_near(program))
    return not_written(
        "node " + std::to_string(n) + ", " + node.operation + ": a place that it computes has no int32_t",
        "make its pads, strides and dilations smaller");
  PrintSettings print_settings;
  print_settings.name = "node_" + std::to_string(n) + "_" + small(call.op->name);
  print_settings.comment = comment_of(n);
  print_settings.ok = settings_.prefix + "_ok";
  print_settings.refused = [&](const std::string& rule) { return refused(n, rule); };
  print_settings.by_rows = settings_.by_rows;
  nodes_.push_back({n, print(program, print_settings)});
  return std::nullopt;
}

// What nobody reads is not computed, as the shapes that a model computes for itself; but what can be refused is.
void ModelText::drop_unused() {
  std::vector<bool> is_read(graph_.values.size());
  for (const std::uint32_t value : graph_.outputs) is_read[value] = true;
  std::vector<WrittenNode> kept;
  for (auto n = static_cast<std::uint32_t>(graph_.nodes.size()); n-- > 0;) {
    const Node& node = graph_.nodes[n];
    const bool is_used = std::ranges::any_of(node.outputs, [&](std::uint32_t value) { return is_read[value]; });
    if (layout_.keeps[n] && is_used) is_read[node.inputs[0]] = true;
    if (nodes_.empty() || nodes_.back().node != n) continue;
    WrittenNode written = std::move(nodes_.back());
    nodes_.pop_back();
    if (!is_used && written.function.rules.empty()) continue;
    for (const unsigned k : written.function.operands) is_read[node.inputs[k]] = true;
    kept.push_back(std::move(written));
  }
  nodes_.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
  for (const WrittenNode& written : nodes_) {
    for (const std::string& rule : written.function.rules) refusals_.emplace_back(written.node, rule);
    for (const unsigned k : written.function.operands)
      if (is_constant(graph_.nodes[written.node].inputs[k])) weight_of(graph_.nodes[written.node].inputs[k]);
  }
}

std::string ModelText::comment_of(std::uint32_t n) const {
  const Call& call = model_.calls[n];
  const Node& node = graph_.nodes[n];
  std::string text = "Node " + std::to_string(n) + (node.name.empty() ? "" : " \"" + in_comment(node.name) + "\"") +
                     ": " + call.op->name + ", version " + std::to_string(call.version) + ".";
  const auto list = [&](std::span<const Formal> formals, const std::vector<std::optional<Argument>>& arguments,
                        const std::vector<std::uint32_t>& values, const char* end) {
    for (std::size_t k = 0; k < arguments.size(); ++k)
      if (arguments[k])
        text += "\n *   " + formal_name(formals, k) + "  " + info(arguments[k]->type).name + " " +
                to_string(arguments[k]->shape) + "  \"" + in_comment(graph_.values[values[k]].name) + "\"" + end;
  };
  list(call.row->inputs, call.inputs, node.inputs, "");
  list(call.row->outputs, call.outputs, node.outputs, "  (result)");
  text += "\n * Requirements:";
  for (const std::string& rule : requirements_of(call)) text += " " + rule;
  return text + ".";
}

const Weight& ModelText::weight_of(std::uint32_t value) {
  if (const auto known = weight_of_value_.find(value); known != weight_of_value_.end()) return weights_[known->second];
  const TensorView elements = constant(value);
  std::size_t k = 0;
  while (k < weights_.size() &&
         (weights_[k].elements.data != elements.data || weights_[k].elements.type != elements.type ||
          weights_[k].elements.shape.count != elements.shape.count))
    ++k;
  const std::string name = "weight_" + std::to_string(k);
  if (k == weights_.size())
    weights_.push_back({settings_.weights_apart ? name : settings_.prefix + "_" + name, elements, value});
  weight_of_value_[value] = k;
  return weights_[k];
}

// Outputs that no node computes in their place.
void ModelText::add_copies() {
  const auto first_output = static_cast<std::uint32_t>(plan_.inputs().size());
  for (std::uint32_t k = 0; k < graph_.outputs.size(); ++k) {
    const std::uint32_t value = graph_.outputs[k];
    const auto& [type, shape] = layout_.arguments[value];
    if (layout_.places[value].region == first_output + k || shape.count == 0) continue;
    if (is_constant(value)) weight_of(value);
    Program program;
    const WrittenBuffer from{&program, program.buffer({Buffer::Kind::operand, "X", type, shape.count})};
    WrittenBuffer to{&program, program.buffer({Buffer::Kind::result, "Y", type, shape.count})};
    const Writing world(&program);
    for (const WrittenPlace i : world.below(shape.count, "i"))
      world.moving(type, [&](const auto& a) { a.store(&to, i, a.load(&from, i)); });
    PrintSettings print_settings;
    print_settings.name = "copy_" + std::to_string(k);
    print_settings.comment = "Output " + std::to_string(k) + " is moved to its place.";
    copies_.push_back({print(program, print_settings), k});
  }
}

std::string ModelText::refused(std::uint32_t node, const std::string& rule) const {
  std::string name = settings_.prefix + "_node_" + std::to_string(node) + "_" + rule;
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string ModelText::place_of(std::uint32_t value) const {
  const ValuePlace& place = layout_.places[value];
  const auto inputs = static_cast<std::uint32_t>(plan_.inputs().size()),
             outputs = static_cast<std::uint32_t>(plan_.outputs().size());
  if (const auto weight = weight_of_value_.find(value); weight != weight_of_value_.end())
    return (has_weights_apart() ? "weights->" : "") + weights_[weight->second].name;
  if (place.region < inputs) return "input_" + std::to_string(place.region);
  if (place.region < inputs + outputs) return "output_" + std::to_string(place.region - inputs);
  const DType type = layout_.arguments[value].type;
  return std::string(settings_.static_arena ? "arena_." : "arena->") + c_prefix(type) + " + " +
         std::to_string(place.at / element_bytes(type));
}

// ---- model.h --------------------------------------------------------------------------------------------------------

std::vector<std::string> ModelText::headers() const {
  std::set<std::string> all;
  for (const WrittenNode& node : nodes_) all.insert(node.function.headers.begin(), node.function.headers.end());
  for (const Copy& copy : copies_) all.insert(copy.function.headers.begin(), copy.function.headers.end());
  all.erase("scalar/named/types.h");
  if (has_weights_apart()) all.insert("scalar/named/stored.h");
  std::vector<std::string> headers{"scalar/environment.h", "scalar/named/types.h"};
  headers.insert(headers.end(), all.begin(), all.end());
  return headers;
}

ProjectNeeds ModelText::needs() const {
  ProjectNeeds needs;
  for (const Arena& arena : layout_.arenas) needs.arena += arena.bytes();
  for (const Weight& weight : weights_) needs.weights += weight.elements.bytes;
  for (const WrittenNode& node : nodes_) needs.stack = std::max(needs.stack, node.function.stack);
  needs.operations = plan_.operations();
  return needs;
}

// In the order of their numbers.
std::vector<std::string> ModelText::statuses() const {
  std::vector<std::string> all{ok(), settings_.prefix + "_environment"};
  if (has_weights_apart()) all.push_back(other_weights());
  for (const auto& [node, rule] : refusals_) all.push_back(refused(node, rule));
  return all;
}

std::string ModelText::signature() const {
  std::string text = "int32_t " + settings_.prefix + "_run(";
  bool is_first = true;
  const auto parameter = [&](const std::string& one) {
    text += (is_first ? "" : ", ") + one;
    is_first = false;
  };
  if (needs().arena != 0 && !settings_.static_arena) parameter(settings_.prefix + "_arena *restrict arena");
  if (has_weights_apart()) parameter("const " + settings_.prefix + "_weights *restrict weights");
  for (std::size_t k = 0; k < plan_.inputs().size(); ++k)
    parameter("const " + c_element(plan_.inputs()[k].argument.type) + " *restrict input_" + std::to_string(k));
  for (std::size_t k = 0; k < plan_.outputs().size(); ++k)
    parameter(c_element(plan_.outputs()[k].argument.type) + " *restrict output_" + std::to_string(k));
  return text + (is_first ? "void)" : ")");
}

std::string ModelText::header() const {
  const std::string& prefix = settings_.prefix;
  const std::string guard = capitals(prefix);
  std::string text = "/* Written by Etalon. Interface of a model; README.md explains it. */\n#ifndef " + guard +
                     "_H\n#define " + guard + "_H\n#include <stdint.h>\n";
  for (const std::string& one : headers()) text += "#include \"" + one + "\"\n";
  const auto macro = [&](const char* name) {
    text += "\n#ifndef " + guard + name + "\n#define " + guard + name + "\n#endif\n";
  };
  if (!has_weights_apart()) macro("_WEIGHTS");
  if (settings_.static_arena && needs().arena != 0) macro("_ARENA");
  text += "\nenum {";
  const std::vector<std::string> all = statuses();
  for (std::size_t k = 0; k < all.size(); ++k)
    text += std::string(k == 0 ? "" : ",") + "\n  " + all[k] + " = " + std::to_string(k);
  text += "\n};\n";
  if (needs().arena != 0) {
    text += "\ntypedef struct {\n";
    for (std::size_t type = 0; type < layout_.arenas.size(); ++type)
      if (const std::uint64_t bytes = layout_.arenas[type].bytes(); bytes != 0)
        text += "  " + c_element(static_cast<DType>(type)) + " " + c_prefix(static_cast<DType>(type)) + "[" +
                std::to_string(bytes / element_bytes(static_cast<DType>(type))) + "];\n";
    text += "} " + prefix + "_arena;\n";
  }
  text += "\n";
  if (has_weights_apart()) text += "typedef struct {\n";
  for (const Weight& weight : weights_)
    text += (has_weights_apart() ? "  " : "extern const ") + c_element(weight.elements.type) + " " + weight.name + "[" +
            std::to_string(c_length(weight.elements.type, weight.elements.shape.count)) + "];\n";
  if (has_weights_apart()) text += "  uint32_t checksum;\n} " + prefix + "_weights;\n\n" + loader_signature() + ";\n";
  return text + signature() + ";\n#endif\n";
}

// ---- model.c --------------------------------------------------------------------------------------------------------

std::string ModelText::code() {
  std::string text =
      "/* Written by Etalon. One function for each node, in the order of the model. */\n#include \"model.h\"\n\n";
  if (needs().arena != 0 && settings_.static_arena)
    text += capitals(settings_.prefix) + "_ARENA static " + settings_.prefix + "_arena arena_;\n\n";
  lines_.clear();
  const auto lines_of = [](const std::string& one) { return static_cast<std::size_t>(std::ranges::count(one, '\n')); };
  std::size_t line = lines_of(text);
  for (const WrittenNode& node : nodes_) {
    lines_.emplace_back(line + 1, line + lines_of(node.function.text));
    line = lines_.back().second + 1;
    text += node.function.text + "\n";
  }
  for (const Copy& copy : copies_) text += copy.function.text + "\n";
  return text + wrapped(entry_contract() + entry());
}

// Weights are not written, so that memory that is written lies elsewhere.
std::string ModelText::entry_contract() const {
  std::vector<GivenMemory> memory;
  if (needs().arena != 0)
    memory.push_back(settings_.static_arena ? GivenMemory{"&arena_", "arena_", true}
                                            : GivenMemory{"arena", "*arena", true});
  const auto add = [&](std::span<const Port> ports, const std::string& kind, bool is_written) {
    for (std::size_t k = 0; k < ports.size(); ++k)
      if (const auto& [type, shape] = ports[k].argument; shape.count != 0)
        memory.push_back(given_array(kind + std::to_string(k), c_length(type, shape.count), is_written));
  };
  if (has_weights_apart()) memory.push_back({"weights", "*weights", false});
  add(plan_.inputs(), "input_", false);
  add(plan_.outputs(), "output_", true);
  return contract_of(memory, statuses());
}

std::string ModelText::entry() const {
  const std::string& prefix = settings_.prefix;
  std::string text = signature() + " {\n";
  if (!refusals_.empty()) text += "  int32_t status = " + prefix + "_ok;\n";
  text += "  if (etalon_environment() != 0) {\n    return " + prefix + "_environment;\n  }\n";
  if (has_weights_apart())
    text += "  if (weights->checksum != " + checksum_ + ") {\n    return " + other_weights() + ";\n  }\n";
  std::set<std::string> used;
  std::string calls;
  for (const WrittenNode& node : nodes_) {
    const WrittenFunction& function = node.function;
    std::string arguments;
    const auto argument = [&](std::uint32_t value) {
      const std::string place = place_of(value);
      arguments += (arguments.empty() ? "" : ", ") + place;
      used.insert(place);
    };
    for (const unsigned k : function.operands) argument(graph_.nodes[node.node].inputs[k]);
    for (const unsigned k : function.results) argument(graph_.nodes[node.node].outputs[k]);
    const bool can_refuse = !function.rules.empty();
    calls += std::string("  ") + (can_refuse ? "status = " : "") + function.name + "(" + arguments + ");\n";
    if (can_refuse) calls += "  if (status != " + prefix + "_ok) {\n    return status;\n  }\n";
  }
  for (const Copy& copy : copies_) {
    const std::string from = place_of(graph_.outputs[copy.output]), to = "output_" + std::to_string(copy.output);
    calls += "  " + copy.function.name + "(" + from + ", " + to + ");\n";
    used.insert({from, to});
  }
  // What no result depends on, such as the input of a recurrent node without steps.
  const auto mention = [&](const std::string& parameter) {
    if (!used.contains(parameter)) text += "  (void)" + parameter + ";\n";
  };
  for (std::size_t k = 0; k < plan_.inputs().size(); ++k) mention("input_" + std::to_string(k));
  for (std::size_t k = 0; k < plan_.outputs().size(); ++k) mention("output_" + std::to_string(k));
  return text + calls + "  return " + prefix + "_ok;\n}\n";
}

}  // namespace etalon::impl
