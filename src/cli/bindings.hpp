// SPDX-License-Identifier: Apache-2.0
// Floor 10. The options --dim, --shape and --value: what a user adds to a model that leaves it open.
#pragma once

#include <optional>

#include "check/profile.hpp"
#include "cli/verbs.hpp"
#include "onnx/load.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl::cli {

// Why there can be none under this profile, whatever the model is.
std::optional<Finding> check_bindings(const BindingOptions& options, const Profile& profile);

// Binds what the options say in the model's graph, and notes it in the identity. Where the profile allows it, the files
// of `inputs`, NAME=FILE, give the shapes that are then still open.
std::optional<Finding> apply_bindings(const BindingOptions& options, const std::vector<std::string>& inputs,
                                      const Profile& profile, LoadedModel& model, const Limits& limits,
                                      Identity& identity);

}  // namespace etalon::impl::cli
