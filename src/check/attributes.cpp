// SPDX-License-Identifier: Apache-2.0
// Floor 5. See attributes.hpp.
#include "check/attributes.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>

#include "base/quote.hpp"
#include "check/fix.hpp"
#include "check/versions.hpp"

namespace etalon::impl {

AttributeValue default_of(const AttributeFormal& formal) {
  if (const auto* integer = std::get_if<std::int64_t>(&formal.otherwise)) return *integer;
  if (const auto* number = std::get_if<float>(&formal.otherwise)) return *number;
  if (const auto* text = std::get_if<const char*>(&formal.otherwise)) return std::string(*text);
  return {};
}

namespace {

using std::string, std::string_view;

std::size_t position_of(const Row& row, string_view name) {
  std::size_t k = 0;
  while (k < row.attributes.size() && row.attributes[k].name != name) ++k;
  return k;
}

const char* words_for(AttributeFormal::Kind kind) {
  static constexpr const char* words[] = {"",
                                          "one integer",
                                          "one floating-point number",
                                          "a text",
                                          "a list of integers",
                                          "a list of floating-point numbers",
                                          "a list of texts",
                                          "a tensor",
                                          "a sparse tensor",
                                          "a graph"};
  return words[static_cast<unsigned>(kind)];
}

// The attribute in ONNX's own definition of the version; null where it does not have it.
const AttributeFormal* in_onnx(const Operator& op, int version, string_view name) {
  const Row* row = find_row(op, Source::onnx, version);
  const std::size_t k = row == nullptr ? 0 : position_of(*row, name);
  return row == nullptr || k == row->attributes.size() ? nullptr : &row->attributes[k];
}

// Whether leaving the attribute out means the same, bit for bit.
bool is_default(const AttributeFormal& formal, const AttributeValue& value) {
  const AttributeValue otherwise = default_of(formal);
  if (otherwise.index() != value.index()) return false;
  if (const auto* number = std::get_if<float>(&value))
    return std::bit_cast<std::uint32_t>(*number) == std::bit_cast<std::uint32_t>(std::get<float>(otherwise));
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer == std::get<std::int64_t>(otherwise);
  const auto* text = std::get_if<string>(&value);
  return text != nullptr && *text == std::get<string>(otherwise);
}

// The operator sets in which ONNX gives the operator this attribute.
string opsets_with(const Operator& op, string_view attribute) {
  std::vector<int> having;
  for (const int version : op.versions)
    if (in_onnx(op, version, attribute) != nullptr) having.push_back(version);
  return operator_sets(op, having);
}

// An attribute that the row lacks. What ONNX defines for this version decides whether the node means the same without
// it; only then is there a fix.
Finding excess_of(const Operator& op, int version, const Profile& profile, std::span<const Attribute> attributes,
                  const string& name) {
  const string quoted_name = quoted(name, 60), which = numbered(op, version);
  const AttributeFormal* onnx = in_onnx(op, version, name);
  if (onnx == nullptr) {
    const string sets = opsets_with(op, name);
    return broken("GEN-ALL-ATTRIBUTES", which + " does not have attribute " + quoted_name,
                  sets.empty() ? "remove it; no version of " + string(op.name) + " has it"
                               : "rewrite the node for this version; " + string(op.name) +
                                     " has the attribute in operator set " + sets);
  }
  const bool has_effect = std::ranges::any_of(attributes, [&](const Attribute& attribute) {
    return attribute.name == name && !is_default(*onnx, attribute.value);
  });
  Finding finding = broken("GEN-ALL-ATTRIBUTES",
                           which + ": profile " + profile.id + " does not have attribute " + quoted_name + " of ONNX",
                           has_effect ? "express it by other nodes, or use --profile onnx; without it the node means "
                                        "something else"
                                      : "remove it; it has the default value, so the result stays the same");
  if (!has_effect)
    finding.fix = "[node.attribute.remove(a) for a in [*node.attribute] if a.name == " + python_string(name) + "]";
  return finding;
}

// ONNX's own default of an attribute: as one says it and as Python has it; "" where there is none.
struct DefaultText {
  string said, python;
};
DefaultText default_in_onnx(const Operator& op, int version, string_view name) {
  const AttributeFormal* formal = in_onnx(op, version, name);
  const AttributeValue otherwise = formal == nullptr ? AttributeValue() : default_of(*formal);
  if (const auto* integer = std::get_if<std::int64_t>(&otherwise))
    return {std::to_string(*integer), std::to_string(*integer)};
  if (const auto* text = std::get_if<string>(&otherwise)) return {*text, python_string(*text)};
  const auto* number = std::get_if<float>(&otherwise);
  if (number == nullptr) return {};
  char digits[24] = "";
  std::snprintf(digits, sizeof digits, "%.9g", static_cast<double>(*number));
  return {digits, "float(" + string(digits) + ")"};  // a number without a point would be an integer there
}

// An attribute that must be given. The node means the same with ONNX's default, so that is the fix.
Finding missing(const Operator& op, int version, const AttributeFormal& formal, const char* rule, const char* why) {
  const DefaultText otherwise = default_in_onnx(op, version, formal.name);
  Finding finding = broken(
      rule, numbered(op, version) + ": attribute " + formal.name + " is not given" + why,
      string("give it; it is ") + words_for(formal.kind) +
          (otherwise.said.empty() ? ""
                                  : ". Its default in ONNX is " + otherwise.said + ", which --profile onnx allows"));
  if (!otherwise.python.empty())
    finding.fix = "node.attribute.append(onnx.helper.make_attribute(" + python_string(formal.name) + ", " +
                  otherwise.python + "))";
  return finding;
}

}  // namespace

void check_excess(const Operator& op, const Row& row, int version, const Profile& profile,
                  std::span<const Attribute> attributes, std::vector<Finding>& findings) {
  constexpr std::size_t most = 64;  // a file may have a million
  std::vector<string_view> seen;
  for (const Attribute& attribute : attributes) {
    if (position_of(row, attribute.name) < row.attributes.size() || seen.size() >= most ||
        std::ranges::find(seen, attribute.name) != seen.end())
      continue;
    seen.push_back(attribute.name);
    findings.push_back(excess_of(op, version, profile, attributes, attribute.name));
  }
}

std::optional<Finding> settle_attributes(const Operator& op, const Row& row, int version,
                                         std::span<const Attribute> attributes, std::vector<AttributeValue>& settled) {
  settled.resize(row.attributes.size());
  for (const Attribute& attribute : attributes) {
    const std::size_t k = position_of(row, attribute.name);
    if (k == row.attributes.size()) continue;
    const AttributeFormal& formal = row.attributes[k];
    const string what = numbered(op, version) + ": attribute " + quoted(attribute.name, 60);
    if (attribute.value.index() != static_cast<std::size_t>(formal.kind))
      return broken("GEN-ALL-ATTRIBUTES", what + " is " + words_of(attribute.value),
                    string("give ") + words_for(formal.kind));
    if (settled[k].index() != 0) return broken("GEN-ALL-ATTRIBUTES", what + " is given more than once", "give it once");
    settled[k] = attribute.value;
  }
  for (std::size_t k = 0; k < settled.size(); ++k)
    if (settled[k].index() == 0) settled[k] = default_of(row.attributes[k]);
  return std::nullopt;
}

std::optional<Finding> check_missing(const Operator& op, const Row& row, int version, const Profile& profile,
                                     std::span<const Attribute> attributes) {
  for (const AttributeFormal& formal : row.attributes) {
    if (std::ranges::any_of(attributes, [&](const Attribute& given) { return given.name == formal.name; })) continue;
    if (formal.is_required()) return missing(op, version, formal, "GEN-ALL-ATTRIBUTES", "");
    if (profile.rules.no_defaults && formal.has_default())
      return missing(op, version, formal, "GEN-ALL-DEFAULTS", ", and this profile allows no default");
  }
  return std::nullopt;
}

bool has_required(const Row& row, std::span<const AttributeValue> settled) {
  for (std::size_t k = 0; k < row.attributes.size(); ++k)
    if (row.attributes[k].is_required() && settled[k].index() == 0) return false;
  return true;
}

}  // namespace etalon::impl
