// SPDX-License-Identifier: Apache-2.0
// Floor 4. See axes.hpp.
#include "ops/family/axes.hpp"

#include "graph/edit.hpp"
#include "tensor/conversion.hpp"

namespace etalon::impl {

Finding with_axes_meant(const Call& call, unsigned rank, Finding finding) {
  for (std::size_t k = 0; k < call.row->attributes.size(); ++k) {
    const std::string name = call.row->attributes[k].name;
    const auto* one = call.attribute<std::int64_t>(k);
    const auto* list = call.attribute<std::vector<std::int64_t>>(k);
    if ((name != "axis" && name != "axes") || (one == nullptr && list == nullptr)) continue;
    std::string meant;
    std::vector<std::int64_t> axes;
    std::array<bool, Limits::max_rank> seen{};
    for (const std::int64_t number : list == nullptr ? std::vector{*one} : *list) {
      const auto axis = axis_at(number, rank);
      if (!axis || seen[*axis]) return finding;
      seen[*axis] = true;
      axes.push_back(static_cast<std::int64_t>(*axis));
      meant.append(meant.empty() ? "" : ", ").append(std::to_string(*axis));
    }
    finding.fix = "next(a for a in node.attribute if a.name == \"" + name +
                  "\").CopyFrom(onnx.helper.make_attribute(\"" + name + "\", " +
                  (list == nullptr ? meant : "[" + meant + "]") + "))";
    auto edit = std::make_shared<ModelEdit>();
    edit->attributes[no_node] = {{name, list == nullptr ? AttributeValue(axes[0]) : AttributeValue(axes)}};
    finding.edit = std::move(edit);
  }
  return finding;
}

Result<std::array<bool, Limits::max_rank>> marked_axes(const Call& call, const Integers& axes, unsigned rank,
                                                       FromEnd from_end) {
  std::array<bool, Limits::max_rank> marked{};
  for (const std::int64_t number : axes) {
    const auto axis = axis_at(number, rank);
    if (!axis || (number < 0 && from_end == FromEnd::refused))
      return with_axes_meant(
          call, rank,
          refused(call, "axis " + std::to_string(number) + " is given, and the rank is " + std::to_string(rank),
                  axis_hint));
    if (marked[*axis])
      return refused(call, "axis " + std::to_string(number) + " is given twice", "give each axis once");
    marked[*axis] = true;
  }
  return marked;
}

std::optional<std::vector<std::int64_t>> whole_numbers(const Tensor& known) {
  constexpr double most = 0x1p62;
  const Conversion to_double(known.type(), DType::f64);
  std::vector<std::int64_t> numbers;
  for (std::uint64_t i = 0; i < known.shape().count; ++i) {
    double number = 0;
    to_double.store(&number, 0, to_double.load(known.data(), i), nullptr);
    if (!(number >= -most && number <= most)) return std::nullopt;
    numbers.push_back(static_cast<std::int64_t>(number));
    if (static_cast<double>(numbers.back()) != number) return std::nullopt;
  }
  return numbers;
}

}  // namespace etalon::impl
