// SPDX-License-Identifier: Apache-2.0
// Floor 8. Pow in a profile that does not stretch operands.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> pow_edits(Rewriter& r) { return stretched(r, "Pow"); }

}  // namespace etalon::impl
