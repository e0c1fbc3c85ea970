// SPDX-License-Identifier: Apache-2.0
// Floor 7. See property.hpp.
#include "vnnlib/property.hpp"

#include <algorithm>

namespace etalon::impl {

bool Polynomial::is_linear() const {
  return std::ranges::all_of(terms, [](const Monomial& term) { return term.elements.size() <= 1; });
}

Number Polynomial::constant() const {
  return !terms.empty() && terms[0].elements.empty() ? terms[0].coefficient : Number();
}

std::uint64_t Property::elements() const {
  return variables.empty() ? 0 : variables.back().first + variables.back().shape.count;
}

std::size_t Property::variable_of(std::uint64_t element) const {
  const auto after = std::ranges::upper_bound(variables, element, {}, &PropertyVariable::first);
  auto found = static_cast<std::size_t>(after - variables.begin()) - 1;
  while (variables[found].shape.count == 0) --found;  // one without elements begins where the next one does
  return found;
}

std::string Property::name_of(std::uint64_t element) const {
  const PropertyVariable& variable = variables[variable_of(element)];
  const std::uint64_t index = element - variable.first;
  if (major == 1) return variable.name + '_' + std::to_string(index);
  return variable.shape.rank == 0 ? variable.name : variable.name + index_string(variable.shape, index);
}

bool Property::is_of(PropertyVariable::Role role, std::uint64_t element) const {
  return variables[variable_of(element)].role == role;
}

bool Property::is_about_inputs(const PropertyComparison& comparison) const {
  return std::ranges::all_of(comparison.polynomial.terms, [&](const Monomial& term) {
    return std::ranges::all_of(term.elements,
                               [&](std::uint64_t element) { return is_of(PropertyVariable::Role::input, element); });
  });
}

std::string Property::text_of(const PropertyComparison& comparison) const {
  static constexpr const char* relations[] = {"<", "<=", "==", "!="};
  Number right = comparison.polynomial.constant();
  mpq_neg(right.get(), right.get());
  std::string left;
  for (const Monomial& term : comparison.polynomial.terms) {
    if (term.elements.empty()) continue;
    const bool is_negative = term.coefficient.sign() < 0;
    left += left.empty() ? (is_negative ? "-" : "") : is_negative ? " - " : " + ";
    const std::string size = to_string(Rational::abs(term.coefficient));
    if (size != "1") left += size + '*';
    for (std::size_t k = 0; k < term.elements.size(); ++k) left += (k == 0 ? "" : "*") + name_of(term.elements[k]);
  }
  return (left.empty() ? "0" : left) + ' ' + relations[static_cast<std::size_t>(comparison.relation)] + ' ' +
         to_string(right);
}

std::optional<Finding> too_many_inputs(const Property& property, const PropertyLimits& limits) {
  std::uint64_t inputs = 0;  // all elements of the property are limited, so that the sum is
  for (const PropertyVariable& variable : property.variables)
    if (variable.role == PropertyVariable::Role::input && !variable.is_initialized) inputs += variable.shape.count;
  if (inputs <= limits.stored_elements) return std::nullopt;
  return error(Code::limit, "VNN-ALL-LIMITS",
               "a claim about " + std::to_string(inputs) + " inputs: there are more than " +
                   std::to_string(limits.stored_elements),
               "`etalon explain VNN-ALL-LIMITS` lists the limits");
}

}  // namespace etalon::impl
