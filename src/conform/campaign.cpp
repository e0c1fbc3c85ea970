// SPDX-License-Identifier: Apache-2.0
// Floor 8. See campaign.hpp; the table of campaigns is in campaigns.cpp.
#include "conform/campaign.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

using Patterns = std::vector<std::uint16_t>;

// data() is called once: the compiler must assume that a store of bytes changes the vector's own fields.
template <unsigned Bits> void pack(Tensor& tensor, const Patterns& patterns) {
  std::byte* const data = tensor.data();
  for (std::size_t i = 0, count = patterns.size(); i < count; ++i)
    store_pattern<Bits>(data, i, static_cast<Word<Bits>>(patterns[i]));
}

template <unsigned Bits> void unpack(const Tensor& tensor, Patterns& patterns) {
  const std::byte* const data = tensor.data();
  for (std::size_t i = 0, count = patterns.size(); i < count; ++i) patterns[i] = load_pattern<Bits>(data, i);
}

// The campaign's operator on two operands of so many elements.
Call call_of(const Campaign& campaign, std::uint64_t count) {
  Node node;
  node.operation = campaign.operation;
  const Argument operand{campaign.type, *Shape::of({&count, 1})}, operands[] = {operand, operand};
  auto resolution = resolve(*campaign.profile, newest_opset, node, operands);
  if (!resolution) std::abort();  // the table names only what its profiles allow; a test walks all of it
  return std::move(resolution->call);
}

// The shipped path for one first operand and many second ones.
class Runner {
 public:
  Runner(const Campaign& campaign, const Patterns& seconds, const Kernel& kernel)
      : bits_(info(campaign.type).bits),
        kernel_(kernel),
        results_(seconds.size()),
        a_(tensor(campaign.type, seconds.size())),
        b_(a_),
        c_(a_),
        call_(call_of(campaign, seconds.size())) {
    packed(b_, seconds);
    scratch_.resize(static_cast<std::size_t>(kernel.scratch_for(call_, 1)) + Work::scratch_alignment);
  }

  const Patterns& results(std::uint16_t a) {
    if (!run(a).ok()) std::abort();
    bits_ == 4 ? unpack<4>(c_, results_) : bits_ == 8 ? unpack<8>(c_, results_) : unpack<16>(c_, results_);
    return results_;
  }

  bool is_refused(std::uint16_t a) { return run(a).code == Code::condition; }

 private:
  static Tensor tensor(DType type, std::uint64_t count) { return Tensor(type, *Shape::of({&count, 1})); }

  void packed(Tensor& to, const Patterns& patterns) const {
    bits_ == 4 ? pack<4>(to, patterns) : bits_ == 8 ? pack<8>(to, patterns) : pack<16>(to, patterns);
  }

  Status run(std::uint16_t a) {
    std::fill(results_.begin(), results_.end(), a);
    packed(a_, results_);
    const TensorView inputs[] = {std::as_const(a_).view(), std::as_const(b_).view()};
    const MutableTensorView outputs[] = {c_.view()};
    void* scratch = scratch_.data();
    std::size_t room = scratch_.size();
    std::align(Work::scratch_alignment, 0, scratch, room);
    return execute(call_, inputs, outputs, {.scratch = {static_cast<std::byte*>(scratch), room}}, kernel_);
  }

  unsigned bits_;
  Kernel kernel_;
  Patterns results_;
  Tensor a_, b_, c_;
  Call call_;
  std::vector<std::byte> scratch_;
};

// Results as the digest takes them: little-endian, one byte per result for types below 16 bits.
void encode(const Patterns& results, unsigned bits, std::vector<std::byte>& bytes) {
  const std::size_t count = results.size();
  bytes.resize(bits == 16 ? 2 * count : count);
  std::byte* const to = bytes.data();
  const std::uint16_t* const from = results.data();
  if (bits == 16) {
    for (std::size_t i = 0; i < count; ++i) {
      to[2 * i] = static_cast<std::byte>(from[i]);
      to[2 * i + 1] = static_cast<std::byte>(from[i] >> 8);
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<std::byte>(from[i]);
  }
}

}  // namespace

Trial reference_trial(const Campaign& campaign) {
  return {{{"reference", reference_kernel(call_of(campaign, 1), false)}}, true};
}

Trial fast_trial(const Campaign& campaign, std::span<const std::string_view> sets) {
  const std::string_view before = instruction_set_in_use();
  Trial trial{{}, false};
  for (const std::string_view set : sets)
    if (use_instruction_set(set)) trial.contenders.push_back({set, fast_kernel(call_of(campaign, 1), false)});
  use_instruction_set(before);
  return trial;
}

Outcome judge_rows(const Campaign& campaign, std::span<const std::uint16_t> first_operands, const Trial& trial) {
  Patterns seconds;
  for (std::uint64_t b = campaign.zero_is_refused ? 1 : 0; b < campaign.patterns(); ++b)
    seconds.push_back(static_cast<std::uint16_t>(b));
  struct Lane {
    std::string_view name;
    Runner row, zero;
  };
  std::vector<Lane> lanes;
  for (const auto& [name, kernel] : trial.contenders)
    lanes.push_back({name, Runner(campaign, seconds, kernel), Runner(campaign, {0}, kernel)});

  Outcome outcome;
  Sha256 sha;
  Patterns right(seconds.size());
  std::vector<std::byte> bytes;
  for (std::uint16_t a : first_operands) {
    if (trial.judged) campaign.judge(a, seconds, right);
    for (Lane& lane : lanes) {
      const auto mismatch = [&](std::uint16_t b, std::uint16_t got, std::uint16_t wanted) {
        if (outcome.mismatches++ == 0) outcome.first = Mismatch{a, b, got, wanted, lane.name};
      };
      if (campaign.zero_is_refused && !lane.zero.is_refused(a)) mismatch(0, lane.zero.results(a)[0], 0);
      const Patterns& got = lane.row.results(a);
      if (&lane == &lanes.front()) {
        if (campaign.zero_is_refused) sha.update(std::vector<std::byte>(info(campaign.type).bits == 16 ? 2 : 1));
        encode(got, info(campaign.type).bits, bytes);
        sha.update(bytes);
        outcome.pairs += campaign.patterns();
        if (!trial.judged) right = got;
      }
      for (std::size_t i = 0; got != right && i < right.size(); ++i)
        if (got[i] != right[i]) mismatch(seconds[i], got[i], right[i]);
    }
  }
  outcome.digest = sha.finish();
  return outcome;
}

Outcome judge_unit(const Campaign& campaign, std::uint64_t unit, const Trial& trial) {
  const std::uint64_t rows = campaign.patterns() / campaign.units();
  Patterns first_operands;
  for (std::uint64_t i = 0; i < rows; ++i) first_operands.push_back(static_cast<std::uint16_t>(unit * rows + i));
  return judge_rows(campaign, first_operands, trial);
}

std::vector<std::uint16_t> stratified_operands(const Campaign& campaign, std::uint64_t strata) {
  const std::uint64_t width = campaign.patterns() / strata;
  Patterns operands;
  for (std::uint64_t k = 0; k < strata; ++k)
    operands.push_back(static_cast<std::uint16_t>(k * width + k * 0x9E3779B97F4A7C15u % width));
  return operands;
}

Sha256::Digest root_digest(std::span<const Sha256::Digest> units) {
  Sha256 sha;
  for (const Sha256::Digest& unit : units) sha.update(std::as_bytes(std::span(unit)));
  return sha.finish();
}

}  // namespace etalon::impl
