// SPDX-License-Identifier: Apache-2.0
// Floor 10. See bindings.hpp.
#include "cli/bindings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/quote.hpp"
#include "check/bind.hpp"
#include "cli/model.hpp"
#include "cli/suggest.hpp"
#include "io/file.hpp"
#include "report/page/joined.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"
#include "text/literal.hpp"

namespace etalon::impl::cli {
namespace {

using Names = std::vector<std::string>;

// One option in the words of its user.
struct Given {
  const char* option;  // "--dim"
  const char* rule;
  const char* example;  // what follows the name
  const std::string& text;

  std::string words() const { return fmt::format("{} {}", option, quoted(text, 200)); }
  Finding refused(const std::string& problem, std::string hint) const {
    return error(Code::usage, rule, words() + ": " + problem, std::move(hint));
  }
};

struct Assignment {
  std::string name, rest;
};

// NAME=REST by the longest name that the text begins with, because names may contain "=" themselves.
Result<Assignment> split(const Given& given, const Names& names, const char* what) {
  const std::string* name = nullptr;
  for (const std::string& one : names) {
    if (given.text == one)
      return given.refused("there is no value", fmt::format("give {} NAME={}", given.option, given.example));
    if (assigns(given.text, one) && (name == nullptr || one.size() > name->size())) name = &one;
  }
  if (name != nullptr) return Assignment{*name, given.text.substr(name->size() + 1)};
  constexpr std::size_t shown = 10;
  const std::string list =
      joined(std::span(names).first(std::min(names.size(), shown)), ", ", [](const auto& n) { return quoted(n, 60); });
  const std::string all =
      names.empty() ? fmt::format("this model has no {}", what)
                    : fmt::format("{}s of this model: {}{}", what, list,
                                  names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
  return given.refused(fmt::format("no {} of that name", what),
                       did_you_mean(given.text.substr(0, given.text.rfind('=')), names, all));
}

std::optional<std::uint64_t> size_of(std::string_view text) {
  std::uint64_t size = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (problem != std::errc() || end != text.data() + text.size() || size > INT64_MAX) return std::nullopt;
  return size;
}

// 1,512 as well as [1,512]; [] is a scalar.
std::optional<std::vector<std::uint64_t>> sizes_of(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    text = text.substr(1, text.size() - 2);
    if (text.empty()) return std::vector<std::uint64_t>();
  }
  std::vector<std::uint64_t> sizes;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto size = size_of(text.substr(0, comma));
    if (!size) return std::nullopt;
    sizes.push_back(*size);
    if (comma == text.size()) return sizes;
    text.remove_prefix(comma + 1);
  }
}

class Reader {
 public:
  Reader(LoadedModel& model, const Limits& limits, Identity& identity)
      : model_(model), limits_(limits), identity_(identity), symbols_(symbols_of(model.graph)) {
    for (const std::uint32_t i : model.graph.inputs) inputs_.push_back(model.graph.values[i].name);
  }

  std::optional<Finding> take_size(const std::string& text) {
    const Given given{"--dim", "BIND-ALL-DIM", "4", text};
    const auto to = split(given, symbols_, "named dimension");
    if (!to) return to.finding();
    const auto size = size_of(to->rest);
    if (!size)
      return given.refused(quoted(to->rest, 60) + " is not a number of elements", "give a number of at least 0");
    bindings.sizes.push_back({to->name, *size});
    identity_.bindings.push_back({"dimension", to->name, std::to_string(*size)});
    return std::nullopt;
  }

  std::optional<Finding> take_shape(const std::string& text) {
    const Given given{"--shape", "BIND-ALL-SHAPE", "1,512", text};
    const auto to = split(given, inputs_, "input");
    if (!to) return to.finding();
    const auto sizes = sizes_of(to->rest);
    if (!sizes)
      return given.refused(quoted(to->rest, 60) + " is not a list of sizes",
                           "give numbers of at least 0 with commas between them, and [] for a scalar");
    const auto shape = checked_shape(*sizes, value_named(to->name).type.value_or(DType::u8), limits_);
    if (!shape) return shape.finding();
    bindings.shapes.push_back({to->name, *shape});
    identity_.bindings.push_back({"shape", to->name, to_string(*shape)});
    return std::nullopt;
  }

  std::optional<Finding> take_value(const std::string& text) {
    const Given given{"--value", "BIND-ALL-VALUE", "16000", text};
    const auto to = split(given, inputs_, "input");
    if (!to) return to.finding();
    const std::optional<DType> type = value_named(to->name).type;
    if (!type)
      return given.refused("the model does not declare a type of this input that Etalon has", "declare its type");
    const bool is_file = to->rest.starts_with('@');
    const Result<Tensor> tensor = is_file ? read_hashed(to->rest.substr(1), "value", to->name, limits_, identity_)
                                          : parse_tensor(to->rest, *type, limits_);
    if (!tensor) {
      Finding finding = tensor.finding();
      finding.message.insert(0, fmt::format("--value of input {}: ", quoted(to->name, 60)));
      return finding;
    }
    std::vector<std::byte>& bytes = model_.bound.emplace_back();
    give_little_endian(tensor->view(),
                       [&](std::span<const std::byte> part) { bytes.insert(bytes.end(), part.begin(), part.end()); });
    bindings.values.push_back({to->name, {tensor->type(), tensor->shape(), Constant::Encoding::little_endian, bytes}});
    identity_.bindings.push_back({"value", to->name, is_file ? "" : print_tensor(tensor->view())});
    return std::nullopt;
  }

  // An input whose shape the model leaves open has that of its file ("BIND-ALL-SHAPE").
  std::optional<Finding> take_file(const std::string& text) {
    for (const std::string& name : inputs_) {
      if (!assigns(text, name) || value_named(name).shape) continue;
      const Result<Tensor> tensor = read_tensor_file(text.substr(name.size() + 1), limits_);
      if (!tensor) return tensor.finding();
      bindings.shapes.push_back({name, tensor->shape()});
      identity_.bindings.push_back({"shape", name, to_string(tensor->shape())});
    }
    return std::nullopt;
  }

  Bindings bindings;

 private:
  const Value& value_named(const std::string& name) const {
    const auto& values = model_.graph.values;
    return values[*std::ranges::find(model_.graph.inputs, name,
                                     [&](std::uint32_t i) -> const std::string& { return values[i].name; })];
  }

  LoadedModel& model_;
  const Limits& limits_;
  Identity& identity_;
  const Names symbols_;
  Names inputs_;
};

}  // namespace

std::optional<Finding> check_bindings(const BindingOptions& options, const Profile& profile) {
  if (options.empty() || allows_bindings(profile)) return std::nullopt;
  const char* option = !options.dims.empty() ? "--dim" : !options.shapes.empty() ? "--shape" : "--value";
  return error(Code::usage, "BIND-ALL-PROFILE",
               fmt::format("{}: under profile {} the file itself must say what every value is", option, profile.id),
               "write it into the file, or give --profile onnx");
}

std::optional<Finding> apply_bindings(const BindingOptions& options, const std::vector<std::string>& inputs,
                                      const Profile& profile, LoadedModel& model, const Limits& limits,
                                      Identity& identity) {
  if (!allows_bindings(profile)) return std::nullopt;
  Reader reader(model, limits, identity);
  for (const std::string& text : options.dims)
    if (auto problem = reader.take_size(text)) return problem;
  for (const std::string& text : options.shapes)
    if (auto problem = reader.take_shape(text)) return problem;
  for (const std::string& text : options.values)
    if (auto problem = reader.take_value(text)) return problem;
  if (auto problem = bind(model.graph, reader.bindings, limits)) return problem;
  Reader files(model, limits, identity);
  for (const std::string& text : inputs)
    if (auto problem = files.take_file(text)) return problem;
  return bind(model.graph, files.bindings, limits);
}

}  // namespace etalon::impl::cli
