// SPDX-License-Identifier: Apache-2.0
// Floor 5. See resolve.hpp. Each function named check_… below is one rule.
#include "check/resolve.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/quote.hpp"
#include "base/small_letters.hpp"
#include "check/attributes.hpp"
#include "check/versions.hpp"

namespace etalon::impl {
namespace {

using std::string, std::string_view;

using Presence = Formal::Presence;

// "14 to 27": the operator sets that mean a version which the source defines.
string opsets_of(const Operator& op, std::optional<Source> source) {
  std::vector<int> defined;
  for (const int version : op.versions)
    if (find_row(op, source, version) != nullptr) defined.push_back(version);
  return operator_sets(op, defined);
}

// Names of operators are often written in other cases; any other name is more likely another operator of ONNX.
string operator_hint(std::string_view name) {
  static const auto by_small_letters = [] {
    std::unordered_map<string, const char*> table;
    for (const Operator* op : operators()) table.emplace(small_letters(op->name), op->name);
    return table;
  }();
  if (const auto meant = by_small_letters.find(small_letters(name)); meant != by_small_letters.end())
    return string("did you mean ") + meant->second + "?";
  return "not correctable in the model: `etalon operators` lists what this release specifies";
}

string types_of(TypeSet types, RealHints reals) {
  string text;
  for (const DTypeInfo& row : dtype_table)
    if (types.contains(row.id) && (row.bits > 0 || reals == RealHints::offered))
      text.append(text.empty() ? "" : " ").append(row.name);
  return text;
}

// "sonnx-2026-10 or onnx": the profiles that define an operator; "" where none does.
string profiles_with(const Operator& op) {
  string text;
  for (const Profile& profile : profiles())
    if (source_of(profile, op)) text.append(text.empty() ? "" : " or ").append(profile.id);
  return text;
}

std::optional<Finding> check_version(const Operator& op, const Row* row, const Profile& profile, std::int64_t opset) {
  if (row != nullptr) return std::nullopt;
  const string name = op.name, defines = ", for which profile " + string(profile.id) + " defines " + name;
  const auto source = source_of(profile, op);
  if (!source)
    return broken("GEN-ALL-VERSION", name + ": profile " + profile.id + " does not define this operator",
                  "use --profile " + profiles_with(op) + ", or replace the node, as `etalon fix` does where it can");
  const int version = version_of(op, opset);
  if (version == 0)
    return broken("GEN-ALL-VERSION", name + ": operator set " + std::to_string(opset) + " does not have this operator",
                  "use operator set " + opsets_of(op, source) + defines);
  return broken(
      "GEN-ALL-VERSION",
      name + ": operator set " + std::to_string(opset) + " means " + numbered(op, version) + ", which profile " +
          profile.id + " does not define",
      "use operator set " + opsets_of(op, source) + defines + "; `etalon fix` raises it without changing a bit");
}

string counted(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// How many operands a list of formals demands and allows.
std::size_t least_of(std::span<const Formal> formals) {
  std::size_t least = 0;
  for (std::size_t k = 0; k < formals.size(); ++k)
    if (formals[k].presence != Presence::optional) least = k + 1;
  return least;
}

std::optional<Finding> check_arity(const Operator& op, std::span<const Formal> formals, std::size_t count,
                                   const char* what) {
  const std::size_t least = least_of(formals);
  const bool variadic = formal_at(formals, SIZE_MAX - 1) != nullptr;
  if (count >= least && (variadic || count <= formals.size())) return std::nullopt;
  const string needed = variadic                  ? "at least " + counted(least, what)
                        : least == formals.size() ? counted(least, what)
                                                  : std::to_string(least) + " to " + counted(formals.size(), what);
  return broken("GEN-ALL-ARITY", string(op.name) + " needs " + needed + "; the node has " + std::to_string(count),
                count < least ? "add what is missing" : "remove what is too much");
}

// A required operand that is omitted; where the row is not known, any.
std::optional<Finding> check_omitted(const Operator& op, const Row* row, std::span<const Operand> operands) {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Formal* formal = row == nullptr ? nullptr : formal_at(row->inputs, k);
    if (!operands[k].omitted || (formal != nullptr && formal->presence == Presence::optional)) continue;
    const string name = row == nullptr ? std::to_string(k + 1) : formal_name(row->inputs, k);
    return broken("GEN-GRAPH-OMITTED", string(op.name) + ": input " + name + " is omitted",
                  "give every input that the operator demands");
  }
  return std::nullopt;
}

std::optional<Finding> check_wanted(const Operator& op, const Row& row, std::span<const char> wanted) {
  for (std::size_t k = 0; k < wanted.size(); ++k)
    if (const Formal* formal = formal_at(row.outputs, k);
        wanted[k] == 0 && formal != nullptr && formal->presence != Presence::optional)
      return broken("GEN-GRAPH-NAME",
                    string(op.name) + ": output " + formal_name(row.outputs, k) + " of the node has no name",
                    "give every value a name of its own");
  return std::nullopt;
}

// "float", "STRING": what is known of an operand's type.
string type_name(const Operand& operand) {
  return operand.type ? string(info(*operand.type).name) : string(operand.foreign);
}

std::optional<Finding> check_types(const Operator& op, const Row& row, int version, const Profile& profile,
                                   std::span<const Operand> operands, RealHints reals) {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const string type = type_name(operands[k]);
    const Formal* formal = formal_at(row.inputs, k);
    if (type.empty() || formal == nullptr) continue;
    const string what = string(op.name) + ": " + formal_name(row.inputs, k) + " is " + type;
    const TypeRule& rule = row.rule_of(*formal);
    if (!operands[k].type || !rule.types.contains(*operands[k].type))
      return broken(rule.rule,
                    what + ", a type that " + numbered(op, version) + " does not have in profile " + profile.id,
                    "allowed element types: " + types_of(rule.types, reals));
    for (std::size_t other = 0; other < k; ++other) {
      if (string_view(formal_at(row.inputs, other)->variable) != formal->variable || !operands[other].type) continue;
      if (*operands[other].type != *operands[k].type)
        return broken("GEN-ALL-ONETYPE",
                      what + " but " + formal_name(row.inputs, other) + " is " + info(*operands[other].type).name,
                      "store these operands in one type; there is no implicit conversion");
      break;  // the first one stands for all
    }
  }
  return std::nullopt;
}

// ---- values that must be known --------------------------------------------------------------------------------------

void check_known(const Operator& op, const Row& row, const Profile& profile, std::span<const Operand> operands,
                 Examination& found) {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Formal* formal = formal_at(row.inputs, k);
    if (formal == nullptr || formal->use != Formal::Use::shape || operands[k].omitted || operands[k].value) continue;
    found.unknown.push_back(k);
    found.findings.push_back((profile.rules.explicit_values ? broken : unjudged)(
        "GEN-ALL-KNOWN",
        string(op.name) + ": the result depends on the elements of " + formal_name(row.inputs, k) +
            ", which are not known before running",
        "make it a constant, or under --profile onnx give the graph input that it depends on with --value"));
  }
}

std::optional<Finding> check_accumulation(const Operator& op, Accumulation accumulation, const Operand& first) {
  if (op.wide_rule == nullptr || accumulation != Accumulation::wide || first.type != DType::f64) return std::nullopt;
  return error(Code::usage, op.wide_rule, string(op.name) + ": accumulation wide has no wider format for double",
               "use sequential, fused or exact");
}

// The base documents list types that ONNX does not give the operator: accepted, with a notice.
void note_types_beyond_onnx(const Call& call, std::vector<Finding>& notices) {
  const Row* onnx = find_row(*call.op, Source::onnx, call.version);
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    if (!call.inputs[k]) continue;
    const DType type = call.inputs[k]->type;
    const Formal* formal = onnx == nullptr ? nullptr : formal_at(onnx->inputs, k);
    if (info(type).kind == Kind::exact || (formal != nullptr && onnx->rule_of(*formal).types.contains(type))) continue;
    notices.push_back(notice("GEN-ALL-BEYOND-ONNX",
                             string(call.op->name) + " on " + info(type).name + ": SONNX type, not valid ONNX",
                             "other ONNX tools will refuse such a model"));
    return;
  }
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

const Row* row_for(const Profile& profile, std::optional<std::int64_t> opset, const Operator& op) {
  return is_known(opset) ? find_row(op, source_of(profile, op), version_of(op, *opset)) : nullptr;
}

Examination examine(const Profile& profile, std::optional<std::int64_t> opset, const Node& node,
                    std::span<const Operand> operands, std::span<const char> wanted, RealHints reals) {
  Examination found;
  const auto holds = [&](std::optional<Finding> finding) {
    if (!finding) return true;
    found.findings.push_back(*std::move(finding));
    return false;
  };
  const Operator& op = *find_operator(node.domain, node.operation);
  const Row* row = row_for(profile, opset, op);
  bool complete = holds(check_omitted(op, row, operands));
  if (!is_known(opset) || !holds(check_version(op, row, profile, *opset))) return found;
  const int version = version_of(op, *opset);
  complete = holds(check_arity(op, row->inputs, operands.size(), "input")) && complete;
  complete = holds(check_arity(op, row->outputs, wanted.size(), "output")) && complete;
  complete = holds(check_wanted(op, *row, wanted)) && complete;
  check_excess(op, *row, version, profile, node.attributes, found.findings);
  Call call{&op, row, version, profile.choices, !profile.rules.no_defaults, {}, {}};
  const bool sound =
      holds(settle_attributes(op, *row, version, node.attributes, call.attributes)) &&
      (holds(check_missing(op, *row, version, profile, node.attributes)) || has_required(*row, call.attributes));
  if (!complete) return found;
  holds(check_types(op, *row, version, profile, operands, reals));
  if (!operands.empty()) holds(check_accumulation(op, profile.choices.accumulation, operands[0]));
  check_known(op, *row, profile, operands, found);

  bool any_known = false;
  for (const Operand& operand : operands) {
    if (!operand.omitted && (!operand.type || !operand.shape)) return found;
    call.inputs.push_back(operand.omitted ? std::nullopt : std::optional(Argument{*operand.type, *operand.shape}));
    any_known = any_known || operand.value;
  }
  if (!sound || !found.unknown.empty()) return found;
  if (any_known)
    for (const Operand& operand : operands) call.known.push_back(operand.value);
  call.outputs.resize(wanted.size());
  Result<std::vector<Argument>> results = row->results(call);
  if (!results) found.findings.push_back(results.finding());
  // An attribute that is left to its default is a fault, but nothing else follows from it.
  if (!std::ranges::all_of(found.findings, [](const Finding& finding) {
        return finding.status.rule == string_view("GEN-ALL-DEFAULTS");
      }))
    return found;
  for (std::size_t k = 0; k < wanted.size(); ++k)
    if (wanted[k] != 0) call.outputs[k] = (*results)[k];
  found.results = call.outputs;
  if (!found.findings.empty()) return found;
  note_types_beyond_onnx(call, found.findings);
  found.call = std::move(call);
  return found;
}

Result<Resolution> resolve(const Profile& profile, std::int64_t opset, const Node& node, std::span<const Given> inputs,
                           std::size_t results, RealHints reals) {
  if (const auto problem = check_specified(node)) return *problem;
  if (const auto problem = check_opset(opset)) return *problem;
  std::vector<Operand> operands;
  for (const Given& input : inputs)
    operands.push_back(input.argument
                           ? Operand{.type = input.argument->type, .shape = input.argument->shape, .value = input.known}
                           : Operand{.omitted = true});
  if (results == 0)
    if (const Row* row = row_for(profile, opset, *find_operator(node.domain, node.operation)))
      results = std::max<std::size_t>(least_of(row->outputs), 1);
  Examination found = examine(profile, opset, node, operands, std::vector<char>(results, 1), reals);
  for (Finding& finding : found.findings) finding.fix.clear();  // there is no model that it could be run on
  if (!found.call) return std::move(found.findings.front());
  return Resolution{*std::move(found.call), std::move(found.findings)};
}

Result<Resolution> resolve(const Profile& profile, std::int64_t opset, const Node& node,
                           std::span<const Argument> inputs) {
  return resolve(profile, opset, node, std::vector<Given>(inputs.begin(), inputs.end()));
}

}  // namespace etalon::impl
