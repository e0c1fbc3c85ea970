// SPDX-License-Identifier: Apache-2.0
// Floor 10. Where results go: files that are written whole or not at all, and what a terminal is told.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/status.hpp"

namespace etalon::impl::cli {

// Colour is for people: standard output is a terminal, and NO_COLOR is not set to anything.
bool wants_colour();

// A file appears with all of `text` or stays as it was. What is there and not a regular file, such as a pipe, is
// written to directly.
std::optional<Finding> write_file(const std::string& path, std::string_view text);

}  // namespace etalon::impl::cli
