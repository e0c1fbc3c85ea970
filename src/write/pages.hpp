// SPDX-License-Identifier: Apache-2.0
// Floor 8. The pages of a project: README.md for whoever uses it, and trace.json, which leads from nodes to
// requirements and to lines.
#pragma once

#include "write/model_text.hpp"

namespace etalon::impl {

std::string readme_of(const Plan& plan, const ProjectSettings& settings, const ModelText& model);
std::string trace_of(const Plan& plan, const ProjectSettings& settings, const ModelText& model);

}  // namespace etalon::impl
