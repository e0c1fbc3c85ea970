// SPDX-License-Identifier: Apache-2.0
// Floor 8. See peer.hpp.
#include "conform/peers/peer.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

// An instrumented program, as which Etalon may be its own peer, reserves more address space than any limit allows.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ETALON_ADDRESS_SANITIZER
#endif
#endif
#if defined(ETALON_ADDRESS_SANITIZER) || defined(__SANITIZE_ADDRESS__)
constexpr bool is_instrumented = true;
#else
constexpr bool is_instrumented = false;
#endif

using std::chrono::milliseconds;

constexpr std::size_t longest_line = 1 << 16, longest_said = 1 << 12;
constexpr milliseconds leave_limit{1'000};  // for a process to end by itself
constexpr std::uint64_t largest_file = std::uint64_t{2} << 30;

struct Pipe {
  std::array<int, 2> ends{-1, -1};  // for reading, for writing

  // Closed where another peer is started: who waits for the end of a stream must not wait for a stranger.
  bool make() { return pipe2(ends.data(), O_CLOEXEC) == 0; }
  int keep(int which) { return std::exchange(ends[static_cast<std::size_t>(which)], -1); }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) close(end);
  }
};

template <class Resource> void limit(Resource resource, std::uint64_t most) {
  const rlimit both{most, most};
  setrlimit(resource, &both);
}

// A variable that only this peer has in its environment. Whatever it starts inherits it, in whatever session, so that
// all of it can be found when the peer has ended.
std::string new_mark() {
  static std::atomic<std::uint64_t> number = 0;
  return "ETALON_PEER=" + std::to_string(getpid()) + "-" + std::to_string(++number);
}

// Unsettled is one that becomes another program at this moment: its environment is not there yet.
enum class Descent { other, unsettled, marked };

Descent descent_of(const std::filesystem::path& process, const std::string& mark) {
  std::ifstream file(process / "environ", std::ios::binary);
  bool is_empty = true;
  for (std::string entry; std::getline(file, entry, '\0'); is_empty = false)
    if (entry == mark) return Descent::marked;
  std::error_code problem;  // a dead one, and one of the kernel's own, has no program
  const bool is_alive = !std::filesystem::read_symlink(process / "exe", problem).empty();
  return file.is_open() && is_empty && is_alive ? Descent::unsettled : Descent::other;
}

// One that starts another one meanwhile is found in the next round.
void end_marked(const std::string& mark) {
  bool again = true;
  for (unsigned round = 0; again && round < 100; ++round) {
    again = false;
    bool waits = false;
    std::error_code problem;
    for (const auto& process : std::filesystem::directory_iterator("/proc", problem)) {
      const std::string name = process.path().filename().string();
      pid_t number = 0;
      const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
      if (wrong != std::errc() || end != name.data() + name.size()) continue;
      const Descent descent = descent_of(process.path(), mark);
      if (descent == Descent::marked) again = kill(number, SIGKILL) == 0 || again;
      waits = waits || descent == Descent::unsettled;
    }
    if (waits && !again) std::this_thread::sleep_for(milliseconds(2));  // at most 0.2 s for one that has none for ever
    again = again || waits;
  }
}

// What the child does between fork and exec, where only what is safe in a signal handler may be called. Never returns.
[[noreturn]] void become(char* const* words, char* const* environment, const std::array<int, 3>& streams, int report,
                         pid_t parent, std::uint64_t memory) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a runner that is killed leaves no peer behind
  if (getppid() != parent) _exit(127);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, largest_file);
  if (memory != 0 && !is_instrumented) limit(RLIMIT_DATA, memory);
  bool good = true;
  for (int k = 0; k < 3; ++k) good = good && dup2(streams[static_cast<std::size_t>(k)], k) == k;
  if (good) execvpe(words[0], words, environment);
  const int problem = errno;
  if (write(report, &problem, sizeof problem) < 0) _exit(126);
  _exit(127);
}

std::string signal_name(int number) {
  static constexpr struct {
    int number;
    const char* name;
  } names[] = {{SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
               {SIGINT, "SIGINT"},   {SIGKILL, "SIGKILL"}, {SIGPIPE, "SIGPIPE"}, {SIGSEGV, "SIGSEGV"},
               {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}, {SIGXFSZ, "SIGXFSZ"}, {SIGSYS, "SIGSYS"}};
  for (const auto& row : names)
    if (row.number == number) return row.name;
  return "signal " + std::to_string(number);
}

std::string ending_of(int status) {
  return WIFSIGNALED(status) ? signal_name(WTERMSIG(status)) : "exit status " + std::to_string(WEXITSTATUS(status));
}

Answer answer_of(const std::string& line) {
  static constexpr struct {
    std::string_view word;
    Answer::Kind kind;
  } words[] = {{"ok", Answer::Kind::ok}, {"unsupported", Answer::Kind::unsupported}, {"error", Answer::Kind::error}};
  const std::size_t blank = line.find(' ');
  for (const auto& [word, kind] : words)
    if (line.substr(0, blank) == word) return {kind, blank == line.npos ? "" : line.substr(blank + 1)};
  return {Answer::Kind::garbled, "it answered " + quoted(line, 100)};
}

}  // namespace

Peer::Peer(const PeerOrder& order) : order_(order), mark_(new_mark()) {}

Result<std::unique_ptr<Peer>> Peer::start(const PeerOrder& order) {
  std::unique_ptr<Peer> peer(new Peer(order));
  const auto failed = [&](const std::string& why) {
    return error(Code::usage, "PEER-ALL-PROTOCOL",
                 "the peer " + quoted(order.command[0], 200) + " did not start: " + why,
                 "docs/peers.md says what a peer is");
  };
  if (const auto problem = peer->spawn()) return failed(problem->message);
  Answer how;
  const auto line = peer->read_line(Clock::now() + order.start, how);
  if (!line) return failed(how.words);
  if (!line->starts_with("peer ")) return failed("its first line is " + quoted(*line, 100) + ", not peer NAME VERSION");
  peer->greeting_ = line->substr(5);
  return peer;
}

std::optional<Finding> Peer::spawn() {
  std::vector<char*> words;  // made before the fork, behind which nothing may be allocated
  for (const std::string& word : order_.command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::vector<char*> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.push_back(*entry);
  for (char* last : {mark_.data(), static_cast<char*>(nullptr)}) environment.push_back(last);
  Pipe in, out, errors, report;
  const auto problem = [](int number) {
    return error(Code::internal, "PEER-ALL-PROTOCOL", std::generic_category().message(number));
  };
  if (!in.make() || !out.make() || !errors.make() || !report.make()) return problem(errno);
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) return problem(errno);
  if (process_ == 0)
    become(words.data(), environment.data(), {in.ends[0], out.ends[1], errors.ends[1]}, report.ends[1], parent,
           order_.memory);
  setpgid(process_, process_);  // by both, because nobody knows who comes first
  to_ = in.keep(1);
  from_ = out.keep(0);
  errors_ = errors.keep(0);
  close(report.keep(1));
  int number = 0;
  ssize_t got = 0;
  while ((got = read(report.ends[0], &number, sizeof number)) < 0 && errno == EINTR) continue;
  if (got == static_cast<ssize_t>(sizeof number)) return problem(number);
  for (const int stream : {from_, errors_}) fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) | O_NONBLOCK);
  return std::nullopt;
}

Peer::~Peer() {
  if (to_ >= 0) close(to_);  // asks it to leave
  to_ = -1;
  if (process_ > 0) reap();
  for (const int stream : {from_, errors_})
    if (stream >= 0) close(stream);
}

// Waits until it has ended by itself, or else kills it, with all that it has started. Its status is nothing where it
// was killed here.
std::optional<int> Peer::reap() {
  const auto has_ended = [&] {
    siginfo_t state{};  // WNOWAIT: while it is not buried, nobody else has its number, which is that of its group
    return waitid(P_PID, static_cast<id_t>(process_), &state, WEXITED | WNOHANG | WNOWAIT) != 0 || state.si_pid != 0;
  };
  const auto until = Clock::now() + leave_limit;
  bool ended = has_ended();
  for (milliseconds pause{1}; !ended && Clock::now() < until; pause = std::min(2 * pause, milliseconds(50))) {
    std::this_thread::sleep_for(pause);
    ended = has_ended();
  }
  kill(-process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
  end_marked(mark_);
  take_errors();
  return ended ? std::optional(status) : std::nullopt;
}

void Peer::take_errors() {
  std::array<char, 4096> bytes;
  while (errors_ >= 0) {
    const ssize_t got = read(errors_, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;                              // there is no more yet
    if (got == 0) close(std::exchange(errors_, -1));  // or poll would return at once for ever
    said_.append(bytes.data(), static_cast<std::size_t>(got));
    if (said_.size() > longest_said) said_.erase(0, said_.size() - longest_said);
  }
}

// The last line of its standard error, in which programs say why they end.
std::string Peer::last_words() const {
  const std::size_t end = said_.find_last_not_of("\r\n \t");
  if (end == said_.npos) return {};
  const std::size_t begin = said_.rfind('\n', end);
  return said_.substr(begin == said_.npos ? 0 : begin + 1, end - (begin == said_.npos ? 0 : begin + 1) + 1);
}

std::optional<std::string> Peer::read_line(Clock::time_point until, Answer& how) {
  const auto with_words = [&](std::string text) {
    const std::string words = last_words();
    return words.empty() ? text : text + ": " + quoted(words, 300);
  };
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != unread_.npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (unread_.size() > longest_line) {
      how = {Answer::Kind::garbled, "it answered a line of more than 65,536 bytes"};
      return std::nullopt;
    }
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    if (left <= milliseconds(0)) {
      take_errors();
      how = {Answer::Kind::timed_out, with_words("no answer in time")};
      return std::nullopt;
    }
    std::array<pollfd, 2> streams{{{from_, POLLIN, 0}, {errors_, POLLIN, 0}}};  // poll passes over a -1
    if (poll(streams.data(), streams.size(), static_cast<int>(left.count())) < 0) continue;
    if (streams[1].revents != 0) take_errors();
    if (streams[0].revents == 0) continue;
    std::array<char, 4096> bytes;
    const ssize_t got = read(from_, bytes.data(), bytes.size());
    if (got > 0) unread_.append(bytes.data(), static_cast<std::size_t>(got));
    if (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN))) continue;
    const std::optional<int> status = reap();
    how = {Answer::Kind::crashed, with_words(status ? ending_of(*status) : "it closed its standard output")};
    return std::nullopt;
  }
}

// One line at a time is shorter than what a pipe holds, so this does not wait for a peer that does not read.
void Peer::write_line(std::string_view line) const {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);  // of a peer that is gone; read_line says so
  const std::string whole = std::string(line) + '\n';
  const bool good = write(to_, whole.data(), whole.size()) == static_cast<ssize_t>(whole.size());
  const timespec now{};
  if (!good && sigismember(&before, SIGPIPE) == 0) sigtimedwait(&pipe, nullptr, &now);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Answer Peer::ask(std::string_view line) {
  said_.clear();
  if (!unread_.empty()) return {Answer::Kind::garbled, "it answered before it was asked: " + quoted(unread_, 100)};
  if (process_ < 0) return {Answer::Kind::crashed, "its process has ended"};
  write_line(line);
  Answer how;
  const auto answer = read_line(Clock::now() + order_.limit, how);
  return answer ? answer_of(*answer) : how;
}

}  // namespace etalon::impl
