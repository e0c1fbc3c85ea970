// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Not; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1};
constexpr Formal inputs[] = {{"X"}}, outputs[] = {{"Y"}};
constexpr TypeRule v1[] = {{"T", boolean, "NOT-ALL-TYPES"}};

constexpr Row rows[] = {{Source::onnx, 1, inputs, outputs, v1, like_first, "NOT-ALL-SHAPE"}};

}  // namespace

extern const Operator not_operator{.name = "Not", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
