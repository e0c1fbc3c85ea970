// SPDX-License-Identifier: Apache-2.0
// Delivered files that someone changed: for the fuzz target `generator`.
#pragma once

#include <string>

#include "fuzz/drawn.hpp"

namespace etalon::fuzz {

// Changes a text in a way that is drawn: a byte, a word, a number, a name, a line, its end. It may stay as it is.
void mutate(std::string& text, Drawn& drawn);

// Without the comments of C: most of a written text is contracts, and changes to them mean nothing.
std::string without_comments(const std::string& text);

// The same text of C with other spaces, lines, comments and, where it is asked for, another name of a loop's counter.
std::string rewritten(const std::string& text, Drawn& drawn, bool renames = true);

}  // namespace etalon::fuzz
