// SPDX-License-Identifier: Apache-2.0
// Floor 10. See description.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "base/quote.hpp"
#include "cli/description.hpp"
#include "cli/suggest.hpp"

namespace etalon::impl::cli {
namespace {

Finding wrong(std::string message, std::string hint) {
  return error(Code::usage, "", std::move(message), std::move(hint));
}

const OptionText* find_option(const VerbText& verb, const std::string& name) {
  for (const OptionText& option : verb.options)
    if (std::ranges::count(option.names, name) > 0 && !option.operand) return &option;
  return nullptr;
}

const VerbText* find_verb(const VerbText& verb, const std::string& name) {
  const auto found = std::ranges::find(verb.verbs, name, &VerbText::name);
  return found == verb.verbs.end() ? nullptr : &*found;
}

// The name in "--name=value" and in "-nvalue"; nothing where the word is an operand or a value. Negative numbers are.
std::optional<std::string> option_name(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return std::nullopt;
  if (word[1] == '-') return word.substr(0, word.find('='));
  return std::isalpha(static_cast<unsigned char>(word[1])) != 0 ? std::optional(word.substr(0, 2)) : std::nullopt;
}

Finding unknown_option(const std::string& word, const std::string& name, const VerbText& verb,
                       const std::string& help) {
  if (name.starts_with("--")) {
    std::vector<std::string> names;
    for (const OptionText& option : verb.options)
      if (!option.operand) names.push_back(option.names.back());
    return wrong("unknown option " + quoted(name, 60), did_you_mean(name, names, help));
  }
  return wrong("unknown option " + quoted(word, 60), "write -- before operands that begin with a dash; " + help);
}

}  // namespace

std::vector<std::string> without_help_verb(std::vector<std::string> words) {
  if (words.empty() || words[0] != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

std::string in_own_words(const std::string& kind, const std::string& message) {
  const std::size_t colon = message.find(": ");
  if (colon == message.npos) return message;
  const std::string rest = message.substr(colon + 2);
  if (kind == "ArgumentMismatch") return message.substr(0, colon) + " has no value";
  if (kind == "ConversionError")
    return rest.substr(0, rest.find(' ')) + " takes no value";  // numbers are checked before
  return message;
}

std::optional<Finding> misspelt(const VerbText& program, std::span<const std::string> words) {
  const VerbText* verb = &program;
  std::string called = program.name;
  std::map<const OptionText*, std::size_t> given;
  bool value = false;  // whether the word before is an option that the word belongs to
  for (const std::string& word : words) {
    const std::string help =
        fmt::format("`{} --help` describes the {}", called, verb == &program ? "verbs" : "options");
    if (word == "--") break;
    if (const std::optional<std::string> name = option_name(word)) {
      const OptionText* option = find_option(*verb, *name);
      if (option == nullptr) return unknown_option(word, *name, *verb, help);
      if (++given[option] > 1 && !option->repeatable)
        return wrong(fmt::format("{} is given {} times", option->names.back(), given[option]), "give it once");
      value = !option->value.empty() && word == *name;
    } else if (std::exchange(value, false)) {
      continue;
    } else if (const VerbText* next = find_verb(*verb, word)) {
      verb = next;
      called += " " + word;
    } else if (verb == &program) {
      std::vector<std::string> names;
      for (const VerbText& one : program.verbs) names.push_back(one.name);
      return wrong("unknown verb " + quoted(word, 60), did_you_mean(word, names, help));
    }
  }
  if (verb == &program && given.empty()) return wrong("no verb is given", "`etalon --help` lists the verbs");
  return std::nullopt;
}

}  // namespace etalon::impl::cli
