// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share: the limits they read under, the folder of external data, and how a broken promise ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "base/limits.hpp"
#include "io/external.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace etalon::fuzz {

// Small, so that every limit can be met by a small file and no input takes long.
inline constexpr impl::Limits limits{.file_bytes = 1 << 16,
                                     .external_files = 2,
                                     .external_bytes = 1 << 16,
                                     .elements = 1 << 16,
                                     .empty_positions = 1 << 10,
                                     .tensor_bytes = 1 << 18,
                                     .arena_bytes = 1 << 20,
                                     .nodes = 64,
                                     .values = 128,
                                     .entries = 64,
                                     .ports = 16,
                                     .name_bytes = 100,
                                     .literal_characters = 100,
                                     .real_exponent = 1000};

// A process that aborts is what a fuzzer looks for.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

// fuzz/beside, as the folder of the model.
inline impl::ExternalData beside() {
  auto folder = impl::ExternalData::of_folder(ETALON_FUZZ_FOLDER "/beside", limits);
  require(static_cast<bool>(folder), "the folder fuzz/beside is there");
  return std::move(*folder);
}

inline std::span<const std::byte> bytes_of(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

inline bool within(std::span<const std::byte> part, std::span<const std::byte> whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

}  // namespace etalon::fuzz
