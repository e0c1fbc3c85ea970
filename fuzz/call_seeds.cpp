// SPDX-License-Identifier: Apache-2.0
// Writes the seeds that follow from the operators: call_seeds FOLDER. Each operator that the oracle can draw has three
// models in FOLDER/model: one that is run on inputs, one whose operands are all constants, and one that leaves sizes
// and known values open, to be bound. FOLDER/operators.dict has the names of all operators and of their attributes.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "check/resolve.hpp"
#include "fuzz/run_guard.hpp"
#include "fuzz/target.hpp"
#include "io/tensor_proto.hpp"
#include "ops/operator.hpp"
#include "tests/support/drawn_call.hpp"

namespace {

using namespace etalon::impl;
using etalon::tests::tensor_of, etalon::tests::type_of;
using std::string;

constexpr std::size_t largest = 1000;  // bytes of a file: a small one is mutated more often
constexpr std::uint64_t most_draws = 10'000;

// ---- the few messages of ONNX that are needed -----------------------------------------------------------------------

string varint(std::uint64_t x) {
  string bytes;
  for (; x >= 0x80; x >>= 7) bytes += static_cast<char>(x | 0x80);
  return bytes + static_cast<char>(x);
}
string number(unsigned field, std::uint64_t x) { return varint(field << 3) + varint(x); }
string piece(unsigned field, const string& content) {
  return varint(field << 3 | 2) + varint(content.size()) + content;
}
string fixed(unsigned field, float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  string bytes = varint(field << 3 | 5);
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift);
  return bytes;
}

string tensor(const string& name, const oracle::Tensor& drawn) {
  const Tensor tensor = tensor_of(drawn);
  return write_tensor_proto(name, tensor.view());
}

string attribute(const oracle::Attribute& given) {
  struct {
    string operator()(std::int64_t x) { return number(3, static_cast<std::uint64_t>(x)) + number(20, 2); }
    string operator()(oracle::Float x) { return fixed(2, std::bit_cast<float>(x.pattern)) + number(20, 1); }
    string operator()(const string& x) { return piece(4, x) + number(20, 3); }
    string operator()(const oracle::Tensor& x) { return piece(5, tensor("", x)) + number(20, 4); }
    string operator()(const std::vector<std::int64_t>& list) {
      string all;
      for (const std::int64_t x : list) all += number(8, static_cast<std::uint64_t>(x));
      return all + number(20, 7);
    }
    string operator()(const std::vector<oracle::Float>& list) {
      string all;
      for (const oracle::Float x : list) all += fixed(7, std::bit_cast<float>(x.pattern));
      return all + number(20, 6);
    }
    string operator()(const std::vector<string>& list) {
      string all;
      for (const string& x : list) all += piece(9, x);
      return all + number(20, 8);
    }
  } value;
  return piece(1, given.name) + std::visit(value, given.value);
}

// Open: every dimension has a name instead of a size.
string declared(const string& name, const oracle::Tensor& drawn, bool open) {
  string dims;
  for (const std::uint64_t size : drawn.shape)
    dims += piece(1, open ? piece(2, "N" + std::to_string(size)) : number(1, size));
  const auto type = static_cast<std::uint64_t>(info(type_of(drawn.type)).onnx);
  return piece(1, name) + piece(2, piece(1, number(1, type) + piece(2, dims)));
}

enum class Form { run, known, open };

string model_of(const oracle::Call& call, const Row& row, Form form) {
  string node, graph;
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    const string name = call.inputs[k] ? "x" + std::to_string(k) : "";
    node += piece(1, name);
    if (!call.inputs[k]) continue;
    const Formal::Use use = formal_at(row.inputs, k)->use;
    if (form == Form::known || (form == Form::run && use != Formal::Use::data))
      graph += piece(5, tensor(name, *call.inputs[k]));
    else
      graph += piece(11, declared(name, *call.inputs[k], form == Form::open));
  }
  for (std::size_t k = 0; k < call.outputs.size(); ++k) {
    const string name = "y" + std::to_string(k);
    node += piece(2, name);
    graph += piece(12, declared(name, call.outputs[k], false));
  }
  node += piece(4, call.operation);
  for (const oracle::Attribute& given : call.attributes) node += piece(5, attribute(given));
  return number(1, 8) + piece(7, piece(1, node) + piece(2, "g") + graph) +
         piece(8, piece(1, "") + number(2, static_cast<std::uint64_t>(call.opset)));
}

// ---- the seeds ------------------------------------------------------------------------------------------------------

bool gives_a_result(const string& model) {
  const auto bytes = std::as_bytes(std::span(model));
  const etalon::fuzz::Journey journey =
      etalon::fuzz::travel(bytes, *find_profile("onnx"), etalon::fuzz::limits, nullptr);
  return journey.reached == etalon::fuzz::Reached::result;
}

// The first drawing that is small, has elements and gives a result.
bool write_seeds(const oracle::Drawing& drawing, const Operator& op, const std::filesystem::path& folder) {
  const Profile& profile = *find_profile("onnx");
  bool all = true;
  for (const Form form : {Form::run, Form::known, Form::open}) {
    bool found = false;
    for (std::uint64_t draw = 0; draw < most_draws && !found; ++draw) {
      oracle::Random random(draw * 3 + static_cast<std::uint64_t>(form));
      const oracle::Call call = drawing.draw(random);
      const Row* row = row_for(profile, call.opset, op);
      if (row == nullptr || call.outputs[0].patterns.empty()) continue;
      const string model = model_of(call, *row, form);
      if (model.size() > largest || !gives_a_result(form == Form::open ? model_of(call, *row, Form::run) : model))
        continue;
      constexpr const char* names[] = {"run", "known", "open"};
      std::ofstream(folder / (string(drawing.name) + "_" + names[static_cast<unsigned>(form)] + ".onnx"),
                    std::ios::binary)
          << model;
      found = true;
    }
    if (!found) std::fprintf(stderr, "%s: no drawing gives a seed\n", op.name);
    all = all && found;
  }
  return all;
}

void write_dictionary(const std::filesystem::path& path) {
  std::set<string> names;
  for (const Operator* op : operators()) {
    names.insert(op->name);
    for (const Row& row : op->rows)
      for (const AttributeFormal& attribute : row.attributes) names.insert(attribute.name);
  }
  std::ofstream file(path);
  for (const string& name : names) file << '"' << name << "\"\n";
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::fprintf(stderr, "usage: call_seeds FOLDER\n"), 2;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder / "model");
  write_dictionary(folder / "operators.dict");
  bool all = true;
  unsigned seeded = 0;
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    oracle::Random random(0);
    const Operator* op = find_operator("", drawing.draw(random).operation);
    if (op == nullptr) continue;  // the oracle may be ahead
    all = write_seeds(drawing, *op, folder / "model") && all;
    ++seeded;
  }
  std::printf("seeds of %u operators\n", seeded);
  return all && seeded > 0 ? 0 : 1;
}
