// SPDX-License-Identifier: Apache-2.0
// Floor 4. Loops of references. A world says what a loop is: references loop over world.below(n) and
// world.elements(shape), and take places as they come. In a world that counts, which all are that compute, a loop runs
// once for each number, and a place is a number. A world that writes programs runs the body once, with a counter that
// has a name and is known by its bounds only.
#pragma once

#include <cstdint>
#include <type_traits>

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
  static Count below(std::uint64_t n) { return Count(n); }
  static Count elements(const Shape& shape) { return Count(shape.count); }
};
template <class World> inline constexpr bool counts = std::is_same_v<typename World::Place, std::uint64_t>;

}  // namespace etalon::impl
