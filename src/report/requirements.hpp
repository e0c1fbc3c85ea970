// SPDX-License-Identifier: Apache-2.0
// Floor 9. The requirements, read from the spec pages: the pages are the only place where a tag is defined.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "report/pages.hpp"

namespace etalon::impl {

// A level-3 heading that is a tag, the sentence below it, and everything up to the next heading.
struct Requirement {
  std::string_view tag;
  std::string_view page;
  unsigned line;
  std::string_view title;
  std::string_view text;  // without heading and title
};

bool is_tag(std::string_view word);  // OPERATOR-FAMILY-SUBJECT…
std::vector<Requirement> requirements(std::span<const Page> pages);

}  // namespace etalon::impl
