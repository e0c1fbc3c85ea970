// SPDX-License-Identifier: Apache-2.0
// Floor 8. The world in which a reference writes itself down: a loop runs its body once, places are sums of counters,
// and values are variables of the program.
#pragma once

#include "ops/world.hpp"
#include "write/written.hpp"

namespace etalon::impl {

class Writing {
 public:
  using Place = WrittenPlace;

  explicit Writing(Program* to) : program_(to) {}

  template <TypeSet types, class F> void with(DType type, F f) const {
    constexpr bool floats = (types.bits & types::all_floats.bits) != 0,
                   integers = (types.bits & ~(types::all_floats | types::real | types::boolean).bits) != 0;
    if (!types.contains(type)) return;
    if (is_floating(type)) {
      if constexpr (floats) f(WrittenFloat(program_, type));
    } else {
      if constexpr (integers) f(WrittenInteger(program_, type));
    }
  }
  template <class F> void moving(DType type, F f) const { f(WrittenMoves{program_, type}); }
  template <class F> void indices(F f) const { f(WrittenInteger(program_, DType::i64)); }
  template <class F> void exactly(F f) const { f(WrittenFractions{program_}); }

  WrittenTruth truth(const void* operand, const WrittenPlace& at) const { return {program_, element_of(operand, at)}; }
  WrittenTruth settled(bool value) const { return {program_, literal(value ? "1" : "0")}; }
  static void decide(void* result, const WrittenPlace& at, const WrittenTruth& truth) {
    store_element(result, at, truth.read());
  }
  static WrittenExponent exponent(DType type, const void* operand, const WrittenPlace& at) {
    return {call_of("exponent_of_" + c_prefix(type), {element_of(operand, at)})};
  }
  // A result that follows from the call alone is a table.
  void give(const Call& call, void* result) const;
  void convert(const Call& call, const void* operand, void* result, Events*) const;

  // ---- loops ----

  class Loops {
   public:
    struct Dimension {
      std::uint64_t length;
      std::string name;
    };
    struct End {};
    class Iterator {
     public:
      Iterator(const Loops& loops) : loops_(loops), done_(!loops.enter(at_, depth_)) {}
      WrittenPlace operator*() const { return at_; }
      void operator++() {
        for (unsigned k = 0; k < depth_; ++k) loops_.program_->leave();
        done_ = true;
      }
      bool operator!=(End) const { return !done_; }

     private:
      const Loops& loops_;
      WrittenPlace at_ = {};
      unsigned depth_ = 0;
      bool done_;
    };
    Loops(Program* program, std::vector<Dimension> dimensions)
        : program_(program), dimensions_(std::move(dimensions)) {}
    Iterator begin() const { return {*this}; }
    End end() const { return {}; }

   private:
    friend class Iterator;
    bool enter(WrittenPlace& at, unsigned& depth) const;  // whether there is anything to do

    Program* program_;
    std::vector<Dimension> dimensions_;
  };
  Loops below(std::uint64_t n, const char* name = "k") const { return {program_, {{n, name}}}; }
  Loops elements(const Shape& shape) const;

  // ---- places ----

  WrittenPlace named(const WrittenPlace& place, const char* name) const;
  Inside within(const WrittenPlace& place, const WrittenPlace& n) const;
  template <class F> void when(const Inside& inside, F f) const { guarded(Statement::Kind::when, inside, f); }
  template <class F> void unless(const Inside& inside, F f) const { guarded(Statement::Kind::unless, inside, f); }
  // One of two values, of which only one may be computed.
  template <class A, class Yes, class No>
  typename A::Value either(const A& a, const Inside& inside, Yes yes, No no) const {
    if (inside.always()) return yes();
    if (inside.never) return no();
    typename A::Value value = a.zero();
    when(inside, [&] { value = yes(); });
    unless(inside, [&] { value = no(); });
    return value;
  }
  template <class F> WrittenPlace tabled(const WrittenPlace& i, std::uint64_t n, const char* name, F f) const {
    std::vector<std::int64_t> numbers;
    for (std::uint64_t k = 0; k < n; ++k) numbers.push_back(static_cast<std::int64_t>(f(k)));
    return tabled(i, numbers, name);
  }
  template <class A, class F>
  typename A::Value tabled_number(const A& a, const WrittenPlace& i, std::uint64_t n, const char* name, F f) const {
    std::vector<std::uint64_t> patterns;
    for (std::uint64_t k = 0; k < n; ++k) patterns.push_back(pattern_of(a.type, f(k)));
    const WrittenBuffer table = number_table(a.type, patterns, name);
    return a.load(&table, i);
  }
  template <class F> void for_each_below(const WrittenPlace& n, std::uint64_t most, const char* name, F f) const {
    for (const WrittenPlace k : below(n.is_constant() ? static_cast<std::uint64_t>(n.constant()) : most, name))
      when(within(k, n), [&] { f(k); });
  }
  template <class F> void for_each_from(const WrittenPlace& n, std::uint64_t most, const char* name, F f) const {
    if (n == WrittenPlace(most)) return;
    for (const WrittenPlace k : below(most, name)) unless(within(k, n), [&] { f(k); });
  }
  // A place in [0, n) that an element of an operand says; what is negative counts from the end.
  WrittenPlace place_in(const void* operand, const WrittenPlace& at, std::uint64_t n) const;

  // ---- what is kept, and what is refused ----

  class Row {
   public:
    Row(WrittenBuffer buffer, ValueType type) : buffer_(buffer), type_(type) {}
    class Element {
     public:
      Element(const Row& row, WrittenPlace at) : row_(row), at_(std::move(at)) {}
      operator WrittenValue() const { return {row_.buffer_.program, row_.type_, "x", element_of(&row_.buffer_, at_)}; }
      const Element& operator=(const WrittenValue& v) const {
        WrittenBuffer to = row_.buffer_;
        store_element(&to, at_, v.read());
        return *this;
      }
      const Element& operator=(const Element& other) const { return *this = WrittenValue(other); }

     private:
      const Row& row_;
      WrittenPlace at_;
    };
    Element operator[](const WrittenPlace& at) const { return {*this, at}; }

   private:
    WrittenBuffer buffer_;
    ValueType type_;
  };
  class Rows {
   public:
    explicit Rows(std::vector<Row> rows) : rows_(std::move(rows)) {}
    const Row& row(unsigned k, std::uint64_t) const { return rows_[k]; }

   private:
    std::vector<Row> rows_;
  };
  template <class A> Rows rows(const A& a, unsigned count, std::uint64_t length) const {
    return rows(a.type, count, length);
  }
  Status condition(const Call& call, Inputs inputs) const;
  void refuse(Status& status, const WrittenTruth& truth, const WrittenPlace&) const;

  Status move(const Call& call, Inputs inputs, Outputs outputs) const;

 private:
  template <class F> void guarded(Statement::Kind kind, const Inside& inside, F f) const {
    const bool is_known = inside.always() || inside.never;
    if (is_known && inside.always() != (kind == Statement::Kind::when)) return;
    if (is_known) return f();
    program_->enter({.kind = kind, .inside = inside});
    f();
    program_->leave();
  }
  WrittenPlace tabled(const WrittenPlace& i, const std::vector<std::int64_t>& numbers, const char* name) const;
  WrittenBuffer number_table(DType type, const std::vector<std::uint64_t>& patterns, const char* name) const;
  Rows rows(DType type, unsigned count, std::uint64_t length) const;
  void pick(const Call& call, Inputs inputs, void* result) const;

  Program* program_;
};

// The program of a call: the reference, written down. `known` has the operands that are the same in every run and say
// which elements are meant; the data of others is null.
void write_call(Program& program, const Call& call, std::span<const TensorView> known);

}  // namespace etalon::impl
