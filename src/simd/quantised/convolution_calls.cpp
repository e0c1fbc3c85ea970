// SPDX-License-Identifier: Apache-2.0
// Floor 7. ConvInteger and QLinearConv: see operators.hpp.
#include <algorithm>

#include "ops/reference.hpp"
#include "simd/products/tasks.hpp"
#include "simd/quantised/operators.hpp"
#include "simd/quantised/scales.hpp"
#include "simd/windows/conv_cut.hpp"

namespace etalon::impl {
namespace {

struct Layer {
  QuantisedConv g;
  WholeConvolution whole;

  Layer(const Call& call, const QuantisedConvOperands& at) : g(*QuantisedConv::of(call, at)), whole(call, g.conv) {}

  std::size_t features() const { return whole.groups * whole.features; }
  std::size_t lines(const QuantisedConvOperands& at) const {  // that have factors
    if (at.y_scale == QuantisedConvOperands::none) return 0;
    return g.per_feature ? features() : 1;
  }
  // A word has several channels of a group. Four bytes keep their zero points, which those of the weights must not have
  // then, because they would take something off each position.
  bool may_be_fours(const ByteKernels& kernels) const { return kernels.fours.exist() && whole.channels > 2; }
  const ByteSums& others(const ByteKernels& kernels) const { return whole.channels == 1 ? kernels.ones : kernels.twos; }
  const ByteSums& sums(const ByteKernels& kernels, const Bytes& weights) const {
    if (!may_be_fours(kernels)) return others(kernels);
    for (std::size_t f = 0; f < (weights.zeros_step == 0 ? 1 : features()); ++f)
      if (weights.zero(true, f) != 0) return others(kernels);
    return best(kernels);
  }
  // Tiles take 64 channels at a time.
  const ByteSums& best(const ByteKernels& kernels) const {
    const std::size_t taken = (whole.channels + 63) / 64 * 64;
    return kernels.tiles.exist() && whole.features >= 8 && 4 * whole.channels >= 3 * taken ? kernels.tiles
                                                                                           : kernels.fours;
  }
};

struct Job {
  const ByteSums& sums;
  const ByteConvolution& c;
  const WholeConvolution& whole;
  const ConvCut cut;
  std::byte* memory;
  std::size_t scratch;  // of a task

  void task(std::size_t i) const { sums.convolve(c, cut.share(whole, i), memory + i * scratch); }
};

ByteConvolution convolution_of(const Layer& layer, const QuantisedConvOperands& at, const Call& call, Inputs inputs) {
  ByteConvolution c{layer.whole, {}, {}};
  c.data = bytes_of(call, inputs, at.conv.x, at.x_zero_point, false);
  c.weights = bytes_of(call, inputs, at.conv.w, at.w_zero_point, layer.g.per_feature);
  if (at.conv.b != ConvOperands::none && call.has_input(at.conv.b))
    c.added = static_cast<const std::int32_t*>(inputs[at.conv.b]);
  return c;
}

std::size_t task_scratch(const ByteSums& sums, const WholeConvolution& whole) {
  return aligned_size(static_cast<std::size_t>(sums.convolution_scratch(whole)));
}

}  // namespace

Status ByteConvolutionCalls::compute(const ByteKernels& kernels, const QuantisedConvOperands& at, const Call& call,
                                     Inputs inputs, Outputs outputs, const Work& work) {
  const Layer layer(call, at);
  Rescale by;
  bool has_scales = true;
  if (at.y_scale != QuantisedConvOperands::none) {
    by = rescale_of(call, inputs, {at.x_scale, at.w_scale, at.y_scale, at.y_zero_point}, false, layer.g.per_feature);
    has_scales = !layer.whole.is_empty() && with_factors(by, layer.lines(at), work.scratch.data());
  }
  if (layer.whole.is_empty() || !has_scales)
    return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  ByteConvolution c = convolution_of(layer, at, call, inputs);
  c.y = outputs[0], c.packed = work.packed;
  if (at.y_scale != QuantisedConvOperands::none) c.rescale = &by;
  const ByteSums& sums = layer.sums(kernels, c.weights);
  Job job{sums,
          c,
          layer.whole,
          ConvCut(layer.whole, work.tasks),
          work.scratch.data() + factors_bytes(layer.lines(at)),
          task_scratch(sums, layer.whole)};
  in_tasks(work, job.cut.tasks, job);
  return {};
}

std::uint64_t ByteConvolutionCalls::scratch(const ByteKernels& kernels, const QuantisedConvOperands& at,
                                            const Call& call, unsigned tasks) {
  const Layer layer(call, at);
  if (layer.whole.is_empty()) return 0;
  std::size_t bytes = task_scratch(layer.others(kernels), layer.whole);
  if (layer.may_be_fours(kernels)) bytes = std::max(bytes, task_scratch(layer.best(kernels), layer.whole));
  return factors_bytes(layer.lines(at)) + std::uint64_t{ConvCut::most_tasks(layer.whole, tasks)} * bytes;
}

std::uint64_t ByteConvolutionCalls::packed_bytes(const ByteKernels& kernels, const QuantisedConvOperands& at,
                                                 const Call& call, Inputs constants) {
  const Layer layer(call, at);
  const bool knows_zeros = !call.has_input(at.w_zero_point) || constants[at.w_zero_point] != nullptr;
  if (constants[at.conv.w] == nullptr || !knows_zeros || layer.whole.is_empty()) return 0;
  return layer.sums(kernels, convolution_of(layer, at, call, constants).weights).convolution_packed(layer.whole);
}

void ByteConvolutionCalls::pack(const ByteKernels& kernels, const QuantisedConvOperands& at, const Call& call,
                                Inputs constants, std::byte* packed) {
  const Layer layer(call, at);
  const ByteConvolution c = convolution_of(layer, at, call, constants);
  layer.sums(kernels, c.weights).pack_convolution(c, packed);
}

}  // namespace etalon::impl
