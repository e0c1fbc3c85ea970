// SPDX-License-Identifier: Apache-2.0
// Floor 9. What pages share that begin with verdicts and have a table to search.
#pragma once

#include <string>
#include <string_view>

namespace etalon::impl {

// A question with its answer in a tone (is-good, is-note, is-warn, is-bad) and the reason; the answer is text. Cards
// stand in a <div class="verdicts">.
std::string verdict_card(const char* question, const char* tone, const std::string& answer, const std::string& reason);

// The rows of the table with the id "judged" that have all words of the field; nothing is hidden without script.
extern const std::string_view search_field, search_script;

extern const std::string_view verdict_style;  // of both; it needs figure_style

std::string platform_html();  // what the program was built with

}  // namespace etalon::impl
