// SPDX-License-Identifier: Apache-2.0
// Floor 5. See resolve.hpp. Each function named check_… below is one rule.
#include "check/resolve.hpp"

#include <algorithm>
#include <string>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

using std::string;

const Row* find_row(const Operator& op, Source source, int version) {
  for (const Row& row : op.rows)
    if (row.source == source && row.since == version) return &row;
  return nullptr;
}

// "14 to 26": the operator sets that mean a version which the source defines.
string opsets_of(const Operator& op, Source source) {
  string text;
  for (const Row& row : op.rows) {
    if (row.source != source) continue;
    const auto next = std::upper_bound(op.versions.begin(), op.versions.end(), row.since);
    const int last = next == op.versions.end() ? newest_opset : *next - 1;
    text.append(text.empty() ? "" : ", ").append(std::to_string(row.since)).append(" to ").append(std::to_string(last));
  }
  return text;
}

string operator_names() {
  string text;
  for (const Operator* op : operators()) text.append(text.empty() ? "" : ", ").append(op->name);
  return text;
}

string lower(std::string_view text) {
  string out(text);
  for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return out;
}

// Names of operators are often written in other cases; any other name is more likely another operator of ONNX.
string operator_hint(std::string_view name) {
  for (const Operator* op : operators())
    if (lower(op->name) == lower(name)) return string("did you mean ") + op->name + "?";
  return "not correctable in the model: this release specifies " + operator_names();
}

// Those that a file can store.
string types_of(TypeSet types) {
  string text;
  for (const DTypeInfo& row : dtype_table)
    if (types.contains(row.id) && row.bits > 0) text.append(text.empty() ? "" : " ").append(row.name);
  return text;
}

bool is_known(std::optional<std::int64_t> opset) { return opset && *opset >= 1 && *opset <= newest_opset; }

int version_of(const Operator& op, std::int64_t opset) {
  int version = 0;
  for (const int since : op.versions)
    if (since <= opset) version = since;
  return version;
}

std::optional<Finding> check_version(const Operator& op, const Row* row, const Profile& profile, std::int64_t opset) {
  if (row != nullptr) return std::nullopt;
  const string name = op.name;
  return broken("GEN-ALL-VERSION",
                name + ": operator set " + std::to_string(opset) + " means " + name + "-" +
                    std::to_string(version_of(op, opset)) + ", which profile " + profile.id + " does not define",
                "use operator set " + opsets_of(op, profile.source) + ", for which profile " + string(profile.id) +
                    " defines " + name);
}

string counted(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::optional<Finding> check_arity(const Operator& op, std::size_t count) {
  std::size_t least = 0;
  bool variadic = false;
  for (const Formal& formal : op.inputs) {
    least += formal.presence == Formal::Presence::required;
    variadic = variadic || formal.presence == Formal::Presence::variadic;
  }
  if (count >= least && (variadic || count <= op.inputs.size())) return std::nullopt;
  const string needed = variadic ? "at least " + counted(least, "input") : counted(op.inputs.size(), "input");
  return broken("GEN-ALL-ARITY", string(op.name) + " needs " + needed + "; the node has " + std::to_string(count),
                count < least ? "add what is missing" : "remove what is too much");
}

// "float", "BOOL": what is known of an operand's type.
string type_name(const Operand& operand) {
  return operand.type ? string(info(*operand.type).name) : string(operand.foreign);
}

std::optional<Finding> check_types(const Operator& op, const Row& row, const Profile& profile,
                                   std::span<const Operand> operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const string name = type_name(operands[i]);
    if (name.empty()) continue;
    const string what = string(op.name) + ": " + op.inputs[i].name + " is " + name;
    if (!operands[i].type || !row.types.contains(*operands[i].type))
      return broken(row.types_rule,
                    what + ", a type that " + op.name + "-" + std::to_string(row.since) + " does not have in profile " +
                        profile.id,
                    "allowed element types: " + types_of(row.types));
    if (op.inputs[i].type_variable == op.inputs[0].type_variable && operands[0].type &&
        *operands[i].type != *operands[0].type)
      return broken("GEN-ALL-ONETYPE", what + " but " + op.inputs[0].name + " is " + info(*operands[0].type).name,
                    "store all operands in one type; there is no implicit conversion");
  }
  return std::nullopt;
}

const AttributeFormal* find_formal(const Row& row, const Attribute& attribute) {
  for (const AttributeFormal& formal : row.attributes)
    if (formal.name == attribute.name) return &formal;
  return nullptr;
}

std::optional<Finding> check_excess(const Operator& op, const Row& row, std::span<const Attribute> attributes,
                                    std::vector<string>& excess) {
  string names;
  for (const Attribute& attribute : attributes) {
    if (find_formal(row, attribute) != nullptr || names.size() >= 200) continue;
    names.append(names.empty() ? "" : ", ").append(quoted(attribute.name, 60));
    excess.push_back(attribute.name);
  }
  if (excess.empty()) return std::nullopt;
  return broken("GEN-ALL-ATTRIBUTES",
                string(op.name) + "-" + std::to_string(row.since) + " does not have " +
                    (excess.size() == 1 ? "this attribute: " : "these attributes: ") + names,
                excess.size() == 1 ? "leave it out" : "leave them out");
}

std::optional<Finding> check_attributes(const Operator& op, const Row& row, std::span<const Attribute> attributes) {
  for (const Attribute& attribute : attributes) {
    const AttributeFormal* formal = find_formal(row, attribute);
    if (formal == nullptr) continue;
    const string what = string(op.name) + "-" + std::to_string(row.since) + ": attribute " + quoted(attribute.name, 60);
    const bool is_integer = formal->kind == AttributeFormal::Kind::integer;
    if (is_integer ? !std::holds_alternative<std::int64_t>(attribute.value)
                   : !std::holds_alternative<std::vector<std::int64_t>>(attribute.value))
      return broken("GEN-ALL-ATTRIBUTES", what + " is " + words_of(attribute.value),
                    is_integer ? "give one integer" : "give a list of integers");
    const auto same = [&](const Attribute& other) { return other.name == attribute.name; };
    if (std::count_if(attributes.begin(), attributes.end(), same) > 1)
      return broken("GEN-ALL-ATTRIBUTES", what + " is given more than once", "give it once");
  }
  return std::nullopt;
}

std::optional<Finding> check_accumulation(const Operator& op, Accumulation accumulation, const Operand& first) {
  if (op.wide_rule == nullptr || accumulation != Accumulation::wide || first.type != DType::f64) return std::nullopt;
  return error(Code::usage, op.wide_rule, string(op.name) + ": accumulation wide has no wider format for double",
               "use sequential, fused or exact");
}

// The base documents list types that ONNX does not give the operator: accepted, with a notice.
void note_types_beyond_onnx(const Operator& op, const Row& row, DType type, std::vector<Finding>& notices) {
  const Row* onnx = find_row(op, Source::onnx, row.since);
  if (info(type).kind == Kind::exact || (onnx != nullptr && onnx->types.contains(type))) return;
  notices.push_back(notice("GEN-ALL-BEYOND-ONNX",
                           string(op.name) + " on " + info(type).name + ": SONNX type, not valid ONNX",
                           "other ONNX tools will refuse such a model"));
}

}  // namespace

std::optional<Finding> check_opset(std::optional<std::int64_t> opset) {
  const string known = "this release knows operator sets 1 to " + std::to_string(newest_opset);
  if (!opset)
    return broken("GEN-ALL-VERSION", "the model imports no operator set of ai.onnx",
                  "add the operator set that the model was written for to opset_import; " + known);
  if (is_known(opset)) return std::nullopt;
  if (*opset < 1)
    return broken("GEN-ALL-VERSION", "the operator set is " + std::to_string(*opset) + ", and versions begin with 1",
                  known);
  return unjudged("GEN-ALL-VERSION",
                  "operator set " + std::to_string(*opset) + " is newer than " + std::to_string(newest_opset) +
                      ", the newest one that this release knows",
                  "use an older operator set; " + known);
}

std::optional<Finding> check_specified(const Node& node) {
  const string what = "operator " + quoted(node.operation, 60);
  if (!is_standard(node.domain))
    return unjudged("GEN-ALL-DOMAIN", what + " is of domain " + quoted(node.domain, 60),
                    "this release specifies operators of ai.onnx only");
  if (!node.overload.empty())
    return unjudged("GEN-GRAPH-FUNCTION",
                    what + " is overload " + quoted(node.overload, 60) +
                        " of a function, and this release does not specify functions",
                    "replace the node by the nodes of the function");
  for (const Attribute& attribute : node.attributes)
    if (const auto* other = std::get_if<OtherAttribute>(&attribute.value); other != nullptr && other->is_graph())
      return unjudged("GEN-GRAPH-SUBGRAPH", what + " has a subgraph in attribute " + quoted(attribute.name, 60),
                      "replace control flow by operators without subgraphs");
  if (find_operator(node.domain, node.operation) != nullptr) return std::nullopt;
  return unjudged("GEN-ALL-OPERATOR", what + " is not specified by this release", operator_hint(node.operation));
}

Examination examine(const Profile& profile, std::optional<std::int64_t> opset, const Node& node,
                    std::span<const Operand> operands) {
  Examination found;
  const auto holds = [&](std::optional<Finding> finding) {
    if (finding) found.findings.push_back(*std::move(finding));
    return !finding;
  };
  const Operator& op = *find_operator(node.domain, node.operation);
  const bool countable = holds(check_arity(op, operands.size()));
  if (!is_known(opset)) return found;
  const Row* row = find_row(op, profile.source, version_of(op, *opset));
  if (!holds(check_version(op, row, profile, *opset))) return found;
  found.excess_finding = found.findings.size();
  holds(check_excess(op, *row, node.attributes, found.excess));
  const bool sound = holds(check_attributes(op, *row, node.attributes));
  if (!countable) return found;
  holds(check_types(op, *row, profile, operands));
  holds(check_accumulation(op, profile.choices.accumulation, operands[0]));

  std::vector<Argument> inputs;
  for (const Operand& operand : operands)
    if (operand.type && operand.shape) inputs.push_back({*operand.type, *operand.shape});
  if (!sound || inputs.size() < operands.size()) return found;
  const Result<Shape> shape = row->shape({op, *row, inputs, node.attributes, !profile.rules.no_defaults});
  if (!shape) found.findings.push_back(shape.finding());
  if (!found.findings.empty()) return found;
  const DType type = inputs[0].type;
  found.call = Call{&op, row, profile.choices, std::move(inputs), {{type, *shape}}, node.attributes};
  note_types_beyond_onnx(op, *row, type, found.findings);
  return found;
}

Result<Resolution> resolve(const Profile& profile, std::int64_t opset, const Node& node,
                           std::span<const Argument> inputs) {
  if (const auto problem = check_specified(node)) return *problem;
  if (const auto problem = check_opset(opset)) return *problem;
  std::vector<Operand> operands;
  for (const Argument& input : inputs) operands.push_back({input.type, input.shape, {}});
  Examination found = examine(profile, opset, node, operands);
  if (!found.call) return std::move(found.findings.front());
  return Resolution{*std::move(found.call), std::move(found.findings)};
}

}  // namespace etalon::impl
