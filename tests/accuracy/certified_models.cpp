// SPDX-License-Identifier: Apache-2.0
// Certified errors of whole models beside those of the shadow: certified_models [--inputs N] MODEL…, with N drawn
// inputs for each model of at most 2^25 operations. Every error of an output must be that of the shadow, to a
// millionth, and with threads the same to the last bit.
#include <fmt/format.h>

#include <cstring>
#include <random>

#include "onnx/load.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/same_errors.hpp"

using namespace etalon::impl;

namespace {

std::uint64_t faults = 0;
void fault(const std::string& what) { fmt::print("{}\n", what), ++faults; }

// Numbers from 0 to 1 in floating-point types, small integers in others.
Tensor drawn(const Value& value, std::mt19937_64& random) {
  Tensor tensor(*value.type, *value.shape);
  const DTypeInfo& type = info(*value.type);
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i) {
    unsigned ignored = 0;
    const double number = static_cast<double>(random() >> 11) * 0x1p-53;
    set_pattern(tensor.view(), i,
                type.kind == Kind::floating ? binary_convert(FORMAT_DOUBLE, binary_format_of(type.bits, type.fraction),
                                                             f64_bits(number), &ignored)
                                            : random() % (type.kind == Kind::boolean ? 2 : 100));
  }
  return tensor;
}

bool same(const CertifiedRun& a, const CertifiedRun& b, const Graph& graph) {
  for (const std::uint32_t output : graph.outputs)
    for (std::size_t i = 0; i < a.real[output].size(); ++i) {
      const WordBall &x = a.real[output][i], &y = b.real[output][i];
      if (x.radius != y.radius || x.exponent != y.exponent || x.used != y.used || x.negative != y.negative ||
          x.state != y.state || x.word != y.word)
        return false;
    }
  const DecisionCounts all = a.all_decisions(), others = b.all_decisions();
  return all.all == others.all && all.otherwise == others.otherwise && all.unsettled == others.unsettled;
}

void judge(const char* path, std::uint64_t inputs) {
  const auto loaded = load_model(path, FilesBeside::refused, {});
  if (!loaded) return fault(fmt::format("{}: {}", path, loaded.finding().message));
  const Verdict verdict = check(loaded->graph, *find_profile("onnx"));
  if (!verdict.model) return fault(fmt::format("{}: it does not conform", path));
  const Graph& graph = *verdict.model->graph;
  auto team = Threads::make(3);
  std::mt19937_64 random(1);
  std::uint64_t compared = 0;
  for (std::uint64_t k = 0; k < inputs; ++k) {
    std::vector<InputKnowledge> known(graph.values.size());
    for (const std::uint32_t input : free_inputs(graph)) {
      known[input].low = drawn(graph.values[input], random);
      known[input].high = known[input].low;
    }
    const auto one = analyse(verdict.model, known, {}, {}, {.kernels = fast_kernel}),
               other = analyse(verdict.model, known, {}, {}, {.kernels = fast_kernel, .team = &*team});
    if (!one || !other || !one->run || !other->run) return fault(fmt::format("{}: not analysed", path));
    compared +=
        etalon::tests::compare_errors(*one, [&](const std::string& what) { fault(fmt::format("{}: {}", path, what)); });
    if (!same(*one->run, *other->run, graph)) fault(fmt::format("{}: threads give other balls", path));
  }
  fmt::print("{}: {} errors are those of the shadow\n", path, compared);
  if (compared == 0) fault(fmt::format("{}: nothing was compared", path));
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t inputs = 3;
  int first = 1;
  if (argc > 2 && std::strcmp(argv[1], "--inputs") == 0) inputs = std::strtoull(argv[2], nullptr, 10), first = 3;
  if (first >= argc) return fmt::print("usage: certified_models [--inputs N] MODEL...\n"), 2;
  const etalon::tests::ProgramEvidence evidence("CertifiedModels.ErrorsAreThoseOfTheShadow", {"ACC-ALL-RUN"});
  for (int k = first; k < argc; ++k) judge(argv[k], inputs);
  return evidence.verdict(faults == 0);
}
