// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Gemm: the products of each type on the instruction set in use. Products want rows of A'
// and rows of B' in one piece. Where B' lies in columns, as weights mostly do, the transpose of the result is made,
// with B as the first operand, which stays where it is; A' and the result are turned instead.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/gemm/gemm.kernel.cpp"
#include <hwy/foreach_target.h>

#include "simd/products/products-inl.h"

namespace etalon::impl::HWY_NAMESPACE {

Kernel gemm_of(DType type) { return kernel_of<GemmByProducts>(type); }

}  // namespace etalon::impl::HWY_NAMESPACE

#if HWY_ONCE
#include <algorithm>
#include <vector>

#include "ops/gemm/gemm.hpp"
#include "ops/reference.hpp"
#include "simd/moves/transpose.hpp"

namespace etalon::impl {
namespace {

void turn(const std::byte* from, std::size_t pitch_from, std::byte* to, std::size_t pitch_to, std::size_t rows,
          std::size_t columns, std::size_t size) {
  const auto by = [&]<unsigned bits>() {
    Turn<bits>(from, static_cast<std::ptrdiff_t>(pitch_from), to, static_cast<std::ptrdiff_t>(pitch_to))
        .run(rows, columns);
  };
  return size == 2 ? by.operator()<16>() : size == 4 ? by.operator()<32>() : by.operator()<64>();
}

// One call as products: C = A' * B', or the transpose of it. Where the second operand or the result has to be turned,
// there is one product for each block of its rows.
class Job {
 public:
  // With a packed B the product is made as it is.
  enum class OperandB : bool { as_given, packed };
  explicit Job(const Call& call, OperandB b = OperandB::as_given) : size_(info(call.inputs[0]->type).bits / 8) {
    const GemmGeometry g(call);
    rows_ = static_cast<std::size_t>(g.rows), columns_ = static_cast<std::size_t>(g.columns);
    inner_ = static_cast<std::size_t>(g.inner);
    row_step_ = static_cast<std::size_t>(g.row_step), step_in_column_ = static_cast<std::size_t>(g.step_in_column);
    column_step_ = static_cast<std::size_t>(g.column_step), step_in_row_ = static_cast<std::size_t>(g.step_in_row);
    turned_a_ = inner_ > 1 && rows_ > 1 && step_in_row_ != 1;
    lies_in_columns_ = columns_ > 1 && inner_ > 1 && column_step_ != 1;
    transposed_ = lies_in_columns_ && b == OperandB::as_given;
    ending_.factor = GemmGeometry::factor(call, "alpha");
    has_c_ = call.has_input(2);
    if (!has_c_ || is_empty()) return;
    ending_.addend_factor = GemmGeometry::factor(call, "beta");
    const auto c = [&](std::uint64_t i) { return static_cast<std::size_t>(broadcast_element(call, 2, i)); };
    ending_.row_step = rows_ > 1 ? c(g.columns) - c(0) : 0;
    ending_.column_step = columns_ > 1 ? c(1) - c(0) : 0;
  }

  bool is_empty() const { return rows_ == 0 || columns_ == 0 || inner_ == 0; }
  bool only_multiplies() const { return ending_.factor == 1 && !has_c_; }

  std::uint64_t scratch(const Gemm& gemm, unsigned tasks) const {
    std::uint64_t products = products_scratch(gemm, shape(block()), tasks);
    if (const std::size_t last = rows_ % block(); last != 0)  // may be cut another way
      products = std::max(products, products_scratch(gemm, shape(last), tasks));
    return turned_bytes() + result_bytes() + products;
  }

  void run(const Gemm& gemm, Inputs inputs, void* y, const Work& work) {
    const auto* const a = static_cast<const std::byte*>(inputs[0]);
    auto* const to = static_cast<std::byte*>(y);
    if (has_c_) ending_.addend = inputs[2];
    std::byte* const turned = work.scratch.data();
    std::byte* const result = turned + turned_bytes();
    const auto rest = work.scratch.subspan(turned_bytes() + result_bytes());
    for (std::size_t row = 0, n = 0; row < rows_; row += n) {
      n = std::min(block(), rows_ - row);
      const ProductCut cut(shape(n), work.tasks);
      const std::byte* from = a + row * row_step_ * size_;
      Ending ending = ending_.from(row, 0, size_);
      if (!transposed_) {
        if (turned_a_) turn(from, step_in_row_, turned, inner_, n, inner_, size_), from = turned;
        cut.multiply(gemm,
                     {n, columns_, inner_, from, turned_a_ ? inner_ : row_step_, inputs[1], step_in_column_,
                      to + row * columns_ * size_, columns_, ending, work.packed},
                     size_, work, rest);
        continue;
      }
      std::swap(ending.row_step, ending.column_step);
      if (turns_second()) turn(from, row_step_, turned, n, inner_, n, size_), from = turned;
      const bool in_place = rows_ == 1;
      cut.multiply(gemm,
                   {columns_, n, inner_, inputs[1], column_step_, from, turns_second() ? n : step_in_row_,
                    in_place ? to : result, n, ending},
                   size_, work, rest);
      if (!in_place) turn(result, n, to + row * columns_ * size_, columns_, n, columns_, size_);
    }
  }

  std::uint64_t packed_bytes(const Gemm& gemm) const {
    return packed_second(gemm, {1, rows_, columns_, inner_}, lies_in_columns_);
  }

  void pack(const Gemm& gemm, const void* b, std::byte* packed) const {
    if (!lies_in_columns_) return gemm.pack(b, step_in_column_, columns_, inner_, packed);
    constexpr std::size_t unit = Gemm::packed_unit;
    std::vector<std::byte> turned(inner_ * std::min(unit, columns_) * size_);
    for (std::size_t column = 0; column < columns_; column += unit) {
      const std::size_t n = std::min(unit, columns_ - column);
      turn(static_cast<const std::byte*>(b) + column * column_step_ * size_, column_step_, turned.data(), n, inner_, n,
           size_);
      gemm.pack(turned.data(), n, n, inner_, packed + static_cast<std::size_t>(gemm.packed_bytes(column, inner_)));
    }
  }

 private:
  static constexpr std::size_t most_turned = 256;  // rows of A' at a time

  // The transpose of A' has its rows in one piece where A is the transpose, and where there is one row.
  bool turns_second() const { return transposed_ && rows_ > 1 && row_step_ != 1; }
  std::size_t block() const { return transposed_ || turned_a_ ? std::min(rows_, most_turned) : rows_; }
  ProductShape shape(std::size_t rows) const {
    return transposed_ ? ProductShape{1, columns_, rows, inner_} : ProductShape{1, rows, columns_, inner_};
  }
  std::size_t turned_bytes() const {
    return turns_second() || (turned_a_ && !transposed_) ? aligned_size(block() * inner_ * size_) : 0;
  }
  std::size_t result_bytes() const { return transposed_ && rows_ > 1 ? aligned_size(block() * columns_ * size_) : 0; }

  std::size_t size_;  // of an element
  std::size_t rows_, columns_, inner_, row_step_, step_in_row_, column_step_, step_in_column_;
  bool turned_a_, lies_in_columns_, transposed_, has_c_;
  Ending ending_;
};

// Of an exact sum only that without an ending is made by products: it would have to be rounded together with it.
bool is_for_reference(const Gemm& gemm, const Call& call, const Job& job) {
  return gemm.compute == nullptr || job.is_empty() ||
         (call.choices.accumulation == Accumulation::exact && is_floating(call.inputs[0]->type) &&
          !job.only_multiplies());
}

}  // namespace

Status GemmByProducts::compute(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  Job job(call, work.packed != nullptr ? Job::OperandB::packed : Job::OperandB::as_given);
  if (is_for_reference(gemm, call, job))
    return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  job.run(gemm, inputs, outputs[0], work);
  return {};
}

std::uint64_t GemmByProducts::scratch(const Gemm& gemm, const Call& call, unsigned tasks) {
  const Job job(call);
  if (is_for_reference(gemm, call, job)) return 0;
  // Whether B will be packed is not known here.
  return std::max(job.scratch(gemm, tasks), Job(call, Job::OperandB::packed).scratch(gemm, tasks));
}

std::uint64_t GemmByProducts::packed_bytes(const Gemm& gemm, const Call& call, Inputs constants) {
  if (constants[1] == nullptr) return 0;
  const Job job(call);
  return is_for_reference(gemm, call, job) ? 0 : job.packed_bytes(gemm);
}

void GemmByProducts::pack(const Gemm& gemm, const Call& call, Inputs constants, std::byte* packed) {
  Job(call).pack(gemm, constants[1], packed);
}

HWY_EXPORT(gemm_of);

Kernel gemm_kernel(const Call& call) {
  const Kernel beyond = kernel_beyond<GemmByProducts>(call.inputs[0]->type);
  return beyond.compute != nullptr ? beyond : HWY_DYNAMIC_DISPATCH(gemm_of)(call.inputs[0]->type);
}

}  // namespace etalon::impl
#endif
