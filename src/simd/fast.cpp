// SPDX-License-Identifier: Apache-2.0
// Floor 7. See fast.hpp.
#include "simd/fast.hpp"

#include "simd/targets.hpp"

#include <hwy/highway.h>
#include <hwy/targets.h>

#if HWY_ARCH_X86_64 && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <array>
#include <atomic>
#include <cstddef>

#include "ops/reference.hpp"
#include "simd/maps/native_half.hpp"
#include "simd/moves/move.hpp"

namespace etalon::impl {

#define KERNEL(id)                     \
  extern const Operator id##_operator; \
  Kernel id##_kernel(const Call& call);
#include "ops/kernels.inc"
#undef KERNEL

Kernel fast_kernel(const Call& call, CountEvents count) {
  static constexpr Facet<Kernel (*)(const Call&)> own[] = {
#define KERNEL(id) {&id##_operator, &id##_kernel},
#include "ops/kernels.inc"
#undef KERNEL
  };
  if (count == CountEvents::yes) return reference_kernel(call, count);
  const auto make = facet_of(*call.op, own);
  Kernel kernel = make == nullptr ? move_kernel(call) : native_half_kernel(*call.op, first_result(call).type);
  if (kernel.compute == nullptr && make != nullptr) kernel = make(call);
  return kernel.compute != nullptr ? kernel : reference_kernel(call, count);
}

namespace {

// By the names people know: Highway's target, and what there is beyond it.
struct InstructionSet {
  std::string_view name;
  std::int64_t target;
  bool half = false, dot = false, tiles = false;
};
constexpr InstructionSet known[] = {
#if ETALON_BEYOND
    {"AMX-INT8", HWY_AVX3, true, true, true},
    {"AVX512-FP16", HWY_AVX3, true, true},
    {"AVX512-VNNI", HWY_AVX3, false, true},
    {"AVX512", HWY_AVX3},
    {"AVX2", HWY_AVX2},
    {"SSE4", HWY_SSE4},
#elif HWY_ARCH_X86_64
    {"AVX2", HWY_AVX2},
#elif HWY_ARCH_ARM_A64
    {"NEON", HWY_STATIC_TARGET},
#endif
    {"scalar", HWY_STATIC_TARGET},  // the reference, where there is nothing better
};

#if HWY_ARCH_X86_64
// Tiles are a large state, which a process has to ask its system for.
bool may_use_tiles() {
#if defined(__linux__)
  constexpr long request_permission = 0x1023, tile_data = 18;  // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
#else
  return false;
#endif
}
#endif

bool here([[maybe_unused]] const InstructionSet& set) {
#if HWY_TARGETS != HWY_STATIC_TARGET
  if (set.target != HWY_STATIC_TARGET && (hwy::SupportedTargets() & set.target) == 0) return false;
#endif
#if HWY_ARCH_X86_64
  if (set.half && __builtin_cpu_supports("avx512fp16") == 0) return false;
  if (set.dot && __builtin_cpu_supports("avx512vnni") == 0) return false;
  if (set.tiles && (__builtin_cpu_supports("amx-int8") == 0 || !may_use_tiles())) return false;
#endif
  return true;
}

struct Found {
  std::array<std::string_view, std::size(known)> names;
  std::array<const InstructionSet*, std::size(known)> sets;
  std::size_t count = 0;
};

const Found& found() {
  static const Found all = [] {
    Found f;
    for (const InstructionSet& set : known)
      if (here(set) && (set.name != "scalar" || f.count == 0)) {
        f.names[f.count] = set.name;
        f.sets[f.count++] = &set;
      }
    return f;
  }();
  return all;
}

std::atomic<const InstructionSet*> chosen{nullptr};

const InstructionSet& in_use() {
  const InstructionSet* set = chosen.load();
  return set != nullptr ? *set : *found().sets[0];
}

}  // namespace

std::span<const std::string_view> instruction_sets() { return {found().names.data(), found().count}; }

std::string_view instruction_set_in_use() { return in_use().name; }

bool use_instruction_set(std::string_view name) {
  for (std::size_t i = 0; i < found().count; ++i) {
    if (found().names[i] != name) continue;
    chosen = found().sets[i];
#if HWY_TARGETS != HWY_STATIC_TARGET
    // Highway's own list, cut off above the chosen one: its better targets have lower bits.
    hwy::SetSupportedTargetsForTest(i == 0 ? 0 : ~(found().sets[i]->target - 1));
#endif
    return true;
  }
  return false;
}

bool native_half() { return in_use().half; }

bool integer_dot() { return in_use().dot; }

bool byte_tiles() { return in_use().tiles; }

}  // namespace etalon::impl
