// SPDX-License-Identifier: Apache-2.0
// Floor 10. The command line as data, taken from the parser: what --help, the manual page and the completion say is one
// text ("CLI-ALL-MANUAL").
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"

namespace etalon::impl::cli {

struct OptionText {
  std::vector<std::string> names;    // "-o", "--output"; of an operand its name alone
  std::string value;                 // what follows the name; empty for a flag
  std::vector<std::string> choices;  // that the value has; empty: any
  std::string description, preset;   // preset: the value where none is given
  bool operand = false, required = false, repeatable = false;
};

struct VerbText {
  std::string name, description, footer;
  std::vector<OptionText> options;
  std::vector<VerbText> verbs;
};

// The first verb or option that does not exist, or an option that is given too often ("CLI-ALL-USAGE", "CLI-ALL-ONCE"):
// said before anything that would follow from it, such as the absence of the option that was meant.
std::optional<Finding> misspelt(const VerbText& program, std::span<const std::string> words);

// `etalon help VERB` is `etalon VERB --help`.
std::vector<std::string> without_help_verb(std::vector<std::string> words);

// The parser's message of that kind in the style of our own.
std::string in_own_words(const std::string& kind, const std::string& message);

std::string help_text(const VerbText& verb, const std::string& called);  // `called`: "etalon check"

std::string manual_page(const VerbText& program);  // for man(1), in roff

std::vector<std::string> completed_shells();
std::string completion(const VerbText& program, std::string_view shell);  // a script that this shell reads

}  // namespace etalon::impl::cli
