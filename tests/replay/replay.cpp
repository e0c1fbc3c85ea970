// SPDX-License-Identifier: Apache-2.0
// Replays vectors whose results an oracle wrote on another machine: replay FILE. A line is an operation, a type, the
// operands' bit patterns and the right result: "mul float16 2E66 4200 0 34CC". Every line is given to the scalar text;
// the lines of an operator are also run as one tensor through the C interface. A dot product has its policy and length:
// "dot fused float16 2 3C00 3C00 3C14 0FD9 3C01", a and b by turns; it is run as MatMul. A line that begins with "call"
// is a call of any operator (oracle/cases/call_text.hpp). A line with an operation that is not known ends the replay.
#include <etalon/etalon.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ops/reference.hpp"
#include "oracle/cases/call_text.hpp"
#include "tensor/algebra.hpp"
#include "tests/support/drawn_call.hpp"

using namespace etalon::impl;

namespace {

struct Vector {
  std::uint64_t a, b, c, wanted;
};

// The result by the scalar text; nothing for an operation that it does not have.
std::optional<std::uint64_t> on_float(const std::string& operation, const DTypeInfo& type, const Vector& v) {
  if (type.bits == 32) {
    const float a = f32_of_bits(static_cast<std::uint32_t>(v.a)), b = f32_of_bits(static_cast<std::uint32_t>(v.b));
    if (operation == "add") return f32_bits(f32_add(a, b));
    if (operation == "mul") return f32_bits(f32_mul(a, b));
    if (operation == "div") return f32_bits(f32_div(a, b));
    if (operation == "fma") return f32_bits(f32_fma(a, b, f32_of_bits(static_cast<std::uint32_t>(v.c))));
    return std::nullopt;
  }
  if (type.bits == 64) {
    const double a = f64_of_bits(v.a), b = f64_of_bits(v.b);
    if (operation == "add") return f64_bits(f64_add(a, b));
    if (operation == "mul") return f64_bits(f64_mul(a, b));
    if (operation == "div") return f64_bits(f64_div(a, b));
    if (operation == "fma") return f64_bits(f64_fma(a, b, f64_of_bits(v.c)));
    return std::nullopt;
  }
  const binary_format format = binary_format_of(type.bits, type.fraction);
  unsigned events = 0;
  if (operation == "add") return binary_add(format, v.a, v.b, &events);
  if (operation == "mul") return binary_mul(format, v.a, v.b, &events);
  if (operation == "div") return binary_div(format, v.a, v.b, &events);
  if (operation == "fma") return binary_fma(format, v.a, v.b, v.c, &events);
  return std::nullopt;
}

std::optional<std::uint64_t> on_integer(const std::string& operation, const DTypeInfo& type, const Vector& v) {
  if (type.kind == Kind::unsigned_) {
    if (operation == "add") return uint_add(v.a, v.b, type.bits);
    if (operation == "mul") return uint_mul(v.a, v.b, type.bits);
    if (operation == "div-floor" || operation == "div-trunc") return uint_div(v.a, v.b);
    return std::nullopt;
  }
  const std::int64_t a = int_wrap(v.a, type.bits), b = int_wrap(v.b, type.bits);
  const auto pattern = [&](std::int64_t result) { return uint_wrap(static_cast<std::uint64_t>(result), type.bits); };
  if (operation == "add") return pattern(int_add(a, b, type.bits));
  if (operation == "mul") return pattern(int_mul(a, b, type.bits));
  if (operation == "div-floor") return pattern(int_div_floor(a, b, type.bits));
  if (operation == "div-trunc") return pattern(int_div_truncate(a, b, type.bits));
  return std::nullopt;
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
  etalon_problem problem{};
  problem.size = sizeof problem;
  problem.message = message;
  problem.message_bytes = sizeof message;
  if (etalon_prepare(&request, &call, &problem) != ETALON_OK) {
    std::printf("%s on %s: %s\n", request.operation, type.name, message);
    return false;
  }
  std::vector<std::byte> got(wanted.size());
  const etalon_input inputs[] = {{type.onnx, a.data(), a.size()}, {type.onnx, b.data(), b.size()}};
  const etalon_output output{type.onnx, got.data(), got.size()};
  const std::int32_t code = etalon_run(call, inputs, 2, &output, 1, nullptr, nullptr);
  etalon_release_call(call);
  if (code == ETALON_OK && got == wanted) return true;
  std::printf("%s on a tensor of %s differs\n", request.operation, type.name);
  return false;
}

// The operator that an operation is the element of, in a profile that has the type; null where there is none.
etalon_request request_of(const std::string& operation, const DTypeInfo& type) {
  const bool small = type.bits == 4;  // in SONNX only, which rounds quotients down
  etalon_request request{};
  request.size = sizeof request;
  request.profile = small || operation == "div-floor" ? "sonnx" : "onnx";
  if (operation == "mul") request.operation = "Mul";
  if (operation == "add") request.operation = "Add";
  if (operation == "div" || operation == "div-floor" || (operation == "div-trunc" && !small)) request.operation = "Div";
  return request;
}

bool tensor_agrees(etalon_request request, const DTypeInfo& type, const std::vector<Vector>& vectors) {
  const etalon_operand operand{{type.onnx, 1, {vectors.size()}}, nullptr, 0};
  const etalon_operand operands[] = {operand, operand};
  request.inputs = operands;
  request.input_count = 2;
  return gives(request, type, packed(type, vectors, &Vector::a), packed(type, vectors, &Vector::b),
               packed(type, vectors, &Vector::wanted));
}

// Reads the rest of a dot product's line, after the word "dot".
bool dot_agrees(std::istream& in) {
  std::string policy, name;
  std::uint64_t length = 0;
  in >> policy >> name >> length;
  const DTypeInfo* type = find_dtype(name);
  if (!in || type == nullptr || length > 1000) return false;
  std::vector<Vector> terms(static_cast<std::size_t>(length)), wanted(1);
  for (Vector& v : terms) in >> v.a >> v.b;
  in >> wanted[0].wanted;
  const etalon_operand operands[] = {{{type->onnx, 2, {1, length}}, nullptr, 0},
                                     {{type->onnx, 2, {length, 1}}, nullptr, 0}};
  etalon_request request{};
  request.size = sizeof request;
  request.operation = "MatMul";
  request.profile = "onnx";
  request.accumulate = policy.c_str();
  request.inputs = operands;
  request.input_count = 2;
  return in && gives(request, *type, packed(*type, terms, &Vector::a), packed(*type, terms, &Vector::b),
                     packed(*type, wanted, &Vector::wanted));
}

// What is wrong with a call; "" where nothing is. One whose type the version does not have must be refused for it.
std::string fault_of(const etalon::tests::DrawnCall& call) {
  if (call.row == nullptr) return "the operator set does not have it";
  const auto resolution = call.resolved();
  if (call.unavailable != nullptr)
    return !resolution && std::strcmp(resolution.finding().status.rule, call.unavailable->rule) == 0
               ? ""
               : "not refused for its type";
  if (!resolution) return std::string("refused by ") + resolution.finding().status.rule;
  std::vector<Tensor> results;
  if (!call.has_right_results(resolution->call)) return "results of another number, type or shape";
  if (!call.compute(resolution->call, reference_kernel, nullptr, results).ok()) return "not computed";
  return call.difference(results) ? "a result differs" : "";
}

struct Count {
  unsigned long good = 0, bad = 0, absent = 0;
};

void replay_call(oracle::Call drawn, Count& count) {
  const etalon::tests::DrawnCall call(std::move(drawn));
  if (call.op == nullptr) {
    ++count.absent;
    return;
  }
  const std::string fault = fault_of(call);
  fault.empty() ? ++count.good : ++count.bad;
  if (!fault.empty()) std::printf("a call of %s: %s\n", call.drawn.operation.c_str(), fault.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream in(argc == 2 ? argv[1] : "");
  if (!in) return std::puts("usage: replay FILE"), 2;
  std::map<std::pair<std::string, std::string>, std::vector<Vector>> vectors;
  Count count;
  std::string operation, name;
  while (in >> operation) {
    if (operation == "call") {
      std::optional<oracle::Call> drawn = oracle::read_call(in);
      if (!drawn) return std::puts("a call is not understood"), 3;
      replay_call(std::move(*drawn), count);
      continue;
    }
    in >> std::hex;
    if (operation == "dot") {
      dot_agrees(in) ? ++count.good : ++count.bad;
    } else {
      Vector v;
      if (!(in >> name >> v.a >> v.b >> v.c >> v.wanted)) return std::puts("a line is not understood"), 3;
      vectors[{operation, name}].push_back(v);
    }
    in >> std::dec;
  }

  for (const auto& [key, list] : vectors) {
    const DTypeInfo* type = find_dtype(key.second);
    if (type == nullptr) return std::printf("unknown type %s\n", key.second.c_str()), 3;
    for (const Vector& w : list) {
      const std::optional<std::uint64_t> got =
          type->kind == Kind::floating ? on_float(key.first, *type, w) : on_integer(key.first, *type, w);
      if (!got) return std::printf("unknown operation %s\n", key.first.c_str()), 3;
      if (*got == w.wanted) {
        ++count.good;
        continue;
      }
      if (count.bad++ < 10)
        std::printf("%s %s %" PRIx64 " %" PRIx64 " %" PRIx64 ": %" PRIx64 ", not %" PRIx64 "\n", key.first.c_str(),
                    type->name, w.a, w.b, w.c, *got, w.wanted);
    }
    const etalon_request request = request_of(key.first, *type);
    if (request.operation != nullptr) tensor_agrees(request, *type, list) ? ++count.good : ++count.bad;
  }
  if (count.absent > 0) std::printf("%lu calls of operators that Etalon does not have\n", count.absent);
  std::printf("%lu passed, %lu failed\n", count.good, count.bad);
  return count.bad == 0 && count.good > 0 ? 0 : 1;
}
