// SPDX-License-Identifier: Apache-2.0
// Floor 8. The verdict "conforms" on what a peer gave for a conformance case, with the cause where bits differ.
#pragma once

#include "conform/peers/kit.hpp"

namespace etalon::impl {

// Judges under the profile and the policy that the case names. Where the model cannot be checked or compared, the claim
// "not judged" says why.
Judge case_judge(const Limits& limits);

}  // namespace etalon::impl
