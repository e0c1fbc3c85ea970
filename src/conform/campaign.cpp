// SPDX-License-Identifier: Apache-2.0
// Floor 8. See campaign.hpp; the table of campaigns is in campaigns.cpp.
#include "conform/campaign.hpp"

#include <algorithm>
#include <cstdlib>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

using Patterns = std::vector<std::uint16_t>;

template <unsigned Bits> void pack(Tensor& tensor, const Patterns& patterns) {
  for (std::size_t i = 0; i < patterns.size(); ++i)
    store_pattern<Bits>(tensor.data(), i, static_cast<Word<Bits>>(patterns[i]));
}

template <unsigned Bits> void unpack(const Tensor& tensor, Patterns& patterns) {
  for (std::size_t i = 0; i < patterns.size(); ++i) patterns[i] = load_pattern<Bits>(tensor.data(), i);
}

// The shipped path for one first operand and many second ones.
class Runner {
 public:
  Runner(const Campaign& campaign, const Patterns& seconds)
      : bits_(info(campaign.type).bits),
        results_(seconds.size()),
        a_(tensor(campaign.type, seconds.size())),
        b_(a_),
        c_(a_) {
    packed(b_, seconds);
    Node node;
    node.operation = campaign.operation;
    const Argument arguments[] = {{a_.type(), a_.shape()}, {b_.type(), b_.shape()}};
    auto resolution = resolve(*campaign.profile, newest_opset, node, arguments);
    if (!resolution) std::abort();  // the table names only what its profiles allow; a test walks all of it
    call_ = std::move(resolution->call);
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
    return execute(call_, inputs, outputs, {}, reference_kernel);
  }

  unsigned bits_;
  Patterns results_;
  Tensor a_, b_, c_;
  Call call_;
};

// Results as the digest takes them: little-endian, a byte each for types below 16 bits.
void encode(const Patterns& results, unsigned bits, std::vector<std::byte>& bytes) {
  bytes.clear();
  for (std::uint16_t result : results) {
    bytes.push_back(static_cast<std::byte>(result));
    if (bits == 16) bytes.push_back(static_cast<std::byte>(result >> 8));
  }
}

}  // namespace

Outcome judge_rows(const Campaign& campaign, std::span<const std::uint16_t> first_operands) {
  Patterns seconds;
  for (std::uint64_t b = campaign.zero_is_refused ? 1 : 0; b < campaign.patterns(); ++b)
    seconds.push_back(static_cast<std::uint16_t>(b));
  Runner row(campaign, seconds), zero(campaign, {0});

  Outcome outcome;
  Sha256 sha;
  Patterns right(seconds.size());
  std::vector<std::byte> bytes;
  const auto mismatch = [&](std::uint16_t a, std::uint16_t b, std::uint16_t got, std::uint16_t wanted) {
    if (outcome.mismatches++ == 0) outcome.first = Mismatch{a, b, got, wanted};
  };
  for (std::uint16_t a : first_operands) {
    if (campaign.zero_is_refused) {
      if (!zero.is_refused(a)) mismatch(a, 0, zero.results(a)[0], 0);
      sha.update(std::vector<std::byte>(info(campaign.type).bits == 16 ? 2 : 1));
      ++outcome.pairs;
    }
    const Patterns& got = row.results(a);
    campaign.judge(a, seconds, right);
    for (std::size_t i = 0; i < right.size(); ++i)
      if (got[i] != right[i]) mismatch(a, seconds[i], got[i], right[i]);
    outcome.pairs += got.size();
    encode(got, info(campaign.type).bits, bytes);
    sha.update(bytes);
  }
  outcome.digest = sha.finish();
  return outcome;
}

Outcome judge_unit(const Campaign& campaign, std::uint64_t unit) {
  const std::uint64_t rows = campaign.patterns() / campaign.units();
  Patterns first_operands;
  for (std::uint64_t i = 0; i < rows; ++i) first_operands.push_back(static_cast<std::uint16_t>(unit * rows + i));
  return judge_rows(campaign, first_operands);
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
