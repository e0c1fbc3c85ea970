// SPDX-License-Identifier: Apache-2.0
// Floor 8. See near.hpp.
#include "write/near.hpp"

#include <algorithm>

#include "write/contract.hpp"
#include "write/simplify.hpp"

namespace etalon::impl {
namespace {

constexpr std::int64_t lowest = INT32_MIN, highest = INT32_MAX;
bool is_near(std::int64_t number) { return number >= lowest && number <= highest; }

}  // namespace

// The text adds what is positive first.
bool is_near(const WrittenPlace& place) {
  std::int64_t low = std::min<std::int64_t>(place.constant(), 0), high = std::max<std::int64_t>(place.constant(), 0);
  for (const auto& [atom, factor] : place.terms()) {
    if (!is_near(factor) || !is_near(atom->low) || !is_near(atom->high)) return false;
    if ((atom->first && !is_near(*atom->first)) || (atom->second && !is_near(*atom->second))) return false;
    if (!is_near(low) || !is_near(high)) return false;
    low += std::min<std::int64_t>({factor * atom->low, factor * atom->high, 0});
    high += std::max<std::int64_t>({factor * atom->low, factor * atom->high, 0});
  }
  return is_near(low) && is_near(high);
}

bool is_near(const Program& program) {
  bool is_good = true;
  const auto look = [&](const WrittenPlace& place) { is_good = is_good && is_near(place); };
  const auto look_inside = [&](const Inside& inside) {
    for (const auto& [place, below] : inside.bounds) look(place), look(below);
  };
  for_each_statement(program.body, [&](const Statement& statement) {
    is_good = is_good && statement.bound <= static_cast<std::uint64_t>(highest);
    look(statement.at);
    look_inside(statement.inside);
    if (statement.value)
      for_each_expression(*statement.value, [&](const Expression& e) {
        look(e.place);
        look_inside(e.inside);
      });
  });
  return is_good;
}

}  // namespace etalon::impl
