// SPDX-License-Identifier: Apache-2.0
// Floor 9. Writes JSON: escapes, separates and nests. A report says only where its lines end.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace etalon::impl {

// JSON that is text already: a tensor, a number with as many digits as are wanted.
struct JsonText {
  std::string text;
};

// The text, null where it is empty.
inline std::optional<std::string_view> known(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// A value is a text, a number, a bool, JsonText, an optional one of these (null) or a range of these (an array).
class JsonWriter {
 public:
  // The next member, item or closing bracket begins a line, with that many blanks before it.
  JsonWriter& line(std::size_t blanks = 0) {
    break_ = '\n' + std::string(blanks, ' ');
    return *this;
  }
  // The next member or item begins a line, unless it is the first of its object or array.
  JsonWriter& wrap() { return is_first_ ? *this : line(); }

  template <class T> JsonWriter& member(std::string_view name, const T& value) {
    begin(name);
    return put(value), *this;
  }
  template <class T> JsonWriter& item(const T& value) {
    begin();
    return put(value), *this;
  }
  // An array of objects with a line for each; `write` writes the members of one.
  template <class Items, class Write> JsonWriter& lines(std::string_view name, const Items& items, Write write) {
    return array(name, [&] {
      for (const auto& one : items) line().object([&] { write(one); });
    });
  }
  // `write` writes the members or the items.
  template <std::invocable Write> JsonWriter& object(std::string_view name, Write write) {
    begin(name);
    return nest('{', write, '}');
  }
  template <std::invocable Write> JsonWriter& object(Write write) {
    begin();
    return nest('{', write, '}');
  }
  template <std::invocable Write> JsonWriter& array(std::string_view name, Write write) {
    begin(name);
    return nest('[', write, ']');
  }

  std::size_t size() const { return text_.size(); }  // in bytes, so far
  std::string take() { return std::move(text_); }

 private:
  void begin();
  void begin(std::string_view name);
  void end(char close);
  template <std::invocable Write> JsonWriter& nest(char open, Write& write, char close) {
    text_ += open;
    is_first_ = true;
    write();
    end(close);
    return *this;
  }

  void put_text(std::string_view text);
  void put_number(std::uint64_t number);
  void put_number(std::int64_t number);
  void put_number(double number);
  template <class T> void put(const T& value) {
    if constexpr (std::convertible_to<const T&, std::string_view>) {
      put_text(value);
    } else if constexpr (std::same_as<T, JsonText>) {
      text_ += value.text;
    } else if constexpr (std::same_as<T, bool>) {
      text_ += value ? "true" : "false";
    } else if constexpr (std::unsigned_integral<T>) {
      put_number(std::uint64_t{value});
    } else if constexpr (std::signed_integral<T>) {
      put_number(std::int64_t{value});
    } else if constexpr (std::same_as<T, double>) {
      put_number(value);
    } else if constexpr (requires { value.has_value(); }) {
      if (value)
        put(*value);
      else
        text_ += "null";
    } else {
      auto items = [&] {
        for (const auto& one : value) item(one);
      };
      nest('[', items, ']');
    }
  }

  std::string text_;
  bool is_first_ = true;
  std::string break_;  // what comes before the next member, item or closing bracket
};

// One object as text; `write` is given the writer.
template <class Write> std::string json_object(Write write) {
  JsonWriter json;
  json.object([&] { write(json); });
  return json.take();
}

// The same as a document, which ends with its line.
template <class Write> std::string json_document(Write write) { return json_object(write) + '\n'; }

}  // namespace etalon::impl
