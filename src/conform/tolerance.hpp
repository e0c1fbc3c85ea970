// SPDX-License-Identifier: Apache-2.0
// Floor 8. What a user requires of the distance to the expected results. It says nothing about conformance: an element
// that is near enough and was not judged is still not judged.
#pragma once

#include <span>
#include <string>

#include "base/status.hpp"
#include "conform/judge.hpp"

namespace etalon::impl {

struct Tolerance {
  enum class Unit : std::uint8_t { exact, ulp, absolute } unit = Unit::exact;
  double limit = 0;

  static Result<Tolerance> of(const std::string& text);  // exact, ulp=4, abs=1e-3

  bool holds(std::span<const Distance> differing) const;  // of the elements whose bits differ
  bool holds(const TensorView& given, const TensorView& expected) const;
};

}  // namespace etalon::impl
