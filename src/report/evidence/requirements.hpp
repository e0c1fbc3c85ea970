// SPDX-License-Identifier: Apache-2.0
// Floor 9. The requirements, read from the spec pages: the pages are the only place where a tag is defined.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/page/pages.hpp"

namespace etalon::impl {

// A level-3 heading that is a tag, the sentence below it, and everything up to the next heading. The sentence and the
// fields may be wrapped on the page, a field with its further lines indented; here each of them is one line.
struct Requirement {
  std::string_view tag;
  std::string_view page;
  unsigned line;
  std::string title;
  std::string text;  // without heading and title
};

bool is_tag(std::string_view word);                                  // OPERATOR-FAMILY-SUBJECT…
std::vector<Requirement> requirements(std::span<const Page> pages);  // sorted by tag

const Requirement* find_requirement(std::span<const Requirement> sorted, std::string_view tag);

// A text is a list "- Name: …", one per line, and further paragraphs.
std::string_view field_of(const Requirement& requirement, std::string_view name);  // "" where there is none
std::string_view remarks_of(const Requirement& requirement);

}  // namespace etalon::impl
