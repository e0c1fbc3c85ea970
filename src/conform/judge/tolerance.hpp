// SPDX-License-Identifier: Apache-2.0
// Floor 8. What a user requires of the distance to the expected results. It does not concern conformance: an element
// that is near enough and was not judged is still not judged.
#pragma once

#include <span>
#include <string>

#include "base/status.hpp"
#include "conform/judge/judge.hpp"
#include "text/limit_text.hpp"

namespace etalon::impl {

struct Tolerance {
  bool exact = true;  // the same bits
  Measure measure = Measure::absolute;
  double limit = 0;

  static Result<Tolerance> of(const std::string& text);  // exact, or a limit as limit_text.hpp has it

  bool holds(std::span<const Distance> differing) const;  // of the elements whose bits differ
  bool holds(const TensorView& given, const TensorView& expected) const;
};

}  // namespace etalon::impl
