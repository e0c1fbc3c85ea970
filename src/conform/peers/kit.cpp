// SPDX-License-Identifier: Apache-2.0
// Floor 8. See kit.hpp.
#include "conform/peers/kit.hpp"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>

#include <cstdlib>

#include "base/quote.hpp"
#include "base/sha256.hpp"

namespace etalon::impl {
namespace {

namespace fs = std::filesystem;

// In the order of Answer::Kind.
constexpr Ended ended_by[] = {Ended::ok,      Ended::unsupported, Ended::error,
                              Ended::garbled, Ended::crashed,     Ended::timed_out};

// Two runs are compared, and reports are read on other machines: where files were does not belong there.
std::string without(std::string text, const std::string& path, const std::string& instead) {
  for (std::size_t at = 0; !path.empty() && (at = text.find(path, at)) != text.npos; at += instead.size())
    text.replace(at, path.size(), instead);
  return text;
}

std::string described(const TensorView& tensor) {
  return std::string(info(tensor.type).name) + " " + to_string(tensor.shape);
}

// A folder that is removed with all that is in it, unless it is to stay.
class Scratch {
 public:
  enum class Afterwards : bool { removed, kept };
  Scratch(fs::path path, Afterwards then) : path_(std::move(path)), stays_(then == Afterwards::kept) {
    std::error_code ignored;
    if (stays_) fs::remove_all(path_, ignored);  // of an earlier run
    fs::create_directories(path_, ignored);
  }
  ~Scratch() {
    std::error_code ignored;
    if (!stays_) fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool stays_;
};

// One peer at a time, and the cases that it is given.
class Worker {
 public:
  Worker(const CaseList& list, const KitOrder& order, fs::path folder)
      : list_(list), order_(order), folder_(std::move(folder)), limits_() {}

  Result<CaseResult> run(const Case& one) {
    const bool stays = !order_.keep.empty();
    const Scratch out(stays ? fs::absolute(order_.keep) / one.name : folder_, Scratch::Afterwards{stays});
    const fs::path place = fs::absolute(fs::path(list_.folder) / one.name);
    std::string line = place.string() + "\t" + out.path().string() + "\tprofile=" + one.profile;
    if (!one.policy.empty()) line += "\taccumulate=" + one.policy;
    CaseResult result{one.name};
    Result<Answer> answer = ask(line);
    if (answer && answer->is_last()) {
      // Alone in a process of its own: whether it is this case, or what went before it.
      const Answer first = *answer;
      answer = ask(line);
      if (answer && answer->is_last())
        peer_.reset();
      else
        result.note = "in a process that had computed other cases: " +
                      std::string(name_of(ended_by[static_cast<unsigned>(first.kind)])) + ", " + first.words;
    }
    if (!answer) return answer.finding();
    result.ended = ended_by[static_cast<unsigned>(answer->kind)];
    result.words = answer->words;
    if (result.ended == Ended::ok) compare(one, out.path(), result);
    std::vector<std::string*> texts{&result.words, &result.note};
    if (result.judged) texts.push_back(&result.judged->claim.reason);
    for (std::string* text : texts)
      for (const fs::path& path : {out.path(), place, fs::path(list_.folder) / one.name})
        *text = without(*text, path.string() + "/", "");
    return result;
  }

 private:
  // Starts a peer where there is none; one that may not be asked again is ended.
  Result<Answer> ask(const std::string& line) {
    if (!peer_) {
      Result<std::unique_ptr<Peer>> started = Peer::start(order_.peer);
      if (!started) return started.finding();
      peer_ = std::move(*started);
    }
    Answer answer = peer_->ask(line);
    if (answer.is_last()) peer_.reset();
    return answer;
  }

  void compare(const Case& one, const fs::path& out, CaseResult& result) const {
    const std::string data = data_of(list_, one);
    const Result<std::vector<Tensor>> expected = read_tensors(data, "output", std::nullopt, limits_);
    if (!expected) {
      result.note += (result.note.empty() ? "" : "; ") + std::string("not compared: ") + expected.finding().message;
      return;
    }
    const bool known = one.has_result() && !expected->empty();
    const auto outputs = read_tensors(out, "output", known ? std::optional(expected->size()) : std::nullopt, limits_);
    if (!outputs) {
      result.ended = Ended::no_output;
      result.words = outputs.finding().message;
      return;
    }
    if (!known) {
      result.note = one.has_result() ? "not compared: the case has no expected outputs"
                                     : "it gave outputs, but the specified status is " + one.status;
      return;
    }
    Sha256 digest;
    for (const Tensor& output : *outputs) digest.update({output.data(), output.bytes()});
    result.digest = to_hex(digest.finish());
    Difference all;
    for (std::size_t k = 0; k < expected->size(); ++k) {
      const TensorView wanted = (*expected)[k].view(), got = (*outputs)[k].view();
      if (wanted.type != got.type || wanted.shape != got.shape) {
        result.ended = Ended::other_form;
        result.words = "output " + std::to_string(k) + " is " + described(got) + ", not " + described(wanted);
        return;
      }
      all.add(difference(got, wanted), k);
      if (order_.tolerance)
        result.within_tolerance = result.within_tolerance.value_or(true) && order_.tolerance->holds(got, wanted);
    }
    result.difference = all;
    if (!order_.judge) return;
    const auto operands = read_tensors(data, "input", std::nullopt, limits_);
    result.judged = operands ? order_.judge(one, fs::path(list_.folder) / one.name, *operands, *outputs)
                             : Judged{{.reason = "its operands cannot be read: " + operands.finding().message}};
  }

  const CaseList& list_;
  const KitOrder& order_;
  const fs::path folder_;
  const Limits limits_;
  std::unique_ptr<Peer> peer_;
};

Result<std::string> temporary_folder() {
  std::error_code problem;
  const fs::path base = fs::temp_directory_path(problem);
  std::string name = (problem ? fs::path("/tmp") : base) / "etalon-conform-XXXXXX";
  if (mkdtemp(name.data()) != nullptr) return name;
  return error(Code::usage, "FILE-ALL-WRITE", "no folder can be made in " + impl::quoted(base.string()),
               "set TMPDIR to a folder that you may write to");
}

}  // namespace

std::optional<Finding> run_cases(const CaseList& list, std::span<const std::size_t> numbers, const KitOrder& order,
                                 const Record& record) {
  const Result<std::string> made = temporary_folder();
  if (!made) return made.finding();
  const Scratch folder(*made, Scratch::Afterwards::removed);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::optional<Finding> problem;  // the first one, after which no case is begun
  const auto work = [&](std::size_t number) {
    Worker worker(list, order, folder.path() / std::to_string(number));
    for (std::size_t i = next++; i < numbers.size(); i = next++) {
      const Result<CaseResult> result = worker.run(list.cases[numbers[i]]);
      const std::lock_guard lock(mutex);
      if (problem) return;
      problem = result ? record(*result) : result.finding();
      if (problem) next = numbers.size();
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t jobs = std::max<std::size_t>(1, std::min<std::size_t>(order.jobs, numbers.size()));
    for (std::size_t k = 1; k < jobs; ++k) threads.emplace_back(work, k);
    work(0);
  }
  return problem;
}

}  // namespace etalon::impl
