// SPDX-License-Identifier: Apache-2.0
// Floor 10. See description.hpp: the manual page and the completion.
#include <fmt/format.h>

#include "base/platform.hpp"
#include "cli/description.hpp"

namespace etalon::impl::cli {
namespace {

// Text in roff: a dash that can be copied, no escapes, and no line that begins with a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool begins = out.empty() || out.back() == '\n';
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

// "-o, --output TEXT"
std::string heading(const OptionText& option) {
  std::string out = fmt::format("\\fB{}\\fR", roff(fmt::format("{}", fmt::join(option.names, ", "))));
  if (option.operand || option.value.empty()) return out;
  std::string value;  // a line may end after a bar
  for (const std::string& choice : option.choices) value += (value.empty() ? "" : "|\\:") + roff(choice);
  return out + fmt::format(" \\fI{}\\fR", value.empty() ? option.value : value);
}

std::string options_roff(const VerbText& verb, bool with_help) {
  std::string out;
  for (const OptionText& option : verb.options) {
    if (!with_help && option.names.back() == "--help") continue;
    out += ".TP\n" + heading(option) + "\n" + roff(option.description);
    if (option.operand && !option.choices.empty())
      out += roff(fmt::format("{}one of {}", option.description.empty() ? "" : ": ", fmt::join(option.choices, ", ")));
    if (!option.preset.empty()) out += roff(fmt::format(" (default: {})", option.preset));
    if (option.required) out += " (required)";
    out += "\n";
  }
  return out;
}

std::string verb_roff(const VerbText& verb, const std::string& called) {
  std::string synopsis = called, out;
  for (const OptionText& option : verb.options)
    if (option.operand) synopsis += fmt::format(" {}{}", option.names[0], option.repeatable ? " ..." : "");
  out += fmt::format(".SS {}\n{}.\n.PP\n\\fB{}\\fR [\\fIoptions\\fR]\n", roff(called), roff(verb.description),
                     roff(synopsis));
  out += options_roff(verb, false);
  if (!verb.footer.empty()) out += ".PP\n.nf\n" + roff(verb.footer) + "\n.fi\n";
  for (const VerbText& inner : verb.verbs) out += verb_roff(inner, called + " " + inner.name);
  return out;
}

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

}  // namespace

std::string manual_page(const VerbText& program) {
  std::string out = fmt::format(
      ".TH ETALON 1 \"\" \"etalon {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\netalon \\- {}\n.SH SYNOPSIS\n"
      "\\fBetalon\\fR \\fIverb\\fR [\\fIoptions\\fR]\n.SH OPTIONS\n{}",
      platform().version, roff(program.description), options_roff(program, true));
  out += ".SH VERBS\n";
  for (const VerbText& verb : program.verbs) out += verb_roff(verb, "etalon " + verb.name);
  return out + ".SH EXIT STATUS\n.nf\n" + roff(program.footer) + "\n.fi\n";
}

std::string bash_completion(const VerbText& program) {
  std::string verbs, after, options, operands;
  for (const VerbText& verb : program.verbs) {
    verbs += verb.name + " ";
    after += option_branches(verb);
    options += branch(verb.name, names_of(verb));
    if (const std::string words = operand_words(verb); !words.empty()) operands += branch(verb.name, words);
  }
  return fmt::format(R"(# Completion of etalon for bash; written by `etalon --completion`.
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

}  // namespace etalon::impl::cli
