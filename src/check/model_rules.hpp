// SPDX-License-Identifier: Apache-2.0
// Floor 5. The rules on a model that do not depend on what its nodes compute: versions, names, what the file contains
// beyond a graph, nodes that nothing needs.
#pragma once

#include "check/finding_log.hpp"
#include "check/profile.hpp"
#include "check/survey.hpp"

namespace etalon::impl {

// IR version, operator set, functions, training, unknown fields.
void check_file(const Survey& survey, FindingLog& log);

void check_names(const Survey& survey, const Profile& profile, FindingLog& log);

void check_dead_nodes(const Survey& survey, FindingLog& log);

}  // namespace etalon::impl
