// SPDX-License-Identifier: Apache-2.0
// A call on operands that lie between fences: computed by the reference once, and by the fast kernel as often as
// wanted.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/fp_environment.hpp"
#include "ops/reference.hpp"
#include "oracle/random.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/tensor.hpp"
#include "tests/kernels/fenced.hpp"
#include "tests/kernels/teams.hpp"

namespace etalon::tests {

inline std::size_t bytes_of(const impl::Argument& is) {
  return static_cast<std::size_t>(*impl::stored_bytes(is.type, is.shape.count));
}

inline Fenced fenced(const impl::Argument& is, std::uint64_t place, unsigned char filling) {
  const std::size_t element = std::max<std::size_t>(impl::info(is.type).bits / 8, 1);
  return Fenced(bytes_of(is), element, element * (place / 2 % 17), place % 2 == 0 ? Fenced::At::begin : Fenced::At::end,
                filling);
}

class FencedCall {
 public:
  // fill(x, view) writes operand x, unless its value is known.
  template <class Fill> FencedCall(impl::Call call, oracle::Random& random, Fill fill) : call_(std::move(call)) {
    for (std::size_t x = 0; x < call_.inputs.size(); ++x) {
      operands_.emplace_back();
      inputs_.emplace_back();
      if (!call_.inputs[x]) continue;
      const impl::Argument& is = *call_.inputs[x];
      operands_.back() = fenced(is, random.bits(), 0);
      unsigned char* const bytes = operands_.back().data();
      if (!call_.known.empty() && call_.known[x] != nullptr)
        std::copy_n(call_.known[x]->data(), bytes_of(is), reinterpret_cast<std::byte*>(bytes));
      else
        fill(x, impl::MutableTensorView{is.type, is.shape, bytes, bytes_of(is)});
      inputs_.back() = {is.type, is.shape, bytes, bytes_of(is)};
    }
    std::vector<impl::MutableTensorView> outputs;
    for (const auto& output : call_.outputs) {
      expected_.emplace_back();
      outputs.push_back(output ? expected_.back().emplace(output->type, output->shape).view()
                               : impl::MutableTensorView());
    }
    if (!execute(call_, inputs_, outputs, {}, impl::reference_kernel).ok()) std::abort();
  }

  // What differs from the reference, in words.
  std::optional<std::string> difference(unsigned threads, std::uint64_t seed, bool aligned = false,
                                        impl::KernelTable kernels = impl::fast_kernel) const {
    std::vector<Fenced> results;
    std::vector<impl::MutableTensorView> outputs;
    for (const auto& output : call_.outputs) {
      results.emplace_back();
      outputs.emplace_back();
      if (!output) continue;
      results.back() = fenced(*output, aligned ? 0 : seed / 8, untouched);
      outputs.back() = {output->type, output->shape, results.back().data(), bytes_of(*output)};
    }
    Threads at_once(threads, false);
    Shuffled one_by_one(threads, seed, false);
    impl::Work work;
    work.tasks = threads;
    const impl::Kernel kernel = kernels(call_, impl::CountEvents::no);
    const Fenced::At place = seed / 4 % 2 == 0 ? Fenced::At::begin : Fenced::At::end;
    const Fenced scratch(static_cast<std::size_t>(kernel.scratch_for(call_, threads)), impl::scratch_alignment, 0,
                         place, untouched);
    work.scratch = {reinterpret_cast<std::byte*>(scratch.data()), scratch.bytes()};
    if (threads > 1) work.team = seed % 4 == 0 ? static_cast<impl::Team*>(&at_once) : &one_by_one;
    // In half of the cases as in a plan in which all inputs but the first are constants.
    std::vector<const void*> constants;
    for (const impl::TensorView& input : inputs_)
      constants.push_back(constants.empty() || seed / 1024 % 2 == 0 ? nullptr : input.data);
    const Fenced packed(static_cast<std::size_t>(kernel.packed_for(call_, constants)), impl::scratch_alignment, 0,
                        place, untouched);
    if (packed.bytes() > 0) {
      const impl::FpGuard guard;
      work.packed = reinterpret_cast<std::byte*>(packed.data());
      kernel.pack(call_, constants, reinterpret_cast<std::byte*>(packed.data()));
    }
    if (!execute(call_, inputs_, outputs, work, kernel).ok()) return "it was not computed";
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (!expected_[k]) continue;
      const std::size_t bytes = expected_[k]->bytes();
      if (bytes > 0 && std::memcmp(expected_[k]->data(), results[k].data(), bytes) != 0)
        return "result " + std::to_string(k) + " differs";
      if (!results[k].intact()) return "bytes beside a result were written";
    }
    if (!scratch.intact()) return "bytes beside the scratch were written";
    if (!packed.intact()) return "bytes beside what was packed were written";
    return std::nullopt;
  }

  std::string text() const { return shapes_of(call_); }
  bool has_result() const { return call_.outputs[0] && call_.outputs[0]->shape.count > 0; }
  bool is_fast() const {
    return impl::fast_kernel(call_, impl::CountEvents::no).compute !=
           impl::reference_kernel(call_, impl::CountEvents::no).compute;
  }

 private:
  static constexpr unsigned char untouched = 0x5B;

  impl::Call call_;
  std::vector<Fenced> operands_;
  std::vector<impl::TensorView> inputs_;
  std::vector<std::optional<impl::Tensor>> expected_;  // none where it is omitted
};

}  // namespace etalon::tests
