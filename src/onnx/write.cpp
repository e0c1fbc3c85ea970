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

std::string type_message(const Argument& is) {
  std::string shape, message;
  for (unsigned axis = 0; axis < is.shape.rank; ++axis) {
    std::string dimension;
    Writer(dimension).add_int64(1, static_cast<std::int64_t>(is.shape[axis]));
    Writer(shape).add_message(1, dimension);
  }
  {
    Writer type(message), tensor(type, 1);
    tensor.add_int32(1, info(is.type).onnx);
    tensor.add_message(2, shape);  // also of a scalar: without it the shape would be open
  }
  return message;
}

std::string value_info(const std::string& name, const Argument& is) {
  std::string message;
  Writer writer(message);
  writer.add_string(1, name);
  writer.add_message(2, type_message(is));
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

std::string node_message(const NewNode& node, std::string_view domain = {}) {
  std::string message;
  Writer writer(message);
  for (const std::string& name : node.inputs) writer.add_string(1, name);
  for (const std::string& name : node.outputs) writer.add_string(2, name);
  if (!node.name.empty()) writer.add_string(3, node.name);
  writer.add_string(4, node.operation);
  for (const Attribute& attribute : node.attributes) {
    Writer inner(writer, 5);
    inner.add_string(1, attribute.name);
    std::visit(AttributeWriter{inner}, attribute.value);
  }
  if (!domain.empty()) writer.add_string(7, std::string(domain));
  return message;
}

std::string node_message(const Graph& graph, const Node& node) {
  NewNode named{node.operation, node.name, {}, {}, node.attributes};
  for (const std::uint32_t i : node.inputs) named.inputs.push_back(graph.values[i].name);
  for (const std::uint32_t i : node.outputs) named.outputs.push_back(graph.values[i].name);
  return node_message(named, node.domain);
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

std::string_view text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The text in a field of a message; "" where there is none.
std::string text_at(std::span<const std::byte> message, std::uint32_t number) {
  std::string found;
  for (FieldReader reader(message); reader.next();)
    if (reader.field().number == number && reader.field().is_bytes()) found = text(reader.field().bytes);
  return found;
}

// Copies a message field by field: replace(field, writer) writes something else and returns true, or leaves the field
// as it is.
template <class Replace> std::string copied(std::span<const std::byte> message, Replace replace) {
  std::string result;
  Writer writer(result);
  std::size_t begin = 0, end = 0;
  FieldReader reader(message);
  for (bool more = reader.next(); more;) {
    const Field field = reader.field();
    begin = static_cast<std::size_t>(field.offset);
    more = reader.next();
    end = more ? static_cast<std::size_t>(reader.field().offset) : message.size();
    if (!replace(field, writer)) result += text(message.subspan(begin, end - begin));
  }
  return result;
}

std::string edited_graph(std::span<const std::byte> graph, const std::byte* file, const ModelEdit& edit) {
  enum : std::uint32_t { node = 1, graph_name = 2, initializer = 5, input = 11, output = 12, declared = 13 };
  auto next = edit.nodes.begin();
  std::set<std::string> left;
  for (const auto& [name, is] : edit.declared) left.insert(name);
  std::string result = copied(graph, [&](const Field& field, Writer& to) {
    if (!field.is_bytes()) return false;
    const auto declares = [&](const std::string& name) {
      const auto found = edit.declared.find(name);
      if (found == edit.declared.end()) return false;
      left.erase(name);
      bool is_typed = false;
      const std::string type = type_message({found->second.type, found->second.shape});
      std::string message = copied(field.bytes, [&](const Field& part, Writer& inner) {
        if (part.number != 2 || !part.is_bytes()) return false;
        if (!is_typed) inner.add_message(2, type);
        return is_typed = true;
      });
      if (!is_typed) Writer(message).add_message(2, type);
      to.add_message(field.number, message);
      return true;
    };
    switch (field.number) {
      case node: {
        const auto begin = static_cast<std::uint64_t>(field.bytes.data() - file), end = begin + field.bytes.size();
        bool is_edited = false;
        for (; next != edit.nodes.end() && next->second.offset >= begin && next->second.offset <= end; ++next) {
          for (const NewNode& one : next->second.instead) to.add_message(node, node_message(one));
          is_edited = true;
        }
        return is_edited;
      }
      case graph_name:
        if (edit.graph_name) to.add_string(graph_name, *edit.graph_name);
        return edit.graph_name.has_value();
      case initializer: {
        const std::string name = text_at(field.bytes, 8);
        return edit.removed_constants.contains(name) || edit.constants.contains(name);
      }
      case input: {
        const std::string name = text_at(field.bytes, 1);
        return (edit.inputs && !edit.inputs->contains(name)) || declares(name);
      }
      case output:
        return declares(text_at(field.bytes, 1));
      case declared: {
        const std::string name = text_at(field.bytes, 1);
        return edit.undeclared.contains(name) || declares(name);
      }
      default:
        return false;
    }
  });
  Writer writer(result);
  for (const auto& [name, tensor] : edit.constants)
    writer.add_message(initializer, write_tensor_proto(name, tensor->view()));
  for (const std::string& name : left) {
    const Declaration& is = edit.declared.at(name);
    writer.add_message(declared, value_info(name, {is.type, is.shape}));
  }
  return result;
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

std::string with_edit(std::span<const std::byte> model, const ModelEdit& edit) {
  enum : std::uint32_t { ir_version = 1, graph = 7, opset_import = 8 };
  bool has_opset = false;
  std::string result = copied(model, [&](const Field& field, Writer& to) {
    if (field.number == ir_version && field.is_varint() && edit.ir_version) {
      to.add_int64(ir_version, *edit.ir_version);
      return true;
    }
    if (!field.is_bytes()) return false;
    if (field.number == graph) {
      to.add_message(graph, edited_graph(field.bytes, model.data(), edit));
      return true;
    }
    if (field.number != opset_import || !edit.opset || !is_standard(text_at(field.bytes, 1))) return false;
    has_opset = true;
    Writer inner(to, opset_import);
    inner.add_string(1, text_at(field.bytes, 1));
    inner.add_int64(2, *edit.opset);
    return true;
  });
  if (edit.opset && !has_opset) {
    Writer writer(result), inner(writer, opset_import);
    inner.add_string(1, "");
    inner.add_int64(2, *edit.opset);
  }
  return result;
}

}  // namespace etalon::impl
