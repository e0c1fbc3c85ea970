// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include "report/equal/report.hpp"

#include <algorithm>

namespace etalon::impl {

Identity identity_of_both(Identity first, const Identity& second) {
  first.files.insert(first.files.end(), second.files.begin(), second.files.end());
  for (const BoundPart& part : second.bindings)
    if (std::ranges::none_of(
            first.bindings, [&](const BoundPart& known) { return known.kind == part.kind && known.name == part.name; }))
      first.bindings.push_back(part);
  return first;
}

}  // namespace etalon::impl
