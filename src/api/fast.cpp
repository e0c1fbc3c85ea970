// SPDX-License-Identifier: Apache-2.0
// Floor 10. The C interface over the fast kernels; in the library etalon_fast, not in etalon.
#include <etalon/fast.h>

#include <memory>

#include "api/kernels.hpp"
#include "api/report.hpp"
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

std::int32_t etalon_make_team(std::uint32_t threads, etalon_team** team, etalon_problem* problem) noexcept {
  return guarded(problem, [&](const Report& report) {
    if (team == nullptr) return report.failed({Code::usage, "API-ALL-REQUEST"}, "no place for the team");
    *team = nullptr;
    Result<Threads> made = Threads::make(threads);
    if (!made) return report.failed(made.finding());
    *team = std::make_unique<OwnTeam>(std::move(*made)).release();
    return report.ok();
  });
}

void etalon_release_team(etalon_team* team) noexcept { delete static_cast<OwnTeam*>(team); }
