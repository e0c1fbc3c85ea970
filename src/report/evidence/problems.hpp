// SPDX-License-Identifier: Apache-2.0
// Floor 9. Known problems as data (spec/known_problems.json), and those that touch a model ("EVI-ALL-PROBLEMS").
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ops/operator.hpp"

namespace etalon::impl {

struct KnownProblem {
  std::string id, kind, from, fixed;  // kind: defect or limit; fixed: no release yet where it is empty
  std::vector<std::string> operators, verbs;
  std::string title, description, workaround;

  bool touches(std::string_view operation) const;
  bool is_open(std::string_view version) const;  // that release has it
};

// All of them; a finding where the data are not what is expected.
Result<std::vector<KnownProblem>> known_problems();

// Those of some of these operators, or of all operators.
std::vector<KnownProblem> touching(std::span<const KnownProblem> all, std::span<const Operator* const> used);

// "0.10.0" is newer than "0.9.0".
bool older(std::string_view version, std::string_view than);

std::string problems_json(std::span<const KnownProblem> problems, std::span<const std::string> operators);

}  // namespace etalon::impl
