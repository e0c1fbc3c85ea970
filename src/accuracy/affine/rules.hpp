// SPDX-License-Identifier: Apache-2.0
// Floor 7. Within this folder: what the operations of world.hpp have in common. Each is done on intervals by the
// algebra of errors (tracked.hpp), and on forms where a rule for them is known; the smaller of both counts.
#pragma once

#include "accuracy/affine/world.hpp"
#include "accuracy/intervals.hpp"

namespace etalon::impl {

inline bool is_point(const AffineValue& a) { return a.error == 0 && a.computed.low == a.computed.high; }
inline bool is_real(const AffineValue& a) { return is_finite(a.real); }
inline bool is_number(const AffineValue& a) { return is_finite(a.computed) && is_real(a) && a.error < infinite_bound; }
// Whether it is one number: a form is shared only by what was moved.
inline bool is_same(const AffineValue& a, const AffineValue& b) {
  if (&a == &b) return true;
  const bool same_error = a.error_form == b.error_form && (a.error_form != nullptr || (a.error == 0 && b.error == 0));
  return a.form != nullptr && a.form == b.form && same_error;
}
// All numbers that computed and real operands can be, and the middle of the real ones.
inline Ends everywhere(const AffineValue& a) { return hull(a.computed, a.real); }
inline Ends middle_of(const AffineValue& a) { return {middle(a.real), middle(a.real)}; }

// What is known of a value all in all. A form that says much less than its interval is dropped.
inline AffineValue settled(AffineValue v) {
  if (v.form != nullptr) v.real = both(v.real, v.form->ends());
  if (v.error_form != nullptr) v.error = std::min(v.error, v.error_form->bound());
  if (v.error < infinite_bound) {
    v.real = both(v.real, widened(v.computed, v.error));
    v.computed = both(v.computed, widened(v.real, v.error));
  }
  const auto says_more = [](const Form& form, double size, double most) { return form.blocks != 0 && size <= most; };
  if (v.form != nullptr && !says_more(*v.form, v.form->radius(), v.real.high - v.real.low)) v.form = nullptr;
  if (v.error_form != nullptr && !says_more(*v.error_form, v.error_form->bound(), likeness * v.error))
    v.error_form = nullptr;
  return v;
}

// A linear combination p a + q b, where `known` is what intervals say of it.
inline AffineValue combined(FormSpace* space, double p, const AffineValue& a, double q, const AffineValue& b,
                            AffineValue known) {
  FormSum sum(*space);
  if (is_real(a) && is_real(b) && (a.form != nullptr || b.form != nullptr)) {
    sum.add(p, form_of(a));
    sum.add(q, form_of(b));
    known.form = sum.take();
  }
  if (a.error_form != nullptr || b.error_form != nullptr)
    if (a.error < infinite_bound && b.error < infinite_bound) {
      sum.add(p, error_form_of(a));
      sum.add(q, error_form_of(b));
      known.error_form = sum.take();
    }
  return settled(known);
}

// Adds the product of two numbers, both with real values, to a sum of real numbers, and of errors where these have
// bounds.
void add_product(FormSum& real, FormSum* error, const AffineValue& a, const AffineValue& b);

// Real intervals of which the ends are stored.
struct SeenIntervals : RealIntervals {
  using Result = Ends*;
  static unsigned store(Result result, std::uint64_t i, const RealIntervals::Value& v) {
    result[i] = v;
    return 0;
  }
};
using AffineErrors = Tracked<SeenIntervals>;

inline AffineErrors::Value loaded(const Ends& ends, double error) {
  const AffineErrors::Operand operand{{&ends}, &error};
  return AffineErrors::load(&operand, 0);
}
struct Bounded {
  Ends ends;
  double error;
};
inline Bounded stored(const AffineErrors::Value& v) {
  Bounded bounded{};
  const AffineErrors::Result result{&bounded.ends, &bounded.error};
  AffineErrors::store(const_cast<void*>(static_cast<const void*>(&result)), 0, v);
  return bounded;
}
// What intervals say of an operation: on the computed operands with their errors, and on the real ones.
template <class Operation, class... Operands> AffineValue with_jumps(Operation operation, const Operands&... operands) {
  const Bounded moved = stored(operation(loaded(operands.computed, operands.error)...));
  const Ends real = moved.error < infinite_bound ? widened(moved.ends, moved.error) : Interval::everything();
  return {moved.ends, real, moved.error};
}
// Of one that does not jump: the results are not farther apart than their intervals reach either.
template <class Operation, class... Operands> AffineValue plainly(Operation operation, const Operands&... operands) {
  const Bounded moved = stored(operation(loaded(operands.computed, operands.error)...)),
                real = stored(operation(loaded(operands.real, 0)...));
  if (!(is_real(operands) && ...)) return {moved.ends, Interval::everything(), moved.error};
  return settled({moved.ends, real.ends, std::min(moved.error, farthest(moved.ends, real.ends))});
}

}  // namespace etalon::impl
