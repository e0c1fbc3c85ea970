// SPDX-License-Identifier: Apache-2.0
// Floor 9. Text that came from elsewhere, made safe for the document it goes into.
#pragma once

#include <string>
#include <string_view>

namespace etalon::impl {

std::string json_string(std::string_view text);  // with the quotes
std::string html_text(std::string_view text);

}  // namespace etalon::impl
