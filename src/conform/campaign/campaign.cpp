// SPDX-License-Identifier: Apache-2.0
// Floor 8. See campaign.hpp; the list of campaigns is in campaigns.cpp.
#include "conform/campaign/campaign.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "check/resolve.hpp"
#include "conform/vectors/drawn.hpp"
#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

using Patterns = std::vector<std::uint32_t>;

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

template <class F> void with_width(unsigned bits, F f) {
  switch (bits) {
    case 4:
      return f.template operator()<4>();
    case 8:
      return f.template operator()<8>();
    case 16:
      return f.template operator()<16>();
    default:
      return f.template operator()<32>();
  }
}

// Which inputs of the operator the operands of a campaign are; the same one where there is one operand.
struct Places {
  std::size_t first, last;
};
Places places_of(const Campaign& campaign) {
  return campaign.bound != 0 ? Places{campaign.bound, 0} : Places{0, campaign.operands - 1};
}

// The shape of a described input, for so many cases.
Shape shape_of(oracle::Cases::Input::Layout layout, std::uint64_t count) {
  using enum oracle::Cases::Input::Layout;
  const std::uint64_t column_sides[] = {count, 1};
  const std::uint64_t one = 1;
  switch (layout) {
    case scalar:
      return {};
    case single:
      return *Shape::of({&one, 1});
    case vector:
      return *Shape::of({&count, 1});
    case column:
      return *Shape::of(column_sides);
  }
  std::abort();
}

// There is one for every campaign: that is what made it a campaign.
Call known_call_of(const Campaign& campaign, std::uint64_t count) {
  std::optional<Call> call = call_of(campaign, count);
  if (!call) std::abort();
  return std::move(*call);
}

// The shipped path for one first operand and many last ones.
class Runner {
 public:
  Runner(const Campaign& campaign, std::size_t count, const Kernel& kernel)
      : kernel_(kernel),
        results_(count),
        call_(known_call_of(campaign, count)),
        described_(campaign.described),
        at_(places_of(campaign)),
        last_(operand(at_.last)),
        first_(operand(at_.first)),
        result_(call_.outputs[0]->type, call_.outputs[0]->shape) {
    scratch_ = AlignedBytes(kernel.scratch_for(call_, 1));
    for (std::size_t k = 0; described_ != nullptr && k < described_->inputs.size(); ++k)
      inputs_.push_back(operand(described_->inputs[k].number));
  }

  void take(const Patterns& lasts) {
    if (described_ == nullptr) packed(last_, lasts);
  }

  const Patterns& results(std::uint32_t a) {
    if (!run(a).ok()) std::abort();
    with_width(result_bits(), [&]<unsigned Bits>() { unpack<Bits>(result_, results_); });
    return results_;
  }

  unsigned result_bits() const { return info(result_.type()).bits; }

  bool is_refused(std::uint32_t a) { return run(a).code == Code::condition; }

 private:
  static void packed(Tensor& to, const Patterns& patterns) {
    with_width(info(to.type()).bits, [&]<unsigned Bits>() { pack<Bits>(to, patterns); });
  }

  Tensor operand(std::size_t k) const { return {call_.inputs[k]->type, call_.inputs[k]->shape}; }

  // The inputs of the cases of a row.
  void fill(std::uint32_t row) {
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      Patterns patterns(static_cast<std::size_t>(inputs_[k].shape().count));
      for (std::size_t i = 0; i < patterns.size(); ++i)
        patterns[i] = static_cast<std::uint32_t>(
            described_->inputs[k].pattern((std::uint64_t{row} << described_->last_bits) + i));
      packed(inputs_[k], patterns);
    }
  }

  Status run(std::uint32_t a) {
    std::vector<TensorView> inputs(call_.inputs.size());
    const MutableTensorView outputs[] = {result_.view()};
    if (described_ != nullptr) {
      fill(a);
      for (std::size_t k = 0; k < inputs_.size(); ++k)
        inputs[described_->inputs[k].number] = std::as_const(inputs_[k]).view();
      return execute(call_, inputs, outputs, {.scratch = scratch_.span()}, kernel_);
    }
    if (at_.first != at_.last) packed(first_, Patterns(static_cast<std::size_t>(first_.shape().count), a));
    inputs[at_.first] = std::as_const(first_).view();
    inputs[at_.last] = std::as_const(last_).view();
    return execute(call_, inputs, outputs, {.scratch = scratch_.span()}, kernel_);
  }

  Kernel kernel_;
  Patterns results_;
  Call call_;
  const oracle::Cases* described_;
  Places at_;
  Tensor last_, first_, result_;
  std::vector<Tensor> inputs_;  // those that are described
  AlignedBytes scratch_;
};

// Results as the digest takes them: little-endian, in whole bytes.
std::size_t bytes_of(unsigned bits) { return (bits + 7) / 8; }
void encode(const Patterns& results, unsigned bits, std::vector<std::byte>& bytes) {
  const std::size_t count = results.size(), width = bytes_of(bits);
  bytes.resize(width * count);
  std::byte* const to = bytes.data();
  const std::uint32_t* const from = results.data();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < width; ++k) to[width * i + k] = static_cast<std::byte>(from[i] >> 8 * k);
}

}  // namespace

std::optional<Call> call_of(const Campaign& campaign, std::uint64_t count) {
  Node node;
  node.operation = campaign.operation;
  if (campaign.described != nullptr) {
    std::vector<Given> inputs;
    for (const oracle::Cases::Input& input : campaign.described->inputs) {
      if (inputs.size() <= input.number) inputs.resize(input.number + 1, std::nullopt);
      inputs[input.number] = Argument{type_of(input.type), shape_of(input.layout, count)};
    }
    auto resolution = resolve(campaign.profile, newest_opset, node, inputs);
    return resolution ? std::optional(std::move(resolution->call)) : std::nullopt;
  }
  const Places at = places_of(campaign);
  std::vector<Given> operands(std::max(at.first, at.last) + 1, std::nullopt);
  const Shape row = *Shape::of({&count, 1});
  operands[at.first] = Argument{campaign.type, campaign.bound != 0 ? Shape{} : row};
  operands[at.last] = Argument{campaign.type, row};
  auto resolution = resolve(campaign.profile, newest_opset, node, operands);
  return resolution ? std::optional(std::move(resolution->call)) : std::nullopt;
}

Contest reference_contest(const Campaign& campaign) {
  return {.contenders = {{"reference", reference_kernel(known_call_of(campaign, 1), CountEvents::no)}}, .judged = true};
}

Contest fast_contest(const Campaign& campaign, std::span<const std::string_view> sets) {
  const std::string_view before = instruction_set_in_use();
  Contest contest{.contenders = {}, .judged = false};
  for (const std::string_view set : sets)
    if (use_instruction_set(set))
      contest.contenders.push_back({set, fast_kernel(known_call_of(campaign, 1), CountEvents::no)});
  use_instruction_set(before);
  return contest;
}

Outcome judge_rows(const Campaign& campaign, std::span<const std::uint32_t> rows, const Contest& contest) {
  Patterns lasts;
  for (std::uint64_t b = campaign.zero_is_refused ? 1 : 0; b < campaign.row_cases(); ++b)
    lasts.push_back(static_cast<std::uint32_t>(b));
  struct Lane {
    std::string_view name;
    Runner row, zero;
  };
  std::vector<Lane> lanes;
  for (const auto& [name, kernel] : contest.contenders)
    lanes.push_back({name, Runner(campaign, lasts.size(), kernel), Runner(campaign, 1, kernel)});
  for (Lane& lane : lanes) lane.zero.take({0});

  Outcome outcome;
  Sha256 sha;
  Patterns right(lasts.size());
  std::vector<std::byte> bytes;
  bool taken = false;
  for (const std::uint32_t a : rows) {
    if (campaign.operands == 1 && campaign.described == nullptr)
      for (std::size_t i = 0; i < lasts.size(); ++i) lasts[i] = a << 16 | static_cast<std::uint32_t>(i);
    if (campaign.operands == 1 || !taken)
      for (Lane& lane : lanes) lane.row.take(lasts);
    taken = true;
    if (contest.judged) campaign.judge(a, lasts, right);
    for (Lane& lane : lanes) {
      const auto mismatch = [&](std::uint32_t b, std::uint32_t got, std::uint32_t wanted) {
        if (outcome.mismatches++ == 0) outcome.first = Mismatch{a, b, got, wanted, lane.name};
      };
      if (campaign.zero_is_refused && !lane.zero.is_refused(a)) mismatch(0, lane.zero.results(a)[0], 0);
      const Patterns& got = lane.row.results(a);
      if (&lane == &lanes.front()) {
        const unsigned bits = lane.row.result_bits();
        if (campaign.zero_is_refused) sha.update(std::vector<std::byte>(bytes_of(bits)));
        encode(got, bits, bytes);
        sha.update(bytes);
        outcome.cases += campaign.row_cases();
        if (!contest.judged) right = got;
      }
      for (std::size_t i = 0; got != right && i < right.size(); ++i)
        if (got[i] != right[i]) mismatch(lasts[i], got[i], right[i]);
    }
  }
  outcome.digest = sha.finish();
  return outcome;
}

Outcome judge_unit(const Campaign& campaign, std::uint64_t unit, const Contest& contest) {
  const std::uint64_t rows = campaign.rows() / campaign.units();
  Patterns judged;
  for (std::uint64_t i = 0; i < rows; ++i) judged.push_back(static_cast<std::uint32_t>(unit * rows + i));
  return judge_rows(campaign, judged, contest);
}

std::vector<std::uint32_t> stratified_rows(const Campaign& campaign, std::uint64_t strata, std::uint64_t turn) {
  strata = std::min(strata, campaign.rows());
  const std::uint64_t width = campaign.rows() / strata;
  Patterns rows;
  for (std::uint64_t k = 0; k < strata; ++k)
    rows.push_back(static_cast<std::uint32_t>(k * width + (k * 0x9E3779B97F4A7C15u + turn) % width));
  return rows;
}

Sha256::Digest root_digest(std::span<const Sha256::Digest> units) {
  Sha256 sha;
  for (const Sha256::Digest& unit : units) sha.update(std::as_bytes(std::span(unit)));
  return sha.finish();
}

}  // namespace etalon::impl
