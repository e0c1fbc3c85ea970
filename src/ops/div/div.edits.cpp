// SPDX-License-Identifier: Apache-2.0
// Floor 8. Div in a profile that does not stretch operands. Integers are divided otherwise in some profiles: the proof
// decides whether that can be seen.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> div_edits(Rewriter& r) {
  if (!is_floating(r.call().outputs[0]->type)) return "profiles round quotients of integers differently";
  return stretched(r, "Div");
}

}  // namespace etalon::impl
