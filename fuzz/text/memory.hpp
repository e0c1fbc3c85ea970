// SPDX-License-Identifier: Apache-2.0
// The arrays of a text that is run: those that the caller gives, those that model.h declares, and those of functions.
#pragma once

#include <map>
#include <vector>

#include "fuzz/text/meaning.hpp"
#include "fuzz/text/value.hpp"

namespace etalon::fuzz {

// Why a text has no meaning.
struct Fault {
  std::string what;
  bool is_too_long = false;
};
[[noreturn]] inline void fail(const std::string& what) { throw Fault{what}; }

struct Array {
  enum class Kind : std::uint8_t { input, output, own } kind;
  std::string_view type;
  std::vector<Value> cells;
};

class Memory {
 public:
  Memory(const Words& header, const std::map<std::string, GivenArray>& given);

  // A pointer to the first element. What is only read is filled with terms of its name.
  Value add(std::string_view name, std::string_view type, std::uint64_t count, Array::Kind kind);
  // input_0, model_weight_0, weight_0, arena->f32; null where there is none.
  const Value* find(const std::string& name) const;
  const Array& operator[](const Value& pointer) const { return arrays_[pointer.term]; }

  Value load(const Value& pointer, const Value& place) const;  // undefined outside of the array
  void store(const Value& pointer, const Value& place, const Value& value);
  bool has_written() const { return has_written_; }              // an output
  std::string_view entry_point() const { return entry_point_; }  // its name

 private:
  void add_declared(const Words& header, std::size_t bracket, bool is_arena);

  std::vector<Array> arrays_;
  std::map<std::string, Value> names_;
  std::string_view entry_point_;
  bool has_written_ = false;
};

}  // namespace etalon::fuzz
