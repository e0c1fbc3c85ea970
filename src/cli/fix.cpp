// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon fix`: brings a model into a profile, and proves that it has the same bits.
#include <fmt/format.h>

#include <map>
#include <random>

#include "cli/console.hpp"
#include "cli/model.hpp"
#include "conform/fix/fix.hpp"
#include "io/file.hpp"
#include "onnx/write.hpp"
#include "report/equal/report.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

Result<Code> fix_and_print(const FixOptions& options, Subject& subject) {
  const Limits limits;
  FixOptions as_onnx = options;
  as_onnx.profile = "onnx";
  const Result<OpenModel> open = open_model(as_onnx, "fixed", limits, subject);
  if (!open) return open.finding();
  const CheckedModel& model = *open->verdict.model;
  const Result<ModelFix> fixed = fix_model(model, *find_profile(options.profile), !options.bindings.empty());
  if (!fixed) return fixed.finding();
  if (auto problem = write_file(options.output, with_edit(open->loaded.file.bytes(), fixed->edit))) return *problem;
  constexpr const char* kinds[] = {"kept", "completed", "rewritten", "folded", "removed", "left"};
  std::map<NodeFix::Kind, std::uint64_t> counts;
  std::map<std::string, std::uint64_t> reasons;
  for (const NodeFix& one : fixed->nodes) {
    ++counts[one.kind];
    if (!one.why.empty()) ++reasons[model.graph->nodes[one.node].operation + ": " + one.why];
  }
  std::string text;
  for (const auto& [kind, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "nodes: " : ", ", count, kinds[static_cast<std::size_t>(kind)]);
  fmt::print("{}\n", text);
  for (const auto& [why, count] : reasons) fmt::print("  left {} {}\n", count, why);
  FixOptions again = options;
  again.model = options.output;
  again.bindings = {};
  Subject other;
  const Result<OpenModel> result = open_model(again, "compared", limits, other);
  if (!result) return result.finding();
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  std::random_device device;
  EqualitySettings settings{.operations = options.operations, .team = &*team};
  for (std::uint8_t& byte : settings.seed) byte = static_cast<std::uint8_t>(device());
  const Result<Equality> equality = prove_equal(model, *result->verdict.model, settings);
  if (!equality) return equality.finding();
  const EqualReport report{model, *result->verdict.model, *equality, subject.identity, options.profile};
  fmt::print("{}", equal_text(report));
  return equality->verdict == Equality::Verdict::equal ? Code::ok : Code::not_judged;
}

}  // namespace

int fix(const FixOptions& options) {
  Subject subject;
  const Result<Code> code = fix_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format);
}

}  // namespace etalon::impl::cli
