// SPDX-License-Identifier: Apache-2.0
// A model with inputs from files, through the public interface:
//   NAME.onnx [--accumulate=POLICY] [NAME=SIZE …] [--shape=INPUT=SIZE,SIZE …] [--value=INPUT=INTEGER …] FILE …
// NAME=SIZE gives a named dimension its size, --shape an input of type float its shape, --value makes a scalar input of
// type int64 a constant. The files hold the elements of the other inputs, one file each, in this machine's byte order.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <etalon/etalon.hpp>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace etalon::test {

class Network {
 public:
  // The words of the command line, from the model on. Ends the program where they do not fit the model.
  explicit Network(std::span<char* const> words)
      : bytes_(read(words.empty() ? "" : words[0])), model_(std::as_bytes(std::span(bytes_)), options(words)) {
    if (!model_) fail(std::string(model_.status().rule) + ": " + model_.message());
    for (const char* word : words.subspan(1))
      if (std::string(word).find('=') == std::string::npos) given_.push_back(read(word));
  }

  const Model& model() const { return model_; }

  // What a run takes and gives.
  struct Buffers {
    std::vector<std::vector<std::byte>> memory;
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    Arena arena;
  };
  Buffers buffers(const Plan& plan) const {
    if (!plan) fail(plan.message());
    Buffers made{{}, {}, {}, Arena(static_cast<std::size_t>(plan.facts().arena_bytes))};
    if (given_.size() != plan.facts().input_count) fail("not as many files as inputs");
    for (std::size_t k = 0; k < given_.size(); ++k) {
      const etalon_port port = plan.input(k);
      if (given_[k].size() != port.bytes) fail(std::string("not the size of input ") + port.name);
      made.inputs.emplace_back(static_cast<Type>(port.type.type), given_[k].data(), given_[k].size());
    }
    for (std::size_t k = 0; k < plan.facts().output_count; ++k) {
      const etalon_port port = plan.output(k);
      std::vector<std::byte>& room = made.memory.emplace_back(static_cast<std::size_t>(port.bytes));
      made.outputs.emplace_back(static_cast<Type>(port.type.type), room.data(), room.size());
    }
    return made;
  }

  static void run(const Plan& plan, Buffers& buffers, const etalon_team* team = nullptr) {
    const Status status = plan.run(buffers.inputs, buffers.outputs, buffers.arena.bytes(), {}, team);
    if (!status.ok()) fail(std::string("node ") + std::to_string(status.node) + ": " + status.rule);
  }

  [[noreturn]] static void fail(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(ETALON_USAGE);
  }

 private:
  static std::string read(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(std::string("cannot read \"") + path + "\"");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Model::Options options(std::span<char* const> words) {
    Model::Options options{.profile = "onnx"};
    for (const char* word : words.subspan(1))
      if (const std::string text = word; text.find('=') != std::string::npos) names_.push_back(text);
    values_.reserve(names_.size());
    for (std::string& text : names_) {
      const std::size_t at = text.rfind('=');
      const std::string what = text.substr(at + 1);
      text.resize(at);
      const char* const name = text.c_str() + (text.find('=') == std::string::npos ? 0 : text.find('=') + 1);
      if (text == "--accumulate") {
        text = what;
        options.accumulate = text.c_str();
      } else if (text.starts_with("--shape=")) {
        etalon_operand operand{};
        operand.type.type = ETALON_FLOAT;
        for (const char* rest = what.c_str(); *rest != 0 && operand.type.rank < ETALON_MAX_RANK; rest += *rest == ',') {
          char* end = nullptr;
          operand.type.dims[operand.type.rank++] = std::strtoull(rest, &end, 10);
          rest = end;
        }
        options.bindings.push_back({name, operand});
      } else if (text.starts_with("--value=")) {
        values_.push_back(std::strtoll(what.c_str(), nullptr, 10));
        options.bindings.push_back({name, Operand({}, std::span(&values_.back(), 1))});
      } else {
        options.sizes.push_back({name, std::strtoull(what.c_str(), nullptr, 10)});
      }
    }
    return options;
  }

  std::vector<std::string> names_;    // of dimensions and inputs, and of the policy
  std::vector<std::int64_t> values_;  // of inputs
  std::string bytes_;
  Model model_;
  std::vector<std::string> given_;
};

}  // namespace etalon::test
