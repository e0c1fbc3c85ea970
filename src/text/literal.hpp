// SPDX-License-Identifier: Apache-2.0
// Floor 3. Tensors as JSON text. A literal is read from its characters into an exact number and rounded once into its
// type, never through float or double; what is printed reads back to the same bits (NaN payloads aside).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "exact/enclosed.hpp"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"
#include "tensor/tensor.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {

struct RealTensor {
  Shape shape;
  std::vector<Enclosure> elements;
};

// A tensor of a storable type.
Result<Tensor> parse_tensor(std::string_view text, DType type, const Limits& limits,
                            BitPatterns patterns = BitPatterns::refused);

Result<RealTensor> parse_real_tensor(std::string_view text, const Limits& limits);

// Compact JSON: `[[1,2],[2,4]]`, floats in the fewest digits that read back, "nan", "inf" and "-inf" as strings. What
// follows a zero dimension is lost: a tensor of shape [0,3] prints as `[]`.
std::string print_tensor(const TensorView& tensor);

std::string print_bits(const TensorView& tensor);  // ["0x34CC"]

// One element, as these print it: 0.2998, and 0x34CC without quotes.
std::string value_at(const TensorView& tensor, std::uint64_t i);
std::string bits_at(const TensorView& tensor, std::uint64_t i);

// ["12.2","1/3","[1.414, 1.415]"]: what is irrational is between two decimals. An element whose text would be too long
// to read back is a finding.
Result<std::string> print_real(const RealTensor& tensor, const Limits& limits);

}  // namespace etalon::impl
