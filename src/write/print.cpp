// SPDX-License-Identifier: Apache-2.0
// Floor 8. Programs as C99. Where no step can see which NaN it gets, any will do, and the names that end with _any
// leave it to the processor; what is stored, chosen or converted has the one NaN.
#include <algorithm>
#include <set>
#include <string_view>

#include "scalar/exact_sum.h"
#include "write/contract.hpp"
#include "write/loose.hpp"
#include "write/rows.hpp"
#include "write/simplify.hpp"
#include "write/wrap.hpp"

namespace etalon::impl {
namespace {

using Kind = Statement::Kind;
using Of = Expression::Kind;

std::string identifier(std::string_view name) {
  std::string text;
  for (const char c : name)
    text += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  while (!text.empty() && text.back() == '_') text.pop_back();
  constexpr std::string_view types[] = {"fraction", "exact_sum", "exact_value", "integer_sum"};
  return is_c_word(text) || std::ranges::find(types, text) != std::end(types) ? text + "_" : text;
}

class Printer {
 public:
  Printer(Program& program, const PrintSettings& settings) : program_(program), settings_(settings) {}

  WrittenFunction print() {
    simplify(program_);
    if (settings_.by_rows) schedule_by_rows(program_);
    // Values that are not used may have been the only readers.
    for (std::size_t k = 0; k < program_.buffers.size(); ++k) program_.buffers[k].is_used = is_read(k);
    name_buffers();
    loose_ = loose_of(program_);
    names_.resize(program_.variables.size());
    result_.name = settings_.name;
    require("scalar/named/types.h");
    scopes_.push_back({});
    std::string body = tables();
    depth_ = 1;
    write_block(program_.body, body);
    std::vector<std::string> returned;
    if (program_.can_refuse) {
      body += "  return " + settings_.ok + ";\n";
      returned.push_back(settings_.ok);
      for (const std::string& rule : result_.rules) returned.push_back(settings_.refused(rule));
    }
    result_.text = wrapped("/* " + settings_.comment + " */\n" + function_contract(program_, buffer_names_, returned) +
                           head() + " {\n" + body + "}\n");
    result_.headers.assign(headers_.begin(), headers_.end());
    return std::move(result_);
  }

 private:
  // ---- names ----

  void name_buffers() {
    std::set<std::string> taken;
    for (const Buffer& buffer : program_.buffers) {
      std::string name = identifier(buffer.name), own = name;
      for (unsigned k = 1; !taken.insert(own).second; ++k) own = name + "_" + std::to_string(k);
      buffer_names_.push_back(own);
    }
  }
  bool is_taken(const std::string& name) const {
    return std::ranges::any_of(scopes_, [&](const auto& scope) { return scope.contains(name); }) ||
           std::ranges::find(buffer_names_, name) != buffer_names_.end();
  }
  std::string claim(const std::string& wanted) {
    std::string name = wanted;
    for (unsigned k = 1; is_taken(name); ++k) name = wanted + std::to_string(k);
    scopes_.back().insert(name);
    return name;
  }

  // ---- expressions ----

  void require(const std::string& header) { headers_.insert(header); }
  void require_for(std::string_view name) {
    const std::string_view type = name.substr(0, name.find('_')), step = step_of(name);
    if (name.starts_with("place_of") || name == "truth") return;
    if (step.starts_with("exact_") && type != "exact")
      require("scalar/named/exact.h");
    else if (type == "exact" || step == "of_exact" || step == "quantised")
      require("scalar/named/quantise.h");
    else if (name.starts_with("exponent_of") || step == "pow" || step == "power" || is_function(step))
      require("scalar/named/functions.h");
    else if (step.starts_with("of_") && step != "of_place" && step != "of_bits")
      require("scalar/named/convert.h");
    else if (type == "f16" || type == "bf16")
      require("scalar/named/halves.h");
    else if (type == "f32" || type == "f64")
      require("scalar/named/floats.h");
    else
      require("scalar/named/integers.h");
  }
  static bool is_function(std::string_view step) {
    for (auto f = RealFunction::exp; f <= RealFunction::acos; f = static_cast<RealFunction>(static_cast<int>(f) + 1))
      if (step == c_function(f)) return true;
    return false;
  }

  std::string element(const Expression& e) {
    const Buffer& buffer = program_.buffers[e.number];
    const std::string& name = buffer_names_[e.number];
    if (info(buffer.type).bits == 4 && buffer.kind != Buffer::Kind::row) {
      require("scalar/named/nibbles.h");
      return c_prefix(buffer.type) + "_load(" + name + ", " + text_of(e.place) + ")";
    }
    const std::string text = name + "[" + text_of(e.place) + "]";
    return buffer.type == DType::boolean ? "truth(" + text + ")" : text;
  }

  // `any_nan`: whether what takes the value gives the same for all NaNs.
  std::string text(const Expression& e, bool any_nan) {
    switch (e.kind) {
      case Of::literal:
        if (e.text.starts_with("f32_of_bits") || e.text.starts_with("f64_of_bits")) require_for(e.text.substr(0, 11));
        return e.text;
      case Of::element:
        return is_loose(e) && !any_nan ? with_one_nan(program_.buffers[e.number].type, element(e)) : element(e);
      case Of::variable:
        if (!is_loose(e) || any_nan) return names_[e.number];
        return with_one_nan(program_.variables[e.number].type.type, names_[e.number]);
      case Of::call:
        return call(e, any_nan);
      case Of::where:
        return "(" + text_of(e.inside) + ") ? " + text(*e.arguments[0], false) + " : " + text(*e.arguments[1], false);
      case Of::choice:
        return "(" + text(*e.arguments[0], true) + ") ? " + operand(*e.arguments[1], false) + " : " +
               operand(*e.arguments[2], false);
      case Of::negation:
        return "!(" + text(*e.arguments[0], true) + ")";
      case Of::both:
        return "(" + text(*e.arguments[0], true) + ") && (" + text(*e.arguments[1], true) + ")";
      case Of::place:
        return text_of(e.place);
      default:
        return "&" + names_[e.number];
    }
  }
  bool is_loose(const Expression& e) const {
    return (e.kind == Of::variable && loose_.variables[e.number]) || (e.kind == Of::element && loose_.rows[e.number]);
  }
  std::string with_one_nan(DType type, const std::string& value) {
    const std::string one_nan = c_prefix(type) + "_one_nan";
    require_for(one_nan);
    return one_nan + "(" + value + ")";
  }
  // A choice inside another expression has parentheses.
  std::string operand(const Expression& e, bool any_nan) {
    const bool is_compound = e.kind == Of::where || e.kind == Of::choice;
    return is_compound ? "(" + text(e, any_nan) + ")" : text(e, any_nan);
  }
  std::string call(const Expression& e, bool any_nan) {
    std::string arguments;
    for (const ExpressionPointer& argument : e.arguments)
      arguments += (arguments.empty() ? "" : ", ") + operand(*argument, takes_any_nan(e));
    if (!e.after.empty()) arguments += (arguments.empty() ? "" : ", ") + e.after;
    require_for(e.text);
    if (e.text == "f32_one_nan" || e.text == "f64_one_nan") {
      // It is the one NaN already.
      if (is_arithmetic(*e.arguments[0])) return call(*e.arguments[0], false);
      if (is_loose(*e.arguments[0])) return arguments;
    }
    if (!is_arithmetic(e)) return e.text + "(" + arguments + ")";
    const bool is_conversion = step_of(e.text).starts_with("of_");
    if (any_nan) return e.text + "_any(" + arguments + ")";
    if (!is_conversion) return e.text + "(" + arguments + ")";
    const std::string one_nan = e.text.substr(0, 3) + "_one_nan";
    require_for(one_nan);
    return one_nan + "(" + e.text + "_any(" + arguments + "))";
  }

  // ---- statements ----

  std::string margin() const { return std::string(2 * depth_, ' '); }

  void write_block(const std::vector<Statement>& block, std::string& to) {
    for (std::size_t k = 0; k < block.size(); ++k) {
      const bool has_otherwise = block[k].kind == Kind::when && k + 1 < block.size() &&
                                 block[k + 1].kind == Kind::unless &&
                                 text_of(block[k].inside) == text_of(block[k + 1].inside);
      write(block[k], to);
      if (!has_otherwise) continue;
      to.erase(to.size() - 1);
      to += " else {\n";
      write_inside(block[++k].body, to);
    }
  }
  void write_inside(const std::vector<Statement>& block, std::string& to) {
    ++depth_;
    scopes_.emplace_back();
    write_block(block, to);
    scopes_.pop_back();
    --depth_;
    to += margin() + "}\n";
  }
  void write(const Statement& statement, std::string& to) {
    switch (statement.kind) {
      case Kind::loop: {
        scopes_.emplace_back();
        const std::string name = rename(statement.counter);
        to += loop_contract(program_, statement, buffer_names_, names_, margin());
        to += margin() + "for (int32_t " + name + " = 0; " + name + " < " + std::to_string(statement.bound) + "; ++" +
              name + ") {\n";
        write_inside(statement.body, to);
        scopes_.pop_back();
        return;
      }
      case Kind::place: {
        const std::string what = statement.value ? place_value(*statement.value) : text_of(statement.at);
        const std::string name = rename(statement.counter);
        to += margin() + "const int32_t " + name + " = " + what + ";\n";
        return;
      }
      case Kind::declaration:
        return declare(statement, to);
      case Kind::assignment:
        to += margin() + names_[statement.number] + " = " + text(*statement.value, loose_.variables[statement.number]) +
              ";\n";
        return;
      case Kind::store:
        return store(statement, to);
      case Kind::effect:
        to += margin() + text(*statement.value, false) + ";\n";
        return;
      case Kind::when:
        to += margin() + "if (" + text_of(statement.inside) + ") {\n";
        return write_inside(statement.body, to);
      case Kind::unless:
        return write_unless(statement, to);
      default:
        to += margin() + "if (" + text(*statement.value, true) + ") {\n" + margin() + "  return " +
              settings_.refused(statement.rule) + ";\n" + margin() + "}\n";
        if (std::ranges::find(result_.rules, statement.rule) == result_.rules.end())
          result_.rules.push_back(statement.rule);
    }
  }
  void write_unless(const Statement& statement, std::string& to) {
    const auto& [place, below] = statement.inside.bounds[0];
    if (statement.inside.bounds.size() == 1 && place.low() >= 0)
      to += margin() + "if (" + text_of(below) + " <= " + text_of(place) + ") {\n";
    else
      to += margin() + "if (" + text_of(statement.inside) + ") {\n" + margin() + "} else {\n";
    write_inside(statement.body, to);
  }
  std::string place_value(const Expression& e) {
    if (e.kind == Of::element) return buffer_names_[e.number] + "[" + text_of(e.place) + "]";
    return text(e, false);
  }
  void declare(const Statement& statement, std::string& to) {
    const Variable& variable = program_.variables[statement.number];
    const std::string value = text(*statement.value, loose_.variables[statement.number]);
    names_[statement.number] = claim(variable.name);
    const std::string& name = names_[statement.number];
    if (variable.type.kind == ValueType::Kind::exact_sum || variable.type.kind == ValueType::Kind::integer_sum) {
      to += margin() + c_type(variable.type) + " " + name + ";\n";
      to += margin() + statement.value->text + "(&" + name + ");\n";
      result_.stack += sizeof(exact_sum);
      return;
    }
    to +=
        margin() + (variable.is_assigned ? "" : "const ") + c_type(variable.type) + " " + name + " = " + value + ";\n";
  }
  void store(const Statement& statement, std::string& to) {
    const Buffer& buffer = program_.buffers[statement.number];
    const std::string& name = buffer_names_[statement.number];
    const std::string at = text_of(statement.at), value = text(*statement.value, loose_.rows[statement.number]);
    if (info(buffer.type).bits == 4 && buffer.kind != Buffer::Kind::row) {
      require("scalar/named/nibbles.h");
      to += margin() + c_prefix(buffer.type) + "_store(" + name + ", " + at + ", " + value + ");\n";
    } else if (buffer.type == DType::boolean) {
      to += margin() + name + "[" + at + "] = (truth_t)(" + value + ");\n";
    } else {
      to += margin() + name + "[" + at + "] = " + value + ";\n";
    }
  }

  // A counter under the name that it has in the text.
  std::string rename(const AtomPointer& counter) {
    const std::string name = claim(identifier(counter->text));
    counter->text = name;
    return name;
  }

  // ---- the function ----

  std::string tables() {
    std::string text;
    for (std::size_t k = 0; k < program_.buffers.size(); ++k)
      if (program_.buffers[k].kind == Buffer::Kind::table) text += table(program_.buffers[k], buffer_names_[k]);
    for (std::size_t k = 0; k < program_.buffers.size(); ++k) {
      const Buffer& buffer = program_.buffers[k];
      if (buffer.kind != Buffer::Kind::row || !buffer.is_used) continue;
      text += "  " + c_type({ValueType::Kind::element, buffer.type}) + " " + buffer_names_[k] + "[" +
              std::to_string(buffer.count) + "];\n";
      result_.stack += buffer.count * (std::max(info(buffer.type).bits, 8u) / 8);
    }
    return text;
  }
  std::string table(const Buffer& buffer, const std::string& name) {
    if (ValueType::is_native_float(buffer.type)) require("scalar/named/floats.h");
    return "  static const " + c_type({ValueType::Kind::element, buffer.type}) + " " + name + "[" +
           std::to_string(buffer.count) + "] = {" + c_entries(buffer.entries, "   ") + "  };\n";
  }
  std::string head() {
    std::string text = std::string("static ") + (program_.can_refuse ? "int32_t " : "void ") + settings_.name + "(";
    bool is_first = true;
    for (std::size_t k = 0; k < program_.buffers.size(); ++k) {
      const Buffer& buffer = program_.buffers[k];
      if (!buffer.is_parameter()) continue;
      const bool is_operand = buffer.kind == Buffer::Kind::operand;
      (is_operand ? result_.operands : result_.results).push_back(buffer.number);
      text += (is_first ? "" : ", ") + std::string(is_operand ? "const " : "") + c_element(buffer.type) +
              " *restrict " + buffer_names_[k];
      is_first = false;
    }
    return text + ")";
  }
  bool is_read(std::size_t buffer) const {
    bool found = false;
    for_each_statement(program_.body, [&](const Statement& statement) {
      if (statement.value)
        for_each_expression(*statement.value, [&](const Expression& e) {
          found = found || (e.kind == Of::element && e.number == buffer);
        });
    });
    return found;
  }

  Program& program_;
  const PrintSettings& settings_;
  WrittenFunction result_;
  std::vector<std::string> buffer_names_, names_;
  std::vector<std::set<std::string>> scopes_;
  Loose loose_;
  std::set<std::string> headers_;
  std::size_t depth_ = 0;
};

}  // namespace

WrittenFunction print(Program& program, const PrintSettings& settings) { return Printer(program, settings).print(); }

}  // namespace etalon::impl
