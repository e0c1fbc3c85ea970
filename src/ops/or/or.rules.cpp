// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Or; spec.md gives the reasons.
#include "ops/family/logic.hpp"

namespace etalon::impl {
namespace {

constexpr char types_rule[] = "OR-ALL-TYPES";
using Rows = LogicRows<types_rule>;

}  // namespace

extern const Operator or_operator{.name = "Or", .versions = Rows::versions, .rows = Rows::rows, .nature = Maps{}};

}  // namespace etalon::impl
