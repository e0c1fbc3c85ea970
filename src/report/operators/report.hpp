// SPDX-License-Identifier: Apache-2.0
// Floor 9. What Etalon has of which operator: versions, formals, types and attributes by source and profile, as the
// rows say it ("CLI-ALL-OPERATORS").
#pragma once

#include <span>
#include <string>
#include <vector>

#include "check/profile.hpp"

namespace etalon::impl {

using Operators = std::span<const Operator* const>;

std::string operators_json(Operators listed);   // all that the rows say, for programs
std::string operators_text(Operators listed);   // a table of versions, profiles and types
std::string operator_text(const Operator& op);  // one operator, row by row

// Everything that a profile is made of, as text: two profiles with the same text give the same verdicts, as far as
// rows, general rules and choices decide them. For a digest, not for readers.
std::string profile_text(const Profile& profile);

// ---- what the views share ------------------------------------------------------------------------------------------

const char* name_of(Source source);
const char* name_of(Formal::Presence presence);
const char* name_of(AttributeFormal::Kind kind);  // as ONNX calls it

// The profiles that take this row.
std::vector<std::string> profiles_of(const Operator& op, const Row& row);

std::vector<std::string> names_of(TypeSet types);

// What an attribute is that is not given, as JSON; empty: it has no default.
std::string default_json(const AttributeFormal& attribute);

}  // namespace etalon::impl
