// SPDX-License-Identifier: Apache-2.0
// Floor 10. The C interface over the fast kernels; in the library etalon_fast, not in etalon.
#include <etalon/fast.h>

#include <new>

#include "api/kernels.hpp"
#include "api/translate.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"

using namespace etalon::impl;

namespace {

struct OwnTeam : etalon_team {
  explicit OwnTeam(Threads made) : etalon_team{this, made.size(), &run_tasks}, threads(std::move(made)) {}

  static void run_tasks(void* context, std::size_t tasks, void (*task)(void*, std::size_t), void* argument) {
    static_cast<OwnTeam*>(context)->threads.run(tasks, task, argument);
  }

  Threads threads;
};

}  // namespace

const etalon_kernels* etalon_fast_kernels() noexcept {
  static constexpr etalon_kernels kernels = handed_over(fast_kernel);
  return &kernels;
}

const char* etalon_fast_instructions() noexcept { return instruction_set_in_use().data(); }  // a view of a literal

etalon_status etalon_make_team(std::uint32_t threads, etalon_team** team, char* message,
                               std::size_t message_bytes) noexcept try {
  clear(message, message_bytes);
  if (team == nullptr) return plain({Code::usage, "API-ALL-REQUEST"});
  *team = nullptr;
  Result<Threads> made = Threads::make(threads);
  if (!made) return failure(made.finding(), message, message_bytes);
  *team = new OwnTeam(std::move(*made));
  return plain({});
} catch (const std::bad_alloc&) {
  return plain({Code::limit, "FILE-ALL-LIMITS"});
} catch (...) {
  return plain({Code::internal});
}

void etalon_release_team(etalon_team* team) noexcept { delete static_cast<OwnTeam*>(team); }
