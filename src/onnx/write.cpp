// SPDX-License-Identifier: Apache-2.0
// Floor 7. See write.hpp. Fields are written in the order of their numbers.
#include "onnx/write.hpp"

#include <endian.h>  // before protozero, as in io/wire.hpp

#include <protozero/pbf_writer.hpp>

#include "io/tensor_proto.hpp"
#include "io/wire.hpp"

namespace etalon::impl {
namespace {

using Writer = protozero::pbf_writer;

std::string value_info(const std::string& name, const Argument& is) {
  std::string shape, message;
  for (unsigned axis = 0; axis < is.shape.rank; ++axis) {
    std::string dimension;
    Writer(dimension).add_int64(1, static_cast<std::int64_t>(is.shape[axis]));
    Writer(shape).add_message(1, dimension);
  }
  Writer info_writer(message);
  info_writer.add_string(1, name);
  Writer type(info_writer, 2), tensor(type, 1);
  tensor.add_int32(1, info(is.type).onnx);
  tensor.add_message(2, shape);  // also of a scalar: without it the shape would be open
  return message;
}

std::string tensor_message(std::string_view name, const Constant& constant) {
  Tensor tensor(constant.type, constant.shape);
  decode(constant, tensor.view());
  return write_tensor_proto(name, std::as_const(tensor).view());
}

// The value of an attribute: its field, and the number of its kind.
struct AttributeWriter {
  Writer& to;

  void kind(int number) const { to.add_int32(20, number); }
  void operator()(std::int64_t value) const { to.add_int64(3, value), kind(2); }
  void operator()(float value) const { to.add_float(2, value), kind(1); }
  void operator()(const std::string& value) const { to.add_bytes(4, value), kind(3); }
  void operator()(const std::vector<std::int64_t>& values) const {
    for (const std::int64_t value : values) to.add_int64(8, value);
    kind(7);
  }
  void operator()(const std::vector<float>& values) const {
    for (const float value : values) to.add_float(7, value);
    kind(6);
  }
  void operator()(const std::vector<std::string>& values) const {
    for (const std::string& value : values) to.add_bytes(9, value);
    kind(8);
  }
  void operator()(const Constant& value) const { to.add_message(5, tensor_message("", value)), kind(4); }
  void operator()(const auto&) const {}  // nothing that a graph to be written has
};

std::string node_message(const Graph& graph, const Node& node) {
  std::string message;
  Writer writer(message);
  for (const std::uint32_t i : node.inputs) writer.add_string(1, graph.values[i].name);
  for (const std::uint32_t i : node.outputs) writer.add_string(2, graph.values[i].name);
  if (!node.name.empty()) writer.add_string(3, node.name);
  writer.add_string(4, node.operation);
  for (const Attribute& attribute : node.attributes) {
    Writer inner(writer, 5);
    inner.add_string(1, attribute.name);
    std::visit(AttributeWriter{inner}, attribute.value);
  }
  if (!node.domain.empty()) writer.add_string(7, node.domain);
  return message;
}

std::string graph_message(const Graph& graph, std::string_view name) {
  std::string message;
  Writer writer(message);
  for (const Node& node : graph.nodes) writer.add_message(1, node_message(graph, node));
  writer.add_string(2, name.data(), name.size());
  for (const Initializer& one : graph.initializers)
    writer.add_message(5, tensor_message(graph.values[one.value].name, one.constant));
  const auto add_values = [&](protozero::pbf_tag_type field, const std::vector<std::uint32_t>& values) {
    for (const std::uint32_t i : values) {
      const Value& value = graph.values[i];
      writer.add_message(field, value_info(value.name, {*value.type, *value.shape}));
    }
  };
  add_values(11, graph.inputs);
  add_values(12, graph.outputs);
  add_values(13, graph.declared);
  return message;
}

}  // namespace

std::string write_model(const Graph& graph, std::string_view name) {
  std::string message;
  Writer writer(message);
  writer.add_int64(1, graph.ir_version);
  writer.add_message(7, graph_message(graph, name));
  for (const Import& import : graph.imports) {
    Writer inner(writer, 8);
    inner.add_string(1, import.domain);
    inner.add_int64(2, import.version);
  }
  return message;
}

std::string with_outputs(std::span<const std::byte> model, std::span<const NewOutput> outputs) {
  const auto text = [](std::span<const std::byte> bytes) {
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  std::string added, result;
  for (const NewOutput& output : outputs) Writer(added).add_message(12, value_info(output.name, output.is));
  std::size_t begin = 0;  // of the field at hand, as `end` of the one before
  for (FieldReader reader(model); reader.next();) {
    const Field& field = reader.field();
    if (field.number != 7 || !field.is_bytes()) continue;
    // Repeated fields may stand anywhere in a message: behind all others they come last.
    result += text(model.subspan(begin, static_cast<std::size_t>(field.offset) - begin));
    Writer(result).add_message(7, std::string(text(field.bytes)) + added);
    begin = static_cast<std::size_t>(field.bytes.data() + field.bytes.size() - model.data());
  }
  return result += text(model.subspan(begin));
}

}  // namespace etalon::impl
