// SPDX-License-Identifier: Apache-2.0
// Floor 8. Another implementation as a process of its own, which computes one case after the other: docs/peers.md has
// the protocol. Whatever the process does, an answer comes within the time limit, and nothing of it is left behind: it
// is the leader of a process group that ends with its Peer, and with the thread that started it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"

namespace etalon::impl {

struct PeerOrder {
  std::vector<std::string> command;               // the program, found by PATH, and its arguments
  std::chrono::milliseconds limit{30'000};        // for one case
  std::chrono::milliseconds start{60'000};        // for the greeting
  std::uint64_t memory = std::uint64_t{8} << 30;  // that the process may have; 0: any
};

// How a peer ended a case.
struct Answer {
  enum class Kind : std::uint8_t {
    ok,
    unsupported,  // it has no such operator, type or version
    error,        // it refused the operands
    garbled,      // it answered something else than the protocol has
    crashed,      // its process ended
    timed_out,
  };
  Kind kind = Kind::ok;
  std::string words = {};  // its reason; of a process that ended the signal or the exit status, and its last words

  // After these its process is not asked again: nobody knows what state it is in.
  bool is_last() const { return kind >= Kind::garbled; }
};

class Peer {
 public:
  // Starts the process and waits for its greeting.
  static Result<std::unique_ptr<Peer>> start(const PeerOrder& order);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  const std::string& greeting() const { return greeting_; }  // without the word `peer`

  // Gives it a case, a line without its end, and waits for the answer.
  Answer ask(std::string_view line);

 private:
  using Clock = std::chrono::steady_clock;

  explicit Peer(const PeerOrder& order);
  std::optional<Finding> spawn();
  // A line of its standard output; otherwise `how` says why there is none.
  std::optional<std::string> read_line(Clock::time_point until, Answer& how);
  void write_line(std::string_view line) const;
  void take_errors();
  std::optional<int> reap();
  std::string last_words() const;

  const PeerOrder order_;
  std::string mark_;  // in the environment of all that it starts
  pid_t process_ = -1;
  int to_ = -1, from_ = -1, errors_ = -1;  // its standard streams, as this side has them
  std::string greeting_, unread_, said_;   // said_: the end of its standard error since it was last asked
};

}  // namespace etalon::impl
