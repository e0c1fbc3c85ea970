// SPDX-License-Identifier: Apache-2.0
// Replays vectors whose results an oracle wrote on another machine: replay FILE. A line is an operation, a type, the
// operands' bit patterns and the right result: "mul float16 2E66 4200 0 34CC". Every line is given to the scalar text;
// the lines of an operator are also run as one tensor through the C interface. A dot product has its policy and length:
// "dot fused float16 2 3C00 3C00 3C14 0FD9 3C01", a and b by turns; it is run as MatMul.
#include <etalon/etalon.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tensor/algebra.hpp"

using namespace etalon::impl;

namespace {

struct Vector {
  std::uint64_t a, b, c, wanted;
};

std::uint64_t on_float(const std::string& operation, const DTypeInfo& type, const Vector& v) {
  if (type.bits == 32) {
    const float a = f32_of_bits(static_cast<std::uint32_t>(v.a)), b = f32_of_bits(static_cast<std::uint32_t>(v.b));
    if (operation == "add") return f32_bits(f32_add(a, b));
    if (operation == "mul") return f32_bits(f32_mul(a, b));
    if (operation == "div") return f32_bits(f32_div(a, b));
    return f32_bits(f32_fma(a, b, f32_of_bits(static_cast<std::uint32_t>(v.c))));
  }
  if (type.bits == 64) {
    const double a = f64_of_bits(v.a), b = f64_of_bits(v.b);
    if (operation == "add") return f64_bits(f64_add(a, b));
    if (operation == "mul") return f64_bits(f64_mul(a, b));
    if (operation == "div") return f64_bits(f64_div(a, b));
    return f64_bits(f64_fma(a, b, f64_of_bits(v.c)));
  }
  const binary_format format = binary_format_of(type.bits, type.fraction);
  unsigned events = 0;
  if (operation == "add") return binary_add(format, v.a, v.b, &events);
  if (operation == "mul") return binary_mul(format, v.a, v.b, &events);
  if (operation == "div") return binary_div(format, v.a, v.b, &events);
  return binary_fma(format, v.a, v.b, v.c, &events);
}

std::uint64_t on_integer(const std::string& operation, const DTypeInfo& type, const Vector& v) {
  if (type.kind == Kind::unsigned_) {
    if (operation == "add") return uint_add(v.a, v.b, type.bits);
    if (operation == "mul") return uint_mul(v.a, v.b, type.bits);
    return uint_div(v.a, v.b);
  }
  const std::int64_t a = int_wrap(v.a, type.bits), b = int_wrap(v.b, type.bits);
  const std::int64_t result = operation == "add"         ? int_add(a, b, type.bits)
                              : operation == "mul"       ? int_mul(a, b, type.bits)
                              : operation == "div-floor" ? int_div_floor(a, b, type.bits)
                                                         : int_div_truncate(a, b, type.bits);
  return uint_wrap(static_cast<std::uint64_t>(result), type.bits);
}

// Patterns to and from the bytes of a tensor on this machine.
std::vector<std::byte> packed(const DTypeInfo& type, const std::vector<Vector>& vectors,
                              std::uint64_t Vector::* field) {
  std::vector<std::byte> bytes((vectors.size() * type.bits + 7) / 8);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const std::uint64_t x = vectors[i].*field;
    switch (type.bits) {
      case 4:
        store_pattern<4>(bytes.data(), i, static_cast<std::uint8_t>(x));
        break;
      case 8:
        store_pattern<8>(bytes.data(), i, static_cast<std::uint8_t>(x));
        break;
      case 16:
        store_pattern<16>(bytes.data(), i, static_cast<std::uint16_t>(x));
        break;
      case 32:
        store_pattern<32>(bytes.data(), i, static_cast<std::uint32_t>(x));
        break;
      default:
        store_pattern<64>(bytes.data(), i, x);
    }
  }
  return bytes;
}

// Runs an operator on two operands; true if the result is `wanted`.
bool gives(const etalon_request& request, const DTypeInfo& type, const std::vector<std::byte>& a,
           const std::vector<std::byte>& b, const std::vector<std::byte>& wanted) {
  etalon_call* call = nullptr;
  char message[256];
  if (etalon_prepare(&request, &call, message, sizeof message).code != ETALON_OK) {
    std::printf("%s on %s: %s\n", request.operation, type.name, message);
    return false;
  }
  std::vector<std::byte> got(wanted.size());
  const etalon_input inputs[] = {{type.onnx, a.data(), a.size()}, {type.onnx, b.data(), b.size()}};
  const etalon_output output{type.onnx, got.data(), got.size()};
  const etalon_status status = etalon_run(call, inputs, 2, &output, 1, nullptr);
  etalon_release(call);
  if (status.code == ETALON_OK && got == wanted) return true;
  std::printf("%s on a tensor of %s differs\n", request.operation, type.name);
  return false;
}

// The operator that an operation is the element of, in a profile that has the type; null where there is none.
etalon_request request_of(const std::string& operation, const DTypeInfo& type) {
  const bool small = type.bits == 4;  // in SONNX only, which rounds quotients down
  etalon_request request{};
  request.profile = small || operation == "div-floor" ? "sonnx" : "onnx";
  if (operation == "mul") request.operation = "Mul";
  if (operation == "add") request.operation = "Add";
  if (operation == "div" || operation == "div-floor" || (operation == "div-trunc" && !small)) request.operation = "Div";
  return request;
}

bool tensor_agrees(etalon_request request, const DTypeInfo& type, const std::vector<Vector>& vectors) {
  const etalon_tensor_type shape{type.onnx, 1, {vectors.size()}};
  const etalon_tensor_type operands[] = {shape, shape};
  request.inputs = operands;
  request.input_count = 2;
  return gives(request, type, packed(type, vectors, &Vector::a), packed(type, vectors, &Vector::b),
               packed(type, vectors, &Vector::wanted));
}

// Reads the rest of a dot product's line, after the word "dot".
bool dot_agrees(std::FILE* file) {
  char policy[16], name[16];
  std::uint64_t length = 0;
  if (std::fscanf(file, "%15s %15s %" SCNx64, policy, name, &length) != 3) return false;
  const DTypeInfo* type = find_dtype(name);
  std::vector<Vector> terms(static_cast<std::size_t>(length)), wanted(1);
  for (Vector& v : terms)
    if (std::fscanf(file, "%" SCNx64 " %" SCNx64, &v.a, &v.b) != 2) return false;
  if (std::fscanf(file, "%" SCNx64, &wanted[0].wanted) != 1 || type == nullptr) return false;
  const etalon_tensor_type operands[] = {{type->onnx, 2, {1, length}}, {type->onnx, 2, {length, 1}}};
  const etalon_request request{"MatMul", "onnx", 0, policy, operands, 2, nullptr, 0};
  return gives(request, *type, packed(*type, terms, &Vector::a), packed(*type, terms, &Vector::b),
               packed(*type, wanted, &Vector::wanted));
}

}  // namespace

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "r") : nullptr;
  if (file == nullptr) return std::puts("usage: replay FILE"), 2;
  std::map<std::pair<std::string, std::string>, std::vector<Vector>> vectors;
  unsigned long good = 0, bad = 0;
  char operation[16], name[16];
  Vector v;
  while (std::fscanf(file, "%15s", operation) == 1) {
    if (std::strcmp(operation, "dot") == 0) {
      dot_agrees(file) ? ++good : ++bad;
      continue;
    }
    if (std::fscanf(file, "%15s %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, name, &v.a, &v.b, &v.c, &v.wanted) != 5)
      return std::puts("a line is not understood"), 3;
    vectors[{operation, name}].push_back(v);
  }
  std::fclose(file);

  for (const auto& [key, list] : vectors) {
    const DTypeInfo* type = find_dtype(key.second);
    if (type == nullptr) return std::printf("unknown type %s\n", key.second.c_str()), 3;
    for (const Vector& w : list) {
      const std::uint64_t got =
          type->kind == Kind::floating ? on_float(key.first, *type, w) : on_integer(key.first, *type, w);
      if (got == w.wanted) {
        ++good;
        continue;
      }
      if (bad++ < 10)
        std::printf("%s %s %" PRIx64 " %" PRIx64 " %" PRIx64 ": %" PRIx64 ", not %" PRIx64 "\n", key.first.c_str(),
                    type->name, w.a, w.b, w.c, got, w.wanted);
    }
    const etalon_request request = request_of(key.first, *type);
    if (request.operation != nullptr) tensor_agrees(request, *type, list) ? ++good : ++bad;
  }
  std::printf("%lu passed, %lu failed\n", good, bad);
  return bad == 0 && good > 0 ? 0 : 1;
}
