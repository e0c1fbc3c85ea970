// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for ReduceMin; spec.md gives the reasons.
#include "ops/family/reduced_extreme.hpp"

namespace etalon::impl {
namespace {

constexpr char types_rule[] = "REDUCEMIN-ALL-TYPES";
using Rows = ExtremeRows<types_rule>;

}  // namespace

extern const Operator reducemin_operator{
    .name = "ReduceMin", .versions = Rows::versions, .rows = Rows::rows, .operations = every_element};

}  // namespace etalon::impl
