// SPDX-License-Identifier: Apache-2.0
// Floor 7. What an element was computed by, for every input at once: a constant, an element of a variable tensor, or a
// step of a reference with the terms that it took. A term is a number that identifies the whole expression: two terms
// that are equal are the same expression, but for a collision.
//
// Leaves are written down as they are, so that two leaves never collide. A step is the linear form
//   k0 + k1*(which step) + k2*a + k3*b + k4*c  modulo the prime 2^127-1,
// whose keys belong to the level of the term, which is one above the highest level of its operands. The keys of a level
// are independent of all terms below it. Two different steps of a level therefore collide with probability 1/p, and two
// different expressions of level n with at most n/p.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/sha256.hpp"
#include "tensor/dtype.hpp"

namespace etalon::impl {

struct Term {
  std::uint64_t low = 0, high = 0;  // a number below 2^127-1
  std::uint32_t level = 0;          // of a leaf: 0
  bool is_quiet = false;            // it is never a NaN that is not the one that arithmetic gives

  bool operator==(const Term&) const = default;
};

// The steps that references consist of. Each of them is a function of its operands, its type and a number.
enum class Step : std::uint8_t {
  add,
  sub,
  mul,
  div,
  div_floor,
  div_truncate,
  div_count,
  fma,
  neg,
  abs,
  sqrt,
  root_of_squares,
  power,
  pow,
  function,
  floor,
  ceil,
  round,
  max,
  min,
  larger,
  smaller,
  quiet,
  less,
  equal,
  less_or_equal,
  below,
  is_nan,
  is_lowest,
  leads,
  both,
  choose,
  negation,
  exponent,
  convert,
  exact_product,
  exact_quotient,
  quantised,  // of numbers that are not rounded
  sum_start,
  sum_step,
  sum_scale,
  sum_finish,
  sum_quotient,
  sum_root,  // of sums that are rounded once, or wrap
  unknown,   // an element of a result of an operator that is not followed
};

Term constant(DType type, std::uint64_t pattern);
Term variable(std::uint32_t tensor, std::uint64_t element, bool is_quiet);

// The bits of a constant; null where the term is none.
inline const std::uint64_t* known_pattern(const Term& term) {
  return term.level == 0 && term.high >> 61 == 1 ? &term.low : nullptr;
}

enum class Lemma : std::uint8_t;  // trace/lemmas.hpp

// Makes terms. One per proof: its keys are drawn when it is made, after the models are fixed.
class Joiner {
 public:
  // A step as it was joined, for whoever wants to look at expressions.
  struct Joined {
    Step step;
    DType type;
    std::uint64_t number;
    std::array<Term, 3> operands;
    Term result;
  };

  explicit Joiner(const Sha256::Digest& seed, std::vector<Joined>* record = nullptr) : seed_(seed), record_(record) {}

  // Absent operands are null. What `number` means is up to the step.
  Term join(Step step, DType type, std::uint64_t number, const Term* a, const Term* b = nullptr,
            const Term* c = nullptr);

  // Whether steps are replaced by others that have the same bits, and which lemmas said so.
  enum class Use : std::uint8_t { nothing, lemmas, conditions };
  void apply(Use use) {
    use_ = use;
    met_condition_ = false;
  }
  bool uses(Lemma lemma) { return note(lemma, use_ >= Use::lemmas); }  // whether it may be used; it is noted
  bool assumes(Lemma condition) {
    met_condition_ = true;
    return note(condition, use_ == Use::conditions);
  }
  bool met_condition() const { return met_condition_; }  // since lemmas were applied: one would be of use
  unsigned used_lemmas() const { return used_; }         // a bit for each
  void forget_lemmas(unsigned used) { used_ = used; }

  std::uint64_t joins() const { return joins_; }
  std::uint32_t levels() const { return static_cast<std::uint32_t>(keys_.size()); }

 private:
  using Keys = std::array<std::array<std::uint64_t, 2>, 5>;  // numbers below 2^127-1
  const Keys& keys_of(std::uint32_t level);
  std::optional<Term> rewritten(Step step, DType type, std::uint64_t number, const Term* a, const Term* b,
                                const Term* c);
  Term with(Lemma lemma, const Term& term);
  bool note(Lemma lemma, bool is_used) {
    used_ |= is_used ? 1u << static_cast<unsigned>(lemma) : 0u;
    return is_used;
  }

  Sha256::Digest seed_;
  std::vector<Keys> keys_;  // by level, from 1 on
  std::uint64_t joins_ = 0;
  std::vector<Joined>* record_;
  Use use_ = Use::nothing;
  bool met_condition_ = false;
  unsigned used_ = 0;
};

}  // namespace etalon::impl
