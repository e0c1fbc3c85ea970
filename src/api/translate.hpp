// SPDX-License-Identifier: Apache-2.0
// Floor 10. Between the types of the C interface and those inside.
#pragma once

#include <etalon/etalon.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "check/profile.hpp"
#include "ops/events.hpp"
#include "ops/operator.hpp"

namespace etalon::impl {

static_assert(ETALON_MAX_RANK == Limits::max_rank);
static_assert(ETALON_EVENT_KINDS == static_cast<int>(EVENT_KINDS));
static_assert(ETALON_NO_NODE == no_node);

inline etalon_status plain(const Status& status) {
  return {static_cast<std::int32_t>(status.code), status.rule, status.index, status.count, status.node};
}

inline void clear(char* message, std::size_t bytes) {
  if (message != nullptr && bytes > 0) *message = '\0';
}

inline etalon_status failure(const Finding& finding, char* message, std::size_t bytes) {
  if (message != nullptr && bytes > 0) {
    const std::string text = finding.message + (finding.hint.empty() ? "" : "; " + finding.hint);
    const std::size_t length = std::min(text.size(), bytes - 1);
    std::memcpy(message, text.data(), length);
    message[length] = '\0';
  }
  return plain(finding.status);
}

inline Finding misuse(std::string message, std::string hint) {
  return error(Code::usage, "API-ALL-REQUEST", std::move(message), std::move(hint));
}

inline Result<Profile> profile_of(const char* name, const char* accumulate) {
  const char* id = name == nullptr ? "sonnx" : name;
  const Profile* found = find_profile(id);
  if (found == nullptr) return misuse(std::string("unknown profile ") + id, "profiles: sonnx, sonnx-2026-08, onnx");
  Profile profile = *found;
  if (accumulate == nullptr) return profile;
  const auto accumulation = find_accumulation(accumulate);
  if (!accumulation)
    return misuse(std::string("unknown accumulation ") + accumulate, "one of sequential, fused, wide, exact");
  profile.choices.accumulation = *accumulation;
  return profile;
}

inline etalon_tensor_type type_of(const Argument& argument) {
  etalon_tensor_type type{info(argument.type).onnx, argument.shape.rank, {}};
  std::copy(argument.shape.dims.begin(), argument.shape.dims.end(), type.dims);
  return type;
}

inline void copy_events(const Events& counted, etalon_events& events) {
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind) {
    events.count[kind] = counted.of[kind].count;
    events.first[kind] = counted.of[kind].first;
  }
}

}  // namespace etalon::impl
