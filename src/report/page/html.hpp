// SPDX-License-Identifier: Apache-2.0
// Floor 9. What all HTML pages share: one file that loads no other, light or dark as the reader's system is.
#pragma once

#include <string>
#include <string_view>

namespace etalon::impl {

// `title` is text; `style` is CSS beyond the common one; `body` is HTML. A page says everything without its script,
// which is the only one that can run in it.
std::string html_page(std::string_view title, std::string_view style, std::string_view body,
                      std::string_view script = {});

// A line of a spec page, or a hint: text in backticks is code.
std::string line_html(std::string_view line);

}  // namespace etalon::impl
