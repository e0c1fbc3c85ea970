// SPDX-License-Identifier: Apache-2.0
// Floor 8. Mul in a profile that does not stretch operands.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> mul_edits(Rewriter& r) { return stretched(r, "Mul"); }

}  // namespace etalon::impl
