// SPDX-License-Identifier: Apache-2.0
// Floor 8. Long lines.
#pragma once

#include <string>

namespace etalon::impl {

// The text of C, with no line of more than 120 characters where there is a place to break it.
std::string wrapped(const std::string& text);

}  // namespace etalon::impl
