// SPDX-License-Identifier: Apache-2.0
// Floor 7. See term.hpp.
#include "trace/term.hpp"

#include <algorithm>
#include <cstring>

#include "scalar/binary.h"
#include "scalar/wide.h"

namespace etalon::impl {
namespace {

constexpr std::uint64_t top = ~std::uint64_t{0} >> 1;  // the high word of 2^127-1

wide product(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ using Both = unsigned __int128;
  const Both both = static_cast<Both>(a) * b;
  return {static_cast<std::uint64_t>(both >> 64), static_cast<std::uint64_t>(both)};
#else
  return wide_product(a, b);
#endif
}

// A sum of at most four products of numbers below 2^127-1, and one such number: below 2^256.
class Sum {
 public:
  void add(std::uint64_t low, std::uint64_t high) {
    carry(0, low);
    carry(1, high);
  }
  void add_product(std::uint64_t low, std::uint64_t high, const std::array<std::uint64_t, 2>& key) {
    add_at(0, product(low, key[0]));
    add_at(1, product(low, key[1]));
    if (high == 0) return;
    add_at(1, product(high, key[0]));
    add_at(2, product(high, key[1]));
  }
  // Modulo 2^127-1: 2^127 is 1.
  Term reduced() const {
    Sum folded;
    folded.add(words_[0], words_[1] & top);
    folded.add(words_[1] >> 63 | words_[2] << 1, words_[2] >> 63 | words_[3] << 1);
    folded.carry(2, words_[3] >> 63);
    Sum twice;
    twice.add(folded.words_[0], folded.words_[1] & top);
    twice.add(folded.words_[1] >> 63 | folded.words_[2] << 1, 0);
    if (twice.words_[1] > top) {
      twice.words_[1] &= top;
      twice.carry(0, 1);
    }
    if (twice.words_[0] == ~std::uint64_t{0} && twice.words_[1] == top) return {};
    return {twice.words_[0], twice.words_[1], 0};
  }

 private:
  void add_at(unsigned word, const wide& x) {
    carry(word, x.low);
    carry(word + 1, x.high);
  }
  void carry(unsigned word, std::uint64_t x) {
    for (; x != 0 && word < 4; ++word) {
      words_[word] += x;
      x = words_[word] < x ? 1 : 0;
    }
  }

  std::array<std::uint64_t, 4> words_{};
};

// Steps that give the one NaN of their type wherever they give a NaN.
bool gives_quiet(Step step) {
  switch (step) {
    case Step::add:
    case Step::sub:
    case Step::mul:
    case Step::div:
    case Step::div_count:
    case Step::fma:
    case Step::sqrt:
    case Step::root_of_squares:
    case Step::power:
    case Step::pow:
    case Step::function:
    case Step::max:
    case Step::min:
    case Step::larger:
    case Step::smaller:
    case Step::quiet:
    case Step::convert:
    case Step::sum_finish:
    case Step::sum_quotient:
    case Step::sum_root:
      return true;
    default:
      return false;
  }
}

}  // namespace

// The top bits of a leaf tell constants and variables apart.
Term constant(DType type, std::uint64_t pattern) {
  bool is_quiet = false;
  if (is_floating(type)) {
    const binary_format format = binary_format_of(info(type).bits, info(type).fraction);
    is_quiet = !binary_is_nan(format, pattern) || pattern == binary_nan(format);
  }
  return {pattern, std::uint64_t{1} << 61 | static_cast<std::uint64_t>(type), 0, is_quiet};
}
Term variable(std::uint32_t tensor, std::uint64_t element, bool is_quiet) {
  return {element, std::uint64_t{1} << 62 | tensor, 0, is_quiet};
}

Term Joiner::join(Step step, DType type, std::uint64_t number, const Term* a, const Term* b, const Term* c) {
  if (applies_)
    if (const std::optional<Term> other = rewritten(step, type, number, a, b, c)) return *other;
  ++joins_;
  std::uint32_t level = 0;
  for (const Term* operand : {a, b, c})
    if (operand != nullptr) level = std::max(level, operand->level);
  const Keys& keys = keys_of(++level);
  Sum sum;
  sum.add(keys[0][0], keys[0][1]);
  // Which step it is takes 16 bits above those of the number.
  sum.add_product(number, std::uint64_t{static_cast<std::uint8_t>(step)} << 8 | static_cast<std::uint8_t>(type),
                  keys[1]);
  unsigned k = 2;
  for (const Term* operand : {a, b, c}) {
    if (operand != nullptr) sum.add_product(operand->low, operand->high, keys[k]);
    ++k;
  }
  Term result = sum.reduced();
  result.level = level;
  result.is_quiet = gives_quiet(step) || (step == Step::choose && b->is_quiet && c->is_quiet);
  if (record_ != nullptr)
    record_->push_back({step,
                        type,
                        number,
                        {a != nullptr ? *a : Term{}, b != nullptr ? *b : Term{}, c != nullptr ? *c : Term{}},
                        result});
  return result;
}

const Joiner::Keys& Joiner::keys_of(std::uint32_t level) {
  while (keys_.size() <= level) {
    Keys keys;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      std::array<std::uint64_t, 2> place{keys_.size(), k};
      Sha256 hash;
      hash.update(std::as_bytes(std::span(seed_)));
      hash.update(std::as_bytes(std::span(place)));
      const Sha256::Digest digest = hash.finish();
      std::memcpy(keys[k].data(), digest.data(), sizeof keys[k]);
      keys[k][1] &= top;
      if (keys[k][1] == top && keys[k][0] == ~std::uint64_t{0}) keys[k] = {};  // 2^127-1 is 0
    }
    keys_.push_back(keys);
  }
  return keys_[level];
}

}  // namespace etalon::impl
