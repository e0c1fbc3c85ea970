// SPDX-License-Identifier: Apache-2.0
// Floor 8. Less in a profile that does not stretch operands.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> less_edits(Rewriter& r) { return stretched(r, "Less"); }

}  // namespace etalon::impl
