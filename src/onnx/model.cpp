// SPDX-License-Identifier: Apache-2.0
// Floor 7. See model.hpp. One function a message of onnx.proto; field numbers are those of that file. Messages nest in
// a fixed depth here (subgraphs are not entered), so no input can make this recurse.
#include "onnx/model.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/quote.hpp"
#include "io/tensor_proto.hpp"
#include "io/wire.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

using Bytes = std::span<const std::byte>;

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    if (lead < 0x80) continue;
    const unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - i < more) return false;
    std::uint32_t code = lead & (0x3Fu >> more);
    for (unsigned k = 0; k < more; ++k) {
      const auto next = static_cast<unsigned char>(text[i++]);
      if ((next & 0xC0) != 0x80) return false;
      code = code << 6 | (next & 0x3F);
    }
    const bool overlong = code < (more == 1 ? 0x80u : more == 2 ? 0x800u : 0x10000u);
    if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  }
  return true;
}

class Reader {
 public:
  Reader(Bytes file, const Limits& limits, ExternalData* external)
      : file_(file), limits_(limits), external_(external) {}

  Result<Graph> read() {
    bool has_graph = false;
    each(file_, [&](const Field& field) {
      switch (field.number) {
        case 1:
          graph_.ir_version = static_cast<std::int64_t>(field.value);
          return expect(field.is_varint(), field);
        case 5:  // model_version
          return expect(field.is_varint(), field);
        case 2:   // producer_name
        case 3:   // producer_version
        case 4:   // domain
        case 6:   // doc_string
        case 14:  // metadata_props
        case 20:  // training_info
        case 26:  // configuration
          return expect(field.is_bytes(), field);
        case 7:
          if (has_graph) return fail("there is a second graph");
          has_graph = true;
          return expect(field.is_bytes(), field) && read_graph(field.bytes);
        case 8:
          return expect(field.is_bytes(), field) && read_opset(field.bytes);
        case 25:
          return expect(field.is_bytes(), field) && read_function(field.bytes);
        default:
          ++graph_.unknown_fields;
          return true;
      }
    });
    if (!problem_ && !has_graph) problem_ = at(0, "there is no graph");
    if (problem_) return *std::move(problem_);
    return std::move(graph_);
  }

 private:
  // Walks over the fields of a message until one cannot be taken.
  template <class Take> bool each(Bytes message, Take take) {
    FieldReader reader(message);
    while (reader.next())
      if (!take(reader.field())) {
        const std::uint64_t here = place(message) + reader.field().offset;
        if (!problem_) problem_ = at(here, complaint_);
        if (problem_->offset == 0) problem_->offset = here;
        return false;
      }
    if (reader.problem() == nullptr) return true;
    problem_ = at(place(message) + reader.field().offset, reader.problem());
    return false;
  }

  std::uint64_t place(Bytes bytes) const { return static_cast<std::uint64_t>(bytes.data() - file_.data()); }

  Finding at(std::uint64_t offset, const std::string& message) const {
    Finding finding = error(Code::malformed, "FILE-ONNX-FORM", "model, byte " + std::to_string(offset) + ": " + message,
                            "the file is damaged, or not ONNX");
    finding.offset = offset;
    return finding;
  }

  // each() adds the place: the innermost field that is being read.
  bool fail(std::string message) {
    complaint_ = std::move(message);
    return false;
  }

  bool limit(const std::string& message) {
    problem_ = limit_finding(message);
    return false;
  }

  // What a few bytes of a file become many in memory for.
  bool take_entry() {
    return ++entries_ <= limits_.entries || limit("there are more than " + std::to_string(limits_.entries) +
                                                  " attributes, initializers, functions and imports");
  }

  bool expect(bool right_wire, const Field& field) {
    return right_wire || fail("field " + std::to_string(field.number) + " has the wrong wire type");
  }

  bool read_name(const Field& field, std::string& name) {
    if (!expect(field.is_bytes(), field)) return false;
    if (field.bytes.size() > limits_.name_bytes)
      return limit("a name of " + std::to_string(field.bytes.size()) + " bytes is above the limit of " +
                   std::to_string(limits_.name_bytes));
    const std::string_view text = text_of(field.bytes);
    if (!is_utf8(text) || text.find('\0') != text.npos) return fail("a name is not UTF-8 text");
    name = text;
    return true;
  }

  // The value of that name, made where it is new.
  std::optional<std::uint32_t> value_named(const std::string& name, std::uint64_t offset) {
    const auto [entry, added] = index_.emplace(name, static_cast<std::uint32_t>(graph_.values.size()));
    if (added) {
      if (graph_.values.size() >= limits_.values) {
        limit("there are more than " + std::to_string(limits_.values) + " values");
        return std::nullopt;
      }
      graph_.values.emplace_back();
      graph_.values.back().name = name;
      graph_.values.back().offset = offset;
    }
    return entry->second;
  }

  bool read_opset(Bytes message) {
    std::string domain;
    std::uint64_t version = 0;
    const bool good = each(message, [&](const Field& field) {
      if (field.number == 1) return read_name(field, domain);
      version = field.number == 2 ? field.value : version;
      graph_.unknown_fields += field.number != 2;
      return field.number != 2 || expect(field.is_varint(), field);
    });
    if (!good || !take_entry()) return false;
    const bool standard = domain.empty() || domain == "ai.onnx";
    if (standard && std::exchange(imported_, true)) return fail("ai.onnx is imported a second time");
    if (standard)
      graph_.opset = static_cast<int>(std::min<std::uint64_t>(version, 1u << 30));  // resolve() knows which exist
    else
      graph_.domains.push_back(domain);
    return true;
  }

  bool read_function(Bytes message) {
    std::string name;
    const bool good = each(message, [&](const Field& field) { return field.number != 1 || read_name(field, name); });
    graph_.functions.push_back(name);
    return good && take_entry();
  }

  bool read_graph(Bytes message) {
    return each(message, [&](const Field& field) {
      switch (field.number) {
        case 1:
          return expect(field.is_bytes(), field) && read_node(field.bytes);
        case 5:
          return expect(field.is_bytes(), field) && read_initializer(field.bytes);
        case 11:
          return expect(field.is_bytes(), field) && read_value(field.bytes, graph_.inputs);
        case 12:
          return expect(field.is_bytes(), field) && read_value(field.bytes, graph_.outputs);
        case 13:
          return expect(field.is_bytes(), field) && read_value(field.bytes, graph_.declared);
        case 15:
          return expect(field.is_bytes(), field) && read_sparse(field.bytes);
        case 2:   // name
        case 10:  // doc_string
        case 14:  // quantization_annotation
        case 16:  // metadata_props
          return expect(field.is_bytes(), field);
        default:
          ++graph_.unknown_fields;
          return true;
      }
    });
  }

  bool read_node(Bytes message) {
    if (graph_.nodes.size() >= limits_.nodes)
      return limit("there are more than " + std::to_string(limits_.nodes) + " nodes");
    Node node;
    node.offset = place(message);
    const bool good = each(message, [&](const Field& field) {
      std::string name;
      switch (field.number) {
        case 1:
        case 2: {
          if (!read_name(field, name)) return false;
          const auto value = value_named(name, place(field.bytes));
          if (value) (field.number == 1 ? node.inputs : node.outputs).push_back(*value);
          return value.has_value();
        }
        case 3:
          return read_name(field, node.name);
        case 4:
          return read_name(field, node.operation);
        case 5:
          return expect(field.is_bytes(), field) && read_attribute(field.bytes, node);
        case 7:
          return read_name(field, node.domain);
        case 6:   // doc_string
        case 8:   // overload
        case 9:   // metadata_props
        case 10:  // device_configurations
          return expect(field.is_bytes(), field);
        default:
          ++graph_.unknown_fields;
          return true;
      }
    });
    if (good && node.operation.empty()) return fail("a node has no operator");
    graph_.nodes.push_back(std::move(node));
    return good;
  }

  bool read_attribute(Bytes message, Node& node) {
    constexpr std::int64_t integer = 2, integers = 7;  // AttributeType INT, INTS
    Attribute attribute;
    std::int64_t kind = 0, number = 0;
    std::vector<std::int64_t> numbers;
    const bool good = each(message, [&](const Field& field) {
      if (field.number == 1) return read_name(field, attribute.name);
      if (field.number == 20 || field.number == 3) {
        if (!expect(field.is_varint(), field)) return false;
        (field.number == 20 ? kind : number) = static_cast<std::int64_t>(field.value);
      }
      if (field.number != 8) return true;
      if (field.is_varint()) numbers.push_back(static_cast<std::int64_t>(field.value));
      for (Bytes rest = field.bytes; !rest.empty();) {
        const auto next = take_varint(rest);
        if (!next) return fail("a list of integers is cut off");
        if (!take_entry()) return false;
        numbers.push_back(static_cast<std::int64_t>(*next));
      }
      return expect(field.is_varint() || field.is_bytes(), field) && take_entry();
    });
    if (kind == integer)
      attribute.value = number;
    else if (kind == integers)
      attribute.value = std::move(numbers);
    else
      attribute.value = OtherAttribute{kind};
    node.attributes.push_back(std::move(attribute));
    return good && take_entry();
  }

  bool read_initializer(Bytes message) {
    std::string name;
    if (!each(message, [&](const Field& field) { return field.number != 8 || read_name(field, name); })) return false;
    Result<Constant> constant = read_tensor_proto(message, limits_, external_);
    if (!constant) {
      problem_ = constant.finding();
      problem_->offset += place(message);
      problem_->value = name;
      problem_->message = "initializer " + quoted(name, 60) + ", " + problem_->message;
      return false;
    }
    const auto value = value_named(name, place(message));
    if (!value) return false;
    graph_.initializers.push_back({*value, *constant});
    return take_entry();
  }

  bool read_sparse(Bytes message) {
    std::string name;
    const bool good = each(message, [&](const Field& field) {  // SparseTensorProto.values has the name
      if (field.number != 1) return true;
      return expect(field.is_bytes(), field) &&
             each(field.bytes, [&](const Field& inner) { return inner.number != 8 || read_name(inner, name); });
    });
    const auto value = value_named(name, place(message));
    if (value) graph_.values[*value].sparse = true;
    return good && value.has_value();
  }

  bool read_value(Bytes message, std::vector<std::uint32_t>& list) {
    std::string name;
    Bytes type;
    const bool good = each(message, [&](const Field& field) {
      if (field.number == 1) return read_name(field, name);
      if (field.number == 2) type = field.bytes;
      return field.number != 2 || expect(field.is_bytes(), field);
    });
    if (!good) return false;
    const auto value = value_named(name, place(message));
    if (!value) return false;
    list.push_back(*value);
    Value declaration;
    declaration.name = name;
    if (!read_type(type, declaration)) return false;
    note_declaration(declaration, graph_.values[*value]);
    return true;
  }

  // A name may be declared more than once, say as an output and in value_info: the first word on each matter stands.
  static void note_declaration(const Value& said, Value& known) {
    const bool types_differ = said.type && known.type && *said.type != *known.type;
    const bool shapes_differ = said.shape && known.shape && *said.shape != *known.shape;
    known.contradicted = known.contradicted || types_differ || shapes_differ;
    if (!known.type) known.type = said.type;
    if (!known.shape) known.shape = said.shape;
    if (known.foreign_type == 0) known.foreign_type = said.foreign_type;
    known.sparse = known.sparse || said.sparse;
  }

  bool read_type(Bytes message, Value& value) {
    return each(message, [&](const Field& field) {
      if (field.number == 8) value.sparse = true;  // sparse_tensor_type
      if (field.number != 1) return true;          // sequences, maps, optionals: no type that Etalon has
      return expect(field.is_bytes(), field) && each(field.bytes, [&](const Field& inner) {
               if (inner.number == 1) {
                 if (!expect(inner.is_varint(), inner)) return false;
                 const DTypeInfo* row = find_onnx_dtype(static_cast<std::int64_t>(inner.value));
                 if (row != nullptr)
                   value.type = row->id;
                 else
                   value.foreign_type = static_cast<std::int64_t>(inner.value);
               }
               return inner.number != 2 || (expect(inner.is_bytes(), inner) && read_shape(inner.bytes, value));
             });
    });
  }

  bool read_shape(Bytes message, Value& value) {
    std::vector<std::uint64_t> dims;
    bool open = false;
    const bool good = each(message, [&](const Field& field) {
      if (field.number != 1) return true;
      if (!expect(field.is_bytes(), field)) return false;
      if (dims.size() == Limits::max_rank) return limit("the rank of " + quoted(value.name, 60) + " is above 8");
      std::optional<std::uint64_t> dim;
      const bool read = each(field.bytes, [&](const Field& inner) {
        if (inner.number == 1) dim = inner.value;
        return inner.number != 1 || expect(inner.is_varint(), inner);
      });
      if (!read) return false;
      if (dim && *dim > INT64_MAX) return fail("a dimension is negative");
      open = open || !dim;  // a symbol, or nothing at all
      dims.push_back(dim.value_or(0));
      return true;
    });
    if (!good || open) return good;
    const auto shape = checked_shape(dims, value.type.value_or(DType::u8), limits_);
    if (!shape) {
      problem_ = shape.finding();
      problem_->message = "value " + quoted(value.name, 60) + ": " + problem_->message;
      return false;
    }
    value.shape = *shape;
    return true;
  }

  const Bytes file_;
  const Limits& limits_;
  ExternalData* const external_;
  Graph graph_;
  std::unordered_map<std::string, std::uint32_t> index_;
  std::uint64_t entries_ = 0;  // taken so far
  bool imported_ = false;      // ai.onnx
  std::optional<Finding> problem_;
  std::string complaint_;
};

}  // namespace

Result<Graph> read_model(Bytes bytes, const Limits& limits, ExternalData* external) {
  return Reader(bytes, limits, external).read();
}

}  // namespace etalon::impl
