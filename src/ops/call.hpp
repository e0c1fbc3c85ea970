// SPDX-License-Identifier: Apache-2.0
// Floor 4. A Call is one operator with everything settled: which row holds, the choices of the profile, the types and
// shapes of all operands. Only check/resolve makes one; it is the unit that is run, bounded, emitted and proved about.
#pragma once

#include <span>
#include <vector>

#include "ops/events.hpp"
#include "ops/operator.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

enum class IntegerDivision : std::uint8_t { floor, truncate };

// How a sum of floating-point products is made: in which order, with which roundings, in which format (ops/dot.hpp).
enum class Accumulation : std::uint8_t { sequential, fused, wide, exact };
inline constexpr const char* accumulation_names[] = {"sequential", "fused", "wide", "exact"};

inline std::optional<Accumulation> find_accumulation(std::string_view name) {
  for (std::size_t i = 0; i < std::size(accumulation_names); ++i)
    if (accumulation_names[i] == name) return static_cast<Accumulation>(i);
  return std::nullopt;
}

// What a profile leaves to choose and a result depends on.
struct Choices {
  IntegerDivision integer_division = IntegerDivision::floor;
  Accumulation accumulation = Accumulation::sequential;
};

struct Call {
  const Operator* op;
  const Row* row;
  Choices choices;
  std::vector<Argument> inputs, outputs;
  std::vector<Attribute> attributes;
};

// Elementary operations that the call takes.
std::uint64_t operations_of(const Call& call);

// Computes a call. Types, shapes and sizes of the views are those of the call (checked at the door); outputs overlap
// nothing. Events are counted where `events` is not null.
using Kernel = Status (*)(const Call& call, std::span<const TensorView> inputs,
                          std::span<const MutableTensorView> outputs, Events* events);

// A complete set of kernels: the reference, the exact one, and later the fast one.
using KernelTable = Kernel (*)(OperatorId op, DType type, bool counting);

}  // namespace etalon::impl
