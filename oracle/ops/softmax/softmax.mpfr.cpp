// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/softmax/softmax.hpp"

#include "oracle/arithmetic/functions.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/reducesum/reducesum.hpp"

namespace oracle {
namespace {

// What the elements of a slice have in common, and the steps of each.
struct Steps {
  std::vector<std::uint64_t> differences;
  std::vector<std::uint64_t> exponentials;
  std::uint64_t total = 0;
  unsigned events = 0;

  std::uint64_t taken(Answer answer) {
    events |= answer.events;
    return answer.bits;
  }
};

Steps steps_of(Type type, Accumulation how, const std::vector<std::uint64_t>& slice) {
  const Format f = type.format();
  Steps steps;
  std::uint64_t largest = slice[0];
  for (const std::uint64_t x : slice) {
    largest = steps.taken(max(type, largest, x));
  }
  for (const std::uint64_t x : slice) {
    steps.differences.push_back(steps.taken(ieee_sub(f, x, largest)));
    steps.exponentials.push_back(steps.taken(real_exp(f, steps.differences.back())));
  }
  steps.total = steps.taken(sum(type, how, steps.exponentials));
  return steps;
}

}  // namespace

std::vector<Answer> softmax(Type type, Accumulation how, const std::vector<std::uint64_t>& slice) {
  const Steps steps = steps_of(type, how, slice);
  std::vector<Answer> results;
  for (const std::uint64_t exponential : steps.exponentials) {
    results.push_back(ieee_div(type.format(), exponential, steps.total));
    results.back().events |= steps.events;
  }
  return results;
}

std::vector<Answer> log_softmax(Type type, Accumulation how, const std::vector<std::uint64_t>& slice) {
  Steps steps = steps_of(type, how, slice);
  const std::uint64_t logarithm = steps.taken(real_log(type.format(), steps.total));
  std::vector<Answer> results;
  for (const std::uint64_t difference : steps.differences) {
    results.push_back(ieee_sub(type.format(), difference, logarithm));
    results.back().events |= steps.events;
  }
  return results;
}

}  // namespace oracle
