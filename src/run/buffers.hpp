// SPDX-License-Identifier: Apache-2.0
// Floor 6. Checks of the caller's memory before a run: type, shape, size, alignment, and that nothing overlaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ops/events.hpp"
#include "ops/operator.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

template <class View> bool matches(const View& view, const std::optional<Argument>& wanted) {
  if (!wanted) return view.data == nullptr;  // omitted
  const Argument& argument = *wanted;
  if (view.type != argument.type || view.shape != argument.shape) return false;
  if (info(view.type).bits == 0) return true;  // a real tensor has objects, not bytes
  const std::uintptr_t alignment = std::max(info(view.type).bits / 8, 1u);
  return stored_bytes(view.type, view.shape.count) == view.bytes && (view.data != nullptr || view.bytes == 0) &&
         reinterpret_cast<std::uintptr_t>(view.data) % alignment == 0;
}

// Some bytes of memory; not a span, so that a list of them need not be cleared before it is filled.
struct Extent {
  const void* data;  // of an output: to be written to
  std::uint64_t bytes;
};

inline bool overlap(const Extent& a, const Extent& b) {
  const auto x = reinterpret_cast<std::uintptr_t>(a.data), y = reinterpret_cast<std::uintptr_t>(b.data);
  return (y - x < a.bytes && b.bytes != 0) || (x - y < b.bytes && a.bytes != 0);
}

// A run that is refused for one buffer. The inputs are counted before the outputs, and the arena comes last.
inline Status refused_for(const char* rule, std::size_t buffer) { return {Code::usage, rule, no_node, buffer, 1}; }

// A graph input or output, and what its buffer must be.
struct Port {
  Port(std::string_view known_as, const Argument& holds)
      : name(known_as),
        argument(holds),
        bytes(stored_bytes(holds.type, holds.shape.count)),
        alignment(std::max(info(holds.type).bits / 8, 1u)) {}

  bool takes(const void* data, std::uint64_t length) const {
    return length == bytes && (data != nullptr || length == 0) &&
           (reinterpret_cast<std::uintptr_t>(data) & (alignment - 1)) == 0;
  }

  std::string_view name;  // belongs to the model
  Argument argument;
  std::optional<std::uint64_t> bytes;  // nothing where the size does not fit any memory
  std::uintptr_t alignment;            // a power of 2
};

// The buffers of a run. A list of all of them need not be made, so nothing is allocated.
class Buffers {
 public:
  // Whether there is a buffer for every port, of its type, shape, size and alignment. Where the first of them lie, the
  // inputs before the outputs, goes to `found`, as many as there is room for.
  virtual Status match(std::span<const Port> inputs, std::span<const Port> outputs, std::span<Extent> found) const = 0;
  virtual Extent input(std::size_t i) const = 0;
  virtual Extent output(std::size_t i) const = 0;

 protected:
  ~Buffers() = default;

  // Given: types with data and bytes. suits(given, port) says whether type and shape are right.
  template <class Input, class Output, class Suits>
  static Status match_all(std::span<const Input> inputs, std::span<const Output> outputs,
                          std::span<const Port> input_ports, std::span<const Port> output_ports,
                          std::span<Extent> found, Suits suits) {
    if (inputs.size() != input_ports.size() || outputs.size() != output_ports.size())
      return {Code::usage, "API-ALL-BUFFERS"};
    std::size_t buffer = 0;
    const auto fits = [&](const auto& given, const Port& port) {
      if (!suits(given, port) || !port.takes(given.data, given.bytes)) return false;
      if (buffer < found.size()) found[buffer] = {given.data, given.bytes};
      ++buffer;
      return true;
    };
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (!fits(inputs[i], input_ports[i])) return refused_for("API-ALL-BUFFERS", buffer);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!fits(outputs[i], output_ports[i])) return refused_for("API-ALL-BUFFERS", buffer);
    return {};
  }
};

class ViewBuffers final : public Buffers {
 public:
  ViewBuffers(std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs)
      : inputs_(inputs), outputs_(outputs) {}
  Status match(std::span<const Port> inputs, std::span<const Port> outputs, std::span<Extent> found) const override {
    const auto suits = [](const auto& view, const Port& port) {
      return view.type == port.argument.type && view.shape == port.argument.shape;
    };
    return match_all(inputs_, outputs_, inputs, outputs, found, suits);
  }
  Extent input(std::size_t i) const override { return {inputs_[i].data, inputs_[i].bytes}; }
  Extent output(std::size_t i) const override { return {outputs_[i].data, outputs_[i].bytes}; }

 private:
  std::span<const TensorView> inputs_;
  std::span<const MutableTensorView> outputs_;
};

// Takes the events of each node as it is done, and the preconditions that its operands break.
class EventSink {
 public:
  // Counting needs the kernel that counts, which is slower; a node whose events nobody wants runs without it.
  virtual bool wants(std::size_t) const { return true; }
  virtual void take(std::size_t node, const Events& events) = 0;
  virtual void done(std::size_t) {}  // called after each node, whether its events were wanted or not

  // Preconditions that are broken although there is a result. Looking for them takes a scan of the operand.
  virtual bool wants_breaches() const { return false; }
  virtual void take_breach(std::size_t, const Precondition&, const Events::Tally&) {}

  Events tally;  // of the node at hand: a run that counts nothing need not make one

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
