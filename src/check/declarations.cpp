// SPDX-License-Identifier: Apache-2.0
// Floor 5. See declarations.hpp.
#include "check/declarations.hpp"

#include <algorithm>

namespace etalon::impl {

using Foreign = Value::Foreign;

void report(const Survey& survey, FindingLog& log, std::uint32_t i, std::uint32_t node, const char* rule,
            const std::string& what, std::string hint, std::string fix, MakeFinding* make) {
  if (log.full()) return log.add(make(rule, {}, {}));
  Finding finding = make(rule, survey.named(i) + " " + what, std::move(hint));
  finding.fix = std::move(fix);
  log.add(survey.at_value(std::move(finding), i), node);
}

namespace {

// A name as a word of the command line, where it can be one.
std::string word_of(const std::string& name, const char* otherwise) {
  const bool plain = std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
  return plain && !name.empty() && name.size() <= 60 ? name : otherwise;
}

// What a caller can add where the file leaves the shape of an input open ("BIND-ALL-DIM", "BIND-ALL-SHAPE").
std::string binding_hint(const Value& value) {
  const OpenShape open = value.open.empty() ? OpenShape() : value.open.front();
  std::string sizes, whole;
  bool named = !open.empty();
  for (const Dimension& dimension : open) {
    whole.append(whole.empty() ? "" : ",").append(dimension.size ? std::to_string(*dimension.size) : "SIZE");
    named = named && (dimension.size || !dimension.symbol.empty());
    const std::string option = " --dim " + word_of(dimension.symbol, "NAME") + "=SIZE";
    if (!dimension.size && sizes.find(option) == sizes.npos) sizes += option;
  }
  if (named) return "give" + sizes + ", or declare it in numbers";
  return "give --shape " + word_of(value.name, "NAME") + "=" + (whole.empty() ? "SIZES" : whole) +
         ", or declare it in numbers";
}

}  // namespace

void Declarations::check_complete(std::uint32_t i, const Argument* is, std::uint32_t node) const {
  const Value& value = survey_.graph.values[i];
  const bool is_input = survey_.listed[i].input && node == no_node;
  const bool must = is_input || (profile_.rules.explicit_values && !survey_.initialized[i]);
  const bool untyped = must && !value.type && value.foreign == Foreign::no;
  const bool shapeless = must && !value.shape && value.open.empty() && value.foreign != Foreign::container;
  const bool open_input = is_input && !value.shape;  // elsewhere it may be declared in numbers
  const bool open = !value.open.empty() && ((must && (profile_.rules.explicit_values || open_input)) || value.negative);
  if (!untyped && !shapeless && !open) return;
  const bool valid = !profile_.rules.explicit_values && !value.negative;  // an open shape, in this profile
  MakeFinding* const make = valid ? unjudged : broken;
  if (log_.full()) return log_.add((untyped ? broken : make)("GEN-ALL-SHAPES", {}, {}));
  const std::string fix = is != nullptr ? declare(value, survey_.listed[i], *is) : std::string();
  const auto hint = [&](const char* what) -> std::string {
    if (is != nullptr) return "declare it as " + std::string(info(is->type).name) + " " + to_string(is->shape);
    return std::string(what) + (node == no_node ? ""
                                                : "; once the errors of the nodes that it depends on are corrected, "
                                                  "`etalon check` says what it is");
  };
  if (untyped)
    report(survey_, log_, i, node, "GEN-ALL-TYPES", "declares no element type", hint("declare its type"), fix);
  if (open)
    report(survey_, log_, i, node, "GEN-ALL-SHAPES",
           "is declared with shape " + to_string(value.open.front()) +
               (value.negative ? ", and a dimension cannot be negative"
                : valid        ? ", and this release judges only shapes in numbers"
                               : ", and every dimension must be a number"),
           valid ? binding_hint(value)
                 : hint(value.negative ? "replace each negative dimension with the size you use"
                                       : "replace each dimension that is not a number with the size you use"),
           fix, make);
  if (shapeless)
    report(survey_, log_, i, node, "GEN-ALL-SHAPES",
           valid ? "declares no shape, and this release judges only shapes in numbers" : "declares no shape",
           valid ? binding_hint(value) : hint("declare its shape in numbers"), fix, make);
}

void Declarations::check_true(std::uint32_t i, const Argument& is, std::uint32_t node) const {
  const Value& value = survey_.graph.values[i];
  const std::string declared = value.type ? std::string(info(*value.type).name) : value.foreign_type;
  if (!declared.empty() && declared != info(is.type).name)
    report(survey_, log_, i, node, "GEN-ALL-ONETYPE", "is declared " + declared + " but is " + info(is.type).name,
           "declare it " + std::string(info(is.type).name), declare(value, survey_.listed[i], is));
  const auto differs = [&](const std::string& shape) {
    report(survey_, log_, i, node, "GEN-ALL-SHAPES",
           "is declared with shape " + shape + " but has shape " + to_string(is.shape),
           "declare it with shape " + to_string(is.shape), declare(value, survey_.listed[i], is));
  };
  if (value.shape && *value.shape != is.shape) return differs(to_string(*value.shape));
  if (profile_.rules.explicit_values || value.negative) return;  // then the open declaration itself is reported
  for (const OpenShape& open : value.open)
    if (!agrees(open, is.shape)) return differs(to_string(open));
}

void Declarations::check_agreement(std::uint32_t i, const Argument* is) const {
  const Value& value = survey_.graph.values[i];
  if (!value.contradicted) return;
  report(survey_, log_, i, no_node, "GEN-GRAPH-DECLARED", "is declared in two ways",
         "make all its declarations the same",
         is != nullptr && !value.sparse ? declare(value, survey_.listed[i], *is) : std::string());
}

void Declarations::report_foreign(std::uint32_t i, std::uint32_t node) const {
  const Value& value = survey_.graph.values[i];
  const std::string what =
      survey_.named(i) + " is " + (value.foreign == Foreign::container ? "" : "a tensor of ") + value.foreign_type;
  Finding finding =
      value.foreign == Foreign::undefined
          ? broken("GEN-ALL-KIND", what + ", which ONNX does not define", "declare an element type of ONNX")
          : unjudged(
                "GEN-ALL-KIND", what + ", which this release does not specify",
                "this release specifies tensors of floating-point numbers of 16 to 64 bits, of integers of 4 to 64 "
                "bits and of bool");
  log_.add(survey_.at_value(std::move(finding), i), node);
}

}  // namespace etalon::impl
