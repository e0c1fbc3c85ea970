// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of a number that is quantised: other requantisations of accumulators, by
// their names, and other directions of ties ("QUANTISE-ALL-NAMED").
#pragma once

#include "conform/cause/alternatives.hpp"
#include "conform/requantise/rules.hpp"

namespace etalon::impl {

inline constexpr ChangeRule requantisation{
    ChangeKind::quantisation, [](Call&, Alternative& a, const ChangeRule::Parameters& parameters) {
      a.requantisation = &requantisations()[static_cast<std::size_t>(parameters[0])];
    }};
inline constexpr ChangeRule product_with_reciprocal{
    ChangeKind::quotients, [](Call&, Alternative& a, const ChangeRule::Parameters&) { a.reciprocal = true; }};

inline void add_requantisations(const Call&, std::vector<Change>& changes) {
  for (std::size_t k = 1; k < requantisations().size(); ++k) {
    const Requantisation& one = requantisations()[k];
    changes.push_back({&requantisation, {k}, std::string("requantisation ") + one.id + ": " + one.text});
  }
}

// Where there is no accumulator, ties and the quotient are all that can differ.
inline void add_quantisations(const Call&, std::vector<Change>& changes) {
  for (std::size_t k = 1; k < requantisations().size(); ++k)
    if (const Requantisation& one = requantisations()[k]; one.of_number != nullptr)
      changes.push_back({&requantisation, {k}, std::string("quantisation ") + one.id + ": " + one.text});
  changes.push_back({&product_with_reciprocal, {}, "quotients are products with the rounded reciprocal"});
}

}  // namespace etalon::impl
