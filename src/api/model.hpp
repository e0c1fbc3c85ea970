// SPDX-License-Identifier: Apache-2.0
// Floor 10. What a model and its plans share behind the C interface.
#pragma once

#include <etalon/etalon.h>

#include <memory>
#include <optional>
#include <vector>

#include "check/check.hpp"
#include "io/external.hpp"
#include "run/buffers.hpp"

namespace etalon::impl {

struct Loaded {
  Extent bytes;                              // that the caller gave: constants are read from there while plans run
  std::optional<ExternalData> external;      // constants may lie in it
  std::vector<std::vector<std::byte>> kept;  // of values that are bound
  Profile profile;
  Limits limits;
  Verdict verdict;
};

}  // namespace etalon::impl

struct etalon_model {
  std::shared_ptr<const etalon::impl::Loaded> loaded;
};
