// SPDX-License-Identifier: Apache-2.0
// Floor 8. See part.hpp.
#include "conform/campaign/part.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

constexpr const char* slurm = "SLURM_ARRAY_TASK_ID";
constexpr const char* kubernetes = "JOB_COMPLETION_INDEX";

Finding refused(std::string message, std::string hint) {
  return error(Code::usage, "", "--shard " + std::move(message), std::move(hint));
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string range_text(std::uint64_t count) { return "0 to " + std::to_string(count - 1); }

// The number that a variable has.
Result<std::uint64_t> read(const char* name, const Environment& environment) {
  const char* const text = environment(name);
  if (text == nullptr) return refused(std::string("auto: ") + name + " is not set", "give --shard I/N");
  if (const auto number = number_of(text)) return *number;
  return refused(std::string("auto: ") + name + " is " + quoted(text, 40) + ", not a number", "give --shard I/N");
}

// A part of a Slurm array that is one range: its count and its first number are the array's own.
Result<Part> part_of_whole_array(std::uint64_t task, const Environment& environment) {
  const auto count = read("SLURM_ARRAY_TASK_COUNT", environment), first = read("SLURM_ARRAY_TASK_MIN", environment),
             last = read("SLURM_ARRAY_TASK_MAX", environment);
  for (const auto* number : {&count, &first, &last})
    if (!*number) return number->finding();
  // A few tasks of an earlier array, done again: their count is not that of the run.
  if (*count == 0 || *last < *first || *last - *first != *count - 1 || task < *first || task > *last)
    return refused("auto: this Slurm array has gaps, so that its size is not the number of parts",
                   "give the number: --shard auto/N");
  return Part{task - *first + 1, *count};
}

Result<Part> numbered(std::uint64_t number, std::uint64_t of, const char* name, const Environment& environment) {
  const bool of_slurm = name == slurm;
  std::uint64_t last = number;
  if (of_slurm && environment("SLURM_ARRAY_TASK_MAX") != nullptr) {
    const auto given = read("SLURM_ARRAY_TASK_MAX", environment);
    if (!given) return given.finding();
    last = std::max(last, *given);  // so that every task of a wrong array ends at once, not the last one alone
  }
  if (last < of) return Part{number + 1, of};
  return refused("auto/" + std::to_string(of) + ": " + name + " goes up to " + std::to_string(last) + "; parts are " +
                     range_text(of),
                 of_slurm ? "submit with --array=0-" + std::to_string(of - 1)
                          : "set completions to " + std::to_string(of) + " in the Job");
}

Result<Part> part_of_scheduler(std::optional<std::uint64_t> of, const Environment& environment) {
  const bool by_slurm = environment(slurm) != nullptr, by_kubernetes = environment(kubernetes) != nullptr;
  if (by_slurm == by_kubernetes)
    return refused(std::string("auto: ") + (by_slurm ? "both " : "neither ") + slurm + (by_slurm ? " and " : " nor ") +
                       kubernetes + (by_slurm ? " are set" : " is set"),
                   by_slurm ? "unset one of them, or give --shard I/N"
                            : "start it from a Slurm array or an Indexed Job of Kubernetes, or give --shard I/N");
  const char* const name = by_slurm ? slurm : kubernetes;
  const auto number = read(name, environment);
  if (!number) return number.finding();
  if (of) return numbered(*number, *of, name, environment);
  if (by_slurm) return part_of_whole_array(*number, environment);
  return refused("auto: Kubernetes does not say how many parts there are", "give the completions of the Job: auto/N");
}

}  // namespace

Result<Part> part_of(std::string_view text, const Environment& environment) {
  const std::size_t slash = text.find('/');
  const std::string_view index = text.substr(0, slash);
  std::optional<std::uint64_t> of;
  if (slash != text.npos) of = number_of(text.substr(slash + 1));
  const Finding misread = refused(quoted(text, 40) + " is not a part", "for example 1/8 … 8/8, auto, or auto/8");
  if (slash != text.npos && (!of || *of == 0)) return misread;
  if (index == "auto") return part_of_scheduler(of, environment);
  const auto number = number_of(index);
  if (!number || !of || *number < 1 || *number > *of) return misread;
  return Part{*number, *of};
}

std::string name_of(const Part& part) {
  const std::string of = std::to_string(part.of), index = std::to_string(part.index);
  return std::string(of.size() - index.size(), '0') + index + "-of-" + of;
}

}  // namespace etalon::impl
