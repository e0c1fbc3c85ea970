// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a model's outputs by the reference, on any processor: replay_network MODEL [NAME=SIZE …] FILE …
#include "network.hpp"

int main(int argc, char** argv) {
  using etalon::test::Network;
  const Network network(std::span<char* const>(argv, static_cast<std::size_t>(argc)).subspan(1));
  const etalon::Plan plan(network.model());
  Network::Buffers buffers = network.buffers(plan);
  Network::run(plan, buffers);
  std::printf("%s\n", plan.digest(buffers.outputs).c_str());
}
