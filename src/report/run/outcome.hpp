// SPDX-License-Identifier: Apache-2.0
// Floor 9. What a computation reports besides its result, in words: notices, conditions, events.
#pragma once

#include <string>
#include <vector>

#include "ops/call.hpp"
#include "report/page/json_writer.hpp"

namespace etalon::impl {

std::string described(const Argument& argument);  // float [2,3]

// "3 of 6, first at [0,1]"
std::string tally_text(const Events::Tally& tally, const Shape& shape);

// Events that are always reported.
std::vector<Finding> notices_of(const Operator& op, const Events& events, const Shape& shape);

// A precondition that is broken although there is a result.
Finding breach_notice(const Precondition& precondition, const Events::Tally& tally, const Call& call);

// Looks for the preconditions of a call that are broken although there is a result: the finding where the call is
// strict, else a notice for each. The kernel reports the others.
std::optional<Finding> check_preconditions(const Call& call, std::span<const TensorView> inputs,
                                           std::vector<Finding>& notices);

// Why a call could not be computed.
Finding condition_of(const Call& call, const Status& status);

// The kinds that happened, as items of a JSON array: {"kind":…,"count":…,"first":…}. Those of a node of a model have
// its number and begin a line.
void write_events(JsonWriter& json, const Events& events, const Shape& shape, std::optional<std::uint32_t> node = {});

}  // namespace etalon::impl
