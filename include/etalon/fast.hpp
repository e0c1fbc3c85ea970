// SPDX-License-Identifier: Apache-2.0
// Etalon's fast kernels and its team for C++: a thin skin over fast.h.
#pragma once

#include <etalon/fast.h>

#include <array>
#include <etalon/etalon.hpp>
#include <memory>
#include <string>

namespace etalon {

// Threads for Plan::run. Test it before use: a team that could not be made is false, and message() says why.
class Team {
 public:
  explicit Team(std::uint32_t threads = 0) {  // 0: one per processor
    std::array<char, 512> text{};
    etalon_team* team = nullptr;
    status_ = {etalon_make_team(threads, &team, text.data(), text.size())};
    team_.reset(team);
    message_ = text.data();
  }

  explicit operator bool() const { return team_ != nullptr; }
  const Status& status() const { return status_; }
  const std::string& message() const { return message_; }
  std::uint32_t size() const { return team_ == nullptr ? 0 : team_->size; }
  const etalon_team* get() const { return team_.get(); }

 private:
  struct Release {
    void operator()(etalon_team* team) const { etalon_release_team(team); }
  };
  std::unique_ptr<etalon_team, Release> team_;
  Status status_{};
  std::string message_;
};

}  // namespace etalon
