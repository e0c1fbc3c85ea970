// SPDX-License-Identifier: Apache-2.0
// Floor 8. See parser.hpp: functions and their statements.
#include "prove/parser.hpp"

#include <algorithm>

namespace etalon::impl::prove {
namespace {

constexpr unsigned most_depth = 100;
constexpr std::size_t most_statements = 1 << 20, most_expressions = 1 << 22, most_parameters = 4096;
constexpr std::uint64_t most_row = std::uint64_t{1} << 24;

}  // namespace

void FunctionParser::deeper() {
  if (++depth_ > most_depth) words_.refuse_here("nested too deeply");
  if (f_.expressions.size() > most_expressions || f_.trees.size() > most_expressions ||
      f_.blocks.size() > most_statements)
    words_.refuse_here("the function is too long");
}

const FunctionParser::Symbol* FunctionParser::find(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}
FunctionParser::Symbol* FunctionParser::find(std::string_view name) {
  return const_cast<Symbol*>(std::as_const(*this).find(name));
}

void FunctionParser::declare(const Token& name, Symbol symbol) {
  const Spot spot = words_.spot_of(name);
  if (name.kind != Token::Kind::name || !is_name(name.text)) refuse(rules::text, spot, shown(name) + " is no name");
  if (is_known_name(name.text) || names_.taken.contains(name.text))
    refuse(rules::text, spot, shown(name) + " means something else already");
  if (find(name.text) != nullptr) refuse(rules::text, spot, shown(name) + " is declared twice");
  scopes_.back().emplace(std::string(name.text), symbol);
}

// The type that a declaration is taken to mean: nibbles and places where the first guess proved wrong.
DType FunctionParser::guessed(DType type, std::size_t at) const {
  if (!other_.contains(at)) return type;
  return type == DType::i8 ? DType::i4 : type == DType::u8 ? DType::u4 : type;
}

Function FunctionParser::parse() {
  const std::size_t begin = words_.place();
  for (;;) {
    try {
      f_ = Function{};
      scopes_.assign(1, {});
      slot_ranges_.clear();
      slot_data_.clear();
      moves_.clear();
      row_elements_ = 0;
      pending_.reset();
      depth_ = 0;
      is_in_refusal_ = false;
      parse_function();
      break;
    } catch (const WrongGuess& wrong) {
      words_.go_to(begin);
      if (!other_.insert(wrong.declared_at).second || other_.size() > 256) {
        words_.go_to(wrong.declared_at);
        words_.refuse_here("the variable is used as two types");
      }
    }
  }
  const std::size_t end = words_.place();
  words_.go_to(begin);
  while (words_.place() < end) {
    const std::string text(words_.take().text);
    const std::string refusal = names_.prefix + "_node_";
    if (text == f_.name)
      f_.text += "*";
    else if (text.starts_with(refusal))
      f_.text += "*" + text.substr(std::min(text.size(), text.find('_', refusal.size())));
    else
      f_.text += text;
    f_.text += ' ';
  }
  return std::move(f_);
}

void FunctionParser::parse_function() {
  words_.demand("static");
  f_.line = words_.here().line;
  f_.can_refuse = words_.is("int32_t");
  words_.demand(f_.can_refuse ? "int32_t" : "void");
  f_.name = words_.demand_name("the name of a function");
  words_.demand("(");
  parse_parameters();
  words_.demand("{");
  f_.blocks.emplace_back();
  while (words_.is("static")) parse_table();
  while (parse_array_declaration()) {
  }
  parse_body();
  for (const Array& array : f_.arrays) {
    const Spot spot = words_.spot();
    if (array.kind == Array::Kind::result ? !array.is_written : !array.is_read)
      refuse(rules::text, spot, f_.name + " does not use " + array.name);
  }
  note_data();
  for (Place& place : f_.places) {
    place.is_simple =
        place.is_sum && (place.count == 0 || (place.count == 1 && f_.place_terms[place.first].factor == 1));
    if (place.is_simple) place.slot = place.count == 0 ? f_.place_slots : f_.place_terms[place.first].slot;
  }
}

void FunctionParser::parse_parameters() {
  do {
    const bool is_constant = words_.takes("const");
    const std::string_view name = words_.demand_name("a type");
    const auto type = element_type(name);
    if (!type) words_.refuse_here("\"" + std::string(name) + "\" is no type of elements");
    words_.demand("*");
    words_.demand("restrict");
    const Token parameter = words_.take();
    declare(parameter, {Symbol::Kind::array, static_cast<std::uint32_t>(f_.arrays.size()), *type});
    f_.arrays.push_back({is_constant ? Array::Kind::operand : Array::Kind::result, std::string(parameter.text), *type});
    if (f_.arrays.size() > most_parameters) words_.refuse_here("too many parameters");
  } while (words_.takes(","));
  words_.demand(")");
  f_.parameters = static_cast<std::uint32_t>(f_.arrays.size());
}

std::uint64_t FunctionParser::array_size() {
  words_.demand("[");
  const auto size = place_literal(words_.here().text);
  if (!size || *size == 0 || static_cast<std::uint64_t>(*size) > most_row)
    words_.refuse_here("the size of an array is a positive literal");
  words_.take();
  words_.demand("]");
  return static_cast<std::uint64_t>(*size);
}

// static const int32_t nearest[4] = {0, 0, 1, 1};
void FunctionParser::parse_table() {
  words_.demand("static");
  words_.demand("const");
  const std::string_view name = words_.demand_name("a type");
  const auto type = element_type(name);
  if (!type || *type == DType::boolean || info(*type).bits == 4) words_.refuse_here("there are no tables of this type");
  const Token token = words_.take();
  declare(token, {Symbol::Kind::array, static_cast<std::uint32_t>(f_.arrays.size()), *type});
  Array table{*type == DType::i32 ? Array::Kind::places : Array::Kind::values, std::string(token.text), *type};
  table.count = array_size();
  words_.demand("=");
  words_.demand("{");
  for (std::uint64_t k = 0; k < table.count; ++k) {
    if (k > 0) words_.demand(",");
    const std::uint32_t literal = parse_literal(*type);
    if (table.kind == Array::Kind::places)
      table.places.push_back(static_cast<std::int32_t>(f_.expressions[literal].number));
    else
      table.terms.push_back(f_.expressions[literal].term);
    f_.expressions.pop_back();
  }
  words_.takes(",");
  words_.demand("}");
  words_.demand(";");
  f_.arrays.push_back(std::move(table));
}

// float before[16];
bool FunctionParser::parse_array_declaration() {
  if (!words_.ahead(2).is("[") || words_.ahead(1).kind != Token::Kind::name || words_.here().kind != Token::Kind::name)
    return false;
  const auto given = element_type(words_.here().text);
  if (!given || info(*given).bits == 4) words_.refuse_here(shown(words_.here()) + " is no type of a row");
  const std::size_t at = words_.place();
  words_.take();
  const DType type = guessed(*given, at);
  const Token name = words_.take();
  declare(name, {Symbol::Kind::array, static_cast<std::uint32_t>(f_.arrays.size()), type});
  Array row{Array::Kind::row, std::string(name.text), type};
  row.count = array_size();
  row_elements_ += row.count;
  if (row_elements_ > most_row) words_.refuse_here("the rows are too long");
  row.declared_at = at;
  f_.arrays.push_back(std::move(row));
  words_.demand(";");
  return true;
}

void FunctionParser::parse_body() {
  scopes_.emplace_back();
  std::vector<Statement> body;
  while (!words_.is("}")) {
    if (words_.is("return")) {
      words_.take();
      if (!f_.can_refuse) words_.refuse_here("a function that returns nothing has no return");
      words_.demand(names_.prefix + "_ok");
      words_.demand(";");
      words_.demand("}");
      f_.blocks[0] = std::move(body);
      scopes_.pop_back();
      return;
    }
    parse_statement(body);
  }
  if (f_.can_refuse) words_.refuse_here("a function that can refuse ends by returning that it did not");
  words_.demand("}");
  f_.blocks[0] = std::move(body);
  scopes_.pop_back();
}

std::uint32_t FunctionParser::parse_block() {
  const Deeper deeper(*this);
  words_.demand("{");
  scopes_.emplace_back();
  std::vector<Statement> block;
  while (!words_.is("}")) parse_statement(block);
  words_.demand("}");
  scopes_.pop_back();
  f_.blocks.push_back(std::move(block));
  return static_cast<std::uint32_t>(f_.blocks.size() - 1);
}

void FunctionParser::parse_statement(std::vector<Statement>& block) {
  const Token token = words_.here();
  if (block.size() > most_statements) words_.refuse_here("the function is too long");
  if (token.kind != Token::Kind::name) words_.refuse_here("a statement is expected here, and not " + shown(token));
  if (token.is("for")) return parse_loop(block);
  if (token.is("if")) return parse_if(block);
  if (token.is("const")) {
    words_.take();
    return parse_declaration(block, true);
  }
  if (token.is("exact_sum") || token.is("integer_sum")) return parse_sum_declaration(block);
  if (value_type(token.text)) return parse_declaration(block, false);
  if (words_.ahead(1).is("(")) {
    if (parse_call_statement(block)) return;
    words_.refuse_here(shown(token) + " is no statement");
  }
  parse_assignment(block);
}

// for (int32_t i = 0; i < 8; ++i) { … }
void FunctionParser::parse_loop(std::vector<Statement>& block) {
  Statement loop{Statement::Kind::loop};
  loop.line = words_.take().line;
  words_.demand("(");
  words_.demand("int32_t");
  const Token counter = words_.take();
  words_.demand("=");
  words_.demand("0");
  words_.demand(";");
  words_.demand(counter.text);
  words_.demand("<");
  const auto bound = place_literal(words_.here().text);
  if (!bound) words_.refuse_here("the bound of a loop is a literal");
  words_.take();
  words_.demand(";");
  words_.demand("++");
  words_.demand(counter.text);
  words_.demand(")");
  loop.number = *bound;
  loop.a = new_place_slot(0, std::max(*bound - 1, 0), 0);
  scopes_.emplace_back();
  declare(counter, {Symbol::Kind::place, loop.a});
  loop.b = parse_block();
  scopes_.pop_back();
  block.push_back(loop);
}

// if (PLACES) { … } else { … }, or if (TRUTH) { return …; }
void FunctionParser::parse_if(std::vector<Statement>& block) {
  const std::uint32_t line = words_.take().line;
  const bool by_places = is_places();
  words_.demand("(");
  if (by_places) {
    Statement when{Statement::Kind::when};
    when.line = line;
    when.a = parse_conditions();
    words_.demand(")");
    when.b = parse_block();
    when.c = words_.takes("else") ? parse_block() : nothing;
    block.push_back(when);
    return;
  }
  Statement refusal{Statement::Kind::refuse};
  refusal.line = line;
  is_in_refusal_ = true;
  const std::size_t begin = f_.expressions.size();
  refusal.a = parse_truth();
  is_in_refusal_ = false;
  note_refusal(begin);
  words_.demand(")");
  words_.demand("{");
  if (!words_.is("return")) words_.refuse_here("under a condition on data there is a refusal, and nothing else");
  words_.take();
  if (!f_.can_refuse) words_.refuse_here("a function that returns nothing has no return");
  const std::string name(words_.demand_name("the name of a refusal"));
  if (!name.starts_with(names_.prefix + "_node_")) words_.refuse_here("\"" + name + "\" is no refusal of a node");
  words_.demand(";");
  words_.demand("}");
  const auto found = std::ranges::find(f_.refusals, name);
  refusal.b = static_cast<std::uint32_t>(found - f_.refusals.begin());
  if (found == f_.refusals.end()) f_.refusals.push_back(name);
  block.push_back(refusal);
}

// A refusal asks one element of an index operand at most: then it is enough to try the values of each alone.
void FunctionParser::note_refusal(std::size_t begin) {
  const Expression* first = nullptr;
  for (std::size_t e = begin; e < f_.expressions.size(); ++e) {
    const Expression& one = f_.expressions[e];
    if (one.kind != Expression::Kind::element || one.operands != 1) continue;
    if (first == nullptr) first = &one;
    const Place &p = f_.places[first->b], &q = f_.places[one.b];
    bool is_same = first->a == one.a && p.is_sum && q.is_sum && p.constant == q.constant && p.count == q.count;
    for (std::uint32_t k = 0; is_same && k < p.count; ++k) {
      const PlaceTerm &x = f_.place_terms[p.first + k], &y = f_.place_terms[q.first + k];
      is_same = x.slot == y.slot && x.factor == y.factor;
    }
    if (!is_same) f_.mixes_in_refusal = true;
  }
}

// Every element that is read in another way than by a comparison in a refusal is a value; and one that data find is
// used in a move, or mixed with others.
void FunctionParser::note_data() {
  for (std::uint32_t e = 0; e < f_.expressions.size(); ++e) {
    const Expression& one = f_.expressions[e];
    if (one.kind != Expression::Kind::element && one.kind != Expression::Kind::truth_element) continue;
    if (one.operands != 1) f_.arrays[one.a].is_value = true;
    const std::uint32_t data = f_.trees[f_.places[one.b].tree].data;
    if (data == Function::many_data || (data != 0 && !moves_.contains(e))) f_.mixes_data = true;
  }
}

}  // namespace etalon::impl::prove
