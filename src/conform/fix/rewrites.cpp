// SPDX-License-Identifier: Apache-2.0
// Floor 8. The rewrites of all operators that have one; others are written as the profile's row has them.
#include "conform/fix/rewriter.hpp"

namespace etalon::impl {

#define EDITS(id)                      \
  extern const Operator id##_operator; \
  std::optional<std::string> id##_edits(Rewriter& r);
#include "ops/edits.inc"
#undef EDITS

Rewrite rewrite_of(const Operator& op) {
  static constexpr Facet<Rewrite> own[] = {
#define EDITS(id) {&id##_operator, &id##_edits},
#include "ops/edits.inc"
#undef EDITS
  };
  return facet_of(op, own, Rewrite{[](Rewriter& r) { return r.as_in_profile(); }});
}

}  // namespace etalon::impl
