// SPDX-License-Identifier: Apache-2.0
// See compare.hpp.
#include "tests/kernels/compare.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "base/fp_environment.hpp"
#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "tests/kernels/teams.hpp"

namespace etalon::tests {

using namespace impl;

namespace {

constexpr unsigned char untouched = 0x5B, garbage = 0xFF;  // as floats the garbage is NaNs

struct Views {
  std::vector<TensorView> inputs;
  MutableTensorView output[1];
};

Views views_of(const Case& drawn, void* result) {
  Views views{};
  for (std::size_t x = 0; x < drawn.operands.size(); ++x)
    views.inputs.push_back(
        {drawn.call.inputs[x]->type, drawn.call.inputs[x]->shape, drawn.operands[x].data(), drawn.operands[x].bytes()});
  const Argument& out = *drawn.call.outputs[0];
  views.output[0] = {out.type, out.shape, result, *stored_bytes(out.type, out.shape.count)};
  return views;
}

std::string status_text(const Status& status) {
  return "code " + std::to_string(static_cast<unsigned>(status.code)) + " rule \"" + status.rule + "\" index " +
         std::to_string(status.index) + " count " + std::to_string(status.count);
}

bool same(const Status& a, const Status& b) {
  return a.code == b.code && std::strcmp(a.rule, b.rule) == 0 && a.node == b.node && a.index == b.index &&
         a.count == b.count;
}

std::string first_difference(const Argument& out, const unsigned char* got, const unsigned char* wanted) {
  const TensorView ours{out.type, out.shape, got, 0}, theirs{out.type, out.shape, wanted, 0};
  std::uint64_t count = 0, first = 0;
  for (std::uint64_t i = 0; i < out.shape.count; ++i)
    if (pattern_at(ours, i) != pattern_at(theirs, i) && count++ == 0) first = i;
  if (count == 0) return "the unused half of the last byte differs";
  char text[160];
  const int digits = static_cast<int>((info(out.type).bits + 3) / 4);
  std::snprintf(text, sizeof text,
                "element %" PRIu64 " is 0x%0*" PRIX64 ", not 0x%0*" PRIX64 "; %" PRIu64 " of %" PRIu64 " differ", first,
                digits, pattern_at(ours, first), digits, pattern_at(theirs, first), count, out.shape.count);
  return text + (", at " + index_string(out.shape, first));
}

}  // namespace

std::string Setting::text() const {
  return (threads == 1 ? "1 thread" : std::to_string(threads) + " threads") +
         (threads > 1 && seed % 4 == 0 ? " at once" : "") + (seed % 2 == 0 ? "" : ", odd environment");
}

// The operand in whose place the result is computed, in every fourth setting in which that may be.
std::optional<unsigned> replaced(const Case& drawn, const Expected& wanted, const Setting& setting) {
  if (!wanted.status.ok() || setting.seed / 512 % 4 != 3) return std::nullopt;
  for (const unsigned x : {0u, 1u})
    if (x == setting.seed / 2048 % 2 && result_may_replace(drawn.call, x)) return x;
  return std::nullopt;
}

// What execute() does, with one buffer for the operand and the result.
Status execute_in_place(const Call& call, const Views& views, unsigned x, const Work& work, const Kernel& kernel) {
  std::vector<const void*> inputs;
  for (const TensorView& input : views.inputs) inputs.push_back(input.data);
  void* const outputs[] = {views.output[0].data};
  std::memcpy(outputs[0], inputs[x], static_cast<std::size_t>(views.inputs[x].bytes));
  inputs[x] = outputs[0];
  const FpGuard guard;
  return kernel.compute(call, inputs, {outputs, 1}, work);
}

Expected expected(const Case& drawn) {
  const Argument& out = *drawn.call.outputs[0];
  Expected made{{}, std::vector<unsigned char>(*stored_bytes(out.type, out.shape.count), untouched)};
  const Views views = views_of(drawn, made.result.data());
  made.status = execute(drawn.call, views.inputs, views.output, {}, reference_kernel);
  return made;
}

std::optional<std::string> difference(const Case& drawn, const Expected& wanted, KernelTable kernels,
                                      const Setting& setting) {
  const bool odd = setting.seed % 2 == 1;
  const Argument& out = *drawn.call.outputs[0];
  const Kernel kernel = kernels(drawn.call, CountEvents::no);
  const std::size_t element = std::max<std::size_t>(info(out.type).bits / 8, 1);
  const Fenced result(wanted.result.size(), element, element * (setting.seed / 4 % 17),
                      setting.seed / 128 % 2 == 0 ? Fenced::At::begin : Fenced::At::end, untouched);
  const Fenced scratch(static_cast<std::size_t>(kernel.scratch_for(drawn.call, setting.threads)), scratch_alignment, 0,
                       setting.seed / 256 % 2 == 0 ? Fenced::At::begin : Fenced::At::end, garbage);
  Threads threads(setting.threads, odd);
  Shuffled shuffled(setting.threads, setting.seed, odd);
  Work work;
  work.scratch = {reinterpret_cast<std::byte*>(scratch.data()), scratch.bytes()};
  work.tasks = setting.threads;
  if (setting.threads > 1) work.team = setting.seed % 4 == 0 ? static_cast<Team*>(&threads) : &shuffled;

  const Views views = views_of(drawn, result.data());
  // as in a plan in which all inputs but the first are constants
  std::vector<const void*> constants;
  for (const TensorView& input : views.inputs)
    constants.push_back(constants.empty() || setting.seed / 512 % 2 == 0 ? nullptr : input.data);
  const Fenced packed(static_cast<std::size_t>(kernel.packed_for(drawn.call, constants)), scratch_alignment, 0,
                      setting.seed / 256 % 2 == 0 ? Fenced::At::end : Fenced::At::begin, garbage);
  if (packed.bytes() > 0) {
    const FpGuard guard;
    work.packed = reinterpret_cast<std::byte*>(packed.data());
    kernel.pack(drawn.call, constants, reinterpret_cast<std::byte*>(packed.data()));
  }
  const std::optional<unsigned> place = replaced(drawn, wanted, setting);
  Status status;
  bool given_back = false;
  {
    const OddEnvironment environment(odd);
    const std::uint64_t control = fp_control();
    status = place ? execute_in_place(drawn.call, views, *place, work, kernel)
                   : execute(drawn.call, views.inputs, views.output, work, kernels);
    given_back = fp_control() == control;
  }
  if (!same(status, wanted.status)) return "status is " + status_text(status) + ", not " + status_text(wanted.status);
  if (!std::equal(wanted.result.begin(), wanted.result.end(), result.data()))
    return status.ok() ? (place ? "in place of operand " + std::to_string(*place) + ": " : "") +
                             first_difference(out, result.data(), wanted.result.data())
                       : "the result was written although there is none";
  if (!result.intact()) return "bytes beside the result were written";
  if (!scratch.intact()) return "bytes beside the scratch were written";
  if (!packed.intact()) return "bytes beside what was packed were written";
  if (!given_back) return "the floating-point environment was not given back";
  return std::nullopt;
}

}  // namespace etalon::tests
