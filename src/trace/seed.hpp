// SPDX-License-Identifier: Apache-2.0
// Floor 7. Where the keys of a proof come from (trace/term.hpp).
#pragma once

#include "base/sha256.hpp"

namespace etalon::impl {

// Drawn from the system: nobody could know it when the models or files were made that a proof is about.
Sha256::Digest drawn_seed();

}  // namespace etalon::impl
