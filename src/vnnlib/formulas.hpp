// SPDX-License-Identifier: Apache-2.0
// Floor 7. Formulas of VNN-LIB, which are the same in both versions but for the names of elements.
#pragma once

#include <functional>

#include "vnnlib/polynomials.hpp"
#include "vnnlib/words.hpp"

namespace etalon::impl::vnnlib {

class FormulaReader {
 public:
  // `element` reads the name of an element.
  FormulaReader(Words& words, Property& property, const PropertyLimits& limits, std::function<std::uint64_t()> element)
      : words_(words), property_(property), limits_(limits), element_(std::move(element)), maker_(limits) {}

  // Comparisons go to the property.
  Formula read();

 private:
  std::uint32_t comparison(const Word& word, const TextPlace& place);
  Polynomial expression();
  Polynomial operation();
  void demand_room(bool is_enough, const TextPlace& place) const;

  Words& words_;
  Property& property_;
  const PropertyLimits& limits_;
  std::function<std::uint64_t()> element_;
  PolynomialMaker maker_;
};

}  // namespace etalon::impl::vnnlib
