// SPDX-License-Identifier: Apache-2.0
// Floor 9. Lists in reports.
#pragma once

#include <string>

namespace etalon::impl {

// `items` joined after each has been turned into text.
template <class Items, class Show> std::string joined(const Items& items, const char* separator, Show show) {
  std::string out;
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += separator;
    first = false;
    out += show(item);
  }
  return out;
}

}  // namespace etalon::impl
