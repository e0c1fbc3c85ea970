// SPDX-License-Identifier: Apache-2.0
// Floor 8. Places that are not numbers yet: sums of multiples of counters, whose bounds are known. Quotients and
// remainders by constants are taken exactly where the bounds allow it, so that a reference that counts elements in one
// number is written as the nested loops that it means. Numbers that are no such sum are atoms of their own: a quotient,
// an entry of a table, an element of an operand that says which elements are meant.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace etalon::impl {

class WrittenPlace;

// What a place is made of. Atoms are the same where they are the same object.
struct Atom {
  std::string text;        // in C, where it has a name: the one that is wanted, until a printer settles it
  std::int64_t low, high;  // both included
  // Else what it is: a quotient or a remainder of a place, or a product of two. A name may stand for a place as well.
  enum class Kind : std::uint8_t { named, quotient, remainder, product } kind = Kind::named;
  std::shared_ptr<const WrittenPlace> first = nullptr, second = nullptr;
  std::int64_t divisor = 1;
};
using AtomPointer = std::shared_ptr<Atom>;

class WrittenPlace {
 public:
  using Term = std::pair<AtomPointer, std::int64_t>;

  WrittenPlace() = default;
  WrittenPlace(std::uint64_t n) : constant_(static_cast<std::int64_t>(n)) {}
  explicit WrittenPlace(std::int64_t n, int) : constant_(n) {}
  explicit WrittenPlace(AtomPointer atom) : terms_{{std::move(atom), 1}} {}

  bool is_constant() const { return terms_.empty(); }
  std::int64_t constant() const { return constant_; }
  const std::vector<Term>& terms() const { return terms_; }
  std::int64_t low() const { return bound(false); }
  std::int64_t high() const { return bound(true); }
  bool operator==(const WrittenPlace& other) const = default;

  friend WrittenPlace operator+(WrittenPlace a, const WrittenPlace& b);
  friend WrittenPlace operator-(const WrittenPlace& a, const WrittenPlace& b) { return a + b.times(-1); }
  friend WrittenPlace operator*(const WrittenPlace& a, const WrittenPlace& b);
  friend WrittenPlace operator/(const WrittenPlace& a, std::uint64_t n) {
    return a.divided(static_cast<std::int64_t>(n)).first;
  }
  friend WrittenPlace operator%(const WrittenPlace& a, std::uint64_t n) {
    return a.divided(static_cast<std::int64_t>(n)).second;
  }
  // Numbers on the left, as references write them.
  template <std::integral N> friend WrittenPlace operator+(N a, const WrittenPlace& b) {
    return WrittenPlace(static_cast<std::uint64_t>(a)) + b;
  }
  template <std::integral N> friend WrittenPlace operator*(N a, const WrittenPlace& b) {
    return WrittenPlace(static_cast<std::uint64_t>(a)) * b;
  }
  template <std::integral N> friend WrittenPlace operator-(const WrittenPlace& a, N b) {
    return a + WrittenPlace(-static_cast<std::int64_t>(b), 0);
  }

  WrittenPlace times(std::int64_t factor) const;

 private:
  std::int64_t bound(bool high) const;
  std::pair<WrittenPlace, WrittenPlace> divided(std::int64_t n) const;  // quotient and remainder

  std::vector<Term> terms_;  // in the order in which loops were opened
  std::int64_t constant_ = 0;
};

std::string text_of(const WrittenPlace& place);

// Whether places lie in [0, n): conditions that are all to hold, one after the other. Nothing is left of those that
// always do, and nothing is written of those that follow from the ones before.
struct Inside {
  struct Bound {
    WrittenPlace place, below;
  };
  std::vector<Bound> bounds = {};
  bool never = false;

  bool always() const { return bounds.empty() && !never; }
  friend Inside operator&&(Inside a, const Inside& b) {
    a.bounds.insert(a.bounds.end(), b.bounds.begin(), b.bounds.end());
    a.never = a.never || b.never;
    return a;
  }
};
std::string text_of(const Inside& inside);

}  // namespace etalon::impl
