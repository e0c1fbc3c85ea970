// SPDX-License-Identifier: Apache-2.0
// Floor 7. Affine forms: numbers of which it is known how they depend on common unknowns. A form stands for
// centre + sum of c_j e_j + r, where every symbol e_j is in [-1, 1] and r in [-rest, rest]. Coefficients are doubles:
// whatever their arithmetic can lose is in `rest`.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "accuracy/interval.hpp"

namespace etalon::impl {

// What may be a NaN is represented by all numbers.
inline Ends without_nan(const Ends& a) { return std::isnan(a.low) || std::isnan(a.high) ? Interval::everything() : a; }
// What holds twice. Both contain the number, so that they meet.
inline Ends both(const Ends& a, const Ends& b) {
  const Ends met{std::max(a.low, b.low), std::min(a.high, b.high)};
  return met.low <= met.high ? met : a;
}
inline Ends hull(const Ends& a, const Ends& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
inline Ends negated(const Ends& a) { return {-a.high, -a.low}; }
inline Ends widened(const Ends& a, double by) { return Interval::sum(a, {-by, by}); }
inline double middle(const Ends& a) { return a.low == a.high ? a.low : a.low + (a.high - a.low) / 2; }
// How far numbers of the interval are from this one at most.
inline double reach(const Ends& a, double from) {
  if (a.low == a.high && a.low == from) return 0;
  return step_up(std::max({0.0, a.high - from, from - a.low}));
}
// How far a number of one can be from one of the other.
inline double farthest(const Ends& a, const Ends& b) {
  if (!is_finite(a) || !is_finite(b)) return infinite_bound;
  const double apart = std::max(a.high - b.low, b.high - a.low);
  return apart > 0 ? step_up(apart) : 0;  // nothing only between a number and itself
}

// Coefficients are kept in blocks of neighbouring symbols, without those that are zero throughout.
inline constexpr unsigned form_block = 16;

struct Form {
  double centre = 0, size = 0, rest = 0;  // size: of all coefficients together, rounded up
  std::uint32_t blocks = 0;
  const std::uint32_t* at = nullptr;     // block at[b] begins at symbol form_block * at[b]
  const double* coefficients = nullptr;  // of block 0, block 1, …

  double radius() const { return sum_up(size, rest); }
  double bound() const { return sum_up(std::abs(centre), radius()); }
  Ends ends() const {
    const double r = radius();
    return Interval::sum({centre, centre}, {-r, r});
  }
  double coefficient(std::uint32_t symbol) const {
    const std::uint32_t* const found = std::find(at, at + blocks, symbol / form_block);
    if (found == at + blocks) return 0;
    return coefficients[static_cast<std::size_t>(found - at) * form_block + symbol % form_block];
  }
  // Of a form that has one.
  std::optional<std::uint32_t> only_symbol() const {
    if (blocks != 1) return std::nullopt;
    const double* const found = std::find_if(coefficients, coefficients + form_block, [](double c) { return c != 0; });
    if (found == coefficients + form_block) return std::nullopt;
    return form_block * at[0] + static_cast<std::uint32_t>(found - coefficients);
  }
};

inline Form box_of(const Ends& a) {
  const double centre = middle(a);
  return {.centre = centre, .rest = reach(a, centre)};
}

// How much may be spent on forms: products of coefficients, and coefficients that are kept. Without products neither
// forms nor lengths of errors are used.
struct FormLimits {
  std::uint64_t products = std::uint64_t{1} << 34, kept = std::uint64_t{1} << 25;
};

// Where forms live: their coefficients, until the space is cleared, and the numbers of symbols. It is of one thread.
class FormSpace {
 public:
  explicit FormSpace(const FormLimits& limits) : limits_(limits) {}

  std::uint32_t new_symbol() { return symbols_++; }
  // The form with its rest, and what more it can be wrong by, under a symbol of its own.
  const Form* named(const Form& form, double more);
  const Form* widened(const Form& form, double more);  // without a symbol

  std::uint64_t spent() const { return spent_; }
  bool is_full() const { return kept_ >= limits_.kept; }
  const FormLimits& limits() const { return limits_; }
  void clear();

 private:
  friend class FormSum;

  // Where a sum is made. All of `sums` is zero and nothing is touched while no sum uses it.
  struct Desk {
    std::vector<double> sums;
    std::vector<unsigned char> is_touched;  // by block
    std::vector<std::uint32_t> touched;
  };
  // Memory that is only freed as a whole, and used again.
  template <class T> class Pool {
   public:
    T* take(std::size_t count) {
      while (chunk_ < chunks_.size() && used_ + count > chunks_[chunk_].size()) ++chunk_, used_ = 0;
      if (chunk_ == chunks_.size()) chunks_.emplace_back(std::max(count, std::size_t{1} << 15));
      used_ += count;
      return chunks_[chunk_].data() + (used_ - count);
    }
    void clear() { chunk_ = used_ = 0; }

   private:
    std::vector<std::vector<T>> chunks_;
    std::size_t chunk_ = 0, used_ = 0;
  };

  std::unique_ptr<Desk> desk();
  Form* new_form() {
    kept_ += sizeof(Form) / sizeof(double);
    return forms_.take(1);
  }
  FormLimits limits_;
  std::uint32_t symbols_ = 0;
  std::uint64_t spent_ = 0, kept_ = 0;
  Pool<Form> forms_;
  Pool<double> coefficients_;
  Pool<std::uint32_t> blocks_;
  std::vector<std::unique_ptr<Desk>> desks_;
};

// A sum of multiples of forms that were there when it began. A rounding of a coefficient is at most 2^-53 of what was
// added to it, so that all of them together are bounded by the magnitudes that were added and their number.
class FormSum {
 public:
  explicit FormSum(FormSpace& space) : space_(&space), desk_(space.desk()) {}
  FormSum(FormSum&&) = default;
  ~FormSum();

  void add(double factor, const Form& x) { shift(factor, x.centre), add_without_centre(factor, x); }
  void add_without_centre(double factor, const Form& x);
  void shift(double factor, double by = 1);
  void widen(double by) { rest_ += by, ++terms_; }
  const Form* take();  // and begins anew

 private:
  double sizes_of_touched();
  void keep(Form& form);
  void begin_anew();

  FormSpace* space_;
  std::unique_ptr<FormSpace::Desk> desk_;
  double centre_ = 0, rest_ = 0, mass_ = 0;  // mass: of centres and coefficients, as they were added
  std::uint64_t terms_ = 0, numbers_ = 0;    // numbers: that were added to the centre and to coefficients
};

}  // namespace etalon::impl
