// SPDX-License-Identifier: Apache-2.0
// What conforms to ONNX is brought into a profile, with a proof within small limits. What comes out can be read, and
// fixed again; where it was shown to have the same bits, it has them on drawn inputs as well.
#include "conform/fix/fixed.hpp"

#include "conform/equal/draw.hpp"
#include "fuzz/target.hpp"
#include "onnx/model.hpp"

namespace {

using namespace etalon::impl;
using etalon::fuzz::require;

void check_result(const CheckedModel& model, const Fixed& fixed, Evidence evidence, bool is_conditional) {
  const Result<Graph> graph = read_model(std::as_bytes(std::span(fixed.bytes)), {});
  require(static_cast<bool>(graph), "a fixed model can be read");
  require(fixed.fix.nodes.size() == model.graph->nodes.size(), "every node is accounted for");
  for (const NodeFix& one : fixed.fix.nodes)
    require((one.kind == NodeFix::Kind::left) == !one.why.empty(), "what is left has a reason");
  if (evidence == Evidence::none || !fixed.is_shown(evidence) || is_conditional || !fixed.shared) return;
  require(fixed.shared->differing.empty(), "what was shown to be the same is the same on drawn inputs");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = etalon::fuzz::bytes_of(data, size);
  Result<Graph> graph = read_model(bytes, etalon::fuzz::limits);
  if (!graph) return 0;
  Profile source = *find_profile("onnx"), target = profiles()[size % profiles().size()];
  target.choices.accumulation = source.choices.accumulation = static_cast<Accumulation>(size / 3 % 4);
  const Verdict verdict = check(std::move(*graph), source);
  if (!verdict.model) return 0;
  std::uint64_t work = 0;
  for (const Call& call : verdict.model->calls) {
    const std::uint64_t one = operations_of(call);
    if (one > 1 << 20 || (work += one) > 1 << 20) return 0;  // drawn inputs are computed
  }
  FixSettings settings{.evidence = size % 5 == 0 ? Evidence::drawn : Evidence::proof};
  settings.equality.operations = 1 << 20;
  const Result<Fixed> fixed = fix_with_evidence(*verdict.model, bytes, nullptr, target, settings);
  if (!fixed) {
    require(!fixed.finding().message.empty() && !fixed.finding().hint.empty(), "a refusal has words, and a hint");
    return 0;
  }
  // Of a claim that rests on a condition, or that holds where both have a result, drawn inputs may say otherwise.
  const bool is_conditional =
      fixed->equality && (fixed->equality->conditions != 0 || !fixed->equality->conditional.empty());
  check_result(*verdict.model, *fixed, settings.evidence, is_conditional);
  return 0;
}
