// SPDX-License-Identifier: Apache-2.0
// An untrusted model through all phases: read, checked, planned, run on inputs of a fixed pattern in guarded memory.
// Used by the fuzz target `runner` and by tests/check/mutation_test.cpp.
#pragma once

#include <cstddef>
#include <span>

#include "base/limits.hpp"
#include "check/profile.hpp"
#include "graph/graph.hpp"
#include "io/external.hpp"

namespace etalon::fuzz {

enum class Reached : unsigned { nothing, graph, conformant, plan, condition, result };
inline constexpr unsigned reached_kinds = 6;

struct Journey {
  Reached reached = Reached::nothing;
  const char* broken = nullptr;  // the promise that was not kept; null where all were
};

// Promises: a plan that can be made can be run; it ends in a result or in a condition; in a condition no output is
// written; nothing is ever written beside the outputs and the arena, nor to the inputs; a second run, on an arena full
// of other bytes and counting events, ends in the same; and so does one node after the other on memory of its own.
Journey travel(std::span<const std::byte> bytes, const impl::Profile& profile, const impl::Limits& limits,
               impl::ExternalData* external);

// The same from a graph on; what its constants refer to must stay.
Journey travel(impl::Graph graph, const impl::Profile& profile, const impl::Limits& limits);

}  // namespace etalon::fuzz
