// SPDX-License-Identifier: Apache-2.0
// Floor 8. See wrap.hpp.
#include "write/wrap.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace etalon::impl {
namespace {

constexpr std::size_t width = 120;

// How bad it is to break a line at a space; nothing is worse than the highest number.
constexpr int never = std::numeric_limits<int>::max();
int cost(std::string_view before, std::string_view after, int depth) {
  constexpr int before_a_call = 2, inside_of_a_place = 1000;
  for (const std::string_view end : {",", "&&", "||", "==>"})
    if (before.ends_with(end)) return depth;
  if (after.starts_with("? ") || after.starts_with(": ")) return depth;
  if (before.ends_with(" =")) return depth + before_a_call;
  for (const std::string_view end : {" +", " -", " *"})
    if (before.ends_with(end)) return depth + inside_of_a_place;
  return never;
}

// The space at which a line of code is broken: the last one of those in the fewest parentheses.
std::size_t end_of_code(std::string_view line, std::size_t begin) {
  std::size_t best = std::string_view::npos;
  int least = never - 1, depth = 0;
  for (std::size_t at = begin; at < std::min(line.size(), width + 1); ++at) {
    if (line[at] == '(' || line[at] == '[') ++depth;
    if (line[at] == ')' || line[at] == ']') --depth;
    if (line[at] != ' ') continue;
    if (const int own = cost(line.substr(0, at), line.substr(at + 1), depth); own <= least) {
      best = at;
      least = own;
    }
  }
  return best;
}

// What the lines begin with that a long one goes on in, and whether it is words, which end at any space.
struct Going {
  std::string margin;
  bool is_words;
};
Going going_on(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view rest = line.substr(begin);
  if (rest.starts_with("/*@")) return {std::string(begin, ' ') + "  @   ", false};
  if (rest.starts_with("@")) return {std::string(begin, ' ') + "@   ", false};
  if (rest.starts_with("/*")) return {" *   ", true};
  if (rest.starts_with("* ")) return {" *   ", true};
  return {std::string(begin + 4, ' '), false};
}

}  // namespace

std::string wrapped(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.size() > width) {
      const auto [margin, is_words] = going_on(line);
      for (std::size_t first = margin.size(); line.size() > width; first = margin.size()) {
        const std::size_t at = is_words ? line.rfind(' ', width) : end_of_code(line, first);
        if (at == std::string::npos || at < first) break;
        result += line.substr(0, at) + "\n";
        line = margin + line.substr(at + 1);
      }
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace etalon::impl
