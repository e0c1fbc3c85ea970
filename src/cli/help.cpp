// SPDX-License-Identifier: Apache-2.0
// Floor 10. See description.hpp: what --help prints, in lines of at most 80 columns.
#include <fmt/format.h>

#include "cli/description.hpp"

namespace etalon::impl::cli {
namespace {

constexpr std::size_t width = 80, column = 24;    // of a line, and where descriptions begin
constexpr std::size_t beside = 30, listed = 300;  // characters of choices: at most beside the name, at most listed

// Characters, not bytes: a byte 10xxxxxx continues one.
std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0u) != 0x80;
  return count;
}

// The words of a text in lines that begin at `indent`, of which the first has been written up to `at`.
std::string filled(std::string_view text, std::size_t indent, std::size_t at) {
  std::string out;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (at > indent && at + 1 + columns(word) > width) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    }
    if (at > indent) out += ' ', ++at;
    out += word;
    at += columns(word);
  }
  return out + "\n";
}

std::string row(const std::string& heading, std::string_view description) {
  std::string out = "  " + heading;
  const bool fits = columns(out) + 2 <= column;
  out += fits ? std::string(column - columns(out), ' ') : "\n" + std::string(column, ' ');
  return out + filled(description, column, column);
}

// "-o, --output FILE", "--format text|json"
std::string heading(const OptionText& option, const std::string& choices) {
  std::string out = fmt::format("{}", fmt::join(option.names, ", "));
  if (option.operand) return out + (option.repeatable ? "..." : "");
  if (option.value.empty()) return out;
  return out + " " + (!choices.empty() && choices.size() <= beside ? choices : option.value);
}

std::string option_row(const OptionText& option) {
  const std::string choices = fmt::format("{}", fmt::join(option.choices, "|"));
  std::string text = option.description;
  if (choices.size() > beside && choices.size() <= listed)
    text += fmt::format("; one of {}", fmt::join(option.choices, ", "));
  if (!option.preset.empty()) text += fmt::format(" (default: {})", option.preset);
  if (option.operand && option.required) text += " (required)";
  return row(heading(option, choices), text);
}

std::string rows(const VerbText& verb, bool operands, const char* title) {
  std::string out;
  for (const OptionText& option : verb.options)
    if (option.operand == operands) out += option_row(option);
  return out.empty() ? out : fmt::format("\n{}:\n{}", title, out);
}

}  // namespace

std::string help_text(const VerbText& verb, const std::string& called) {
  std::string operands;
  for (const OptionText& option : verb.options) {
    const std::string name = option.names[0] + (option.repeatable ? "..." : "");
    if (option.operand) operands += option.required ? " " + name : " [" + name + "]";
  }
  const char* inner_verb = verb.verbs.empty() ? "" : operands.empty() ? " VERB" : " [VERB]";
  std::string out = fmt::format("Usage: {}{}{} [OPTIONS]\n\n", called, inner_verb, operands);
  out += filled(verb.description + ".", 0, 0);
  out += rows(verb, true, "Operands") + rows(verb, false, "Options");
  if (!verb.verbs.empty()) out += "\nVerbs:\n";
  for (const VerbText& inner : verb.verbs) out += row(inner.name, inner.description);
  return verb.footer.empty() ? out : out + "\n" + verb.footer + "\n";
}

}  // namespace etalon::impl::cli
