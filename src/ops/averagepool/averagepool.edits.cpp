// SPDX-License-Identifier: Apache-2.0
// Floor 8. AveragePool as a convolution with ones, one for each channel, divided by how many elements each window has.
#include "ops/family/mean.edits.hpp"
#include "ops/family/window.edits.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {

std::optional<std::string> averagepool_edits(Rewriter& r) {
  if (auto unfit = unfit_for_means(r)) return unfit;
  const Window own = *Window::of(r.call());
  if (own.axes != 2) return "it does not have two spatial axes";
  const WrittenWindow window(own);
  const Dimensions x = r.shape(r.input(0)), y = result_shape(r);
  const DType type = r.call().outputs[0]->type;
  const auto* with_pads = r.call().named<std::int64_t>("count_include_pad");
  Dimensions ones{x[1], 1};
  for (const std::int64_t size : window.kernel) ones.push_back(static_cast<std::uint64_t>(size));
  std::vector<Attribute> attributes = window.attributes;
  attributes.insert(attributes.begin() + 2, {"group", static_cast<std::int64_t>(x[1])});
  const std::string sum = r.emit("Conv", {r.input(0), r.filled(1, type, ones)}, y, attributes);
  Tensor counts(type, *Shape::of(y));
  const Conversion conversion(DType::f64, type);
  for (std::uint64_t i = 0; i < counts.shape().count; ++i) {
    const auto count = static_cast<double>(own.covered(i % own.positions(), with_pads != nullptr && *with_pads != 0));
    conversion.store(counts.data(), i, conversion.load(&count, 0), nullptr);
  }
  r.emit("Div", {sum, r.constant(std::move(counts))}, y, {}, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
