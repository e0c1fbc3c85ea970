// SPDX-License-Identifier: Apache-2.0
// Floor 9. Plots with what they mean, for pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensor/shape.hpp"

namespace etalon::impl {

std::string figure(const std::string& svg, const std::string& caption);

// A number for each element of a tensor, none of them negative; infinite: there is no number. `what` begins the
// caption.
std::string heat_html(const Shape& shape, const std::vector<double>& values, const std::string& what);

// A table cell of numbers, which do not break; on a narrow screen the header is put before them.
std::string number_cell(const char* header, const std::string& content);

// The style of plots, of numbers, and of what has a tone: is-good, is-note, is-warn, is-bad.
extern const std::string_view figure_style;

}  // namespace etalon::impl
