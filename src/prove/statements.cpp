// SPDX-License-Identifier: Apache-2.0
// Floor 8. See parser.hpp: declarations, assignments and stores.
#include "prove/parser.hpp"

namespace etalon::impl::prove {

// Whether `const int32_t x = …;` declares a place: it is made of literals, places and tables of places.
bool FunctionParser::is_place_initialiser() const {
  if (words_.here().is("place_of_i64") || words_.here().is("place_of_i32")) return true;
  for (std::size_t k = 0;; ++k) {
    const Token& token = words_.ahead(k);
    if (token.is(";") || token.kind == Token::Kind::end) return true;
    if (token.is("?")) return false;
    if (token.kind != Token::Kind::name) continue;
    const Symbol* symbol = find(token.text);
    const bool is_place =
        symbol != nullptr &&
        (symbol->kind == Symbol::Kind::place ||
         (symbol->kind == Symbol::Kind::array && f_.arrays[symbol->slot].kind == Array::Kind::places));
    if (!is_place) return false;
  }
}

void FunctionParser::parse_place_declaration(std::vector<Statement>& block, const Token& name) {
  Statement place{Statement::Kind::place};
  place.line = name.line;
  Symbol symbol{Symbol::Kind::place, 0};
  symbol.declared_at = words_.place();
  if (words_.is("place_of_i64") || words_.is("place_of_i32")) {
    const DType type = words_.take().is("place_of_i64") ? DType::i64 : DType::i32;
    place.kind = Statement::Kind::data_place;
    words_.demand("(");
    const Token operand = words_.take();
    const Symbol* array = find(operand.text);
    if (array == nullptr || array->kind != Symbol::Kind::array || f_.arrays[array->slot].kind != Array::Kind::operand ||
        f_.arrays[array->slot].type != type)
      refuse(rules::text, words_.spot_of(operand), shown(operand) + " is no operand of this type");
    f_.arrays[array->slot].is_read = f_.arrays[array->slot].is_place = true;
    words_.demand("[");
    place.c = array->slot;
    place.b = parse_place();
    use_data(place.b);
    words_.demand("]");
    words_.demand(",");
    const auto size = place_literal(words_.here().text);
    if (!size) words_.refuse_here("the size behind a place of data is a literal");
    words_.take();
    words_.demand(")");
    place.number = *size;
    place.a = new_place_slot(INT32_MIN, INT32_MAX, ++f_.data_places);
  } else {
    symbol.is_flexible = words_.ahead(1).is(";") || (words_.is("-") && words_.ahead(2).is(";"));
    place.b = parse_place();
    const PlaceTree tree = f_.trees[f_.places[place.b].tree];
    place.a = new_place_slot(tree.low, tree.high, tree.data);
  }
  symbol.slot = place.a;
  words_.demand(";");
  declare(name, symbol);
  block.push_back(place);
}

// [const] TYPE v = VALUE;
void FunctionParser::parse_declaration(std::vector<Statement>& block, bool is_constant) {
  const std::string_view type_name = words_.demand_name("a type");
  const auto given = value_type(type_name);
  if (!given) words_.refuse_here("\"" + std::string(type_name) + "\" is no type of values");
  const Token name = words_.take();
  words_.demand("=");
  const std::size_t at = words_.place();
  if (is_constant && *given == DType::i32 && !other_.contains(at) && is_place_initialiser())
    return parse_place_declaration(block, name);
  const DType type = guessed(*given, at);
  const bool is_truth = type == DType::boolean;
  Statement value{is_truth ? Statement::Kind::truth : Statement::Kind::value};
  value.line = name.line;
  pending_ = at;
  value.b = parse_value(type);
  pending_.reset();
  words_.demand(";");
  value.a = is_truth ? f_.truths++ : f_.values++;
  Symbol symbol{is_truth ? Symbol::Kind::truth : Symbol::Kind::value, value.a, type, is_constant};
  symbol.declared_at = at;
  declare(name, symbol);
  block.push_back(value);
}

// exact_sum s; and its start.
void FunctionParser::parse_sum_declaration(std::vector<Statement>& block) {
  const bool of_integers = words_.take().is("integer_sum");
  const Token name = words_.take();
  words_.demand(";");
  const auto start = find_sum_name(words_.here().text);
  if (!start || start->form != SumName::Form::start || is_integer(start->type) != of_integers)
    words_.refuse_here("a sum is started where it is declared");
  declare(name, {Symbol::Kind::sum, f_.sums++, start->type});
  if (!parse_call_statement(block)) words_.refuse_here("a sum is started where it is declared");
  if (block.back().kind != Statement::Kind::sum_start || block.back().a != f_.sums - 1)
    words_.refuse_here("a sum is started where it is declared");
}

// What is done to a sum, and stores of nibbles.
bool FunctionParser::parse_call_statement(std::vector<Statement>& block) {
  const Token token = words_.here();
  if (token.is("i4_store") || token.is("u4_store")) {
    const DType type = token.is("i4_store") ? DType::i4 : DType::u4;
    words_.take();
    words_.demand("(");
    const Token name = words_.take();
    const Symbol* symbol = find(name.text);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::array ||
        f_.arrays[symbol->slot].kind != Array::Kind::result || f_.arrays[symbol->slot].type != type)
      refuse(rules::text, words_.spot_of(name), shown(name) + " is no result of nibbles");
    f_.arrays[symbol->slot].is_written = true;
    words_.demand(",");
    Statement store{Statement::Kind::store};
    store.line = token.line;
    store.a = symbol->slot;
    store.b = parse_place();
    use_data(store.b);
    words_.demand(",");
    store.c = parse_value(type);
    if (f_.expressions[store.c].kind == Expression::Kind::element) moves_.insert(store.c);
    words_.demand(")");
    words_.demand(";");
    block.push_back(store);
    return true;
  }
  const auto name = find_sum_name(token.text);
  if (!name || name->form >= SumName::Form::finish) return false;
  words_.take();
  words_.demand("(");
  words_.demand("&");
  const Token sum = words_.take();
  const Symbol* symbol = find(sum.text);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::sum || symbol->type != name->type)
    refuse(rules::text, words_.spot_of(sum), shown(sum) + " is no sum of this type");
  Statement done{name->form == SumName::Form::start  ? Statement::Kind::sum_start
                 : name->form == SumName::Form::step ? Statement::Kind::sum_step
                                                     : Statement::Kind::sum_scale};
  done.line = token.line;
  done.a = symbol->slot;
  done.number = static_cast<std::int32_t>(name->type);
  if (name->form != SumName::Form::start) {
    words_.demand(",");
    done.b = parse_value(name->type);
  }
  if (name->form == SumName::Form::step) {
    words_.demand(",");
    done.c = parse_value(name->type);
  }
  words_.demand(")");
  words_.demand(";");
  block.push_back(done);
  return true;
}

// v = VALUE; and Y[PLACE] = VALUE;
void FunctionParser::parse_assignment(std::vector<Statement>& block) {
  const Token token = words_.take();
  Symbol* symbol = find(token.text);
  if (symbol == nullptr) refuse(rules::text, words_.spot_of(token), shown(token) + " is not declared");
  if (symbol->kind == Symbol::Kind::array) return parse_store(block, symbol->slot);
  const bool is_truth = symbol->kind == Symbol::Kind::truth;
  if ((symbol->kind != Symbol::Kind::value && !is_truth) || symbol->is_constant)
    refuse(rules::text, words_.spot_of(token), shown(token) + " is no variable that can be assigned");
  Statement value{is_truth ? Statement::Kind::truth : Statement::Kind::value};
  value.line = token.line;
  value.a = symbol->slot;
  words_.demand("=");
  pending_ = symbol->declared_at;
  value.b = parse_value(symbol->type);
  pending_.reset();
  words_.demand(";");
  block.push_back(value);
}

void FunctionParser::parse_store(std::vector<Statement>& block, std::uint32_t number) {
  const DType type = f_.arrays[number].type;
  const bool is_row = f_.arrays[number].kind == Array::Kind::row;
  if (!is_row && (f_.arrays[number].kind != Array::Kind::result || info(type).bits == 4))
    words_.refuse_here(f_.arrays[number].name + " is not stored to in this way");
  f_.arrays[number].is_written = true;
  const bool is_truth = type == DType::boolean;
  Statement store{is_truth ? Statement::Kind::store_truth : Statement::Kind::store};
  store.line = words_.here().line;
  store.a = number;
  words_.demand("[");
  store.b = parse_place();
  use_data(store.b);
  words_.demand("]");
  words_.demand("=");
  if (is_truth) {
    for (const char* mark : {"(", "truth_t", ")", "("}) words_.demand(mark);
    store.c = parse_truth();
    words_.demand(")");
  } else {
    if (is_row) pending_ = f_.arrays[number].declared_at;
    store.c = parse_value(type);
    pending_.reset();
  }
  const Expression::Kind kind = f_.expressions[store.c].kind;
  if (kind == Expression::Kind::element || kind == Expression::Kind::truth_element) {
    if (is_row)
      use_data(f_.expressions[store.c].b);
    else
      moves_.insert(store.c);
  }
  words_.demand(";");
  block.push_back(store);
}

}  // namespace etalon::impl::prove
