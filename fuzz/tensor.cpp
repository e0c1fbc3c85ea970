// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as a TensorProto, as .npy and as JSON text; what is read is written and read again, bit for bit.
#include <algorithm>
#include <string_view>

#include "fuzz/target.hpp"
#include "io/npy.hpp"
#include "io/tensor_proto.hpp"
#include "text/literal.hpp"

namespace {

using namespace etalon::impl;
using etalon::fuzz::limits;
using etalon::fuzz::require;

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

Result<Tensor> decoded(const Result<Constant>& constant) {
  if (!constant) return constant.finding();
  Tensor tensor(constant->type, constant->shape);
  decode(*constant, tensor.view());
  return tensor;
}

bool same(const Tensor& a, const Tensor& b) {
  return a.type() == b.type() && a.shape() == b.shape() && std::equal(a.data(), a.data() + a.bytes(), b.data());
}

void round_trip(const Tensor& tensor) {
  const std::string proto = write_tensor_proto("name", tensor.view());
  const Result<Tensor> from_proto = decoded(read_tensor_proto(bytes_of(proto), limits, nullptr));
  require(from_proto && same(*from_proto, tensor), "a TensorProto that is written reads back");
  if (const Result<std::string> npy = write_npy(tensor.view())) {
    const Result<Tensor> from_npy = read_npy(bytes_of(*npy), limits);
    require(from_npy && same(*from_npy, tensor), ".npy that is written reads back");
  }
  const std::string text = print_tensor(tensor.view());
  const Result<Tensor> from_text = parse_tensor(text, tensor.type(), limits);
  require(tensor.shape().count == 0 || (from_text && print_tensor(from_text->view()) == text),
          "what is printed reads back");
  const Result<Tensor> from_bits =
      parse_tensor(print_bits(tensor.view()), tensor.type(), limits, BitPatterns::admitted);
  require(tensor.shape().count == 0 || (from_bits && same(*from_bits, tensor)), "bits that are printed read back");
}

void look_at(const Result<Tensor>& tensor, std::size_t size) {
  if (tensor) return round_trip(*tensor);
  const Finding& finding = tensor.finding();
  require(!finding.status.ok() && *finding.status.rule != '\0' && !finding.message.empty(),
          "a finding has code, rule and words");
  require(finding.offset <= size, "a finding's place is in the file");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = etalon::fuzz::bytes_of(data, size);
  look_at(decoded(read_tensor_proto(bytes, limits, nullptr)), size);
  look_at(read_npy(bytes, limits), size);
  if (size == 0) return 0;
  // for text the first byte says which type
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const DTypeInfo& row = dtype_table[data[0] % dtype_count];
  if (row.bits != 0) {
    look_at(parse_tensor(text, row.id, limits, BitPatterns{data[0] >= 0x80}), size);
  } else if (const Result<RealTensor> reals = parse_real_tensor(text, limits)) {
    const Result<std::string> printed = print_real(*reals, {});
    require(bool(printed), "what was read is not too long to print");
    const Result<RealTensor> again = parse_real_tensor(*printed, {});
    require(reals->shape.count == 0 || (again && *print_real(*again, {}) == *printed),
            "a real that is printed reads back");
  }
  return 0;
}
