// SPDX-License-Identifier: Apache-2.0
// Floor 10. See description.hpp: the manual page.
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

enum class HelpOption : bool { left_out, listed };
std::string options_roff(const VerbText& verb, HelpOption help) {
  std::string out;
  for (const OptionText& option : verb.options) {
    if (help == HelpOption::left_out && option.names.back() == "--help") continue;
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
  out += options_roff(verb, HelpOption::left_out);
  if (!verb.footer.empty()) out += ".PP\n.nf\n" + roff(verb.footer) + "\n.fi\n";
  for (const VerbText& inner : verb.verbs) out += verb_roff(inner, called + " " + inner.name);
  return out;
}

}  // namespace

std::string manual_page(const VerbText& program) {
  std::string out = fmt::format(
      ".TH ETALON 1 \"\" \"etalon {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\netalon \\- {}\n.SH SYNOPSIS\n"
      "\\fBetalon\\fR \\fIverb\\fR [\\fIoptions\\fR]\n.SH OPTIONS\n{}",
      platform().version, roff(program.description), options_roff(program, HelpOption::listed));
  out += ".SH VERBS\n";
  for (const VerbText& verb : program.verbs) out += verb_roff(verb, "etalon " + verb.name);
  return out + ".SH EXIT STATUS\n.nf\n" + roff(program.footer) + "\n.fi\n";
}

}  // namespace etalon::impl::cli
