// SPDX-License-Identifier: Apache-2.0
// Floor 8. What is claimed of a candidate: a verdict, the elements that it rests on, and the reason ("CON-ALL-CLAIM").
#pragma once

#include <optional>
#include <string>

#include "conform/judge/judge.hpp"

namespace etalon::impl {

// Elements of what a candidate gives, and of outputs that it should have given. Recorded ones count neither way.
struct ElementCounts {
  std::uint64_t judged = 0, not_judged = 0, recorded = 0;
  std::uint64_t violating = 0, deviating = 0;  // of those judged

  std::uint64_t due() const { return judged + not_judged; }
  ElementCounts& operator+=(const ElementCounts& more);
  bool operator==(const ElementCounts&) const = default;
};

ElementCounts counts_of(const JudgedCall& judged);

enum class Conformance : std::uint8_t { conforms, partly_judged, not_judged, violates };
inline constexpr const char* conformance_names[] = {"conforms", "partly judged", "not judged", "does not conform"};

// "conforms" needs every element judged.
Conformance conformance_of(const ElementCounts& counts);

struct Claim {
  Conformance is = Conformance::not_judged;
  ElementCounts counts = {};
  std::string reason = {};

  const char* name() const { return conformance_names[static_cast<std::size_t>(is)]; }
  bool is_open() const { return is == Conformance::partly_judged || is == Conformance::not_judged; }
  std::optional<bool> conforms() const;  // nothing where an element was not judged and none violates
  std::string headline() const;          // "partly judged (99 of 100 elements not judged)"
};

}  // namespace etalon::impl
