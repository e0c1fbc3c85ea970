// SPDX-License-Identifier: Apache-2.0
// Floor 4. What an operator is: its versions, and a row for each one that a source defines, with formals, types,
// attributes and the rule of its results. The rows live in the operator's folder.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/status.hpp"
#include "graph/graph.hpp"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

// Where a row comes from: the base documents, the working drafts of the SONNX profile, the ONNX operator definitions. A
// profile names the sources whose rows it uses.
enum class Source : std::uint8_t { base_documents, draft_2026_08, draft_2026_10, onnx };

// An actual operand or result: what is known of a tensor before it has data.
struct Argument {
  DType type;
  Shape shape;
};

struct Formal {
  enum class Presence : std::uint8_t { required, optional, variadic };  // variadic: the last one, once or more often
  enum class Use : std::uint8_t {
    data,   // its elements are computed with, or moved
    index,  // its elements say which others are meant: they stay what they are, whatever is computed with
    shape,  // its elements say what the result is: they must be known before running
  };

  const char* name;
  const char* variable = "T";  // formals with the same type variable have the same type
  Presence presence = Presence::required;
  Use use = Use::data;
};

// Which types a variable can be, and the requirement that says so.
struct TypeRule {
  const char* variable;
  TypeSet types;
  const char* rule;
};

struct Required {};  // the attribute must be given

struct AttributeFormal {
  // As AttributeValue numbers its alternatives.
  enum class Kind : std::uint8_t { integer = 1, number, text, integers, numbers, texts, tensor, other, graph };
  // What an attribute that is not given is: nothing, its default, or an error.
  using Otherwise = std::variant<std::monostate, std::int64_t, float, const char*, Required>;

  const char* name;
  Kind kind;
  Otherwise otherwise = {};

  bool is_required() const { return std::holds_alternative<Required>(otherwise); }
  bool has_default() const { return !is_required() && !std::holds_alternative<std::monostate>(otherwise); }
};

// The versions of an operator that a row holds for.
class Versions {
 public:
  constexpr Versions(int version) : Versions({version}) {}
  constexpr Versions(std::initializer_list<int> versions) {
    for (const int version : versions) of_[count_++] = version;
  }
  constexpr std::span<const int> all() const { return {of_.data(), count_}; }
  constexpr bool contains(int version) const {
    for (const int one : all())
      if (one == version) return true;
    return false;
  }

 private:
  std::array<int, 10> of_{};
  std::size_t count_ = 0;
};

struct Call;

// The rule on shapes of a row.
class ResultRule {
 public:
  // The results of a call whose operands, attributes and known values are settled, or the finding that says which rule
  // they break. call.outputs has a place for every result that the node names.
  using Results = Result<std::vector<Argument>> (*)(const Call& call);
  // The axis of the result at which the first dimension of operand x lies. Without a function operands end where the
  // result ends, as NumPy has it.
  using Place = unsigned (*)(const Call& call, unsigned x);

  template <class F>
    requires std::is_convertible_v<F, Results>
  constexpr ResultRule(F results, Place at = nullptr) : place(at), results_(results) {}
  Result<std::vector<Argument>> operator()(const Call& call) const { return results_(call); }

  Place place;

 private:
  Results results_;
};

// What a document demands of the elements of one operand ("GEN-ALL-PRECONDITION").
struct Precondition {
  enum class Demand : std::uint8_t {
    nonzero,
    above_lowest,  // of an integer type
    not_negative,  // of a floating-point type or of reals; -0 and NaNs are not negative
    positive,      // and finite; of a floating-point type, int8 to int64 or reals
    within_one,    // from -1 to 1; of a floating-point type or of reals
    zero,          // of an integer type
  };
  enum class Breach : std::uint8_t {
    error,                   // there is no result
    notice,                  // there is one all the same
    notice_unless_constant,  // likewise, but a constant is refused
  };

  TypeSet types;          // for which it holds
  unsigned operand;       // the input concerned; nothing is demanded where it is omitted
  Demand demand;          // what every element must be
  Breach breach;          // what it is if an element is not
  const char* rule;       // requirement tag
  const char* message;    // what is wrong
  const char* hint = "";  // where there is a result: which one, and why

  bool has_result() const { return breach != Breach::error; }
  bool refuses_constants() const { return breach == Breach::notice_unless_constant; }
};

// All that one source allows of some versions of an operator.
struct Row {
  Source source;
  Versions versions;
  std::span<const Formal> inputs, outputs;
  std::span<const TypeRule> types;  // one per type variable
  ResultRule results;
  const char* shape_rule;  // the requirement that findings on shapes cite
  std::span<const AttributeFormal> attributes = {};
  std::span<const Precondition> preconditions = {};

  const TypeRule& rule_of(const Formal& formal) const;
  // The type of input number k where nobody names one: `usual`, unless the row leaves only one storable type and that
  // is another.
  std::optional<DType> type_at(std::size_t k, std::optional<DType> usual) const;
};

// The formal of operand number k: the last one may stand for many. Null where there is none.
const Formal* formal_at(std::span<const Formal> formals, std::size_t k);

// What to call operand number k: "A", or "inputs[2]" for one of many.
std::string formal_name(std::span<const Formal> formals, std::size_t k);

// An event that is always reported, even without --events.
struct Notice {
  unsigned event;  // one EVENT_ bit
  TypeSet types;   // for which it can happen
  const char* rule;
  const char* message;
  const char* hint;
};

// A stretch of an output of an operator that only moves elements: `length` elements that lie in an input, the first at
// `element` and each next one `step` after it. Where there is no input, each of them is the number `fill`.
struct Run {
  static constexpr unsigned no_input = ~0u;

  unsigned input;
  std::uint64_t element;
  std::uint64_t length;
  std::int64_t step = 1;
  double fill = 0;
};

// An output whose elements lie evenly in one input: the one at (i, j, …) is the element first + i*steps[0] + j*steps[1]
// + …. Axes are appended from the outermost one; one along which the input is only walked on is merged with the one
// before it, so that runs are as long as possible.
struct Lattice {
  static constexpr unsigned max_rank = 2 * Limits::max_rank;  // Tile makes two axes of one

  unsigned input = 0;
  std::uint64_t first = 0;
  unsigned rank = 0;
  std::array<std::uint64_t, max_rank> dims{};
  std::array<std::int64_t, max_rank> steps{};

  void append(std::uint64_t length, std::int64_t step) {
    if (length == 1) return;
    if (rank > 0 && steps[rank - 1] == step * static_cast<std::int64_t>(length)) {
      dims[rank - 1] *= length;
      steps[rank - 1] = step;
      return;
    }
    dims[rank] = length;
    steps[rank++] = step;
  }

  Run run(std::uint64_t i) const {
    if (rank == 0) return {input, first, 1};
    const std::uint64_t j = i % dims[rank - 1];
    std::uint64_t element = first + j * static_cast<std::uint64_t>(steps[rank - 1]), row = i / dims[rank - 1];
    for (unsigned k = rank - 1; k-- > 0; row /= dims[k])
      element += row % dims[k] * static_cast<std::uint64_t>(steps[k]);
    return {input, element, dims[rank - 1] - j, steps[rank - 1]};
  }
};

// What is known of an operator beyond its rows; errors, fast kernels and plans follow from it. An operator of the first
// two has a reference of its own.
struct OwnReference {};  // nothing: NAME.reference.hpp is all there is
// Element i of a result is made of element i of each operand, broadcast, and of no other (ops/family/map.hpp).
struct Maps {};
// The operator only moves elements (ops/family/move.hpp), in one of four ways. The result has the elements of the
// first input in their order: it need not be moved at all.
struct KeepsElements {};
// Or its elements lie evenly in an input.
using LatticeOf = Lattice (*)(const Call& call, unsigned output);
// Or this is the run of the output that begins at element i.
using RunOf = Run (*)(const Call& call, unsigned output, std::uint64_t i);
// Or the operand of the operator's condition picks them: element (o, r, j) of the result is element (o, p, j) of the
// first input, of `size` rows and `inner` columns, and p is what element r of `count` indices says, counted from the
// end where it is negative.
struct Pick {
  std::uint64_t size, inner, count;
};
using PickOf = Pick (*)(const Call& call);
// The result follows from the call alone: writes it. An operator may have a reference for some types all the same.
using Write = void (*)(const Call& call, void* output);
using Nature = std::variant<OwnReference, Maps, KeepsElements, LatticeOf, RunOf, PickOf, Write>;

// There is one of each, NAME_operator. Its name is its identity: a shared library of kernels has copies of the
// operators, and gets calls that another library has resolved. For the same reason no address in a row is compared.
struct Operator {
  const char* name;
  std::span<const int> versions;  // ascending; an opset means the newest one not above it
  std::span<const Row> rows;
  std::span<const Notice> notices = {};
  // For an operator that accumulates: the rule that refuses the policy `wide` for a type with no wider format.
  const char* wide_rule = nullptr;
  // Elementary operations that a call takes: one per element of its results, unless the operator says otherwise.
  std::uint64_t (*operations)(const Call&) = nullptr;
  // Bytes of what the reference keeps from one element to another: a plan has them as scratch, and where a call has
  // none they are allocated. Null: nothing.
  std::uint64_t (*state)(const Call&) = nullptr;
  Nature nature = {};
  // Why there is no result, where an element of an operand of integers is not one of those allowed: they are checked
  // before anything is written.
  struct Allowed {
    std::int64_t low, high;
  };
  struct Condition {
    std::optional<Allowed> (*allowed)(const Call& call) = nullptr;  // nothing where every element is right
    unsigned operand = 0;
    const char* rule = "";
    const char* message = "";  // what is wrong with an element
  };
  Condition condition = {};

  bool is(const Operator& other) const { return std::string_view(name) == other.name; }
  template <class T> bool is_a() const { return std::holds_alternative<T>(nature); }
  bool maps() const { return is_a<Maps>(); }
  bool moves() const { return !is_a<OwnReference>() && !maps() && !writes(); }
  bool writes() const { return is_a<Write>(); }
  bool computes() const { return !moves() && !writes(); }
  void write(const Call& call, void* output) const { (*std::get_if<Write>(&nature))(call, output); }  // if it writes()
  bool gives_notice(DType type) const;  // an event is always reported
};

// What some operators have beyond their rules: a reference, a bound, a fast kernel.
template <class T> struct Facet {
  const Operator* op;
  T what;
};
template <class T, std::size_t N> T facet_of(const Operator& op, const Facet<T> (&all)[N], T otherwise = {}) {
  for (const Facet<T>& one : all)
    if (one.op->is(op)) return one.what;
  return otherwise;
}

std::span<const Operator* const> operators();
const Operator* find_operator(std::string_view domain, std::string_view name);

}  // namespace etalon::impl
