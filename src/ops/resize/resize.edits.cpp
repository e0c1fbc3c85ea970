// SPDX-License-Identifier: Apache-2.0
// Floor 8. An image that is enlarged a whole number of times.
#include "ops/family/resize/resize.edits.hpp"

namespace etalon::impl {

std::optional<std::string> resize_edits(Rewriter& r) { return enlarged(r); }

}  // namespace etalon::impl
