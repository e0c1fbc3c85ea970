// SPDX-License-Identifier: Apache-2.0
// Floor 9. See requirements.hpp.
#include "report/evidence/requirements.hpp"

#include <algorithm>

namespace etalon::impl {
namespace {

std::string_view without_margins(std::string_view text) {
  const auto first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
  return first == text.npos ? std::string_view{} : text.substr(first, last - first + 1);
}

// Wrapped lines as one.
std::string joined_lines(std::string_view lines, std::string_view wrap) {
  std::string line(lines);
  for (std::size_t at = 0; (at = line.find(wrap, at)) != line.npos;) line.replace(at, wrap.size(), " ");
  return line;
}

void collect(const Page& page, std::vector<Requirement>& found) {
  constexpr std::string_view mark = "### ";
  const char* body = nullptr;  // of the requirement being read
  const auto close = [&](std::size_t end) {
    if (body == nullptr) return;
    const std::string_view whole = without_margins({body, page.text.data() + end});
    const auto remarks = std::min(whole.find("\n\n"), whole.size());
    const auto fields = std::min(whole.find("\n- "), remarks);
    found.back().title = joined_lines(whole.substr(0, fields), "\n");
    const std::string text = joined_lines(whole.substr(fields, remarks - fields), "\n  ").append(whole.substr(remarks));
    found.back().text = without_margins(text);
    body = nullptr;
  };
  unsigned line = 1;
  for (std::size_t at = 0; at < page.text.size(); ++line) {
    const std::size_t end = std::min(page.text.find('\n', at), page.text.size());
    const std::string_view row = page.text.substr(at, end - at);
    if (row.starts_with('#')) close(at);
    if (row.starts_with(mark) && is_tag(row.substr(mark.size()))) {
      found.push_back({row.substr(mark.size()), page.path, line, {}, {}});
      body = page.text.data() + end;
    }
    at = end + 1;
  }
  close(page.text.size());
}

}  // namespace

std::string_view page_text(std::string_view path) {
  for (const Page& page : pages())
    if (page.path == path) return page.text;
  return {};
}

bool is_tag(std::string_view word) {
  const auto fits = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; };
  return std::all_of(word.begin(), word.end(), fits) && std::count(word.begin(), word.end(), '-') >= 2;
}

std::vector<Requirement> requirements(std::span<const Page> pages) {
  std::vector<Requirement> found;
  for (const Page& page : pages) collect(page, found);
  std::sort(found.begin(), found.end(), [](const Requirement& a, const Requirement& b) { return a.tag < b.tag; });
  return found;
}

const Requirement* find_requirement(std::span<const Requirement> sorted, std::string_view tag) {
  const auto place = std::lower_bound(sorted.begin(), sorted.end(), tag,
                                      [](const Requirement& r, std::string_view wanted) { return r.tag < wanted; });
  return place != sorted.end() && place->tag == tag ? &*place : nullptr;
}

std::string_view field_of(const Requirement& requirement, std::string_view name) {
  for (std::string_view rest = requirement.text; rest.starts_with("- ");) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::string_view item = line.substr(2);
    if (item.starts_with(name) && item.substr(name.size()).starts_with(": ")) return item.substr(name.size() + 2);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return {};
}

std::string_view remarks_of(const Requirement& requirement) {
  std::string_view rest = requirement.text;
  while (rest.starts_with("- ")) rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
  return without_margins(rest);
}

}  // namespace etalon::impl
