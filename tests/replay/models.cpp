// SPDX-License-Identifier: Apache-2.0
// Models of several nodes, run through a plan and, apart from it, operator by operator: both must give the same bits.
// Prints a line "MODEL DIGEST" for each, to be compared between processors (tools/foreign).
#include <cstdio>
#include <cstring>
#include <etalon/etalon.hpp>
#include <map>
#include <string>
#include <vector>

#include "proto.hpp"

namespace {

using etalon::Type;

struct Operation {
  const char* op;
  std::string a, b, result;
};

// A and B of 6 by 6 are inputs; S and N are constants, a scale and a norm.
struct Case {
  const char* name;
  Type type;
  unsigned bytes;  // of an element
  const char* profile;
  const char* accumulate;
  std::vector<Operation> nodes;
  std::vector<std::string> outputs;
};

constexpr std::size_t side = 6, count = side * side;

const std::vector<Operation> product{{"MatMul", "A", "B", "P"},
                                     {"Mul", "P", "S", "Q"},
                                     {"Div", "Q", "N", "Y"},
                                     {"Add", "P", "Y", "Z"},
                                     {"Mul", "Z", "Q", "W"}};
const std::vector<Operation> elements{
    {"Mul", "A", "S", "P"}, {"Add", "P", "B", "Q"}, {"Div", "Q", "N", "Y"}, {"Mul", "Y", "P", "W"}};

const Case cases[] = {
    {"float", Type::float32, 4, "sonnx", nullptr, product, {"Y", "W"}},
    {"float-fused", Type::float32, 4, "sonnx", "fused", product, {"Y", "W"}},
    {"float-wide", Type::float32, 4, "sonnx", "wide", product, {"Y", "W"}},
    {"float-exact", Type::float32, 4, "sonnx", "exact", product, {"Y", "W"}},
    {"double", Type::float64, 8, "sonnx", nullptr, product, {"W", "P"}},
    {"float16", Type::float16, 2, "sonnx", nullptr, product, {"Y", "W", "P"}},
    {"float16-wide", Type::float16, 2, "sonnx", "wide", product, {"Y", "W", "P"}},
    {"bfloat16", Type::bfloat16, 2, "onnx", nullptr, product, {"Y", "W"}},
    {"int32", Type::int32, 4, "sonnx", nullptr, product, {"Y", "W"}},
    {"uint64", Type::uint64, 8, "onnx", nullptr, product, {"Y", "W"}},
    {"int8", Type::int8, 1, "sonnx", nullptr, elements, {"W", "P"}},
    {"int8-truncated", Type::int8, 1, "onnx", nullptr, elements, {"W", "P"}},
    {"uint16", Type::uint16, 2, "sonnx", nullptr, elements, {"W"}},
};

// Elements in this machine's byte order. Values are spread over the type, never zero, never infinite or NaN.
std::string made(const Case& c, std::uint64_t seed) {
  std::string bytes;
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t word = state >> 16;
    const auto put = [&](auto pattern) { bytes.append(reinterpret_cast<const char*>(&pattern), sizeof pattern); };
    const double real = (static_cast<double>(word % 4001) - 2000.5) * 0.0037;
    if (c.type == Type::float32) put(static_cast<float>(real));
    if (c.type == Type::float64) put(real);
    if (c.type == Type::float16) put(static_cast<std::uint16_t>(0x3000 + word % 0x1800 + (word >> 20 & 1) * 0x8000));
    if (c.type == Type::bfloat16) put(static_cast<std::uint16_t>(0x3E00 + word % 0x0300 + (word >> 20 & 1) * 0x8000));
    if (c.type == Type::int32) put(static_cast<std::int32_t>(word % 1000003) - 500001);
    if (c.type == Type::uint64) put((word << 16) + 1);
    if (c.type == Type::int8) put(static_cast<std::int8_t>(word % 127 + 1));
    if (c.type == Type::uint16) put(static_cast<std::uint16_t>(word % 65535 + 1));
  }
  return bytes;
}

// As a file holds them: low bytes first.
std::string little_endian(std::string bytes, unsigned size) {
  const std::uint16_t probe = 1;
  if (*reinterpret_cast<const unsigned char*>(&probe) == 1) return bytes;
  for (std::size_t i = 0; i < bytes.size(); i += size)
    for (unsigned k = 0; k < size / 2; ++k) std::swap(bytes[i + k], bytes[i + size - 1 - k]);
  return bytes;
}

std::string model_of(const Case& c, const std::string& scale, const std::string& norm) {
  const int type = static_cast<int>(c.type);
  std::string graph = proto::text(2, "replay");
  for (const Operation& o : c.nodes) graph += proto::text(1, proto::node(o.op, {o.a, o.b}, o.result));
  graph += proto::text(5, proto::tensor("S", type, {side, side}, little_endian(scale, c.bytes)));
  graph += proto::text(5, proto::tensor("N", type, {side, side}, little_endian(norm, c.bytes)));
  for (const char* name : {"A", "B"}) graph += proto::text(11, proto::value_info(name, type, {side, side}));
  for (const std::string& name : c.outputs) graph += proto::text(12, proto::value_info(name, type, {side, side}));
  for (const Operation& o : c.nodes) graph += proto::text(13, proto::value_info(o.result, type, {side, side}));
  return proto::model(graph);
}

// The values of all names, computed by one call after the other.
std::map<std::string, std::string> by_operators(const Case& c, std::map<std::string, std::string> values) {
  for (const Operation& o : c.nodes) {
    const bool sums = std::strcmp(o.op, "MatMul") == 0;
    const etalon::Call call(o.op, {{c.type, {side, side}}, {c.type, {side, side}}},
                            {.profile = c.profile, .opset = 14, .accumulate = sums ? c.accumulate : nullptr});
    std::string result(count * c.bytes, '\0');
    const etalon::Input inputs[] = {{c.type, values[o.a].data(), result.size()},
                                    {c.type, values[o.b].data(), result.size()}};
    const etalon::Output outputs[] = {{c.type, result.data(), result.size()}};
    if (!call || !call.run(inputs, outputs).ok()) return {};
    values[o.result] = result;
  }
  return values;
}

bool replay(const Case& c) {
  const std::map<std::string, std::string> given{
      {"A", made(c, 1)}, {"B", made(c, 2)}, {"S", made(c, 3)}, {"N", made(c, 4)}};
  const std::string bytes = model_of(c, given.at("S"), given.at("N"));
  const etalon::Model model(std::as_bytes(std::span(bytes)), {.profile = c.profile, .accumulate = c.accumulate});
  const etalon::Plan plan(model);
  if (!plan) {
    std::printf("%s: %s %s\n", c.name, model.message().c_str(), plan.message().c_str());
    return false;
  }
  std::vector<std::string> results(c.outputs.size(), std::string(count * c.bytes, '\0'));
  const etalon::Input inputs[] = {{c.type, given.at("A").data(), count * c.bytes},
                                  {c.type, given.at("B").data(), count * c.bytes}};
  std::vector<etalon::Output> outputs;
  for (std::string& result : results) outputs.emplace_back(c.type, result.data(), result.size());
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Status status = plan.run(inputs, outputs, arena.bytes());
  std::map<std::string, std::string> alone = by_operators(c, given);
  bool same = status.ok();
  std::vector<etalon::Output> others;
  for (std::size_t k = 0; k < results.size(); ++k) {
    std::string& other = alone[c.outputs[k]];
    same = same && other == results[k];
    others.emplace_back(c.type, other.data(), other.size());
  }
  same = same && plan.digest(outputs) == plan.digest(others);
  std::printf("%s %s%s\n", c.name, plan.digest(outputs).c_str(), same ? "" : " DIFFERS");
  return same;
}

}  // namespace

int main() {
  int wrong = 0;
  for (const Case& c : cases) wrong += !replay(c);
  return wrong != 0;
}
