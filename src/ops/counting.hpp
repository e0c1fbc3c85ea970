// SPDX-License-Identifier: Apache-2.0
// Floor 4. Loops and places of references. A world says what a loop is: references loop over world.below(n) and
// world.elements(shape), and take places as they come. In a world that counts, which all are that compute, a loop runs
// once for each number, and a place is a number. A world that writes programs runs the body once, with a counter that
// has a name and is known by its bounds only; there a condition on places is no bool, and what it guards is written
// once. Names are for whoever reads the program.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "ops/call.hpp"
#include "scalar/size.h"
#include "tensor/shape.hpp"

namespace etalon::impl {

struct Counting {
  using Place = std::uint64_t;

  class Count {
   public:
    struct Iterator {
      std::uint64_t at;
      std::uint64_t operator*() const { return at; }
      void operator++() { ++at; }
      bool operator!=(Iterator end) const { return at != end.at; }
    };
    explicit Count(std::uint64_t n) : n_(n) {}
    Iterator begin() const { return {0}; }
    Iterator end() const { return {n_}; }

   private:
    std::uint64_t n_;
  };
  static Count below(std::uint64_t n, const char* = "") { return Count(n); }
  static Count elements(const Shape& shape) { return Count(shape.count); }

  // A place under a name of its own.
  static std::uint64_t named(std::uint64_t place, const char*) { return place; }
  // Whether a place, which may have gone below 0, is one of n; and what is done only there.
  static bool within(std::uint64_t place, std::uint64_t n) { return place < n; }
  template <class F> static void when(bool inside, F f) {
    if (inside) f();
  }
  // What a function gives for place i of n.
  template <class F> static auto tabled(std::uint64_t i, std::uint64_t, const char*, F f) { return f(i); }
  template <class A, class F> static auto tabled_number(const A& a, std::uint64_t i, std::uint64_t, const char*, F f) {
    return a.number(f(i));
  }
  // Each number below n, or from n to `most`, which n does not exceed.
  template <class F> static void for_each_below(std::uint64_t n, std::uint64_t, const char*, F f) {
    for (std::uint64_t k = 0; k < n; ++k) f(k);
  }
  template <class F> static void for_each_from(std::uint64_t n, std::uint64_t most, const char*, F f) {
    for (std::uint64_t k = n; k < most; ++k) f(k);
  }

  // Why there is no result: the condition of the operator, and elements for which something holds.
  static Status condition(const Call& call, Inputs inputs) { return condition_of(call, inputs); }
  static void refuse(Status& status, bool holds, std::uint64_t i) {
    if (holds && status.count++ == 0) status.index = i;
  }
};
template <class World> inline constexpr bool counts = std::is_same_v<typename World::Place, std::uint64_t>;

// Where place i of an array of these dimensions lies in one with these strides.
template <class Place>
Place strided_place(const Place& i, const std::uint64_t* dims, const std::uint64_t* strides, unsigned rank) {
  if constexpr (std::is_same_v<Place, std::uint64_t>) {
    return size_offset(i, dims, strides, rank);
  } else {
    Place offset(0), rest = i;
    for (unsigned axis = rank; axis-- > 0; rest = rest / dims[axis])
      if (strides[axis] != 0) offset = offset + rest % dims[axis] * strides[axis];
    return offset;
  }
}

}  // namespace etalon::impl
