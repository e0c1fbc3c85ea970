// SPDX-License-Identifier: Apache-2.0
// Floor 9. See json_writer.hpp.
#include "report/page/json_writer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "report/page/escape.hpp"

namespace etalon::impl {

void JsonWriter::begin() {
  if (!is_first_) text_ += ',';
  text_ += std::exchange(break_, {});
  is_first_ = false;
}

void JsonWriter::begin(std::string_view name) {
  begin();
  put_text(name);
  text_ += ':';
}

void JsonWriter::end(char close) {
  text_ += std::exchange(break_, {});
  text_ += close;
  is_first_ = false;
}

void JsonWriter::put_text(std::string_view text) { text_ += json_string(text); }
void JsonWriter::put_number(std::uint64_t number) { fmt::format_to(std::back_inserter(text_), "{}", number); }
void JsonWriter::put_number(std::int64_t number) { fmt::format_to(std::back_inserter(text_), "{}", number); }
void JsonWriter::put_number(double number) { fmt::format_to(std::back_inserter(text_), "{}", number); }

}  // namespace etalon::impl
