// SPDX-License-Identifier: Apache-2.0
// Floor 9. What all HTML pages share: one file, no script, no other file, light or dark as the reader's system is.
#pragma once

#include <string>
#include <string_view>

namespace etalon::impl {

// `title` is text; `style` is CSS beyond the common one; `body` is HTML.
std::string html_page(std::string_view title, std::string_view style, std::string_view body);

// A line of a spec page, or a hint: text in backticks is code.
std::string line_html(std::string_view line);

}  // namespace etalon::impl
