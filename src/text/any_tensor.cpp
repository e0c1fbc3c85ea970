// SPDX-License-Identifier: Apache-2.0
// Floor 3. See any_tensor.hpp.
#include "text/any_tensor.hpp"

#include <algorithm>

namespace etalon::impl {

AnyTensor::AnyTensor(DType type, const Shape& shape) {
  if (type == DType::real)
    holds_ = RealTensor{shape, std::vector<Enclosure>(static_cast<std::size_t>(shape.count))};
  else
    holds_ = std::make_shared<Tensor>(type, shape);
}

TensorView AnyTensor::view() const {
  if (const auto* real = std::get_if<RealTensor>(&holds_)) return {DType::real, real->shape, real->elements.data(), 0};
  return stored()->view();
}

MutableTensorView AnyTensor::view() {
  if (auto* real = std::get_if<RealTensor>(&holds_)) return {DType::real, real->shape, real->elements.data(), 0};
  return std::get<0>(holds_)->view();
}

std::shared_ptr<const Tensor> AnyTensor::stored() const {
  const auto* tensor = std::get_if<std::shared_ptr<Tensor>>(&holds_);
  return tensor == nullptr ? nullptr : *tensor;
}

Result<std::string> AnyTensor::printed(bool bits) const {
  if (const auto* real = std::get_if<RealTensor>(&holds_)) return print_real(*real, {});
  return bits ? print_bits(view()) : print_tensor(view());
}

Limits limits_of(DType type) {
  Limits limits;
  if (type == DType::real) limits.elements = limits.tensor_bytes / (sizeof(Enclosure) + 16);  // at least two words
  return limits;
}

TypedText split_type(std::string_view text) {
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const auto end = std::ranges::find_if_not(text, is_name);
  if (end == text.end() || *end != ':') return {{}, text};
  const auto length = static_cast<std::size_t>(end - text.begin());
  return {text.substr(0, length), text.substr(length + 1)};
}

Result<AnyTensor> parse_any_tensor(std::string_view text, DType type, BitPatterns patterns) {
  if (type != DType::real) {
    Result<Tensor> tensor = parse_tensor(text, type, {}, patterns);
    if (!tensor) return tensor.finding();
    return AnyTensor(*std::move(tensor));
  }
  if (patterns == BitPatterns::admitted) return no_encoding();
  Result<RealTensor> tensor = parse_real_tensor(text, {});
  if (!tensor) return tensor.finding();
  return AnyTensor(*std::move(tensor));
}

Finding no_encoding() {
  return error(Code::usage, "NUM-REAL-EXACT", "a real has no encoding", "give reals as text, without --bits");
}

}  // namespace etalon::impl
