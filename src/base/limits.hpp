// SPDX-License-Identifier: Apache-2.0
// Floor 0. Every bound on what untrusted input may ask for, checked before memory is allocated.
#pragma once

#include <cstdint>

namespace etalon::impl {

struct Limits {
  static constexpr unsigned max_rank = 8;  // also the size of Shape's storage, hence a constant

  std::uint64_t file_bytes = std::uint64_t{2} << 30;
  std::uint64_t external_files = 4096;                    // that hold data of one model
  std::uint64_t external_bytes = std::uint64_t{1} << 36;  // of all of them: they are mapped, not read
  std::uint64_t elements = std::uint64_t{1} << 31;
  std::uint64_t empty_positions = std::uint64_t{1} << 20;  // places of a shape with a zero dimension: they still print
  std::uint64_t tensor_bytes = std::uint64_t{4} << 30;
  std::uint64_t arena_bytes = std::uint64_t{8} << 30;  // intermediate values and decoded constants of a model
  std::uint64_t nodes = std::uint64_t{1} << 20;        // of a model
  std::uint64_t values = std::uint64_t{1} << 21;
  std::uint64_t entries = std::uint64_t{1} << 22;  // operands, attributes and their integers, and all else in lists
  std::uint64_t branches = 4096;                   // of all nodes of a model
  std::uint64_t depth = 32;                        // of branches in branches
  std::uint64_t ports = 4096;                      // inputs and outputs of a plan: each run compares them in pairs
  std::uint64_t name_bytes = 4096;
  std::uint64_t literal_characters = 4096;                 // of one number in a JSON tensor
  std::uint64_t real_characters = std::uint64_t{1} << 20;  // likewise of a real, read or printed
  std::uint64_t real_exponent = 100000;                    // |e| of a decimal or binary exponent of a real
};

}  // namespace etalon::impl
