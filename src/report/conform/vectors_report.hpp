// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a folder of conformance vectors holds ("VEC-ALL-MANIFEST").
#pragma once

#include <string>
#include <vector>

#include "conform/vectors/vectors.hpp"

namespace etalon::impl {

struct VectorSet {
  std::vector<ConformanceVector> vectors;
  std::vector<std::string> left_out = {};  // plans for which the oracle draws no call
};

std::string vectors_json(const VectorSet& set);  // the manifest
std::string vectors_text(const VectorSet& set);  // how many there are of each class

}  // namespace etalon::impl
