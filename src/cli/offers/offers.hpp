// SPDX-License-Identifier: Apache-2.0
// Floor 10. What verbs offer on the command line: each adds its options to the parser, owns their values, and says what
// runs it. main.cpp has the table of verbs; offers/ alone knows the parser beside it.
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <functional>
#include <memory>

#include "base/quote.hpp"
#include "cli/verbs.hpp"

namespace etalon::impl::cli {

struct OfferedVerb {
  const CLI::App* verb;
  std::function<int()> run;  // gives the exit code
};
using Verbs = std::vector<OfferedVerb>;  // a verb below another one comes before it

void offer_op(CLI::App& app, Verbs& verbs);
void offer_check(CLI::App& app, Verbs& verbs);
void offer_run(CLI::App& app, Verbs& verbs);
void offer_accuracy(CLI::App& app, Verbs& verbs);
void offer_compare(CLI::App& app, Verbs& verbs);
void offer_explain(CLI::App& app, Verbs& verbs);
void offer_operators(CLI::App& app, Verbs& verbs);
void offer_trace(CLI::App& app, Verbs& verbs);
void offer_evidence(CLI::App& app, Verbs& verbs);
void offer_exhaustive(CLI::App& app, Verbs& verbs);
void offer_conform(CLI::App& app, Verbs& verbs);
void offer_vectors(CLI::App& app, Verbs& verbs);
void offer_outputs(CLI::App& app, Verbs& verbs);
void offer_requantise(CLI::App& app, Verbs& verbs);
void offer_equal(CLI::App& app, Verbs& verbs);
void offer_verify(CLI::App& app, Verbs& verbs);
void offer_fix(CLI::App& app, Verbs& verbs);
void offer_generate(CLI::App& app, Verbs& verbs);

// ---- what several of them offer -------------------------------------------------------------------------------------

using Names = std::vector<std::string>;

// One of the names. For any other it gives a message and a hint, each on its own line.
CLI::Validator one_of(const Names& names);
// The name in small letters, as the tables have it.
CLI::Validator in_small_letters();
Names operator_names();
Names profile_names();

// What every verb has.
void offer_common(CLI::App& verb, CommonOptions& o, const Names& formats);
// -o of a verb that makes a report ("CLI-ALL-OUTPUT").
void offer_report(CLI::App& verb, std::string& output);
// An option that may be given several times, each time with one value.
void offer_list(CLI::App& verb, const char* name, const char* value, Names& values, const std::string& description);
void offer_profile(CLI::App& verb, std::string& profile);
void offer_accumulate(CLI::App& verb, std::optional<std::string>& accumulate);
void offer_strict(CLI::App& verb, bool& strict);
void offer_external_data(CLI::App& verb, bool& external_data);
void offer_bindings(CLI::App& verb, BindingOptions& bindings);

// An integer that T can hold. It is checked before the parser converts it, because the parser replaces a number that is
// out of range by the largest one.
template <class T> CLI::Validator integer() {
  return {[](const std::string& word) -> std::string {
            T number{};
            const char* end = word.data() + word.size();
            const auto [stop, problem] = std::from_chars(word.data(), end, number);
            if (problem == std::errc() && stop == end) return {};
            const bool beyond = problem == std::errc::result_out_of_range && stop == end;
            const char* kind = std::is_unsigned_v<T> ? " is not an integer of at least 0" : " is not an integer";
            return quoted(word, 60) + (beyond ? " is out of range" : kind);
          },
          ""};
}

// Threads is an unsigned number, or an optional one.
template <class Threads> CLI::Option* offer_threads(CLI::App& verb, Threads& threads, const char* description) {
  return verb.add_option("--threads", threads, description)->type_name("N")->check(integer<unsigned>());
}

// Options is CompareOptions, or has its members.
template <class Options> void offer_candidate(CLI::App& verb, Options& o) {
  offer_list(verb, "--candidate", "DIR|FILE|NAME=FILE", o.candidate,
             "What the implementation computed: a folder with output_0.npy (or .pb), output_1.npy …, the file of the "
             "only output, or the file of a value of the model");
  offer_list(verb, "--deployed", "DIR|FILE|NAME=FILE", o.deployed,
             "What the deployed model gave, if --candidate is a run of a model that was changed to give intermediate "
             "values: tells whether the final outputs agree");
  verb.add_option("--tolerance", o.tolerance,
                  "Fail with exit code 1 unless every output is this near to the reference: exact, 1e-3, 0.1% or "
                  "'1e-3 rel' of the reference, or '4 ulp'")
      ->type_name("LIMIT");
}

}  // namespace etalon::impl::cli
