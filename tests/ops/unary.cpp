// SPDX-License-Identifier: Apache-2.0
// Every pattern of each operator with one operand for which the oracle has a campaign, through the shipped path
// (resolve, execute, both kernels), bits and events: unary [--bits N] [--only NAME,NAME…] [--every K]. Types of at most
// N bits: 16 in CI, 32 by hand, which is 2^32 patterns of float, int32 and uint32 for every type that they are
// converted to; of these only 1/K of the blocks of 2^16 patterns, if K is given.
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/campaign.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;

namespace {

std::mutex mutex;  // of printing
std::atomic<std::uint64_t> faults = 0;

// An operator on one type, or between two.
struct Campaign {
  const oracle::Campaign& judged;
  oracle::NamedType from, to;
  Call call;  // on a block

  std::uint64_t patterns() const {
    return from.type.kind == oracle::Kind::boolean ? 2 : std::uint64_t{1} << from.type.bits;
  }
  std::uint64_t block() const { return call.inputs[0]->shape.count; }

  void judge_block(std::uint64_t first) const;
  void fault(std::uint64_t x, const std::string& what) const;
};

void Campaign::fault(std::uint64_t x, const std::string& what) const {
  const std::lock_guard lock(mutex);
  if (faults++ < 20) fmt::print("{} {} {} of {:x}: {}\n", judged.operation, from.name, to.name, x, what);
}

void Campaign::judge_block(std::uint64_t first) const {
  Tensor x(call.inputs[0]->type, call.inputs[0]->shape), y(call.outputs[0]->type, call.outputs[0]->shape);
  std::vector<oracle::Answer> right;
  Events expected;
  for (std::uint64_t i = 0; i < block(); ++i) {
    set_pattern(x.view(), i, first + i);
    right.push_back(std::get<oracle::JudgePattern>(judged.judge)(from.type, to.type, first + i));
    expected.note(right[i].events, i);
  }
  const TensorView inputs[] = {std::as_const(x).view()};
  const MutableTensorView outputs[] = {y.view()};
  Events events;
  const auto compute = [&](KernelTable kernels, Events* counted, const char* name) {
    if (!execute(call, inputs, outputs, {.events = counted}, kernels).ok()) return fault(first, "not computed");
    for (std::uint64_t i = 0; i < block(); ++i)
      if (const std::uint64_t got = pattern_at(std::as_const(y).view(), i); got != right[i].bits)
        return fault(first + i, fmt::format("{}: {:x}, not {:x}", name, got, right[i].bits));
  };
  compute(reference_kernel, nullptr, "reference kernel");
  compute(fast_kernel, nullptr, "fast kernel");
  compute(reference_kernel, &events, "reference kernel that counts events");
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
    if (events.of[kind].count != expected.of[kind].count || events.of[kind].first != expected.of[kind].first)
      fault(first + expected.of[kind].first, fmt::format("{} is counted {} times, not {}", event_names[kind],
                                                         events.of[kind].count, expected.of[kind].count));
}

// Nothing where the operator does not have the types.
std::optional<Campaign> campaign_of(const oracle::Campaign& judged, const oracle::NamedType& from,
                                    const oracle::NamedType& to) {
  const std::uint64_t patterns = from.type.kind == oracle::Kind::boolean ? 2 : std::uint64_t{1} << from.type.bits;
  const std::uint64_t block[] = {std::min<std::uint64_t>(patterns, 1 << 16)};
  Node node;
  node.operation = judged.operation;
  if (judged.converts) node.attributes = {{"to", std::int64_t{to.number}}};
  const Argument operands[] = {{find_dtype(from.name)->id, *Shape::of(block)}};
  auto resolution = resolve(*find_profile("onnx"), newest_opset, node, operands);
  if (!resolution) return std::nullopt;
  return Campaign{judged, from, to, std::move(resolution->call)};
}

// On how many types, or pairs of types, the operator must be judged: as many of them as its row has.
std::size_t campaigns_wanted(const Operator& op, int bits) {
  const Row& row = *row_for(*find_profile("onnx"), newest_opset, op);
  const TypeRule &from = row.rule_of(row.inputs[0]), &to = row.rule_of(row.outputs[0]);
  std::size_t inputs = 0, outputs = 0;
  for (const oracle::NamedType& type : oracle::storable_types) {
    inputs += type.type.bits <= bits && from.types.contains(find_dtype(type.name)->id);
    outputs += to.types.contains(find_dtype(type.name)->id);
  }
  return &from == &to ? inputs : inputs * outputs;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t widest = 16, every = 1;
  std::string only;
  if (!etalon::tests::read_options(argc, argv, {{"--bits", &widest}, {"--only", &only}, {"--every", &every}}))
    return fmt::print("usage: unary [--bits N] [--only NAME,NAME…] [--every K]\n"), 2;
  if ((widest != 16 && widest != 32) || every == 0) return fmt::print("--bits: 16 or 32; --every: 1 or more\n"), 2;
  if (every > 1) fmt::print("turn {}: 1/{} of the blocks\n", etalon::tests::turn(), every);
  const int bits = static_cast<int>(widest);
  const std::string test = "Unary.EveryPatternAgreesWithTheOracle";
  etalon::tests::remove_evidence(test);
  std::set<std::string> rules;
  std::uint64_t judged = 0;
  for (const oracle::Campaign& one : oracle::campaigns()) {
    const Operator* op = find_operator("", one.operation);
    if (op == nullptr || !std::holds_alternative<oracle::JudgePattern>(one.judge)) continue;
    if (!only.empty() && ("," + only + ",").find(std::string(",") + one.operation + ",") == std::string::npos) continue;
    const int judged_bits = std::min(bits, one.widest);
    std::size_t campaigns = 0;
    for (const oracle::NamedType& from : oracle::storable_types)
      for (const oracle::NamedType& to : oracle::storable_types) {
        if (from.type.bits > judged_bits || (!one.converts && !(from.type == to.type))) continue;
        const std::optional<Campaign> campaign = campaign_of(one, from, to);
        if (!campaign) continue;
        const std::uint64_t blocks = campaign->patterns() / campaign->block();
        const std::uint64_t visited = etalon::tests::blocks_in_turn(blocks, every);
        on_all_cores(visited, [&](std::uint64_t i) {
          campaign->judge_block(etalon::tests::block_of_turn(i, blocks, every) * campaign->block());
        });
        const std::uint64_t patterns = visited * campaign->block();
        if (bits > 16) fmt::print("{} {} to {}: {} patterns\n", one.operation, from.name, to.name, patterns);
        judged += patterns;
        ++campaigns;
      }
    const std::size_t wanted = campaigns_wanted(*op, judged_bits);
    fmt::print("{}: judged on {} of {} types or pairs of types\n", one.operation, campaigns, wanted);
    faults += campaigns != wanted || wanted == 0;
    rules.insert(one.evidence.begin(), one.evidence.end());
  }
  fmt::print("{} patterns, {} faults\n", judged, faults.load());
  if (every == 1) etalon::tests::write_evidence(test, rules, faults == 0);  // a part is no evidence of the whole
  return faults == 0 && judged > 0 ? 0 : 1;
}
