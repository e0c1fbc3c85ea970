// SPDX-License-Identifier: Apache-2.0
// Floor 7. See term.hpp.
#include "trace/term.hpp"

#include <algorithm>
#include <cstring>

#include "scalar/binary.h"

namespace etalon::impl {
namespace {

#ifndef __SIZEOF_INT128__
#error "terms need integers of 128 bits, which compilers for processors with 64-bit words have"
#endif
__extension__ using Natural = unsigned __int128;

constexpr Natural prime = (Natural{1} << 127) - 1;

constexpr Natural number_of(std::uint64_t low, std::uint64_t high) { return Natural{high} << 64 | low; }

// Modulo the prime, 2^127 is 1 and 2^128 is 2. What comes out is at most 2^127.
constexpr Natural folded(Natural x) { return (x & prime) + (x >> 127); }

// x times a number below the prime.
Natural product(std::uint64_t low, std::uint64_t high, const std::array<std::uint64_t, 2>& key) {
  const Natural least = Natural{low} * key[0], middle = Natural{low} * key[1] + Natural{high} * key[0],
                most = Natural{high} * key[1];
  const Natural upper = folded(2 * (most + static_cast<std::uint64_t>(middle >> 64)));
  return folded(folded(folded(least) + folded(middle << 64)) + upper);
}

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
  if (use_ >= Use::lemmas)
    if (const std::optional<Term> other = rewritten(step, type, number, a, b, c)) return *other;
  ++joins_;
  std::uint32_t level = 0;
  for (const Term* operand : {a, b, c})
    if (operand != nullptr) level = std::max(level, operand->level);
  const Keys& keys = keys_of(++level);
  // Which step it is takes 16 bits above those of the number.
  const std::uint64_t which = std::uint64_t{static_cast<std::uint8_t>(step)} << 8 | static_cast<std::uint8_t>(type);
  Natural sum = folded(number_of(keys[0][0], keys[0][1]) + product(number, which, keys[1]));
  unsigned k = 2;
  for (const Term* operand : {a, b, c}) {
    if (operand != nullptr) sum = folded(sum + product(operand->low, operand->high, keys[k]));
    ++k;
  }
  sum = folded(sum);
  if (sum == prime) sum = 0;
  Term result{static_cast<std::uint64_t>(sum), static_cast<std::uint64_t>(sum >> 64)};
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
      keys[k][1] &= ~std::uint64_t{0} >> 1;
      if (number_of(keys[k][0], keys[k][1]) == prime) keys[k] = {};
    }
    keys_.push_back(keys);
  }
  return keys_[level];
}

}  // namespace etalon::impl
