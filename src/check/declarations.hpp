// SPDX-License-Identifier: Apache-2.0
// Floor 5. The rules on what a model declares of its values. `is` is what a value turned out to be, computed or stored,
// where that is known: then a fix can declare it.
#pragma once

#include "check/finding_log.hpp"
#include "check/profile.hpp"
#include "check/survey.hpp"

namespace etalon::impl {

class Declarations {
 public:
  Declarations(const Survey& survey, const Profile& profile, FindingLog& log)
      : survey_(survey), profile_(profile), log_(log) {}

  // A declaration that is missing or left open. `node` computes the value, or is no_node. ONNX lets a shape be open:
  // where the profile does, too, a model that needs it is not judged.
  void check_complete(std::uint32_t i, const Argument* is, std::uint32_t node = no_node) const;

  // A declaration of something else than what the value is.
  void check_true(std::uint32_t i, const Argument& is, std::uint32_t node = no_node) const;

  // Two declarations that differ.
  void check_agreement(std::uint32_t i, const Argument* is) const;

  // A value that is no tensor of a type that Etalon has.
  void report_foreign(std::uint32_t i, std::uint32_t node = no_node) const;

 private:
  const Survey& survey_;
  const Profile& profile_;
  FindingLog& log_;
};

// Puts a finding at a value. `what` follows the value's name; `make` is broken() or unjudged().
using MakeFinding = Finding(const char* rule, std::string message, std::string hint);
void report(const Survey& survey, FindingLog& log, std::uint32_t i, std::uint32_t node, const char* rule,
            const std::string& what, std::string hint, std::string fix = {}, MakeFinding* make = broken);

}  // namespace etalon::impl
