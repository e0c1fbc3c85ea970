// SPDX-License-Identifier: Apache-2.0
// A kernel that runs into a fence ends the program; what was being computed is printed first.
#pragma once

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

namespace etalon::tests {

class Running {
 public:
  explicit Running(const std::string& what) : text_(slots()[next()++ % slots().size()].data()) {
    std::snprintf(text_, slot_size, "%s\n", what.c_str());
  }
  ~Running() { text_[0] = '\0'; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  static void report_on_crash() {
    slots();
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) std::signal(signal, report);
  }

 private:
  static constexpr std::size_t slot_size = 400;
  using Slots = std::array<std::array<char, slot_size>, 256>;
  static Slots& slots() {
    static Slots all{};
    return all;
  }
  static std::atomic<unsigned>& next() {
    static std::atomic<unsigned> number = 0;
    return number;
  }

  static void report(int signal) {
    const auto say = [](const char* text) {
      if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
    };
    say("the program was ended while it computed one of these:\n");
    for (const auto& slot : slots()) say(slot.data());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }

  char* text_;
};

}  // namespace etalon::tests
