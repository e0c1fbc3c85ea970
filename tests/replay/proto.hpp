// SPDX-License-Identifier: Apache-2.0
// ONNX messages written by hand, field by field: no ONNX package is needed, and every type can be written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace proto {

inline std::string varint(std::uint64_t x) {
  std::string out;
  for (; x >= 0x80; x >>= 7) out += static_cast<char>(0x80 | (x & 0x7F));
  return out + static_cast<char>(x);
}
inline std::string number(unsigned field, std::uint64_t x) { return varint(field << 3) + varint(x); }
inline std::string text(unsigned field, const std::string& bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
}

inline std::string value_info(const std::string& name, int type, const std::vector<std::uint64_t>& dims) {
  std::string shape;
  for (std::uint64_t dim : dims) shape += text(1, number(1, dim));
  return text(1, name) + text(2, text(1, number(1, static_cast<std::uint64_t>(type)) + text(2, shape)));
}
inline std::string tensor(const std::string& name, int type, const std::vector<std::uint64_t>& dims,
                          const std::string& raw) {
  std::string message;
  for (std::uint64_t dim : dims) message += number(1, dim);
  return message + number(2, static_cast<std::uint64_t>(type)) + text(8, name) + text(9, raw);
}
inline std::string node(const std::string& op, const std::vector<std::string>& inputs, const std::string& output) {
  std::string message;
  for (const std::string& input : inputs) message += text(1, input);
  return message + text(2, output) + text(4, op);
}
inline std::string model(const std::string& graph, std::uint64_t opset = 14) {
  return number(1, 8) + text(8, text(1, "") + number(2, opset)) + text(7, text(2, "g") + graph);
}

}  // namespace proto
