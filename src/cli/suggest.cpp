// SPDX-License-Identifier: Apache-2.0
// Floor 10. See suggest.hpp.
#include "cli/suggest.hpp"

#include <algorithm>
#include <vector>

namespace etalon::impl::cli {
namespace {

// How many letters must be inserted, removed, replaced, or swapped with their neighbour to turn one word into the
// other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const bool same = a[i - 1] == b[j - 1];
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> names, std::string otherwise) {
  constexpr std::size_t longest = 100;  // the work grows with the square
  if (word.size() > longest) return otherwise;
  std::vector<std::string_view> nearest;  // all that are equally near
  std::size_t least = std::max<std::size_t>(1, word.size() / 3);
  for (const std::string& name : names) {
    const std::size_t steps = distance(word, name);
    if (steps > least) continue;
    if (steps < least) nearest.clear();
    least = steps;
    nearest.push_back(name);
  }
  constexpr std::size_t most = 3;  // with more than that, nobody knows what was meant
  if (nearest.empty() || nearest.size() > most) return otherwise;
  std::string hint = "did you mean ";
  for (std::size_t i = 0; i < nearest.size(); ++i)
    hint.append(i == 0 ? "" : i + 1 == nearest.size() ? " or " : ", ").append(nearest[i]);
  return hint + "?";
}

}  // namespace etalon::impl::cli
