// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/call_text.hpp"

#include <array>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

namespace oracle {
namespace {

constexpr std::array policies{"sequential", "fused", "wide", "exact"};  // as Accumulation numbers them

// As AttributeValue numbers its alternatives. A text has no blanks and is not empty; no operator has another one.
constexpr std::array kinds{"integer", "float", "text", "integers", "floats", "texts", "tensor"};
static_assert(kinds.size() == std::variant_size_v<AttributeValue>);

// ---- writing --------------------------------------------------------------------------------------------------------

void write(std::ostream& out, std::int64_t number) { out << ' ' << number; }
void write(std::ostream& out, Float number) { out << ' ' << std::hex << number.pattern << std::dec; }
void write(std::ostream& out, const std::string& text) { out << ' ' << text; }

template <class T> void write(std::ostream& out, const std::vector<T>& list) {
  out << ' ' << list.size();
  for (const T& item : list) {
    write(out, item);
  }
}

void write(std::ostream& out, const Tensor& tensor) {
  out << ' ' << name_of(tensor.type) << ' ' << tensor.shape.size();
  for (const std::uint64_t size : tensor.shape) {
    out << ' ' << size;
  }
  out << std::hex;
  for (const std::uint64_t pattern : tensor.patterns) {
    out << ' ' << pattern;
  }
  out << std::dec;
}

// ---- reading: a stream that has failed stays so, and what is read from it is zero
// ------------------------------------

template <class T> T read(std::istream& in);

template <> std::int64_t read(std::istream& in) {
  std::int64_t number = 0;
  in >> number;
  return number;
}

template <> std::string read(std::istream& in) {
  std::string text;
  in >> text;
  return text;
}

std::uint64_t read_pattern(std::istream& in) {
  std::uint64_t pattern = 0;
  in >> std::hex >> pattern >> std::dec;
  return pattern;
}

template <> Float read(std::istream& in) { return {static_cast<std::uint32_t>(read_pattern(in))}; }

// A length, which is small: a damaged file must not ask for all memory.
std::size_t read_count(std::istream& in) {
  std::uint64_t count = 0;
  in >> count;
  if (count > 100000) {
    in.setstate(std::ios::failbit);
  }
  return in ? static_cast<std::size_t>(count) : 0;
}

template <class T> std::vector<T> read_list(std::istream& in) {
  std::vector<T> list(read_count(in));
  for (T& item : list) {
    item = read<T>(in);
  }
  return list;
}

Tensor read_tensor(std::istream& in, const std::string& type) {
  for (const NamedType& named : storable_types) {
    if (named.name != type) {
      continue;
    }
    Tensor tensor{named.type, Shape(read_count(in)), {}};
    std::uint64_t count = 1;
    for (std::uint64_t& size : tensor.shape) {
      size = read_count(in);
      count *= size;
      if (count > 100000) {
        in.setstate(std::ios::failbit);
      }
    }
    tensor.patterns.resize(in ? static_cast<std::size_t>(count) : 0);
    for (std::uint64_t& pattern : tensor.patterns) {
      pattern = read_pattern(in);
    }
    return tensor;
  }
  in.setstate(std::ios::failbit);
  return {float32, {0}, {}};
}

AttributeValue read_value(std::istream& in, const std::string& kind) {
  if (kind == kinds[0]) {
    return read<std::int64_t>(in);
  }
  if (kind == kinds[1]) {
    return read<Float>(in);
  }
  if (kind == kinds[2]) {
    return read<std::string>(in);
  }
  if (kind == kinds[3]) {
    return read_list<std::int64_t>(in);
  }
  if (kind == kinds[4]) {
    return read_list<Float>(in);
  }
  if (kind == kinds[5]) {
    return read_list<std::string>(in);
  }
  if (kind == kinds[6]) {
    return read_tensor(in, read<std::string>(in));
  }
  in.setstate(std::ios::failbit);
  return std::int64_t{0};
}

}  // namespace

const char* name_of(Type type) {
  for (const NamedType& named : storable_types) {
    if (named.type == type) {
      return named.name;
    }
  }
  throw std::invalid_argument("oracle: a type that cannot be stored");
}

void write_call(std::ostream& out, const Call& call) {
  out << "call " << call.operation << ' ' << call.opset << ' '
      << policies.at(static_cast<std::size_t>(call.accumulation)) << ' ' << call.attributes.size();
  for (const Attribute& attribute : call.attributes) {
    out << ' ' << attribute.name << ' ' << kinds.at(attribute.value.index());
    std::visit([&](const auto& value) { write(out, value); }, attribute.value);
  }
  out << ' ' << call.inputs.size();
  for (const std::optional<Tensor>& input : call.inputs) {
    if (input) {
      write(out, *input);
    } else {
      out << " -";
    }
  }
  out << ' ' << call.outputs.size();
  for (const Tensor& output : call.outputs) {
    write(out, output);
  }
  out << '\n';
}

std::optional<Call> read_call(std::istream& in) {
  Call call{read<std::string>(in), static_cast<int>(read<std::int64_t>(in))};
  const std::string policy = read<std::string>(in);
  bool is_known = false;
  for (std::size_t i = 0; i < policies.size(); ++i) {
    if (policy == policies[i]) {
      call.accumulation = static_cast<Accumulation>(i);
      is_known = true;
    }
  }
  for (std::size_t count = read_count(in); count > 0; --count) {
    std::string name = read<std::string>(in);
    const std::string kind = read<std::string>(in);
    call.attributes.push_back({std::move(name), read_value(in, kind)});
  }
  for (std::size_t count = read_count(in); count > 0; --count) {
    const std::string type = read<std::string>(in);
    call.inputs.push_back(type == "-" ? std::nullopt : std::optional(read_tensor(in, type)));
  }
  for (std::size_t count = read_count(in); count > 0; --count) {
    call.outputs.push_back(read_tensor(in, read<std::string>(in)));
  }
  return in && is_known ? std::optional(std::move(call)) : std::nullopt;
}

}  // namespace oracle
