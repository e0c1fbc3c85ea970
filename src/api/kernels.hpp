// SPDX-License-Identifier: Apache-2.0
// Floor 10. A set of kernels as one library hands it to another. The two may have been built apart, so it says first
// what it was made for.
#pragma once

#include <etalon/etalon.h>

#include <cstdint>
#include <cstring>

#include "ops/call.hpp"

struct etalon_kernels {
  char made_for[32];        // a version of Etalon
  std::uint32_t layout[4];  // of the types that a kernel is given, which compilers may lay out differently
  etalon::impl::KernelTable table;
};

namespace etalon::impl {

constexpr etalon_kernels handed_over(KernelTable table) {
  return {"etalon kernels " ETALON_VERSION, {sizeof(Call), sizeof(Argument), sizeof(Work), sizeof(Kernel)}, table};
}

inline bool made_for_this(const etalon_kernels& kernels) {
  static constexpr etalon_kernels ours = handed_over(nullptr);
  return std::memcmp(kernels.made_for, ours.made_for, sizeof ours.made_for) == 0 &&
         std::memcmp(kernels.layout, ours.layout, sizeof ours.layout) == 0;
}

}  // namespace etalon::impl
