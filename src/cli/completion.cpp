// SPDX-License-Identifier: Apache-2.0
// Floor 10. See description.hpp: the completion, for each shell that has one.
#include <fmt/format.h>

#include "cli/description.hpp"

namespace etalon::impl::cli {
namespace {

// ---- bash ----------------------------------------------------------------------------------------------------------

std::string names_of(const VerbText& verb) {
  std::string out;
  for (const OptionText& option : verb.options)
    for (const std::string& name : option.names)
      if (!option.operand) (out += out.empty() ? "" : " ") += name;
  return out;
}

// A branch of a `case` of bash.
std::string branch(const std::string& pattern, const std::string& words) {
  return fmt::format("    {}) choices='{}' ;;\n", pattern, words);
}

// What may follow each option that has choices, after the words of the verb.
std::string option_branches(const VerbText& verb) {
  std::string out;
  for (const OptionText& option : verb.options) {
    if (option.operand || option.choices.empty()) continue;
    std::string pattern;
    for (const std::string& name : option.names)
      (pattern += pattern.empty() ? "" : "|") += "'" + verb.name + " " + name + "'";
    out += branch(pattern, fmt::format("{}", fmt::join(option.choices, " ")));
  }
  return out;
}

// The operands that have choices, and verbs within the verb.
std::string operand_words(const VerbText& verb) {
  std::vector<std::string> words;
  for (const VerbText& inner : verb.verbs) words.push_back(inner.name);
  for (const OptionText& option : verb.options)
    if (option.operand) words.insert(words.end(), option.choices.begin(), option.choices.end());
  return fmt::format("{}", fmt::join(words, " "));
}

std::string bash_completion(const VerbText& program) {
  std::string verbs, after, options, operands;
  for (const OptionText& option : program.options)  // where it stands in the place of the verb
    after += option_branches({option.names.back(), {}, {}, {option}, {}});
  for (const VerbText& verb : program.verbs) {
    verbs += verb.name + " ";
    after += option_branches(verb);
    options += branch(verb.name, names_of(verb));
    if (const std::string words = operand_words(verb); !words.empty()) operands += branch(verb.name, words);
  }
  return fmt::format(R"(# Completion of etalon for bash; written by `etalon --completion bash`.
_etalon() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} verb=${{COMP_WORDS[1]}} choices=
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices='{}{}'
  else
    case "$verb $before" in
{}    esac
  fi
  if [ -z "$choices" ] && [[ $word == -* ]]; then
    case "$verb" in
{}    esac
  elif [ -z "$choices" ]; then
    case "$verb" in
{}    esac
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}}
complete -o default -F _etalon etalon
)",
                     verbs, names_of(program), after, options, operands);
}

// ---- zsh -----------------------------------------------------------------------------------------------------------

// A word in single quotes, which zsh and fish end in the same way, with a backslash before each of `marks`.
std::string single_quoted(std::string_view text, std::string_view marks) {
  std::string out;
  for (const char c : text) {
    if (marks.find(c) != marks.npos) out += '\\';
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out;
}

std::string zsh_completion(const VerbText& program) {
  // What follows an option, or an operand: one of the choices, or a file.
  const auto value = [](const OptionText& option, const std::string& choices) {
    return fmt::format(":{}:{}", option.operand ? option.names[0] : "value", choices.empty() ? "_files" : choices);
  };
  const auto choices_of = [](const std::vector<std::string>& names) {
    return names.empty() ? "" : fmt::format("({})", fmt::join(names, " "));
  };
  // The words that _arguments takes, one per line.
  const auto words_of = [&](const VerbText& verb) {
    std::string out;
    for (const OptionText& option : verb.options) {
      if (option.operand) {
        std::vector<std::string> choices = option.choices;
        for (const VerbText& inner : verb.verbs) choices.push_back(inner.name);
        out += fmt::format(" \\\n          '{}{}'", option.repeatable ? "*" : "", value(option, choices_of(choices)));
        continue;
      }
      for (const std::string& name : option.names)
        out += fmt::format(" \\\n          '{}{}[{}]{}'",
                           option.repeatable ? "*" : fmt::format("({})", fmt::join(option.names, " ")), name,
                           single_quoted(option.description, "[]:\\"),
                           option.value.empty() ? "" : value(option, choices_of(option.choices)));
    }
    return out;
  };
  std::string verbs, branches;
  for (const VerbText& verb : program.verbs) {
    verbs += fmt::format("\n        '{}:{}'", verb.name, single_quoted(verb.description, ":\\"));
    branches += fmt::format("        {})\n        _arguments{} ;;\n", verb.name, words_of(verb));
  }
  return fmt::format(R"(#compdef etalon
# Completion of etalon for zsh; written by `etalon --completion zsh`.
_etalon() {{
  local curcontext=$curcontext state line
  _arguments -C{} \
          '1:verb:->verb' '*::argument:->argument'
  case $state in
    verb)
      local -a verbs=({})
      _describe verb verbs ;;
    argument)
      case $line[1] in
{}      esac ;;
  esac
}}
_etalon "$@"
)",
                     words_of(program), verbs, branches);
}

// ---- fish ----------------------------------------------------------------------------------------------------------

std::string fish_completion(const VerbText& program) {
  std::string out = "# Completion of etalon for fish; written by `etalon --completion fish`.\n";
  const auto add = [&](const std::string& where, const std::string& what, const std::string& description) {
    out += fmt::format("complete -c etalon -n '{}' {}{}\n", where, what,
                       description.empty() ? "" : fmt::format(" -d '{}'", single_quoted(description, "\\")));
  };
  const auto offer = [&](const auto& again, const VerbText& verb, const std::string& where) -> void {
    for (const VerbText& inner : verb.verbs) {
      add(where, "-f -a " + inner.name, inner.description);
      again(again, inner, "__fish_seen_subcommand_from " + inner.name);
    }
    for (const OptionText& option : verb.options) {
      const std::string choices = fmt::format("-a '{}'", fmt::join(option.choices, " "));
      if (option.operand) {
        if (!option.choices.empty()) add(where, choices, "");
        continue;
      }
      std::string what;
      for (const std::string& name : option.names)
        what += fmt::format("{}{} {}", what.empty() ? "" : " ", name.starts_with("--") ? "-l" : "-s",
                            name.substr(name.find_first_not_of('-')));
      if (!option.value.empty()) what += option.choices.empty() ? " -r" : " -x " + choices;
      add(where, what, option.description);
    }
  };
  offer(offer, program, "__fish_use_subcommand");
  return out;
}

constexpr struct {
  const char* name;
  std::string (*script)(const VerbText&);
} shells[] = {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

}  // namespace

std::vector<std::string> completed_shells() {
  std::vector<std::string> names;
  for (const auto& shell : shells) names.emplace_back(shell.name);
  return names;
}

std::string completion(const VerbText& program, std::string_view shell) {
  for (const auto& known : shells)
    if (known.name == shell) return known.script(program);
  return {};
}

}  // namespace etalon::impl::cli
