// SPDX-License-Identifier: Apache-2.0
// Floor 7. See formulas.hpp.
#include "vnnlib/formulas.hpp"

#include <algorithm>

namespace etalon::impl::vnnlib {
namespace {

struct Relating {
  const char* word;
  PropertyComparison::Relation relation;
  bool turned;
};

}  // namespace

Formula FormulaReader::read() {
  const TextPlace place = words_.here().place;
  words_.open();
  const Word word = words_.take();
  Formula own;
  if (word.is("and") || word.is("or")) {
    own.kind = word.is("and") ? Formula::Kind::all : Formula::Kind::any;
    while (!words_.here().is(")")) own.parts.push_back(read());
    if (own.parts.empty()) words_.refuse(place, quoted(word.text, 10) + " has no part");
  } else {
    own.kind = Formula::Kind::comparison;
    own.comparison = comparison(word, place);
  }
  words_.close();
  return own;
}

std::uint32_t FormulaReader::comparison(const Word& word, const TextPlace& place) {
  using Relation = PropertyComparison::Relation;
  static constexpr Relating relations[] = {{"<", Relation::less, false},    {"<=", Relation::at_most, false},
                                           {">", Relation::less, true},     {">=", Relation::at_most, true},
                                           {"==", Relation::equal, false},  {"=", Relation::equal, false},
                                           {"!=", Relation::unequal, false}};
  const auto* found = std::ranges::find_if(relations, [&](const Relating& one) { return word.is(one.word); });
  if (found == std::end(relations))
    words_.refuse(word.place, (word.kind == Word::Kind::end ? "the end of the file" : quoted(word.text, 40)) +
                                  " is neither a comparison nor \"and\" nor \"or\"");
  if (property_.comparisons.size() >= limits_.comparisons)
    words_.exceed(place, "there are more comparisons than " + std::to_string(limits_.comparisons));
  std::vector<Polynomial> sides;
  sides.push_back(expression());
  sides.push_back(expression());
  if (found->turned) std::swap(sides[0], sides[1]);
  PropertyComparison own{found->relation, {}, place};
  demand_room(maker_.add(std::move(sides), true, own.polynomial), place);
  property_.comparisons.push_back(std::move(own));
  return static_cast<std::uint32_t>(property_.comparisons.size() - 1);
}

void FormulaReader::demand_room(bool is_enough, const TextPlace& place) const {
  if (!is_enough) words_.exceed(place, "the polynomials are too large");
}

Polynomial FormulaReader::expression() {
  const Word word = words_.here();
  if (word.is("(")) return operation();
  Polynomial own;
  if (word.kind == Word::Kind::plain &&
      ((word.text[0] >= 'a' && word.text[0] <= 'z') || (word.text[0] >= 'A' && word.text[0] <= 'Z'))) {
    Number one = Rational::number(1);
    own.terms.push_back({std::move(one), {element_()}});
  } else {
    Number number = words_.demand_number("a number, a variable or \"(\"");
    if (number.sign() != 0) own.terms.push_back({std::move(number)});
  }
  demand_room(maker_.spend(own), word.place);
  return own;
}

Polynomial FormulaReader::operation() {
  words_.open();
  const Word word = words_.take();
  if (!word.is("+") && !word.is("-") && !word.is("*"))
    words_.refuse(word.place, "\"+\", \"-\" or \"*\" is expected here");
  std::vector<Polynomial> parts;
  while (!words_.here().is(")")) parts.push_back(expression());
  if (parts.empty()) words_.refuse(word.place, quoted(word.text, 10) + " has no operand");
  words_.close();
  Polynomial own;
  if (word.is("*")) {
    own = std::move(parts[0]);
    for (std::size_t k = 1; k < parts.size(); ++k) demand_room(maker_.multiply(own, parts[k]), word.place);
  } else {
    if (word.is("-") && parts.size() == 1) PolynomialMaker::negate(parts[0]);
    demand_room(maker_.add(std::move(parts), word.is("-"), own), word.place);
  }
  return own;
}

}  // namespace etalon::impl::vnnlib
