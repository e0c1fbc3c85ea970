// SPDX-License-Identifier: Apache-2.0
// Floor 4. A Call is one operator with everything settled: which row holds, the choices of the profile, the types and
// shapes of all operands. Only check/resolve makes one; it is the unit that is run, bounded, emitted and proved about.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ops/events.hpp"
#include "ops/operator.hpp"
#include "ops/scratch.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

enum class IntegerDivision : std::uint8_t { floor, truncate };

// How a sum of floating-point products is made: in which order, with which roundings, in which format
// (ops/family/dot.hpp).
enum class Accumulation : std::uint8_t { sequential, fused, wide, exact };
inline constexpr const char* accumulation_names[] = {"sequential", "fused", "wide", "exact"};

inline std::optional<Accumulation> find_accumulation(std::string_view name) {
  for (std::size_t i = 0; i < std::size(accumulation_names); ++i)
    if (accumulation_names[i] == name) return static_cast<Accumulation>(i);
  return std::nullopt;
}

// What a profile leaves to choose and a result depends on.
struct Choices {
  IntegerDivision integer_division = IntegerDivision::floor;
  Accumulation accumulation = Accumulation::sequential;
  bool strict = false;  // a broken precondition is an error even where there is a result
};

// A list of integers as an attribute or a known operand has it. It is read where it is: nothing is allocated.
class Integers {
 public:
  Integers() = default;
  Integers(const std::vector<std::int64_t>& list) : elements_(list.data()), size_(list.size()) {}
  explicit Integers(const TensorView& tensor)
      : elements_(tensor.data), size_(static_cast<std::size_t>(tensor.shape.count)), type_(tensor.type) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::int64_t operator[](std::size_t i) const;

  class Iterator {
   public:
    Iterator(const Integers& list, std::size_t i) : list_(list), i_(i) {}
    std::int64_t operator*() const { return list_[i_]; }
    Iterator& operator++() { return ++i_, *this; }
    bool operator==(const Iterator& other) const { return i_ == other.i_; }

   private:
    const Integers& list_;
    std::size_t i_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

 private:
  const void* elements_ = nullptr;
  std::size_t size_ = 0;
  DType type_ = DType::i64;
};

struct Call {
  const Operator* op;
  const Row* row;
  int version;
  Choices choices;
  bool defaults_allowed;                                 // attributes may be left out
  std::vector<std::optional<Argument>> inputs, outputs;  // nothing: omitted
  std::vector<AttributeValue> attributes = {};           // by position in the row, defaults filled in
  // By input, the values that are known before running; null: not known. Empty where none is.
  std::vector<std::shared_ptr<const Tensor>> known = {};

  bool has_input(std::size_t k) const { return k < inputs.size() && inputs[k].has_value(); }
  // The attribute at this position of the row; null where it is not given and has no default.
  template <class T> const T* attribute(std::size_t k) const { return std::get_if<T>(&attributes[k]); }
  // The same by its name: null where the row does not have it, too.
  template <class T> const T* named(std::string_view name) const {
    for (std::size_t k = 0; k < row->attributes.size(); ++k)
      if (row->attributes[k].name == name) return attribute<T>(k);
    return nullptr;
  }
  // The elements of a known input of integers.
  Integers known_integers(std::size_t k) const { return Integers(known[k]->view()); }
};

// The first result that is asked for; elements that events happen to are counted in its shape.
const Argument& first_result(const Call& call);

// "Mul: A has shape [2] and B has shape [3]", as findings on shapes begin.
std::string shapes_of(const Call& call);

// Elementary operations that the call takes.
std::uint64_t operations_of(const Call& call);

// Whether computing can raise an event that is always reported.
bool gives_notice(const Call& call);

// Whether computing can end in an error condition.
bool can_fail(const Call& call);

// Whether the result may lie where operand x does: all that is made of an element is computed before the element is
// overwritten. Kernels over many operands begin with the first two.
bool result_may_replace(const Call& call, unsigned x);

// Threads that take tasks; a caller may bring its own.
class Team {
 public:
  virtual unsigned size() const = 0;  // tasks that can run at once, including the caller's thread
  // Calls task(context, i) once for every i < tasks, on any thread, and returns when all are done.
  virtual void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) = 0;

 protected:
  ~Team() = default;
};

// What a kernel may use besides its operands.
struct Work {
  Events* events = nullptr;           // counted where not null
  std::span<std::byte> scratch = {};  // at least as many bytes as the kernel needs, aligned to scratch_alignment
  Team* team = nullptr;               // null: the calling thread alone
  unsigned tasks = 1;                 // into which the output may be cut, each with its own part of the scratch
  const std::byte* packed = nullptr;  // what the kernel packed for this call; null: nothing
};

// The operands of a kernel. Their types, shapes and sizes are those of the call, checked beforehand. Outputs overlap
// nothing, save that the result of an operator that maps may lie where one of the first two operands does
// (result_may_replace). What is omitted is null.
using Inputs = std::span<const void* const>;
using Outputs = std::span<void* const>;

// The integers that the condition of the operator allows in its operand; nothing where it allows all of them.
std::optional<Operator::Allowed> allowed_elements(const Call& call);
// Whether all are: the first element that is not, and how many.
Status condition_of(const Call& call, Inputs inputs);

// Computes calls of one operator.
struct Kernel {
  Status (*compute)(const Call& call, Inputs inputs, Outputs outputs, const Work& work) = nullptr;
  // Bytes of scratch that a call needs when it is cut into that many tasks; null: none.
  std::uint64_t (*scratch)(const Call& call, unsigned tasks) = nullptr;
  // What is made of constants once, for all runs of a plan, where that saves time. `constants` are the inputs that do
  // not change, and null for others. Bytes, aligned to scratch_alignment; 0: nothing. Null: never anything.
  std::uint64_t (*packed_bytes)(const Call& call, Inputs constants) = nullptr;
  void (*pack)(const Call& call, Inputs constants, std::byte* packed) = nullptr;

  std::uint64_t scratch_for(const Call& call, unsigned tasks) const {
    return scratch == nullptr ? 0 : scratch(call, tasks);
  }
  std::uint64_t packed_for(const Call& call, Inputs constants) const {
    return packed_bytes == nullptr ? 0 : packed_bytes(call, constants);
  }
};

// A complete set of kernels: the reference, the exact one, the fast one. The choice is made once, when a call is known.
enum class CountEvents : bool { no, yes };
using KernelTable = Kernel (*)(const Call& call, CountEvents count);

}  // namespace etalon::impl
