// SPDX-License-Identifier: Apache-2.0
// Floor 8. What may be done differently in a call, as changes that can be tried alone and together ("CON-ALL-CAUSE").
#pragma once

#include <array>
#include <string>
#include <vector>

#include "conform/cause/alternative.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

// Of two changes of one kind only one can be made. They are tried in this order.
enum class ChangeKind : std::uint8_t {
  policy,
  order,
  accumulator,
  bias,
  subnormals,
  zeros,
  quotients,
  products,
  rewriting,
  integers,
  quantisation,
  type,
  axis,
  folding,
};

// Whether results that are computed so conform whatever they are: another order of a sum, fused or rounded, in the type
// or a wider one ("CON-FLOAT-SUM").
constexpr bool is_admissible(ChangeKind way) {
  return way == ChangeKind::policy || way == ChangeKind::order || way == ChangeKind::accumulator ||
         way == ChangeKind::bias;
}

// What a change does to a call, or to the alternative that it is computed with.
struct ChangeRule {
  using Parameters = std::array<std::uint64_t, 2>;
  ChangeKind kind;
  void (*apply)(Call& call, Alternative& alternative, const Parameters& parameters);
};

// One thing that is done differently. Two calls can make the same one: it has the same id and parameters for both.
struct Change {
  const ChangeRule* id;
  ChangeRule::Parameters parameters;
  std::string text;

  ChangeKind kind() const { return id->kind; }
  void apply(Call& call, Alternative& alternative) const { id->apply(call, alternative, parameters); }
  bool operator==(const Change& other) const { return id == other.id && parameters == other.parameters; }
};

// What follows from its types and its bound, and what its operator adds.
std::vector<Change> changes_for(const Call& call);

// For operators: the whole call in the next wider format, where there is one and not every result is rounded once.
void add_wider_type(const Call& call, std::vector<Change>& changes);

}  // namespace etalon::impl
