// SPDX-License-Identifier: Apache-2.0
// Floor 8. Conv over two axes with every attribute given; groups that are neither one nor one for each channel become
// convolutions of their own.
#include "ops/conv/conv.hpp"
#include "ops/family/window.edits.hpp"

namespace etalon::impl {

std::optional<std::string> conv_edits(Rewriter& r) {
  r.because("FIX-EDIT-WINDOW");
  const ConvGeometry g = *ConvGeometry::of(r.call());
  if (g.window.axes > 2) return "it has more than two spatial axes";
  if (g.channels_of_group == 0) return "it has no channels";
  const WrittenWindow window(g.window);
  const std::string x = r.reshaped(r.input(0), window.shape(r.shape(r.input(0)))),
                    w = r.reshaped(r.input(1), window.shape(r.shape(r.input(1))));
  const std::uint64_t groups = g.channels / g.channels_of_group;
  Names inputs{x, w};
  if (r.has_input(2)) inputs.push_back(r.input(2));
  if (groups == 1 || (g.channels_of_group == 1 && g.features_of_group == 1)) {
    emit_windowed(r, "Conv", window, inputs, {{"group", static_cast<std::int64_t>(groups)}});
    return std::nullopt;
  }
  if (groups > Draft::most_parts) return "it has too many groups";
  Dimensions part = window.shape(result_shape(r));
  part[1] = g.features_of_group;
  std::vector<Attribute> attributes = window.attributes;
  attributes.insert(attributes.begin() + 2, {"group", std::int64_t{1}});
  Names parts;
  for (std::uint64_t k = 0; k < groups; ++k) {
    const auto cut = [&](const std::string& value, std::size_t axis, std::uint64_t length) {
      return r.sliced(value, axis, k * length, (k + 1) * length);
    };
    Names own{cut(x, 1, g.channels_of_group), cut(w, 0, g.features_of_group)};
    if (r.has_input(2)) own.push_back(cut(r.input(2), 0, g.features_of_group));
    parts.push_back(r.emit("Conv", own, part, attributes));
  }
  if (window.flat)
    r.reshaped(r.joined(parts, 1), result_shape(r), r.output());
  else
    r.joined(parts, 1, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
