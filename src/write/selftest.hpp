// SPDX-License-Identifier: Apache-2.0
// Floor 8. The self-test of a project: inputs as bits, and the bits that the reference gives for them.
#pragma once

#include "write/model_text.hpp"

namespace etalon::impl {

Result<std::string> selftest_of(const Plan& plan, const ProjectSettings& settings, const ModelText& model);

}  // namespace etalon::impl
