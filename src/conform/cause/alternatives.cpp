// SPDX-License-Identifier: Apache-2.0
// Floor 8. See alternatives.hpp.
#include "conform/cause/alternatives.hpp"

namespace etalon::impl {

#define ALTERNATIVES(id)               \
  extern const Operator id##_operator; \
  extern const OperatorAlternatives id##_alternatives;
#include "ops/alternatives.inc"
#undef ALTERNATIVES

const OperatorAlternatives& alternatives_of(const Operator& op) {
  static constexpr OperatorAlternatives none = {};
  static constexpr Facet<const OperatorAlternatives*> own[] = {
#define ALTERNATIVES(id) {&id##_operator, &id##_alternatives},
#include "ops/alternatives.inc"
#undef ALTERNATIVES
  };
  return *facet_of(op, own, &none);
}

}  // namespace etalon::impl
