// SPDX-License-Identifier: Apache-2.0
// Floor 3. See json.hpp.
#include "text/json.hpp"

#include <charconv>

namespace etalon::impl {
namespace {

constexpr unsigned deepest = 64;  // arrays in arrays: a document must not exhaust the stack

class Reader {
 public:
  Reader(std::string_view text, const char* rule) : text_(text), rule_(rule) {}

  Result<Json> document() {
    Json json;
    if (!value(json, 0)) return problem();
    blanks();
    return at_ == text_.size() ? Result<Json>(std::move(json)) : problem();
  }

 private:
  Finding problem() const {
    Finding finding = error(Code::malformed, rule_, "byte " + std::to_string(at_) + ": this is not JSON",
                            "make the file anew with the program that wrote it");
    finding.offset = at_;
    return finding;
  }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void blanks() {
    while (next() == ' ' || next() == '\t' || next() == '\n' || next() == '\r') ++at_;
  }

  bool value(Json& json, unsigned depth) {
    blanks();
    if (depth > deepest) return false;
    switch (next()) {
      case '{':
        json.kind = Json::Kind::object;
        return list('}', [&] {
          blanks();
          if (!string(json.names.emplace_back())) return false;
          blanks();
          return take(":") && value(json.items.emplace_back(), depth + 1);
        });
      case '[':
        json.kind = Json::Kind::array;
        return list(']', [&] { return value(json.items.emplace_back(), depth + 1); });
      case '"':
        json.kind = Json::Kind::string;
        return string(json.text);
      default:
        return word(json);
    }
  }

  template <class Item> bool list(char close, Item item) {
    ++at_;
    blanks();
    if (next() == close) return ++at_, true;
    do {
      if (!item()) return false;
      blanks();
    } while (take(","));
    return take({&close, 1});
  }

  bool word(Json& json) {
    if (take("null")) return true;
    for (const std::string_view name : {"true", "false"})
      if (take(name)) return json.kind = Json::Kind::boolean, json.text = name, true;
    double number = 0;
    const char *const from = text_.data() + at_, *const end = text_.data() + text_.size();
    const auto [stop, failed] = std::from_chars(from, end, number);
    const bool is_number = next() == '-' || (next() >= '0' && next() <= '9');  // and not inf or nan
    if (!is_number || stop == from || failed == std::errc::invalid_argument) return false;
    json.kind = Json::Kind::number;
    json.text.assign(from, stop);
    at_ += json.text.size();
    return true;
  }

  bool string(std::string& out) {
    if (!take("\"")) return false;
    while (at_ < text_.size() && next() != '"') {
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) < 0x20) return false;
      ++at_;
      if (c != '\\')
        out += c;
      else if (!escape(out))
        return false;
    }
    return take("\"");
  }

  bool escape(std::string& out) {
    static constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const char letter = next();
    if (const std::size_t i = letters.find(letter); letter != '\0' && i != letters.npos) {
      out += meanings[i];
      return ++at_, true;
    }
    std::uint32_t code = 0, low = 0;
    if (!unit(code)) return false;
    if (code >= 0xD800 && code < 0xE000) {  // one half of a character beyond 16 bits; the other one must follow
      if (code >= 0xDC00 || !take("\\") || !unit(low) || low < 0xDC00 || low >= 0xE000) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append(out, code);
    return true;
  }

  bool unit(std::uint32_t& code) {  // uXXXX
    if (!take("u") || text_.size() - at_ < 4) return false;
    const char* const from = text_.data() + at_;
    if (std::from_chars(from, from + 4, code, 16).ptr != from + 4) return false;
    at_ += 4;
    return true;
  }

  static void append(std::string& out, std::uint32_t code) {  // as UTF-8
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code >= 0x10000) {
      add(0xF0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3F));
    } else if (code >= 0x800) {
      add(0xE0 | code >> 12);
    }
    add(code >= 0x800 ? 0x80 | (code >> 6 & 0x3F) : 0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  }

  std::string_view text_;
  const char* rule_;
  std::size_t at_ = 0;
};

}  // namespace

const Json& Json::operator[](std::string_view name) const {
  static const Json none;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return items[k];
  return none;
}

std::string Json::string(std::string_view otherwise) const {
  return kind == Kind::string ? text : std::string(otherwise);
}

std::vector<std::string> Json::strings() const {
  std::vector<std::string> found;
  for (const Json& item : items) found.push_back(item.string());
  return found;
}

std::optional<std::uint64_t> Json::count() const {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, number);
  if (kind != Kind::number || failed != std::errc() || stop != end) return std::nullopt;
  return number;
}

Result<Json> read_json(std::string_view text, const char* rule) { return Reader(text, rule).document(); }

}  // namespace etalon::impl
