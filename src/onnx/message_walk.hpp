// SPDX-License-Identifier: Apache-2.0
// Floor 7. Walking over the messages of a model: known fields are given to whoever reads them, unknown ones are
// counted, and the first problem ends the walk with the byte where it happened.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "base/utf8.hpp"
#include "io/wire.hpp"
#include "onnx/form.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {

using Bytes = std::span<const std::byte>;

class MessageWalk {
 protected:
  MessageWalk(Bytes file, const Limits& limits) : file_(file), limits_(limits) {}

  // Walks over the fields of a message that are known, until one cannot be taken.
  template <class Take> bool each(Bytes message, Form form, Take take) {
    FieldReader reader(message, place(message));
    while (reader.next()) {
      const Field& field = reader.field();
      const auto known =
          std::find_if(form.begin(), form.end(), [&](const FieldForm& row) { return row.number == field.number; });
      if (known == form.end()) {
        ++unknown_fields_;
        continue;
      }
      if (is_written_as(known->form, field) ? take(field) : fail(wrong_wire(field))) continue;
      if (!problem_) problem_ = at(field.offset, complaint_);
      if (!problem_->offset) problem_->offset = field.offset;
      return false;
    }
    if (reader.problem() != nullptr) problem_ = at(reader.field().offset, reader.problem());
    return reader.problem() == nullptr;
  }

  std::uint64_t place(Bytes bytes) const {
    return bytes.data() == nullptr ? 0 : static_cast<std::uint64_t>(bytes.data() - file_.data());
  }

  static std::string wrong_wire(const Field& field) {
    return "field " + std::to_string(field.number) + " has the wrong wire type";
  }

  Finding at(std::uint64_t offset, const std::string& message) const {
    Finding finding = error(Code::malformed, "FILE-ONNX-FORM", "byte " + std::to_string(offset) + ": " + message,
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

  bool read_name(const Field& field, std::string_view& name) {
    if (field.bytes.size() > limits_.name_bytes)
      return limit("a name of " + std::to_string(field.bytes.size()) + " bytes is above the limit of " +
                   std::to_string(limits_.name_bytes));
    name = std::string_view(reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
    return (is_utf8(name) && name.find('\0') == name.npos) || fail("a name is not UTF-8 text");
  }

  bool read_name(const Field& field, std::string& name) {
    std::string_view text;
    if (!read_name(field, text)) return false;
    name = text;
    return true;
  }

  // Whatever a file can list without end costs memory: all of it together has a limit.
  bool count_entry() {
    return ++entries_ <= limits_.entries ||
           limit("there are more than " + std::to_string(limits_.entries) + " operands, attributes and other entries");
  }

  const Bytes file_;
  const Limits& limits_;
  std::uint64_t unknown_fields_ = 0;
  std::optional<Finding> problem_;

 private:
  std::uint64_t entries_ = 0;
  std::string complaint_;
};

}  // namespace etalon::impl
