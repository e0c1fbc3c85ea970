// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for ArgMin; spec.md gives the reasons.
#include "ops/family/argument.hpp"

namespace etalon::impl {
namespace {

constexpr char types_rule[] = "ARGMIN-ALL-TYPES", axis_rule[] = "ARGMIN-ALL-AXIS";
using Rows = ArgumentRows<types_rule, axis_rule>;

}  // namespace

extern const Operator argmin_operator{
    .name = "ArgMin", .versions = Rows::versions, .rows = Rows::rows, .operations = every_element};

}  // namespace etalon::impl
