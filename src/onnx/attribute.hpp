// SPDX-License-Identifier: Apache-2.0
// Floor 7. The attributes of a node, and tensors wherever a model stores them. What ONNX's rules forbid of an attribute
// and protobuf allows, such as a type that contradicts the value, is noted in the attribute and judged by the check.
#pragma once

#include "graph/graph.hpp"
#include "io/external.hpp"
#include "onnx/message_walk.hpp"

namespace etalon::impl {

class AttributeReader : protected MessageWalk {
 protected:
  AttributeReader(Bytes file, const Limits& limits, ExternalData* external)
      : MessageWalk(file, limits), external_(external) {}

  // `untyped` is set where the kind of the value had to be inferred from the field that holds it. A graph is not read:
  // `graph` is then where it is.
  bool read_attribute(Bytes message, Attribute& attribute, bool& untyped, std::optional<Bytes>& graph);

  struct StoredTensor {
    std::string_view name;
    std::optional<Constant> constant;  // nothing where the type is one that Etalon does not have:
    const char* foreign = nullptr;     // then ONNX's name of the type
  };

  // A finding names `what` ("initializer") and `owner`; without an owner, the tensor's own name.
  bool read_tensor(Bytes message, const char* what, std::optional<std::string_view> owner, StoredTensor& stored);

 private:
  struct Content;
  bool take(const Field& field, Content& content);
  template <class Add> bool each_number(const Field& field, Add add);
  bool settle(Content& content, Attribute& attribute, std::optional<Bytes>& graph);

  ExternalData* const external_;
};

}  // namespace etalon::impl
