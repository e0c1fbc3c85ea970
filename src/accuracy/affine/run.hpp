// SPDX-License-Identifier: Apache-2.0
// Floor 7. Values and errors of a model over ranges of its inputs as affine forms (world.hpp), node by node. Every
// element of an input that is not known has a symbol, and so has every element that is rounded.
#pragma once

#include <span>

#include "accuracy/affine/world.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

class AffineRun {
 public:
  using Values = std::vector<AffineValue>;

  // Whether results are those of the reference, which rounds some of them once; or of any admissible evaluation.
  enum class Of : std::uint8_t { reference, any_evaluation };

  AffineRun(const FormLimits& limits, Of of) : space_(std::make_unique<FormSpace>(limits)), of_(of) {}

  Values given(std::span<const Ends> computed, std::span<const double> errors);
  // Whether the call is within the limits, as far as can be told before.
  bool affords(const Call& call, std::span<const AffineOperand> operands) const;
  // What the real operator makes of the operands: by output. Operands that are indices are taken from `plain`.
  std::vector<Values> propagated(const Call& call, std::span<const AffineOperand> operands, Inputs plain);
  // What becomes of it when each element of this output is rounded by at most `introduced`, and is in `computed`: both
  // are narrowed. `bounds` begins as any bound of the whole error.
  void round(const Call& call, std::size_t output, Values& values, std::span<const double> introduced,
             std::span<Ends> computed, std::span<double> bounds);

  FormSpace& space() { return *space_; }
  void clear() { space_->clear(); }  // for other inputs

 private:
  const Form* kept(const Form* shared, const Form& form, double more, double all);

  std::unique_ptr<FormSpace> space_;
  Of of_;
};

// A floating-point result that is rounded once is rounded by no more than at the numbers that are rounded
// ("ACC-FLOAT-ROUNDING").
void round_once(const Call& call, std::size_t output, const AffineRun::Values& values, std::span<double> introduced);

// The ends of ranges that were narrowed, as numbers of a floating-point type. Zeros keep both signs.
void narrow(const MutableTensorView& low, const MutableTensorView& high, std::span<const Ends> ends);

}  // namespace etalon::impl
