// SPDX-License-Identifier: Apache-2.0
// See memory.hpp.
#include "fuzz/text/memory.hpp"

#include <algorithm>

namespace etalon::fuzz {

// typedef struct { float f32[8]; } model_arena; extern const float model_weight_0[4]; int32_t model_run(…
Memory::Memory(const Words& header, const std::map<std::string, GivenArray>& given) {
  std::vector<std::size_t> members;  // of a struct: their brackets
  for (std::size_t k = 0; k + 5 < header.size(); ++k) {
    if (header[k].is("struct")) members.clear();
    if (header[k].is("[")) members.push_back(k);
    if (header[k].is("}") && header[k + 1].kind == Word::Kind::name)
      for (const std::size_t bracket : members) add_declared(header, bracket, header[k + 1].text.ends_with("_arena"));
    if (header[k].is("extern")) add_declared(header, k + 4, false);
    if (header[k + 1].is("(") && header[k].text.ends_with("_run")) entry_point_ = header[k].text;
  }
  for (const auto& [name, one] : given)
    names_[name] = add(name, one.type, one.count, name.starts_with("input") ? Array::Kind::input : Array::Kind::output);
}

void Memory::add_declared(const Words& header, std::size_t bracket, bool is_arena) {
  constexpr std::uint64_t most_elements = 1 << 20;
  const std::string_view type = header[bracket - 2].text, name = header[bracket - 1].text;
  const Value given = literal(header[bracket + 1].text);
  if (given.kind != Value::Kind::number) fail("an array of no size");
  const std::uint64_t size = std::min(static_cast<std::uint64_t>(given.number), most_elements);
  names_[(is_arena ? "arena->" : "") + std::string(name)] =
      add(name, type, are_nibbles(type) ? 2 * size : size, is_arena ? Array::Kind::own : Array::Kind::input);
}

Value Memory::add(std::string_view name, std::string_view type, std::uint64_t count, Array::Kind kind) {
  Array array{kind, type, std::vector<Value>(count)};
  for (std::uint64_t i = 0; kind == Array::Kind::input && i < count; ++i)
    array.cells[i] = typed(type, term(name, {number(static_cast<std::int64_t>(i))}));
  arrays_.push_back(std::move(array));
  return {Value::Kind::pointer, 0, arrays_.size() - 1};
}

const Value* Memory::find(const std::string& name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : &found->second;
}

Value Memory::load(const Value& pointer, const Value& place) const {
  if (pointer.kind != Value::Kind::pointer || place.kind != Value::Kind::number) return {};
  const std::vector<Value>& cells = arrays_[pointer.term].cells;
  const std::int64_t at = pointer.number + place.number;
  return at >= 0 && static_cast<std::uint64_t>(at) < cells.size() ? cells[static_cast<std::size_t>(at)] : Value{};
}

void Memory::store(const Value& pointer, const Value& place, const Value& value) {
  if (pointer.kind != Value::Kind::pointer || place.kind != Value::Kind::number) fail("a store to no array");
  Array& array = arrays_[pointer.term];
  const std::int64_t at = pointer.number + place.number;
  if (at < 0 || static_cast<std::uint64_t>(at) >= array.cells.size()) fail("a store outside of an array");
  if (array.kind == Array::Kind::input) fail("a store to what is only read");
  has_written_ = has_written_ || array.kind == Array::Kind::output;
  const auto i = static_cast<std::size_t>(at);
  array.cells[i] = typed(array.type, value);
  // Storing the low nibble of a byte clears the other one.
  if (are_nibbles(array.type) && i % 2 == 0 && i + 1 < array.cells.size()) array.cells[i + 1] = {};
}

}  // namespace etalon::fuzz
