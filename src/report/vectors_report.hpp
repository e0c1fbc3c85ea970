// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a folder of conformance vectors holds ("VEC-ALL-MANIFEST").
#pragma once

#include <span>
#include <string>

#include "conform/vectors.hpp"

namespace etalon::impl {

std::string vectors_json(std::span<const ConformanceVector> vectors);  // the manifest
std::string vectors_text(std::span<const ConformanceVector> vectors);  // how many there are of each class

}  // namespace etalon::impl
