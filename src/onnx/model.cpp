// SPDX-License-Identifier: Apache-2.0
// Floor 7. See model.hpp. One function per message of onnx.proto, over a table of its fields (form.hpp). Messages nest
// to a fixed depth here, so no input can make this recurse: a branch of If is read when the graph that contains it has
// been read, because a name that it does not define is one of those. No other subgraph is read.
#include "onnx/model.hpp"

#include <string_view>

#include "base/quote.hpp"
#include "onnx/attribute.hpp"
#include "onnx/declaration.hpp"
#include "onnx/scopes.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

class Reader : AttributeReader {
 public:
  Reader(Bytes file, const Limits& limits, ExternalData* external) : AttributeReader(file, limits, external) {}

  Result<Graph> read() {
    if (file_.empty())
      return error(Code::malformed, "FILE-ONNX-FORM", "byte 0: the file is empty",
                   "name a file that holds an ONNX model");
    bool has_graph = false;
    each(file_, model_form, [&](const Field& field) {
      switch (field.number) {
        case 1:
          graph_.ir_version = static_cast<std::int64_t>(field.value);
          return true;
        case 7:
          return std::exchange(has_graph, true) ? fail("there is a second graph") : read_model_graph(field.bytes);
        case 8:
          return read_opset(field.bytes);
        case 20:
          if (!graph_.training) graph_.training = field.offset;
          return true;
        case 25:
          return read_function(field.bytes);
        default:
          return true;
      }
    });
    if (!problem_ && !has_graph) problem_ = at(0, "there is no graph");
    for (std::size_t k = 0; !problem_ && k < scopes_.branches(); ++k) read_branch(k);
    if (problem_) return *std::move(problem_);
    graph_.unknown_fields = unknown_fields_;
    return std::move(graph_);
  }

 private:
  // The value of that name, made where it is new.
  std::optional<std::uint32_t> value_named(std::string_view name, std::uint64_t offset) {
    const Scopes::Meaning means = scopes_.of(name, static_cast<std::uint32_t>(graph_.values.size()));
    if (!means.is_new) return means.value;
    if (graph_.values.size() >= limits_.values) {
      limit("there are more than " + std::to_string(limits_.values) + " values");
      return std::nullopt;
    }
    if (means.hides) graph_.branches[scopes_.branch_at_hand()].shadowing.push_back(means.value);
    graph_.values.emplace_back();
    graph_.values.back().name = name;
    graph_.values.back().offset = offset;
    graph_.values.back().in_branch = scopes_.in_branch();
    return means.value;
  }

  bool read_opset(Bytes message) {
    if (!count_entry()) return false;
    Import import;
    const bool good = each(message, opset_form, [&](const Field& field) {
      if (field.number == 1) return read_name(field, import.domain);
      import.version = static_cast<std::int64_t>(field.value);
      return true;
    });
    if (!good) return false;
    if (is_standard(import.domain) && !graph_.opset) graph_.opset = import.version;  // resolve() knows which exist
    graph_.imports.push_back(std::move(import));
    return true;
  }

  bool read_function(Bytes message) {
    if (!count_entry()) return false;
    Function function{{}, place(message)};
    const bool good = each(message, function_form,
                           [&](const Field& field) { return field.number != 1 || read_name(field, function.name); });
    graph_.functions.push_back(std::move(function));
    return good;
  }

  // Room for what the graph holds, so that a million values are not moved again and again.
  void make_room(Bytes message) {
    std::uint64_t nodes = 0, values = 0;
    for (FieldReader reader(message); reader.next();) {
      const std::uint32_t number = reader.field().number;
      nodes += number == 1;
      values += number == 1 || number == 5 || (number >= 11 && number <= 13);
    }
    scope_.nodes.reserve(static_cast<std::size_t>(std::min(nodes, limits_.nodes)));
    if (scopes_.in_branch()) return;  // its values are few, or else they are counted as they come
    graph_.values.reserve(static_cast<std::size_t>(std::min(values, limits_.values)));
    scopes_.reserve(graph_.values.capacity());
  }

  bool read_model_graph(Bytes message) {
    graph_.unnamed = true;
    const bool good = read_graph(message);
    static_cast<Scope&>(graph_) = std::move(scope_);
    return good;
  }

  bool read_branch(std::size_t k) {
    const Bytes message = scopes_.enter_branch(limits_.values);
    graph_.branches[k].first_value = static_cast<std::uint32_t>(graph_.values.size());
    scope_ = {};
    const bool good = read_graph(message);
    static_cast<Scope&>(graph_.branches[k]) = std::move(scope_);
    graph_.branches[k].end_value = static_cast<std::uint32_t>(graph_.values.size());
    return good;
  }

  // Of If the two branches; a graph that any other node has stays unread.
  bool note_branch(const Node& node, Attribute& attribute, Bytes message) {
    if (node.operation != "If" || !is_standard(node.domain) ||
        (attribute.name != "then_branch" && attribute.name != "else_branch"))
      return true;
    if (scopes_.next_depth() > limits_.depth)
      return limit("branches are nested more than " + std::to_string(limits_.depth) + " deep");
    if (scopes_.branches() >= limits_.branches)
      return limit("there are more than " + std::to_string(limits_.branches) + " branches");
    attribute.value = Subgraph{static_cast<std::uint32_t>(scopes_.branches())};
    scopes_.add_branch(message);
    graph_.branches.emplace_back();
    return true;
  }

  bool read_graph(Bytes message) {
    make_room(message);
    return each(message, graph_form, [&](const Field& field) {
      switch (field.number) {
        case 1:
          return read_node(field.bytes);
        case 2:
          if (!scopes_.in_branch()) graph_.unnamed = field.bytes.empty();
          return true;
        case 5:
          return read_initializer(field.bytes);
        case 11:
          return read_value(field, scope_.inputs);
        case 12:
          return read_value(field, scope_.outputs);
        case 13:
          return read_value(field, scope_.declared);
        case 15:
          return read_sparse(field);
        default:
          return true;
      }
    });
  }

  bool read_node(Bytes message) {
    if (nodes_++ >= limits_.nodes) return limit("there are more than " + std::to_string(limits_.nodes) + " nodes");
    Node node;
    node.offset = place(message);
    node.in_branch = scopes_.in_branch();
    bool untyped = false;
    std::vector<std::pair<std::size_t, Bytes>> graphs;  // by attribute
    const bool good = each(message, node_form, [&](const Field& field) {
      std::string_view name;
      switch (field.number) {
        case 1:
        case 2: {
          if (!count_entry() || !read_name(field, name)) return false;
          const auto value = value_named(name, field.offset);
          if (value) (field.number == 1 ? node.inputs : node.outputs).push_back(*value);
          return value.has_value();
        }
        case 3:
          return read_name(field, node.name);
        case 4:
          return read_name(field, node.operation);
        case 5: {
          std::optional<Bytes> graph;
          if (!read_attribute(field.bytes, node.attributes.emplace_back(), untyped, graph)) return false;
          if (graph) graphs.emplace_back(node.attributes.size() - 1, *graph);
          return true;
        }
        case 7:
          return read_name(field, node.domain);
        case 8:
          return read_name(field, node.overload);
        default:
          return true;
      }
    });
    if (good && node.operation.empty()) return fail("a node has no operator");
    for (const auto& [attribute, graph] : graphs)
      if (good && !note_branch(node, node.attributes[attribute], graph)) return false;
    if (untyped) scope_.untyped.push_back(static_cast<std::uint32_t>(scope_.nodes.size()));
    scope_.nodes.push_back(std::move(node));
    return good;
  }

  bool read_initializer(Bytes message) {
    if (!count_entry()) return false;
    StoredTensor stored;
    if (!read_tensor(message, "initializer ", {}, stored)) return false;
    if (!stored.constant) return note_foreign_constant(stored.name, place(message), stored.foreign);
    const auto value = value_named(stored.name, place(message));
    if (value) scope_.initializers.push_back({*value, *stored.constant});
    return value.has_value();
  }

  bool note_foreign_constant(std::string_view name, std::uint64_t offset, const char* type) {
    const auto value = value_named(name, offset);
    if (!value) return false;
    scope_.foreign_constants.push_back(*value);
    graph_.values[*value].foreign = Value::Foreign::element;
    graph_.values[*value].foreign_type = type;
    return true;
  }

  bool read_sparse(const Field& sparse) {
    std::string_view name;
    const bool good = each(sparse.bytes, sparse_form, [&](const Field& field) {  // its values have the name
      return field.number != 1 || each(field.bytes, tensor_form,
                                       [&](const Field& inner) { return inner.number != 8 || read_name(inner, name); });
    });
    const auto value = good ? value_named(name, sparse.offset) : std::nullopt;
    if (value) graph_.values[*value].sparse = true;
    return value.has_value();
  }

  bool read_value(const Field& entry, std::vector<std::uint32_t>& list) {
    std::string_view name;
    Bytes type;
    const bool good = each(entry.bytes, value_form, [&](const Field& field) {
      if (field.number == 1) return read_name(field, name);
      if (field.number == 2) type = field.bytes;
      return true;
    });
    if (!good) return false;
    const auto value = value_named(name, entry.offset);
    if (!value) return false;
    if (!count_entry()) return false;
    list.push_back(*value);
    Value declaration;
    declaration.name = name;
    if (!read_type(type, declaration)) return false;
    Value& known = graph_.values[*value];
    if (!known.type && !known.shape && known.open.empty()) known.offset = entry.offset;  // not that of a use
    note_declaration(declaration, known);
    return true;
  }

  bool read_type(Bytes message, Value& value) {
    return each(message, type_form, [&](const Field& field) {
      note_kind(field.number, value);
      return field.number != 1 || each(field.bytes, tensor_type_form, [&](const Field& inner) {
               if (inner.number == 2) return read_shape(inner.bytes, value);
               note_element_type(static_cast<std::int64_t>(inner.value), value);
               return true;
             });
    });
  }

  bool read_shape(Bytes message, Value& value) {
    OpenShape declared;
    std::vector<std::uint64_t> dims;
    const bool good = each(message, shape_form, [&](const Field& field) {
      if (declared.size() == Limits::max_rank) return limit("the rank of " + quoted(value.name, 60) + " is above 8");
      Dimension& dimension = declared.emplace_back();
      const bool read = each(field.bytes, dimension_form, [&](const Field& inner) {
        if (inner.number == 3) return true;  // denotation
        dimension = {};                      // the last of number and symbol holds
        if (inner.number == 2) return read_name(inner, dimension.symbol);
        dimension.size = static_cast<std::int64_t>(inner.value);
        return true;
      });
      value.negative = value.negative || (dimension.size && *dimension.size < 0);
      if (dimension.is_number()) dims.push_back(static_cast<std::uint64_t>(*dimension.size));
      return read;
    });
    if (!good) return false;
    if (dims.size() < declared.size()) {
      value.open.push_back(std::move(declared));
      return true;
    }
    const auto shape = checked_shape(dims, value.type.value_or(DType::u8), limits_);
    if (!shape) {
      problem_ = shape.finding();
      problem_->message = "value " + quoted(value.name, 60) + ": " + problem_->message;
      return false;
    }
    value.shape = *shape;
    return true;
  }

  Graph graph_;
  Scope scope_;  // the graph or the branch that is being read
  Scopes scopes_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

Result<Graph> read_model(Bytes bytes, const Limits& limits, ExternalData* external) {
  return Reader(bytes, limits, external).read();
}

}  // namespace etalon::impl
