// SPDX-License-Identifier: Apache-2.0
// Floor 5. See resolve.hpp. Each function below is one rule.
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

string types_of(TypeSet types) {
  string text;
  for (const DTypeInfo& row : dtype_table)
    if (types.contains(row.id)) text.append(text.empty() ? "" : " ").append(row.name);
  return text;
}

Result<const Row*> row_for(const Operator& op, const Profile& profile, int opset) {
  const string name = op.name;
  if (opset < 1 || opset > newest_opset)
    return broken("GEN-ALL-VERSION", "operator set " + std::to_string(opset) + " is not known",
                  "operator sets 1 to " + std::to_string(newest_opset) + " are known to this release");
  int version = 0;
  for (int since : op.versions)
    if (since <= opset) version = since;
  if (const Row* row = find_row(op, profile.source, version)) return row;
  return broken("GEN-ALL-VERSION",
                name + ": operator set " + std::to_string(opset) + " means " + name + "-" + std::to_string(version) +
                    ", which profile " + profile.id + " does not define",
                "import ai.onnx (opset_import) in version " + opsets_of(op, profile.source) + ": there profile " +
                    string(profile.id) + " defines " + name);
}

Result<bool> check_arity(const Operator& op, std::size_t count) {
  std::size_t least = 0;
  bool variadic = false;
  for (const Formal& formal : op.inputs) {
    least += formal.presence == Formal::Presence::required;
    variadic = variadic || formal.presence == Formal::Presence::variadic;
  }
  if (count >= least && (variadic || count <= op.inputs.size())) return true;
  return broken("GEN-ALL-ARITY", string(op.name) + ": " + std::to_string(count) + " inputs are given",
                string(op.name) + " has " +
                    (variadic ? "at least " + std::to_string(least) : std::to_string(op.inputs.size())) + " inputs");
}

Result<bool> check_types(const Operator& op, const Row& row, const Profile& profile, std::span<const Argument> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const string what = string(op.name) + ": " + op.inputs[i].name + " is " + info(inputs[i].type).name;
    if (!row.types.contains(inputs[i].type))
      return broken(row.types_rule,
                    what + ", a type that " + op.name + "-" + std::to_string(row.since) + " does not have in profile " +
                        profile.id,
                    "types allowed here: " + types_of(row.types));
    if (op.inputs[i].type_variable == op.inputs[0].type_variable && inputs[i].type != inputs[0].type)
      return broken("GEN-ALL-ONETYPE", what + " but " + op.inputs[0].name + " is " + info(inputs[0].type).name,
                    "store all operands in one type; there is no implicit conversion");
  }
  return true;
}

Result<bool> check_attributes(const Operator& op, const Row& row, std::span<const Attribute> attributes) {
  string undefined;
  for (const Attribute& attribute : attributes)
    if (std::none_of(row.attributes.begin(), row.attributes.end(),
                     [&](const AttributeFormal& f) { return f.name == attribute.name; }) &&
        undefined.size() < 200)
      undefined.append(undefined.empty() ? "" : ", ").append(quoted(attribute.name, 60));
  if (!undefined.empty())
    return broken("GEN-ALL-ATTRIBUTES",
                  string(op.name) + "-" + std::to_string(row.since) + " does not have these attributes: " + undefined,
                  "remove them");
  for (const Attribute& attribute : attributes) {
    const auto formal = std::find_if(row.attributes.begin(), row.attributes.end(),
                                     [&](const AttributeFormal& f) { return f.name == attribute.name; });
    const string what = string(op.name) + "-" + std::to_string(row.since) + ": attribute " + quoted(attribute.name, 60);
    const bool is_integer = formal->kind == AttributeFormal::Kind::integer;
    if (is_integer ? !std::holds_alternative<std::int64_t>(attribute.value)
                   : !std::holds_alternative<std::vector<std::int64_t>>(attribute.value))
      return broken("GEN-ALL-ATTRIBUTES", what + " has the wrong kind of value",
                    is_integer ? "it is one integer" : "it is a list of integers");
    const auto same = [&](const Attribute& other) { return other.name == attribute.name; };
    if (std::count_if(attributes.begin(), attributes.end(), same) > 1)
      return broken("GEN-ALL-ATTRIBUTES", what + " is given more than once", "give it once");
  }
  return true;
}

Result<bool> check_accumulation(const Operator& op, Accumulation accumulation, DType type) {
  if (op.wide_rule == nullptr || accumulation != Accumulation::wide || type != DType::f64) return true;
  return error(Code::usage, op.wide_rule, string(op.name) + ": accumulation wide has no wider format for double",
               "use sequential, fused or exact");
}

// The base documents list types that ONNX does not give the operator: accepted, and said.
void note_types_beyond_onnx(const Operator& op, const Row& row, DType type, std::vector<Finding>& notices) {
  const Row* onnx = find_row(op, Source::onnx, row.since);
  if (info(type).kind == Kind::exact || (onnx != nullptr && onnx->types.contains(type))) return;
  notices.push_back(notice("GEN-ALL-BEYOND-ONNX",
                           string(op.name) + " on " + info(type).name + ": SONNX type, not valid ONNX",
                           "other ONNX tools will refuse such a model"));
}

}  // namespace

Result<Resolution> resolve(const Profile& profile, int opset, const Node& node, std::span<const Argument> inputs) {
  if (!node.domain.empty() && node.domain != "ai.onnx")
    return broken("GEN-ALL-DOMAIN",
                  "operator " + quoted(node.operation, 60) + " is of domain " + quoted(node.domain, 60),
                  "only operators of ai.onnx have a meaning here");
  const Operator* op = find_operator(node.domain, node.operation);
  if (op == nullptr)
    return broken("GEN-ALL-OPERATOR", "operator " + quoted(node.operation, 60) + " is not specified by Etalon",
                  "nothing in the model can mend that; this release specifies " + operator_names());
  const Result<const Row*> row = row_for(*op, profile, opset);
  if (!row) return row.finding();
  if (const auto good = check_arity(*op, inputs.size()); !good) return good.finding();
  if (const auto good = check_types(*op, **row, profile, inputs); !good) return good.finding();
  if (const auto good = check_accumulation(*op, profile.choices.accumulation, inputs[0].type); !good)
    return good.finding();
  if (const auto good = check_attributes(*op, **row, node.attributes); !good) return good.finding();
  const Result<Shape> shape = (*row)->shape({*op, **row, inputs, node.attributes, !profile.rules.no_defaults});
  if (!shape) return shape.finding();

  Resolution resolution{
      {op, *row, profile.choices, {inputs.begin(), inputs.end()}, {{inputs[0].type, *shape}}, node.attributes}, {}};
  note_types_beyond_onnx(*op, **row, inputs[0].type, resolution.notices);
  return resolution;
}

}  // namespace etalon::impl
