// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon equal`: whether two models have the same bits for every input.
#include "check/bind.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "report/equal/report.hpp"
#include "simd/threads.hpp"
#include "trace/seed.hpp"

namespace etalon::impl::cli {
namespace {

// What was rewritten may leave nothing open that bindings could settle.
Result<OpenModel> open_second(EqualOptions options, const Limits& limits, Subject& subject) {
  if (!options.bindings.empty()) {
    EqualOptions as_it_is = options;
    as_it_is.bindings = {};
    Subject unbound;
    Result<OpenModel> open = open_model(as_it_is, "compared", limits, unbound);
    if (open || !allows_bindings(*find_profile(options.profile))) {
      subject = unbound;
      return open;
    }
  }
  return open_model(options, "compared", limits, subject);
}

Result<Code> prove_and_print(const EqualOptions& options, Subject& subject) {
  const Limits limits;
  const Result<OpenModel> first = open_model(options, "compared", limits, subject);
  if (!first) return first.finding();
  EqualOptions other = options;
  other.model = options.second;
  if (options.second_profile) other.profile = *options.second_profile;
  Subject beside;
  const Result<OpenModel> second = open_second(other, limits, beside);
  subject = {identity_of_both(std::move(subject.identity), beside.identity), beside.graph, {}};
  if (!second) return second.finding();
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  std::optional<Progress> progress;
  EqualitySettings settings{.seed = drawn_seed(), .operations = options.operations, .team = &*team};
  settings.progress = [&](std::uint64_t, std::uint64_t all) {
    if (!progress) progress.emplace(all, "nodes", options.quiet);
    progress->advance(1);
  };
  const Result<Equality> equality = prove_equal(*first->verdict.model, *second->verdict.model, settings);
  progress.reset();
  if (!equality) return equality.finding();
  if (equality->counterexample)  // inputs for which the models differ
    if (auto problem = keep_inputs(equality->counterexample->inputs, options.keep)) return *std::move(problem);
  const bool has_own_profile = options.second_profile && *options.second_profile != options.profile;
  const EqualReport report{*first->verdict.model, *second->verdict.model, *equality, subject.identity,
                           has_own_profile ? *options.second_profile : ""};
  const Delivery delivery{options.format == "json" ? equal_json(report) : equal_text(report), equal_summary(report)};
  if (auto problem = deliver(delivery, options, options.output)) return *std::move(problem);
  switch (equality->verdict) {
    case Equality::Verdict::equal:
      return Code::ok;
    case Equality::Verdict::different:
      return Code::not_conformant;
    default:
      return Code::not_judged;
  }
}

}  // namespace

int equal(const EqualOptions& options) {
  Subject subject;
  const Result<Code> code = prove_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.output);
}

}  // namespace etalon::impl::cli
