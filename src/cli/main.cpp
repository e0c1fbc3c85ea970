// SPDX-License-Identifier: Apache-2.0
// Floor 10. The command line: turns words into options and calls the verb.
#include <exception>

#include "base/quote.hpp"
#include "base/status.hpp"
#include "cli/description.hpp"
#include "cli/model.hpp"
#include "cli/offers/offers.hpp"
#include "cli/suggest.hpp"

namespace {

using namespace etalon::impl;
using cli::Names;

// The verbs, in the order in which --help lists them.
constexpr void (*offers[])(CLI::App&, cli::Verbs&) = {
    cli::offer_op,      cli::offer_check,     cli::offer_run,      cli::offer_accuracy,   cli::offer_compare,
    cli::offer_explain, cli::offer_operators, cli::offer_trace,    cli::offer_evidence,   cli::offer_exhaustive,
    cli::offer_conform, cli::offer_vectors,   cli::offer_outputs,  cli::offer_requantise, cli::offer_equal,
    cli::offer_verify,  cli::offer_fix,       cli::offer_generate,
};

// "NAME:{a,b}": what the value is called, and the choices.
std::string value_name(const std::string& type) {
  const std::string name = type.substr(0, type.find(":{"));
  return name == "TEXT" ? "NAME" : name;
}

Names choices_of(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.find('}');
  return open == type.npos || close == type.npos ? Names()
                                                 : CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

cli::VerbText described(const CLI::App& app) {
  cli::VerbText text{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    const bool operand = option->get_positional();
    Names names;
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    if (operand) names = {option->get_name(true)};
    const bool flag = option->get_items_expected_max() == 0;
    text.options.push_back({names, flag ? "" : value_name(option->get_type_name()), choices_of(option->get_type_name()),
                            option->get_description(), option->get_default_str(), operand, option->get_required(),
                            option->get_items_expected_max() > 1});
  }
  for (const CLI::App* verb : app.get_subcommands({})) text.verbs.push_back(described(*verb));
  return text;
}

// What the completion knows beyond what the parser checks.
cli::VerbText with_all_choices(cli::VerbText program) {
  for (cli::VerbText& verb : program.verbs)
    for (cli::OptionText& option : verb.options) {
      if (verb.name == "explain" && option.names[0] == "tag") option.choices = cli::all_tags();
      if (verb.name == "exhaustive" && option.names[0] == "name") option.choices = cli::all_campaigns();
      if (verb.name == "conform" && option.names[0] == "--peer") option.choices = cli::all_peers();
    }
  return program;
}

// What --help prints is our own text.
class Help : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string called = app->get_name();
    for (const CLI::App* outer = app->get_parent(); outer != nullptr; outer = outer->get_parent())
      called = outer->get_name() + " " + called;
    return cli::help_text(described(*app), called);
  }
};

int refuse(const Finding& finding, const Names& words) {
  bool json = false;
  for (std::size_t i = 0; i < words.size(); ++i)
    json = json || words[i] == "--format=json" || (words[i] == "json" && i > 0 && words[i - 1] == "--format");
  return cli::fail(finding, {}, json ? "json" : "text");
}

// What the parser says against the words, as a finding.
Finding finding_of(const CLI::ParseError& problem, const CLI::App& app, const Names& words) {
  const std::string text = problem.what();
  const std::size_t line = text.find('\n');
  const Names unexpected = app.remaining(true);
  return error(Code::usage, "",
               unexpected.empty() ? cli::in_own_words(problem.get_name(), text.substr(0, line))
                                  : "unexpected argument " + quoted(unexpected[0], 60),
               line != text.npos ? text.substr(line + 1) : "`etalon " + words[0] + " --help` describes the options");
}

// The words in the order in which the parser takes them. It would cut an operand such as [1,2] into its elements, but
// not where a blank stands before it.
Names last_first(const Names& words) {
  Names reversed(words.rbegin(), words.rend());
  for (std::string& word : reversed)
    if (words[0] == "op" && word.starts_with('[')) word.insert(0, " ");
  return reversed;
}

int dispatch(int argc, char** argv) {
  const Names words = cli::without_help_verb(Names(argv + std::min(argc, 1), argv + argc));
  CLI::App app{"Reference implementation for safety-related ONNX", "etalon"};
  app.formatter(std::make_shared<Help>());
  app.set_version_flag("--version", cli::version_text());
  app.require_subcommand(1);
  bool manual = false;
  std::string shell;
  app.add_flag("--man", manual, "Print the manual page, for man(1)");
  app.add_option("--completion", shell, "Print a script that completes words in this shell")
      ->check(cli::one_of(cli::completed_shells()));
  app.footer(
      "`etalon VERB --help` describes a verb.\n"
      "Exit codes: 0 done or conformant, 1 not conformant or a requirement not met,\n"
      "2 usage, 3 malformed input, 4 limit, 5 error condition, 6 not judged,\n"
      "70 internal error");
  cli::Verbs verbs;
  for (const auto offer : offers) offer(app, verbs);
  const cli::VerbText program = described(app);
  if (const auto finding = cli::misspelt(program, words)) return refuse(*finding, words);
  try {
    app.parse(last_first(words));
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) return app.exit(problem);
    if (!manual && shell.empty()) return refuse(finding_of(problem, app, words), words);
  }
  if (manual) return std::fputs(cli::manual_page(program).c_str(), stdout), 0;
  if (!shell.empty()) return std::fputs(cli::completion(with_all_choices(program), shell).c_str(), stdout), 0;
  const auto wanted = std::ranges::find_if(verbs, [](const auto& one) { return one.verb->parsed(); });
  return wanted->run();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = dispatch(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::fputs("error: standard output could not be written\n", stderr);
    return static_cast<int>(Code::internal);
  } catch (const std::bad_alloc&) {
    std::fputs("error: out of memory\n", stderr);
    return static_cast<int>(Code::limit);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "error: internal: %s\n", problem.what());
    return static_cast<int>(Code::internal);
  }
}
