// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Conv: the products of each type on the instruction set in use. A kernel of one place
// without strides and pads is a product of matrices as it is; any other is a convolution
// (simd/windows/convolution.hpp).
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/conv/conv.kernel.cpp"
#include <hwy/foreach_target.h>

#include "simd/products/products-inl.h"

namespace etalon::impl::HWY_NAMESPACE {

Kernel conv_of(DType type) { return kernel_of<ConvByProducts>(type); }

}  // namespace etalon::impl::HWY_NAMESPACE

#if HWY_ONCE
#include "ops/reference.hpp"
#include "simd/products/tasks.hpp"
#include "simd/windows/conv_cut.hpp"

namespace etalon::impl {
namespace {

std::size_t task_scratch(const Gemm& gemm, const WholeConvolution& c) {
  if (c.is_product) return 0;  // computed where it lies, with packed weights
  return aligned_size(static_cast<std::size_t>(gemm.convolution_scratch(c)));
}

bool is_for_reference(const Gemm& gemm, const Call& call, const WholeConvolution& c) {
  if (c.is_empty() || gemm.compute == nullptr) return true;
  // An exact sum is rounded together with the bias.
  return c.is_product ? call.choices.accumulation == Accumulation::exact && call.has_input(2)
                      : gemm.convolve == nullptr;
}

void multiply(const Gemm& gemm, const WholeConvolution& c, std::size_t size, const Work& work) {
  const ProductCut cut(c.shape(), work.tasks);
  for (std::size_t item = 0; item < c.items(); ++item) {
    const std::size_t feature = item % c.groups * c.features;
    Product product{c.features,  c.positions,
                    c.channels,  static_cast<const std::byte*>(c.w) + feature * c.channels * size,
                    c.channels,  static_cast<const std::byte*>(c.x) + item * c.channels * c.positions * size,
                    c.positions, static_cast<std::byte*>(c.y) + item * c.features * c.positions * size,
                    c.positions};
    if (c.bias != nullptr) product.ending.addend = static_cast<const std::byte*>(c.bias) + feature * size;
    product.ending.row_step = 1;
    cut.multiply(gemm, product, size, work, work.scratch);
  }
}

struct Tasks {
  const Gemm* gemm;
  const WholeConvolution* c;
  ConvCut cut;
  std::size_t scratch;  // of a task
  std::byte* memory;

  void task(std::size_t i) const { gemm->convolve(*c, cut.share(*c, i), memory + i * scratch); }
};

void convolve(const Gemm& gemm, const WholeConvolution& c, const Work& work) {
  Tasks tasks{&gemm, &c, ConvCut(c, work.tasks), task_scratch(gemm, c), work.scratch.data()};
  in_tasks(work, tasks.cut.tasks, tasks);
}

}  // namespace

Status ConvByProducts::compute(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  WholeConvolution c(call);
  if (is_for_reference(gemm, call, c))
    return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  c.x = inputs[0], c.w = inputs[1], c.bias = call.has_input(2) ? inputs[2] : nullptr, c.y = outputs[0];
  c.packed = work.packed;
  if (c.is_product && c.packed == nullptr)
    multiply(gemm, c, info(call.inputs[0]->type).bits / 8, work);
  else
    convolve(gemm, c, work);
  return {};
}

std::uint64_t ConvByProducts::scratch(const Gemm& gemm, const Call& call, unsigned tasks) {
  const WholeConvolution c(call);
  if (is_for_reference(gemm, call, c)) return 0;
  if (c.is_product) return products_scratch(gemm, c.shape(), tasks);
  return std::uint64_t{ConvCut::most_tasks(c, tasks)} * task_scratch(gemm, c);
}

std::uint64_t ConvByProducts::packed_bytes(const Gemm& gemm, const Call& call, Inputs constants) {
  if (constants[1] == nullptr || gemm.convolution_packed == nullptr) return 0;
  const WholeConvolution c(call);
  // The rows of a large plane lie too far apart to be read a few positions at a time: as a product it takes less time.
  constexpr std::size_t large_plane = 512;
  if (is_for_reference(gemm, call, c) || (c.is_product && c.positions > large_plane)) return 0;
  return gemm.convolution_packed(c);
}

void ConvByProducts::pack(const Gemm& gemm, const Call& call, Inputs constants, std::byte* packed) {
  WholeConvolution c(call);
  c.w = constants[1];
  gemm.pack_convolution(c, packed);
}

HWY_EXPORT(conv_of);

Kernel conv_kernel(const Call& call) {
  const Kernel beyond = kernel_beyond<ConvByProducts>(call.inputs[0]->type);
  return beyond.compute != nullptr ? beyond : HWY_DYNAMIC_DISPATCH(conv_of)(call.inputs[0]->type);
}

}  // namespace etalon::impl
#endif
