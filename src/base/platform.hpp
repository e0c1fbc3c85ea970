// SPDX-License-Identifier: Apache-2.0
// Floor 0. What a result was computed with, for reports. None of it may change a bit of a result.
#pragma once

namespace etalon::impl {

struct Platform {
  const char* version;       // of Etalon
  const char* compiler;      // "g++ 12.2.0"
  const char* flags;         // that arithmetic was compiled with
  const char* processor;     // "x86_64"
  const char* instructions;  // the newest set that the compiler was allowed to use
  const char* byte_order;    // "little-endian"
};

const Platform& platform();

}  // namespace etalon::impl
