// SPDX-License-Identifier: Apache-2.0
// Floor 2. How an element of one type becomes one of another: by way of its exact value, so that each type has one
// function that reads and one that rounds and writes.
#pragma once

#include "tensor/algebra.hpp"

namespace etalon::impl {

class Conversion {
 public:
  Conversion(DType from, DType to) : load(row_of(from).load), store(row_of(to).store) {}

  exact_value (*load)(const void* data, std::uint64_t i);
  void (*store)(void* data, std::uint64_t i, const exact_value& x, unsigned* events);

  // Whether a number of the first type can lie between two of the second, which is a floating-point type.
  static constexpr bool rounds(DType from, DType to) {
    const DTypeInfo &a = info(from), &b = info(to);
    switch (a.kind) {
      case Kind::floating:
        return b.fraction < a.fraction || b.bits - b.fraction < a.bits - a.fraction;
      case Kind::boolean:
        return false;
      default:  // the lowest signed number has one bit more, and is a power of two
        return a.bits - (a.kind == Kind::signed_ ? 1 : 0) > b.fraction + 1;
    }
  }

 private:
  struct OfType {
    exact_value (*load)(const void* data, std::uint64_t i);
    void (*store)(void* data, std::uint64_t i, const exact_value& x, unsigned* events);
  };
  template <class A> static exact_value read(const void* data, std::uint64_t i) { return A::unpack(A::load(data, i)); }
  template <class A> static void write(void* data, std::uint64_t i, const exact_value& x, unsigned* events) {
    A::store(data, i, A::pack(x, events));
  }
  static const OfType& row_of(DType type) {
    static constexpr OfType table[] = {
#define STORABLE(id, name, onnx, kind, bits, fraction, algebra) {&read<algebra>, &write<algebra>},
#include "tensor/dtype.def"
    };
    return table[static_cast<unsigned>(type)];
  }
};

}  // namespace etalon::impl
