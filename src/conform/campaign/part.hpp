// SPDX-License-Identifier: Apache-2.0
// Floor 8. Which part of a run a process does: the one that the user names, or the one that the scheduler which started
// it has given it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/status.hpp"

namespace etalon::impl {

struct Part {
  std::uint64_t index = 1, of = 1;  // from 1 to `of`

  bool operator==(const Part&) const = default;
};

// A variable of the environment, nullptr where it is not set: std::getenv, or what a test says.
using Environment = std::function<const char*(const char* name)>;

// "3/64" is part 3 of 64. "auto/64" takes its number from the scheduler, counted from 0: SLURM_ARRAY_TASK_ID of a Slurm
// array, or JOB_COMPLETION_INDEX of an Indexed Job of Kubernetes. "auto" takes the count from Slurm as well; Kubernetes
// does not tell it.
Result<Part> part_of(std::string_view text, const Environment& environment);

// Whether a scheduler says which part it is.
inline bool is_automatic(std::string_view text) { return text.starts_with("auto"); }

// "03-of-64": as long as that of the last part, so that names sort.
std::string name_of(const Part& part);

}  // namespace etalon::impl
