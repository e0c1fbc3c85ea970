// SPDX-License-Identifier: Apache-2.0
// Floor 7. See move.hpp. No vector code is needed: copying memory is what the C library does best.
#include "simd/move.hpp"

#include <algorithm>
#include <cstring>

#include "ops/move.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

// Whole bytes of a run: as they are, but truth values as 0 or 1.
template <bool truths> void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
  if constexpr (truths)
    for (std::size_t i = 0; i < bytes; ++i) to[i] = std::byte{from[i] != std::byte{0}};
  else
    std::memcpy(to, from, bytes);
}

// A run whose elements do not lie one behind the other, or do not begin at a byte.
template <unsigned Bits, bool truths>
void place_one_by_one(const Run& run, const void* from, void* to, std::uint64_t i) {
  for (std::uint64_t k = 0; k < run.length; ++k) {
    Word<Bits> word{};
    if (from != nullptr) word = load_pattern<Bits>(from, run.element + k * static_cast<std::uint64_t>(run.step));
    if constexpr (truths) word = word != 0;
    store_pattern<Bits>(to, i + k, word);
  }
}

template <unsigned Bits, bool truths = false>
Status move(const Call& call, Inputs inputs, Outputs outputs, const Work&) {
  if (const Status status = condition_of(call, inputs); !status.ok()) return status;
  for_each_run(call, inputs, [&](unsigned output, std::uint64_t i, const Run& run) {
    const void* const from = run.input == Run::no_input ? nullptr : inputs[run.input];
    constexpr std::uint64_t per_byte = Bits == 4 ? 2 : 1, size = Bits == 4 ? 1 : Bits / 8;
    const bool whole_bytes = i % per_byte == 0 && run.element % per_byte == 0 && run.length % per_byte == 0;
    if (from != nullptr && run.step == 1 && whole_bytes)
      copy<truths>(static_cast<std::byte*>(outputs[output]) + i / per_byte * size,
                   static_cast<const std::byte*>(from) + run.element / per_byte * size,
                   static_cast<std::size_t>(run.length / per_byte * size));
    else
      place_one_by_one<Bits, truths>(run, from, outputs[output], i);
  });
  return {};
}

}  // namespace

Kernel move_kernel(const Call& call) {
  if (call.op->run == nullptr) return {};
  // all results have one type
  const auto result =
      std::find_if(call.outputs.begin(), call.outputs.end(), [](const auto& one) { return one.has_value(); });
  if (result == call.outputs.end()) return {};
  if ((*result)->type == DType::boolean) return {&move<8, true>};
  switch (info((*result)->type).bits) {
    case 4:
      return {&move<4>};
    case 8:
      return {&move<8>};
    case 16:
      return {&move<16>};
    case 32:
      return {&move<32>};
    default:
      return {&move<64>};
  }
}

}  // namespace etalon::impl
