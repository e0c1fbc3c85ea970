// SPDX-License-Identifier: Apache-2.0
// Floor 5. A profile is data: whose rows hold, which general rules apply, and the choices that results depend on.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "ops/call.hpp"

namespace etalon::impl {

struct GeneralRules {
  bool explicit_values;  // every value declares its type and shape
  bool no_sparse;        // no sparse tensors
  bool no_defaults;      // every attribute that has an effect is given, and no graph input has a value of its own
  bool no_dead_nodes;    // every node has a part in an output
  bool unique_nodes;     // no two nodes have one name
};

struct Profile {
  const char* id;
  const char* title;
  std::array<Source, 2> sources;  // an operator's rows are those of the first source that defines it
  GeneralRules rules;
  Choices choices;
};

// The newest operator set whose definitions were read: a later one may redefine an operator.
inline constexpr int newest_opset = 27;

// Likewise the newest version of the IR, that of ONNX 1.22.
inline constexpr std::int64_t newest_ir = 13;

// The source that the profile takes the operator from; nothing where none of its sources defines it.
std::optional<Source> source_of(const Profile& profile, const Operator& op);

// The operator sets that mean one of these versions of the operator, which ascend: "7 to 12", "1 to 5, 13 to 27".
std::string operator_sets(const Operator& op, std::span<const int> versions);

std::span<const Profile> profiles();
const Profile* find_profile(std::string_view id);

// The profile with an accumulation policy of that name; null: its own. A usage error where a name is unknown.
Result<Profile> choose_profile(std::string_view id, const char* accumulate = nullptr, bool strict = false);

}  // namespace etalon::impl
