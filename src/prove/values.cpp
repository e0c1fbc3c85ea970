// SPDX-License-Identifier: Apache-2.0
// Floor 8. See parser.hpp: values and truths.
#include "ops/family/fold.hpp"
#include "prove/parser.hpp"
#include "scalar/integer.h"

namespace etalon::impl::prove {

std::uint32_t FunctionParser::add(Expression expression) {
  if (expression.line == 0) expression.line = words_.here().line;
  f_.expressions.push_back(expression);
  return static_cast<std::uint32_t>(f_.expressions.size() - 1);
}

std::uint32_t FunctionParser::constant_of(DType type, std::uint64_t pattern) {
  if (type == DType::boolean) return add({.kind = Expression::Kind::truth_constant, .number = pattern});
  return add({.kind = Expression::Kind::constant, .type = type, .number = pattern, .term = {constant(type, pattern)}});
}

// A value of another type than is expected. Of two types with the same C type the other one may be meant by the
// variable that is given the value.
void FunctionParser::mismatch(DType expected, DType actual) {
  if (pending_ && have_one_c_type(expected, actual)) throw WrongGuess{*pending_};
  words_.refuse_here(std::string("a value of type ") + prefix_of(expected) + " is expected here, and not one of type " +
                     prefix_of(actual));
}

void FunctionParser::settle(Symbol& symbol, DType type) {
  if (symbol.type == type) return;
  if (have_one_c_type(symbol.type, type)) throw WrongGuess{symbol.declared_at};
  mismatch(type, symbol.type);
}

std::uint32_t FunctionParser::parse_value(DType type) {
  const Deeper deeper(*this);
  if (type == DType::boolean) return parse_truth();
  if (words_.is("(")) return parse_conditional(type);
  const Token& token = words_.here();
  if (token.kind == Token::Kind::number || token.is("-") || token.is("INT64_C") || token.is("UINT64_C") ||
      token.is("INT64_MIN") || token.is("INFINITY"))
    return parse_literal(type);
  if (token.kind != Token::Kind::name) words_.refuse_here("a value is expected here, and not " + shown(token));
  if (words_.ahead(1).is("(")) return parse_call(type);
  Symbol* symbol = find(token.text);
  if (symbol == nullptr) words_.refuse_here(shown(token) + " is not declared");
  if (symbol->kind == Symbol::Kind::place && type == DType::i32 && symbol->is_flexible)
    throw WrongGuess{symbol->declared_at};
  if (symbol->kind == Symbol::Kind::value) {
    settle(*symbol, type);
    words_.take();
    return add({.kind = Expression::Kind::variable, .a = symbol->slot});
  }
  if (symbol->kind != Symbol::Kind::array) words_.refuse_here(shown(token) + " is no value");
  words_.take();
  if (is_integer(type) && info(type).bits == 4 && f_.arrays[symbol->slot].kind != Array::Kind::row)
    words_.refuse_here("nibbles are read by i4_load or u4_load only");
  return parse_element(symbol->slot, type);
}

std::uint32_t FunctionParser::parse_element(std::uint32_t number, DType type) {
  Array& array = f_.arrays[number];
  if (array.kind == Array::Kind::places) words_.refuse_here("the table " + array.name + " has places, not values");
  if (array.type != type) {
    if (array.kind == Array::Kind::row && have_one_c_type(array.type, type)) throw WrongGuess{array.declared_at};
    mismatch(type, array.type);
  }
  array.is_read = true;
  words_.demand("[");
  const std::uint32_t place = parse_place();
  words_.demand("]");
  return add({.kind = type == DType::boolean ? Expression::Kind::truth_element : Expression::Kind::element,
              .type = type,
              .a = number,
              .b = place});
}

std::uint32_t FunctionParser::parse_nibble(DType type) {
  const bool is_signed = words_.take().is("i4_load");
  const DType actual = is_signed ? DType::i4 : DType::u4;
  if (type != actual) mismatch(type, actual);
  words_.demand("(");
  const Token name = words_.take();
  const Symbol* symbol = find(name.text);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::array || f_.arrays[symbol->slot].kind == Array::Kind::row ||
      f_.arrays[symbol->slot].type != actual)
    refuse(rules::text, words_.spot_of(name), shown(name) + " is no buffer of nibbles");
  f_.arrays[symbol->slot].is_read = true;
  words_.demand(",");
  const std::uint32_t place = parse_place();
  words_.demand(")");
  return add({.kind = Expression::Kind::element, .type = type, .a = symbol->slot, .b = place});
}

// (PLACES) ? VALUE : VALUE, or (TRUTH) ? VALUE : VALUE.
std::uint32_t FunctionParser::parse_conditional(DType type) {
  const bool by_places = is_places();
  Expression choice{.kind = by_places ? Expression::Kind::choose_places : Expression::Kind::choose_truth, .type = type};
  choice.line = words_.here().line;
  words_.demand("(");
  const auto before = pending_;
  pending_.reset();
  choice.a = by_places ? parse_conditions() : parse_truth();
  pending_ = before;
  words_.demand(")");
  if (type == DType::boolean && words_.is("&&") && !by_places) {
    words_.take();
    words_.demand("(");
    choice.kind = Expression::Kind::conjunction;
    choice.b = parse_truth();
    words_.demand(")");
    return add(choice);
  }
  words_.demand("?");
  choice.b = parse_value(type);
  words_.demand(":");
  choice.c = parse_value(type);
  return add(choice);
}

std::uint32_t FunctionParser::parse_truth() {
  const Deeper deeper(*this);
  const Token token = words_.here();
  if (words_.takes("!")) {
    words_.demand("(");
    const std::uint32_t a = parse_truth();
    words_.demand(")");
    return add({.kind = Expression::Kind::negation, .a = a});
  }
  if (words_.is("(")) return parse_conditional(DType::boolean);
  if (token.kind == Token::Kind::number) return parse_literal(DType::boolean);
  if (token.kind != Token::Kind::name) words_.refuse_here("a truth is expected here, and not " + shown(token));
  if (token.is("truth")) {
    words_.take();
    words_.demand("(");
    const Token name = words_.take();
    const Symbol* symbol = find(name.text);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::array)
      refuse(rules::text, words_.spot_of(name), shown(name) + " is no buffer");
    const std::uint32_t element = parse_element(symbol->slot, DType::boolean);
    words_.demand(")");
    return element;
  }
  if (words_.ahead(1).is("(")) return parse_call(DType::boolean);
  const Symbol* symbol = find(token.text);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::truth) words_.refuse_here(shown(token) + " is no truth");
  words_.take();
  return add({.kind = Expression::Kind::truth_variable, .a = symbol->slot});
}

std::uint32_t FunctionParser::parse_operand(const Name& name, unsigned k) {
  const DType type = name.operand[k];
  std::uint32_t operand = parse_value(type);
  if (type == DType::boolean) operand = add({.kind = Expression::Kind::as_number, .a = operand});
  return operand;
}

// How elements of a parameter are used, in case that it is an index operand: as operands of comparisons with literals
// in a refusal, or in another way.
void FunctionParser::note_uses(const Name& name, std::uint32_t a, std::uint32_t b) {
  const auto element = [&](std::uint32_t e) {
    return e != nothing && f_.expressions[e].kind == Expression::Kind::element;
  };
  const auto literal = [&](std::uint32_t e) { return f_.expressions[e].kind == Expression::Kind::constant; };
  const bool compares =
      is_in_refusal_ && is_integer(name.type) &&
      (name.form == Name::Form::is_zero || (name.form == Name::Form::comparison && (literal(a) || literal(b))));
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!element(x)) continue;
    Array& array = f_.arrays[f_.expressions[x].a];
    if (!compares) continue;
    array.is_compared = true;
    f_.expressions[x].operands = 1;  // not a use as a value
    const std::uint64_t pattern = name.form == Name::Form::is_zero ? 0 : f_.expressions[y].number;
    array.compared_with.push_back(int_wrap(pattern, info(name.type).bits));
  }
}

std::uint32_t FunctionParser::parse_call(DType type) {
  const Token token = words_.here();
  if (token.is("i4_load") || token.is("u4_load")) return parse_nibble(type);
  if (const auto sum = find_sum_name(token.text)) return parse_sum_end(*sum, type);
  const Name* name = find_name(token.text);
  if (name == nullptr) words_.refuse_here(shown(token) + " is no name of the scalar headers");
  if (name->result != type) mismatch(type, name->result);
  const auto before = pending_;
  pending_.reset();
  words_.take();
  words_.demand("(");
  Expression made{.step = name->step,
                  .type = name->type,
                  .takes_loose = name->takes_loose,
                  .gives_loose = name->gives_loose,
                  .operands = static_cast<std::uint8_t>(name->operands),
                  .number = name->number};
  made.line = token.line;
  std::uint32_t* const operands[] = {&made.a, &made.b, &made.c};
  const auto take_operands = [&](unsigned count) {
    for (unsigned k = 0; k < count; ++k) {
      if (k > 0) words_.demand(",");
      *operands[k] = parse_operand(*name, k);
    }
  };
  const auto take_place = [&] {
    const std::uint32_t place = parse_place();
    use_data(place);
    return place;
  };
  switch (name->form) {
    case Name::Form::joined:
    case Name::Form::extreme:
    case Name::Form::one_nan:
      take_operands(name->operands);
      made.kind = name->form == Name::Form::joined    ? Expression::Kind::joined
                  : name->form == Name::Form::extreme ? Expression::Kind::extreme
                                                      : Expression::Kind::one_nan;
      break;
    case Name::Form::comparison:
      take_operands(2);
      note_uses(*name, made.a, made.b);
      made.kind = Expression::Kind::comparison;
      break;
    case Name::Form::test:
      take_operands(1);
      made.kind = Expression::Kind::test;
      break;
    case Name::Form::is_zero:
      take_operands(1);
      note_uses(*name, made.a, nothing);
      made.b = constant_of(name->type, 0);
      made.operands = 2;
      made.kind = Expression::Kind::comparison;
      break;
    case Name::Form::leads: {
      take_operands(2);
      words_.demand(",");
      const Token wanted = words_.take();
      words_.demand(",");
      const Token tie = words_.take();
      if (!wanted.is("WANTED_LARGEST") && !wanted.is("WANTED_SMALLEST"))
        refuse(rules::text, words_.spot_of(wanted), shown(wanted) + " is not what can be wanted");
      if (!tie.is("TIE_SAME_BITS") && !tie.is("TIE_FIRST") && !tie.is("TIE_LAST"))
        refuse(rules::text, words_.spot_of(tie), shown(tie) + " is no rule for ties");
      const Wanted which = wanted.is("WANTED_LARGEST") ? Wanted::largest : Wanted::smallest;
      const Tie rule = tie.is("TIE_SAME_BITS") ? Tie::first_of_the_same_bits
                       : tie.is("TIE_FIRST")   ? Tie::first
                                               : Tie::last;
      made.number = static_cast<std::uint64_t>(which) << 8 | static_cast<std::uint64_t>(rule);
      made.kind = Expression::Kind::leads;
      break;
    }
    case Name::Form::div_count:
      take_operands(1);
      words_.demand(",");
      made.b = take_place();
      made.kind = Expression::Kind::div_count;
      break;
    case Name::Form::power: {
      take_operands(1);
      words_.demand(",");
      const auto quarters = place_literal(words_.here().text);
      if (!quarters) words_.refuse_here("quarters are a literal");
      words_.take();
      made.number = static_cast<std::uint64_t>(*quarters);
      made.kind = Expression::Kind::joined;
      break;
    }
    case Name::Form::of_place:
      made.a = take_place();
      made.kind = Expression::Kind::of_place;
      break;
    case Name::Form::of_bits: {
      const bool is_long = name->type == DType::f64;
      if (is_long) {
        words_.demand("UINT64_C");
        words_.demand("(");
      }
      const std::string text = std::string(words_.here().text) + (is_long ? "u" : "");
      const auto pattern = bits_literal(text, info(name->type).bits);
      if (!pattern) words_.refuse_here("bits are a hexadecimal literal of the type");
      words_.take();
      if (is_long) words_.demand(")");
      words_.demand(")");
      pending_ = before;
      return constant_of(name->type, *pattern);
    }
    case Name::Form::sum_start:
      made.kind = Expression::Kind::sum_start;
      break;
  }
  words_.demand(")");
  pending_ = before;
  return add(made);
}

// P_exact_finish(&s), P_exact_quotient(&s, n), P_exact_root(&s).
std::uint32_t FunctionParser::parse_sum_end(const SumName& name, DType type) {
  if (name.form < SumName::Form::finish) words_.refuse_here(shown(words_.here()) + " is no value");
  if (name.type != type) mismatch(type, name.type);
  Expression end{.kind = Expression::Kind::sum_end, .type = type};
  end.line = words_.take().line;
  words_.demand("(");
  words_.demand("&");
  const Token sum = words_.take();
  const Symbol* symbol = find(sum.text);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::sum || symbol->type != type)
    refuse(rules::text, words_.spot_of(sum), shown(sum) + " is no sum of this type");
  end.a = symbol->slot;
  end.step = Step::sum_finish;
  end.b = nothing;
  if (name.form == SumName::Form::quotient) {
    end.step = Step::sum_quotient;
    words_.demand(",");
    end.b = parse_place();
    use_data(end.b);
  } else if (name.form == SumName::Form::root) {
    end.step = Step::sum_root;
  }
  words_.demand(")");
  return add(end);
}

// INT64_C(5), INT64_C(-5), UINT64_C(5).
std::uint64_t FunctionParser::parse_integer_macro(DType type, bool negative) {
  if (!words_.take().is(type == DType::i64 ? "INT64_C" : "UINT64_C"))
    words_.refuse_here("the literal is of another type");
  words_.demand("(");
  if (!negative) negative = words_.takes("-");
  const auto pattern = decimal_literal(type, words_.here().text, negative);
  // The greatest number is one less than the least is beyond zero: INT64_MIN is a word of its own.
  if (!pattern || (negative && *pattern == std::uint64_t{1} << 63))
    words_.refuse_here(shown(words_.here()) + " is no number of this type");
  words_.take();
  words_.demand(")");
  return *pattern;
}

std::uint32_t FunctionParser::parse_literal(DType type) {
  if (type == DType::real || type == exponent_type) words_.refuse_here("there are no literals of this type");
  const bool negative = words_.takes("-");
  const Token token = words_.here();
  if (token.is("INT64_MIN") && type == DType::i64 && !negative) {
    words_.take();
    return constant_of(type, std::uint64_t{1} << 63);
  }
  if (token.is("INFINITY") && (type == DType::f32 || type == DType::f64)) {
    words_.take();
    return constant_of(type, infinity_of(type, negative));
  }
  if (token.is("INT64_C") || token.is("UINT64_C")) {
    if (type != DType::i64 && type != DType::u64) words_.refuse_here("the literal is of another type");
    return constant_of(type, parse_integer_macro(type, negative));
  }
  const auto pattern = token.kind == Token::Kind::number ? number_literal(type, token.text, negative) : std::nullopt;
  if (!pattern) words_.refuse_here(shown(token) + " is no literal of type " + prefix_of(type));
  words_.take();
  return constant_of(type, *pattern);
}

}  // namespace etalon::impl::prove
