// SPDX-License-Identifier: Apache-2.0
// Floor 7. See form.hpp.
#include "accuracy/affine/form.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/errors.hpp"

namespace etalon::impl {

// ---- the space ------------------------------------------------------------------------------------------------------

std::unique_ptr<FormSpace::Desk> FormSpace::desk() {
  std::unique_ptr<Desk> free;
  if (desks_.empty()) {
    free = std::make_unique<Desk>();
  } else {
    free = std::move(desks_.back());
    desks_.pop_back();
  }
  const std::size_t blocks = symbols_ / form_block + 1;
  if (free->is_touched.size() < blocks) {
    free->sums.resize(blocks * form_block);
    free->is_touched.resize(blocks);
  }
  return free;
}

const Form* FormSpace::widened(const Form& form, double more) {
  Form* wider = new_form();
  *wider = form;
  wider->rest = sum_up(form.rest, more);
  return wider;
}

const Form* FormSpace::named(const Form& form, double more) {
  const double own = sum_up(form.rest, more);
  const std::size_t used = std::size_t{form.blocks} * form_block;
  if (own == 0 || kept_ + used + form_block > limits_.kept) return widened(form, more);
  Form* named = new_form();
  const std::uint32_t symbol = new_symbol();
  double* coefficients = coefficients_.take(used + form_block);
  std::uint32_t* at = blocks_.take(form.blocks + 1);
  std::copy_n(form.coefficients, used, coefficients);
  std::copy_n(form.at, form.blocks, at);
  std::fill_n(coefficients + used, form_block, 0.0);
  coefficients[used + symbol % form_block] = own;
  at[form.blocks] = symbol / form_block;
  kept_ += used + form_block;
  *named = {form.centre, sum_up(form.size, own), 0, form.blocks + 1, at, coefficients};
  return named;
}

void FormSpace::clear() {
  symbols_ = 0;
  spent_ = kept_ = 0;
  forms_.clear();
  coefficients_.clear();
  blocks_.clear();
}

// ---- sums -----------------------------------------------------------------------------------------------------------

FormSum::~FormSum() {
  if (!desk_) return;
  begin_anew();
  space_->desks_.push_back(std::move(desk_));
}

void FormSum::shift(double factor, double by) {
  if (factor == 0 || by == 0) return;
  const double product = factor * by;
  centre_ += product;
  mass_ += std::abs(product);
  ++terms_;
  ++numbers_;
}

void FormSum::add_without_centre(double factor, const Form& x) {
  if (factor == 0) return;
  ++terms_;
  const double size = std::abs(factor);
  if (space_->spent_ > space_->limits_.products) {  // a form is within its radius
    rest_ += size * x.radius() + 0x1p-1074;
    return;
  }
  if (x.rest != 0) rest_ += size * x.rest + 0x1p-1074;  // the product may underflow
  if (x.blocks == 0) return;
  const std::uint64_t numbers = std::uint64_t{x.blocks} * form_block;
  mass_ += size * x.size;
  numbers_ += numbers;
  space_->spent_ += numbers;
  const double* from = x.coefficients;
  for (std::uint32_t b = 0; b < x.blocks; ++b, from += form_block) {
    const std::uint32_t at = x.at[b];
    if (desk_->is_touched[at] == 0) {
      desk_->is_touched[at] = 1;
      desk_->touched.push_back(at);
    }
    double* to = desk_->sums.data() + std::size_t{at} * form_block;
    for (unsigned j = 0; j < form_block; ++j) to[j] += factor * from[j];
  }
}

// The magnitudes of all coefficients together; blocks of zeros are not touched any more.
double FormSum::sizes_of_touched() {
  double sizes = 0;
  std::erase_if(desk_->touched, [&](std::uint32_t at) {
    const double* block = desk_->sums.data() + std::size_t{at} * form_block;
    double size = 0;
    for (unsigned j = 0; j < form_block; ++j) size += std::abs(block[j]);
    sizes += size;
    if (size == 0) desk_->is_touched[at] = 0;
    return size == 0;
  });
  return inflated(sizes, form_block * desk_->touched.size() + 2);
}

void FormSum::keep(Form& form) {
  const std::vector<std::uint32_t>& touched = desk_->touched;
  const std::size_t numbers = touched.size() * form_block;
  if (space_->kept_ + numbers > space_->limits_.kept) {
    form.rest = form.radius();
    form.size = 0;
    return;
  }
  space_->kept_ += numbers;
  double* to = space_->coefficients_.take(numbers);
  std::uint32_t* at = space_->blocks_.take(touched.size());
  form.blocks = static_cast<std::uint32_t>(touched.size());
  form.at = at;
  form.coefficients = to;
  std::ranges::copy(touched, at);
  for (const std::uint32_t block : touched)
    to = std::copy_n(desk_->sums.data() + std::size_t{block} * form_block, form_block, to);
}

void FormSum::begin_anew() {
  for (const std::uint32_t at : desk_->touched) {
    std::fill_n(desk_->sums.data() + std::size_t{at} * form_block, form_block, 0.0);
    desk_->is_touched[at] = 0;
  }
  desk_->touched.clear();
  centre_ = rest_ = mass_ = 0;
  terms_ = numbers_ = 0;
}

// n products and n additions give a coefficient that is wrong by at most (n+1) * 2^-53 of the magnitudes that were
// added, up to terms of second order, and by n * 2^-1074 for what underflows. A factor may itself be rounded once, and
// the mass is a sum of as many roundings: (2n+8) * 2^-53 covers all of it while n < 2^40.
const Form* FormSum::take() {
  Form form{.centre = centre_, .size = sizes_of_touched(), .rest = inflated(rest_, 2 * terms_ + 2)};
  if (numbers_ != 0) {
    const double n = static_cast<double>(terms_ + 4), numbers = static_cast<double>(numbers_);
    form.rest = sum_up(form.rest, sum_up(product_up(mass_, n * 0x1p-52), numbers * 0x1p-1072));
  }
  if (!desk_->touched.empty()) keep(form);
  begin_anew();
  Form* kept = space_->new_form();
  *kept = form;
  return kept;
}

}  // namespace etalon::impl
