// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon run` reports as JSON; `etalon evidence` keeps the same.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "report/page/identity.hpp"
#include "report/run/running.hpp"

namespace etalon::impl {

inline constexpr std::uint64_t most_printed = 1000;  // elements of an output that is still shown

struct RunDocument {
  std::string model;    // the base name of the file
  std::string kernels;  // "fast", "reference", "both"
  const Plan* plan;
  const RunOutcome* outcome;
  Identity identity;
  bool events = false;                                   // they were counted
  std::function<void(JsonWriter&)> write_platform = {};  // members about the machine; empty: left out
  std::vector<std::string> files = {};                   // of the outputs; empty: they were not written
};

std::string run_json(const RunDocument& document);

}  // namespace etalon::impl
