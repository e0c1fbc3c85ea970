// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for ReduceMax; spec.md gives the reasons.
#include "ops/family/reduced_extreme.hpp"

namespace etalon::impl {
namespace {

constexpr char types_rule[] = "REDUCEMAX-ALL-TYPES";
using Rows = ExtremeRows<types_rule>;

}  // namespace

extern const Operator reducemax_operator{
    .name = "ReduceMax", .versions = Rows::versions, .rows = Rows::rows, .operations = every_element};

}  // namespace etalon::impl
