// SPDX-License-Identifier: Apache-2.0
// Floor 6. What whoever writes a project and whoever checks it have in common: files, and texts that go into every
// project as they are, the headers of scalar/ and what builds it. The one copies them, and the other compares.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace etalon::impl {

struct ProjectFile {
  std::string path, bytes;
};

struct ShippedText {
  std::string_view path, text;
};

std::span<const ShippedText> shipped_texts();

// The headers, and all that they include, in the order of their paths.
std::vector<ShippedText> shipped_with(std::span<const std::string> headers);

// Whether one of the texts has this word, which is a name of C.
bool have_word(std::span<const ShippedText> texts, std::string_view word);

}  // namespace etalon::impl
