// SPDX-License-Identifier: Apache-2.0
// Runs a model on inputs made up here, with the fast kernels on all processors and with the reference on one, and
// prints both fingerprints, which must be the same: fast_cpp FILE [PROFILE]. Inputs that have no result have a rule.
#include <cstdio>
#include <etalon/fast.hpp>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

std::string fingerprint(const etalon::Model& model, const etalon::Plan::Options& options, const etalon_team* team) {
  const etalon::Plan plan(model, options);
  std::vector<std::vector<std::uint64_t>> memory;  // aligned for all types
  const auto space = [&](const etalon_port& port) {
    auto& words = memory.emplace_back(static_cast<std::size_t>(port.bytes) / 8 + 1);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = 0x3C003C013C023C03 + 0x0004000400040004 * (i % 512);
    return words.data();
  };
  std::vector<etalon::Input> inputs;
  std::vector<etalon::Output> outputs;
  for (std::size_t i = 0; i < plan.facts().input_count; ++i) {
    const etalon_port port = plan.input(i);
    inputs.emplace_back(static_cast<etalon::Type>(port.type.type), space(port), static_cast<std::size_t>(port.bytes));
  }
  for (std::size_t i = 0; i < plan.facts().output_count; ++i) {
    const etalon_port port = plan.output(i);
    outputs.emplace_back(static_cast<etalon::Type>(port.type.type), space(port), static_cast<std::size_t>(port.bytes));
  }
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Status status = plan.run(inputs, outputs, arena.bytes(), {}, team);
  return status.ok() ? plan.digest(outputs) : status.rule;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: fast_cpp FILE [PROFILE]\n");
    return ETALON_USAGE;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const etalon::Model model(std::as_bytes(std::span(bytes)), {.profile = argc > 2 ? argv[2] : "sonnx"});
  const etalon::Team team;
  if (!model || !team) {
    std::fprintf(stderr, "%s\n", model ? team.message().c_str() : model.message().c_str());
    return ETALON_USAGE;
  }
  const std::string fast = fingerprint(model, {etalon_fast_kernels(), team.size()}, team.get()),
                    reference = fingerprint(model, {}, nullptr);
  std::printf("%s  fast, %s, %u threads\n%s  reference\n", fast.c_str(), etalon_fast_instructions(), team.size(),
              reference.c_str());
  return fast == reference && !fast.empty() ? ETALON_OK : ETALON_INTERNAL;
}
