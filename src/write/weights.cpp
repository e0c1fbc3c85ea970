// SPDX-License-Identifier: Apache-2.0
// Floor 8. See model_text.hpp: weights.c as tables, or as what loads weights.bin.
#include "base/quote.hpp"
#include "scalar/named/stored.h"
#include "tensor/pattern.hpp"
#include "write/model_text.hpp"

namespace etalon::impl {
namespace {

// The bits of an element of the array of C.
std::uint64_t entry_bits(const TensorView& w, std::uint64_t i) {
  return info(w.type).bits == 4 ? static_cast<const unsigned char*>(w.data)[i] : pattern_at(w, i);
}
unsigned entry_bytes(DType type) { return info(type).bits == 4 ? 1 : info(type).bits / 8; }

}  // namespace

Result<std::string> ModelText::weights() const {
  if (has_weights_apart()) return loader();
  return tables();
}

Result<std::string> ModelText::tables() const {
  std::string text;
  bool has_infinity = false;
  for (const Weight& weight : weights_) {
    const TensorView& w = weight.elements;
    const std::uint64_t count = c_length(w.type, w.shape.count);
    text += "\n/* \"" + in_comment(graph_.values[weight.value].name) + "\" " + info(w.type).name + " " +
            to_string(w.shape) + " */\n" + capitals(settings_.prefix) + "_WEIGHTS const " + c_element(w.type) + " " +
            weight.name + "[" + std::to_string(count) + "] = {";
    std::vector<std::string> entries;
    for (std::uint64_t i = 0; i < count; ++i) {
      auto entry = c_initializer(info(w.type).bits == 4 ? DType::boolean : w.type, entry_bits(w, i));
      if (!entry)
        return not_written("weight " + quoted(graph_.values[weight.value].name, 60) + " has a NaN at element " +
                               std::to_string(i) + ", and no constant of C is one",
                           "use --weights apart, or correct the weight: a NaN in it makes results NaN");
      has_infinity = has_infinity || entry->ends_with("INFINITY");
      entries.push_back(*std::move(entry));
    }
    text += c_entries(entries, " ") + "};\n";
  }
  return "/* Written by Etalon. The constants of the model. */\n#include \"model.h\"\n" +
         std::string(has_infinity ? "#include <math.h>\n" : "") + text;
}

// ---- weights apart --------------------------------------------------------------------------------------------------

// One table after the other, the lowest byte of an element first.
std::optional<Finding> ModelText::store_weights() {
  for (const Weight& weight : weights_) {
    const TensorView& w = weight.elements;
    for (std::uint64_t i = 0; i < c_length(w.type, w.shape.count); ++i)
      for (unsigned k = 0; k < entry_bytes(w.type); ++k) stored_ += static_cast<char>(entry_bits(w, i) >> 8 * k & 0xFF);
  }
  if (stored_.size() > UINT32_MAX)
    return not_written("the weights have more than 2^32-1 bytes", "cut the model into parts");
  const auto* const bytes = reinterpret_cast<const unsigned char*>(stored_.data());
  checksum_ = std::to_string(stored_checksum(bytes, static_cast<std::uint32_t>(stored_.size()))) + "u";
  return std::nullopt;
}

std::string ModelText::loader_signature() const {
  return "int32_t " + settings_.prefix + "_load(" + settings_.prefix +
         "_weights *restrict weights, const uint8_t *restrict bytes, uint32_t size)";
}

std::string ModelText::loader() const {
  const std::string size = std::to_string(stored_.size()) + "u", refused = "    return " + other_weights() + ";\n  }\n";
  std::string text =
      "/* Written by Etalon. Loads the constants of the model from the bytes of weights.bin. */\n"
      "#include \"model.h\"\n\n" +
      loader_signature() + " {\n  if (size != " + size + ") {\n" + refused + "  if (stored_checksum(bytes, " + size +
      ") != " + checksum_ + ") {\n" + refused;
  std::uint64_t at = 0;
  for (const Weight& weight : weights_) {
    const TensorView& w = weight.elements;
    const std::uint64_t count = c_length(w.type, w.shape.count);
    text += "  /* \"" + in_comment(graph_.values[weight.value].name) + "\" " + info(w.type).name + " " +
            to_string(w.shape) + " */\n  for (int32_t i = 0; i < " + std::to_string(count) + "; ++i) {\n    weights->" +
            weight.name + "[i] = " + c_prefix(w.type) + "_stored(bytes + " + std::to_string(at) + ", i);\n  }\n";
    at += count * entry_bytes(w.type);
  }
  return text + "  weights->checksum = " + checksum_ + ";\n  return " + ok() + ";\n}\n";
}

}  // namespace etalon::impl
