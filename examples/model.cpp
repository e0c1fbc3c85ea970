// SPDX-License-Identifier: Apache-2.0
// Runs a model from C++ on inputs that are all ones and prints the fingerprint: model_cpp FILE [PROFILE].
#include <cstdio>
#include <cstdlib>
#include <etalon/etalon.hpp>
#include <fstream>
#include <iterator>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: model_cpp FILE [PROFILE]\n");
    return ETALON_USAGE;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const etalon::Model model(std::as_bytes(std::span(bytes)), {.profile = argc > 2 ? argv[2] : "sonnx"});
  const etalon::Plan plan(model);
  if (!plan) {
    std::fprintf(stderr, "%s: %s\n", model.status().rule, model ? plan.message().c_str() : model.message().c_str());
    return ETALON_NOT_CONFORMANT;
  }

  std::vector<std::vector<float>> memory;
  std::vector<etalon::Input> inputs;
  std::vector<etalon::Output> outputs;
  const auto space = [&](const etalon_port& port) -> std::vector<float>& {
    if (port.type.type != ETALON_FLOAT) {
      std::fprintf(stderr, "%s is not float: this example knows no other type\n", port.name);
      std::exit(ETALON_USAGE);
    }
    return memory.emplace_back(static_cast<std::size_t>(port.bytes) / sizeof(float), 1.0f);
  };
  for (std::size_t i = 0; i < plan.facts().input_count; ++i)
    inputs.emplace_back(std::span<const float>(space(plan.input(i))));
  for (std::size_t i = 0; i < plan.facts().output_count; ++i) outputs.emplace_back(std::span(space(plan.output(i))));

  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Status status = plan.run(inputs, outputs, arena.bytes());
  if (!status.ok()) {
    std::fprintf(stderr, "node %u: %s at element %llu\n", status.node, status.rule,
                 static_cast<unsigned long long>(status.index));
    return status.code;
  }
  std::printf("%s\n", plan.digest(outputs).c_str());
  return 0;
}
