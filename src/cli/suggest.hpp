// SPDX-License-Identifier: Apache-2.0
// Floor 10. "did you mean …?" for what is misspelt.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace etalon::impl::cli {

// "did you mean NAME?" with the name nearest to the word, or up to three that are equally near, or `otherwise` where
// none is near: letters may be missing, doubled, wrong or swapped, one in three and at least one.
std::string did_you_mean(std::string_view word, std::span<const std::string> names, std::string otherwise);

}  // namespace etalon::impl::cli
