// SPDX-License-Identifier: Apache-2.0
// Floor 9. Text that came from elsewhere, made safe for the document it goes into. Bytes that are not UTF-8 become
// U+FFFD; control characters, and those that are invisible or turn the direction of writing, are spelled out.
#pragma once

#include <string>
#include <string_view>

namespace etalon::impl {

std::string json_string(std::string_view text);  // with the quotes
std::string html_text(std::string_view text);    // of an element or of an attribute in double quotes
std::string uri_path(std::string_view path);     // every byte is kept; a slash separates segments
std::string printable(std::string_view text);    // for terminals: as base/quote.hpp, but without the quotes

}  // namespace etalon::impl
