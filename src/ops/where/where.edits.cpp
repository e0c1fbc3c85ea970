// SPDX-License-Identifier: Apache-2.0
// Floor 8. Where in a profile that does not stretch operands.
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> where_edits(Rewriter& r) { return stretched(r, "Where"); }

}  // namespace etalon::impl
