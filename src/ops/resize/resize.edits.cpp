// SPDX-License-Identifier: Apache-2.0
// Floor 8. An image that is enlarged a whole number of times, each element repeated.
#include "ops/family/repeat.edits.hpp"

namespace etalon::impl {

std::optional<std::string> resize_edits(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  return repeated(r);
}

}  // namespace etalon::impl
