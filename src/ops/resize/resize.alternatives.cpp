// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of Resize: since version 11 the weights of an interpolation follow from
// coordinates that are computed, and are others in another format.
#include "conform/cause/alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives resize_alternatives;
constexpr OperatorAlternatives resize_alternatives{.add_changes = [](const Call& call, std::vector<Change>& changes) {
  if (call.version >= 11) add_wider_type(call, changes);
}};

}  // namespace etalon::impl
