// SPDX-License-Identifier: Apache-2.0
// Floor 6. The caller's memory at the door: of the right type and shape, of the right size, aligned, apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "ops/events.hpp"
#include "ops/operator.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

inline constexpr std::size_t max_operands = 8;  // of one node, so that running needs no heap

template <class View> bool matches(const View& view, const Argument& argument) {
  if (view.type != argument.type || view.shape != argument.shape) return false;
  if (info(view.type).bits == 0) return true;  // a real tensor has objects, not bytes
  const std::uintptr_t alignment = std::max(info(view.type).bits / 8, 1u);
  return stored_bytes(view.type, view.shape.count) == view.bytes && (view.data != nullptr || view.bytes == 0) &&
         reinterpret_cast<std::uintptr_t>(view.data) % alignment == 0;
}

inline bool overlap(const void* a, std::uint64_t a_bytes, const void* b, std::uint64_t b_bytes) {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  if (a_bytes == 0 || b_bytes == 0) return false;
  return x <= y ? y - x < a_bytes : x - y < b_bytes;
}

// The buffers of a run, asked for one at a time: a list of them need not be made, so nothing is allocated.
class Buffers {
 public:
  virtual std::size_t input_count() const = 0;
  virtual std::size_t output_count() const = 0;
  virtual TensorView input(std::size_t i) const = 0;
  virtual MutableTensorView output(std::size_t i) const = 0;

 protected:
  ~Buffers() = default;
};

class ViewBuffers final : public Buffers {
 public:
  ViewBuffers(std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs)
      : inputs_(inputs), outputs_(outputs) {}
  std::size_t input_count() const override { return inputs_.size(); }
  std::size_t output_count() const override { return outputs_.size(); }
  TensorView input(std::size_t i) const override { return inputs_[i]; }
  MutableTensorView output(std::size_t i) const override { return outputs_[i]; }

 private:
  std::span<const TensorView> inputs_;
  std::span<const MutableTensorView> outputs_;
};

// Takes the events of each node as it is done.
class EventSink {
 public:
  // Counting takes the kernel that counts, which is slower: a node whose events nobody wants is spared it.
  virtual bool wants(std::size_t) const { return true; }
  virtual void take(std::size_t node, const Events& events) = 0;

 protected:
  ~EventSink() = default;
};

class EventList final : public EventSink {
 public:
  explicit EventList(std::span<Events> events) : events_(events) {}
  void take(std::size_t node, const Events& events) override { events_[node] = events; }

 private:
  std::span<Events> events_;
};

}  // namespace etalon::impl
