// SPDX-License-Identifier: Apache-2.0
// Floor 8. See parser.hpp: places, which are expressions of int32_t, and their comparisons.
#include <algorithm>

#include "prove/parser.hpp"

namespace etalon::impl::prove {
namespace {

bool fits(std::int64_t x) { return x >= INT32_MIN && x <= INT32_MAX; }
std::int64_t clamped(std::int64_t x) { return std::clamp<std::int64_t>(x, INT32_MIN, INT32_MAX); }

}  // namespace

std::uint32_t FunctionParser::new_place_slot(std::int64_t low, std::int64_t high, std::uint32_t data) {
  slot_ranges_.emplace_back(low, high);
  slot_data_.push_back(data);
  return f_.place_slots++;
}

std::uint32_t FunctionParser::add_tree(PlaceTree tree) {
  constexpr std::size_t most_parts = 512;  // trees are walked by recursion
  if (f_.trees.size() - place_begin_ > most_parts) words_.refuse_here("a place of more than 512 parts");
  f_.trees.push_back(tree);
  return static_cast<std::uint32_t>(f_.trees.size() - 1);
}

// Two operands: what the result can be, whether it is always defined, and which data it is made of.
std::uint32_t FunctionParser::combined(PlaceTree::Kind kind, std::uint32_t a, std::uint32_t b) {
  const PlaceTree x = f_.trees[a], y = f_.trees[b];
  PlaceTree tree{kind, 0, a, b};
  std::int64_t low = 0, high = 0;
  if (kind == PlaceTree::Kind::add || kind == PlaceTree::Kind::sub) {
    low = kind == PlaceTree::Kind::add ? x.low + y.low : x.low - y.high;
    high = kind == PlaceTree::Kind::add ? x.high + y.high : x.high - y.low;
  } else {
    const auto [least, most] = std::minmax({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
    low = least;
    high = most;
  }
  tree.is_safe = x.is_safe && y.is_safe && fits(low) && fits(high);
  tree.low = clamped(low);
  tree.high = clamped(high);
  tree.data = x.data == 0 ? y.data : y.data == 0 || y.data == x.data ? x.data : Function::many_data;
  return add_tree(tree);
}

std::uint32_t FunctionParser::place_sum() {
  const Deeper deeper(*this);
  std::uint32_t left = place_product();
  while (words_.is("+") || words_.is("-")) {
    const PlaceTree::Kind kind = words_.take().is("+") ? PlaceTree::Kind::add : PlaceTree::Kind::sub;
    left = combined(kind, left, place_product());
  }
  return left;
}

std::uint32_t FunctionParser::place_product() {
  std::uint32_t left = place_primary();
  while (words_.is("*") || words_.is("/") || words_.is("%")) {
    const Token mark = words_.take();
    if (mark.is("*")) {
      left = combined(PlaceTree::Kind::mul, left, place_primary());
      continue;
    }
    const auto divisor = place_literal(words_.here().text);
    if (!divisor || *divisor == 0) words_.refuse_here("a place is divided by a positive literal only");
    words_.take();
    const PlaceTree x = f_.trees[left];
    PlaceTree tree{mark.is("/") ? PlaceTree::Kind::div : PlaceTree::Kind::mod, *divisor, left};
    tree.low = mark.is("/") ? std::max<std::int64_t>(x.low, 0) / *divisor : 0;
    tree.high = mark.is("/") ? std::max<std::int64_t>(x.high, 0) / *divisor
                             : std::min<std::int64_t>(*divisor - 1, std::max<std::int64_t>(x.high, 0));
    tree.is_safe = x.is_safe && x.low >= 0;
    tree.data = x.data;
    left = add_tree(tree);
  }
  return left;
}

std::uint32_t FunctionParser::place_primary() {
  const Token token = words_.take();
  if (token.is("(")) {
    const std::uint32_t inner = place_sum();
    words_.demand(")");
    return inner;
  }
  const bool negative = token.is("-");
  const Token number = negative ? words_.take() : token;
  if (number.kind == Token::Kind::number) {
    const auto value = place_literal(number.text);
    if (!value) refuse(rules::text, words_.spot_of(number), shown(number) + " is no literal of a place");
    const std::int32_t signed_value = negative ? -*value : *value;
    return add_tree({PlaceTree::Kind::literal, signed_value, 0, 0, signed_value, signed_value, true});
  }
  if (negative || token.kind != Token::Kind::name)
    refuse(rules::text, words_.spot_of(token), "a place is expected here, and not " + shown(token));
  const Symbol* symbol = find(token.text);
  if (symbol == nullptr) refuse(rules::text, words_.spot_of(token), shown(token) + " is not declared");
  if (symbol->kind == Symbol::Kind::place) {
    const auto [low, high] = slot_ranges_[symbol->slot];
    return add_tree({PlaceTree::Kind::slot, static_cast<std::int32_t>(symbol->slot), 0, 0, low, high, true,
                     slot_data_[symbol->slot]});
  }
  if (symbol->kind != Symbol::Kind::array || f_.arrays[symbol->slot].kind != Array::Kind::places)
    refuse(rules::text, words_.spot_of(token), shown(token) + " is no place");
  Array& table = f_.arrays[symbol->slot];
  table.is_read = true;
  words_.demand("[");
  const std::uint32_t at = place_sum();
  words_.demand("]");
  const auto [least, most] = std::ranges::minmax(table.places);
  const PlaceTree x = f_.trees[at];
  PlaceTree tree{PlaceTree::Kind::table, static_cast<std::int32_t>(symbol->slot), at, 0, least, most};
  tree.is_safe = x.is_safe && x.low >= 0 && x.high < static_cast<std::int64_t>(table.places.size());
  tree.data = x.data;
  return add_tree(tree);
}

// As a sum of slots times factors, where all is safe and each product has a literal in it. What the parts are has been
// checked before, so that the order does not matter.
void FunctionParser::flatten(Place& place, std::uint32_t number, std::int64_t factor, std::int64_t& constant) {
  const PlaceTree tree = f_.trees[number];
  switch (tree.kind) {
    case PlaceTree::Kind::literal:
      constant += factor * tree.value;
      break;
    case PlaceTree::Kind::slot:
      if (!fits(factor)) place.is_sum = false;
      f_.place_terms.push_back({static_cast<std::uint32_t>(tree.value), static_cast<std::int32_t>(factor)});
      ++place.count;
      break;
    case PlaceTree::Kind::add:
    case PlaceTree::Kind::sub:
      flatten(place, tree.a, factor, constant);
      flatten(place, tree.b, tree.kind == PlaceTree::Kind::add ? factor : -factor, constant);
      break;
    case PlaceTree::Kind::mul: {
      const bool is_left = f_.trees[tree.a].kind == PlaceTree::Kind::literal;
      const PlaceTree literal = f_.trees[is_left ? tree.a : tree.b];
      if (literal.kind != PlaceTree::Kind::literal || !fits(factor) || !fits(factor * literal.value)) {
        place.is_sum = false;
        break;
      }
      flatten(place, is_left ? tree.b : tree.a, factor * literal.value, constant);
      break;
    }
    default:
      place.is_sum = false;
  }
  if (!fits(constant)) place.is_sum = false;
}

std::uint32_t FunctionParser::place_of(std::uint32_t tree) {
  Place place;
  place.tree = tree;
  place.line = words_.here().line;
  place.first = static_cast<std::uint32_t>(f_.place_terms.size());
  place.is_sum = f_.trees[tree].is_safe;
  std::int64_t constant = 0;
  if (place.is_sum) flatten(place, tree, 1, constant);
  if (place.is_sum)
    place.constant = static_cast<std::int32_t>(constant);
  else
    f_.place_terms.resize(place.first);
  f_.places.push_back(place);
  return static_cast<std::uint32_t>(f_.places.size() - 1);
}

std::uint32_t FunctionParser::parse_place() {
  place_begin_ = f_.trees.size();
  return place_of(place_sum());
}

// In anything but a move, data make what is computed depend on several of them at once.
void FunctionParser::use_data(std::uint32_t place) {
  if (f_.trees[f_.places[place].tree].data != 0) f_.mixes_data = true;
}

// A comparison inside of the outermost parentheses: truths have none.
bool FunctionParser::is_places() const {
  int depth = 0;
  for (std::size_t k = 0;; ++k) {
    const Token& token = words_.ahead(k);
    if (token.kind == Token::Kind::end || token.is(";")) return false;
    if (token.is("(") || token.is("[")) ++depth;
    if ((token.is(")") || token.is("]")) && --depth == 0) return false;
    if (depth == 1 && (token.is("<") || token.is("<=") || token.is("=="))) return true;
  }
}

std::uint32_t FunctionParser::parse_conditions() {
  std::vector<PlaceComparison> all;
  do {
    const std::uint32_t left = parse_place();
    const Token mark = words_.take();
    if (!mark.is("<") && !mark.is("<=") && !mark.is("=="))
      refuse(rules::text, words_.spot_of(mark),
             "places are compared by \"<\", \"<=\" or \"==\", not by " + shown(mark));
    const std::uint32_t right = parse_place();
    use_data(left);
    use_data(right);
    all.push_back({mark.is("<")    ? PlaceComparison::Kind::less
                   : mark.is("<=") ? PlaceComparison::Kind::less_or_equal
                                   : PlaceComparison::Kind::equal,
                   left, right});
  } while (words_.takes("&&"));
  f_.conditions.push_back(std::move(all));
  return static_cast<std::uint32_t>(f_.conditions.size() - 1);
}

}  // namespace etalon::impl::prove
