// SPDX-License-Identifier: Apache-2.0
// Etalon's C++ interface: a thin skin over etalon.h that owns what is made, sets sizes and knows the type of a span.
// See etalon.h for what is promised.
#pragma once

#include <etalon/etalon.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace etalon {

enum class Type : std::int32_t {
  float32 = ETALON_FLOAT,
  uint8 = ETALON_UINT8,
  int8 = ETALON_INT8,
  uint16 = ETALON_UINT16,
  int16 = ETALON_INT16,
  int32 = ETALON_INT32,
  int64 = ETALON_INT64,
  boolean = ETALON_BOOL,
  float16 = ETALON_FLOAT16,
  float64 = ETALON_DOUBLE,
  uint32 = ETALON_UINT32,
  uint64 = ETALON_UINT64,
  bfloat16 = ETALON_BFLOAT16,
  uint4 = ETALON_UINT4,
  int4 = ETALON_INT4,
};

// Carriers for the types that C++20 lacks.
struct Float16 {
  std::uint16_t bits;
};
struct BFloat16 {
  std::uint16_t bits;
};

template <class T> inline constexpr Type type_of = T::no_etalon_type;
template <> inline constexpr Type type_of<float> = Type::float32;
template <> inline constexpr Type type_of<double> = Type::float64;
template <> inline constexpr Type type_of<Float16> = Type::float16;
template <> inline constexpr Type type_of<BFloat16> = Type::bfloat16;
template <> inline constexpr Type type_of<bool> = Type::boolean;
template <> inline constexpr Type type_of<std::int8_t> = Type::int8;
template <> inline constexpr Type type_of<std::int16_t> = Type::int16;
template <> inline constexpr Type type_of<std::int32_t> = Type::int32;
template <> inline constexpr Type type_of<std::int64_t> = Type::int64;
template <> inline constexpr Type type_of<std::uint8_t> = Type::uint8;
template <> inline constexpr Type type_of<std::uint16_t> = Type::uint16;
template <> inline constexpr Type type_of<std::uint32_t> = Type::uint32;
template <> inline constexpr Type type_of<std::uint64_t> = Type::uint64;

struct TensorType : etalon_tensor_type {
  TensorType() : etalon_tensor_type{} {}
  TensorType(Type t, std::span<const std::uint64_t> shape) : etalon_tensor_type{} {
    type = static_cast<std::int32_t>(t);
    rank = static_cast<std::uint32_t>(shape.size());  // too many dimensions are refused by prepare
    for (std::size_t axis = 0; axis < shape.size() && axis < ETALON_MAX_RANK; ++axis) dims[axis] = shape[axis];
  }
  TensorType(Type t, std::initializer_list<std::uint64_t> shape)
      : TensorType(t, std::span(shape.begin(), shape.size())) {}
};

// An operand of a call: its type and shape, and its value where that is known before running. `{}`: omitted.
struct Operand : etalon_operand {
  Operand() : etalon_operand{} {}
  Operand(const TensorType& is) : etalon_operand{is, nullptr, 0} {}
  Operand(Type t, std::initializer_list<std::uint64_t> shape) : Operand(TensorType(t, shape)) {}
  template <class T, std::size_t N> Operand(std::initializer_list<std::uint64_t> shape, std::span<T, N> elements);
};

// The attribute refers to what it is given; a call copies it.
struct Attribute : etalon_attribute {
  Attribute(const char* key, std::int64_t x) : Attribute(key, ETALON_KIND_INT, nullptr, 0) { integer = x; }
  Attribute(const char* key, int x) : Attribute(key, std::int64_t{x}) {}
  Attribute(const char* key, float x) : Attribute(key, ETALON_KIND_FLOAT, nullptr, 0) { number = x; }
  Attribute(const char* key, std::string_view x) : Attribute(key, ETALON_KIND_STRING, x.data(), x.size()) {}
  Attribute(const char* key, const char* x) : Attribute(key, std::string_view(x)) {}
  Attribute(const char* key, const Operand& x) : Attribute(key, ETALON_KIND_TENSOR, &x, 1) {}
  Attribute(const char* key, std::span<const std::int64_t> x) : Attribute(key, ETALON_KIND_INTS, x.data(), x.size()) {}
  Attribute(const char* key, std::span<const float> x) : Attribute(key, ETALON_KIND_FLOATS, x.data(), x.size()) {}
  Attribute(const char* key, std::span<const char* const> x)
      : Attribute(key, ETALON_KIND_STRINGS, x.data(), x.size()) {}

 private:
  Attribute(const char* key, etalon_attribute_kind is, const void* of, std::size_t many)
      : etalon_attribute{key, is, 0, 0, of, many} {}
};

struct Input : etalon_input {
  Input() : etalon_input{} {}  // of an operand that is omitted, or that the call knows
  template <class T, std::size_t N>
  Input(std::span<T, N> elements) : Input(type_of<std::remove_const_t<T>>, elements.data(), elements.size_bytes()) {}
  Input(Type t, const void* where, std::size_t length) : etalon_input{static_cast<std::int32_t>(t), where, length} {}
};

struct Output : etalon_output {
  template <class T, std::size_t N>
  Output(std::span<T, N> elements) : Output(type_of<T>, elements.data(), elements.size_bytes()) {}
  Output(Type t, void* where, std::size_t length) : etalon_output{static_cast<std::int32_t>(t), where, length} {}
};

template <class T, std::size_t N>
Operand::Operand(std::initializer_list<std::uint64_t> shape, std::span<T, N> elements)
    : etalon_operand{TensorType(type_of<std::remove_const_t<T>>, shape), elements.data(), elements.size_bytes()} {}

// What a function says of its success: code, rule, part, index, count and node, as in etalon_problem.
struct Status : etalon_problem {
  Status() : etalon_problem{} { size = sizeof(etalon_problem); }
  bool ok() const { return code == ETALON_OK; }
};

// The options of a run; all that is not set is left out.
struct RunOptions : etalon_run_options {
  RunOptions(std::span<etalon_events> counted = {}, const etalon_team* threads = nullptr)
      : etalon_run_options{sizeof(etalon_run_options), counted.data(), counted.size(), nullptr, nullptr, threads} {}
  // Each notice is given to f, which must live as long as the options and throw nothing.
  template <class F> RunOptions& tell(F& f) {
    notice = [](void* to, const etalon_notice* it) { (*static_cast<F*>(to))(*it); };
    context = &f;
    return *this;
  }
};

// What is made of a request: the object, or nothing and the reason. Test it before use.
template <class T, void (*release)(T*)> class Made {
 public:
  explicit operator bool() const { return made_ != nullptr; }
  const Status& status() const { return status_; }
  const std::string& message() const { return message_; }
  const T* get() const { return made_.get(); }

 protected:
  // make(T**, etalon_problem*)
  template <class F> void make(F f) {
    std::array<char, 512> text{};
    status_.message = text.data();
    status_.message_bytes = text.size();
    T* made = nullptr;
    f(&made, &status_);
    made_.reset(made);
    message_ = text.data();
    status_.message = nullptr;
    status_.message_bytes = 0;
  }
  // An answer of the library: ask(const T*, index, struct*)
  template <class Answer, class F> Answer answer(F ask) const {
    Answer it{};
    it.size = sizeof it;
    ask(get(), &it);
    return it;
  }

 private:
  struct Release {
    void operator()(T* made) const { release(made); }
  };
  std::unique_ptr<T, Release> made_;
  Status status_;
  std::string message_;
};

// One operator on operands of given types and shapes.
class Call : public Made<etalon_call, etalon_release_call> {
 public:
  struct Options {
    const char* profile = "sonnx";
    std::int32_t opset = 0;
    const char* accumulate = nullptr;  // MatMul: "sequential" (default), "fused", "wide", "exact"
    std::vector<Attribute> attributes = {};
    std::size_t outputs = 0;  // wanted; 0: as many as the operator must have
    bool strict = false;
  };

  Call(const char* operation, std::initializer_list<Operand> inputs) : Call(operation, inputs, Options{}) {}
  Call(const char* operation, std::initializer_list<Operand> inputs, const Options& options)
      : Call(operation, std::span(inputs.begin(), inputs.size()), options) {}
  // The skin types add no members, here and below, so an array of them is an array of the C structs.
  Call(const char* operation, std::span<const Operand> inputs, const Options& options) {
    const etalon_request request{
        sizeof request, operation,     options.profile, options.accumulate,        options.opset,
        options.strict, inputs.data(), inputs.size(),   options.attributes.data(), options.attributes.size(),
        options.outputs};
    make([&](etalon_call** call, etalon_problem* problem) { etalon_prepare(&request, call, problem); });
  }

  etalon_call_facts facts() const {
    return answer<etalon_call_facts>([](const etalon_call* call, auto* it) { etalon_call_about(call, it); });
  }
  etalon_port input(std::size_t index = 0) const {
    return answer<etalon_port>([=](const etalon_call* call, auto* it) { etalon_call_input(call, index, it); });
  }
  etalon_port output(std::size_t index = 0) const {
    return answer<etalon_port>([=](const etalon_call* call, auto* it) { etalon_call_output(call, index, it); });
  }
  etalon_finding notice(std::size_t index) const {
    return answer<etalon_finding>([=](const etalon_call* call, auto* it) { etalon_call_notice(call, index, it); });
  }

  Status run(std::span<const Input> inputs, std::span<const Output> outputs, const RunOptions& options = {}) const {
    Status status;
    etalon_run(get(), inputs.data(), inputs.size(), outputs.data(), outputs.size(), &options, &status);
    return status;
  }
  Status run(std::initializer_list<Input> inputs, std::initializer_list<Output> outputs,
             const RunOptions& options = {}) const {
    return run(std::span(inputs.begin(), inputs.size()), std::span(outputs.begin(), outputs.size()), options);
  }
  Status run(std::initializer_list<Input> inputs, std::initializer_list<Output> outputs, etalon_events* events) const {
    return run(inputs, outputs, RunOptions(std::span(events, 1)));
  }
};

// A model, loaded and checked: true where it is conformant. message() is the first finding that the code rests on.
class Model : public Made<etalon_model, etalon_release_model> {
 public:
  struct Options {
    const char* profile = "sonnx";
    const char* accumulate = nullptr;
    const char* external_folder = nullptr;  // where external data of the model may be read
    bool strict = false;
    std::vector<etalon_size> sizes = {};
    std::vector<etalon_binding> bindings = {};
    const etalon_limits* limits = nullptr;
  };

  // The bytes must stay as they are until the model and its plans are gone.
  explicit Model(std::span<const std::byte> bytes) : Model(bytes, Options{}) {}
  Model(std::span<const std::byte> bytes, const Options& options) {
    const etalon_source source{
        sizeof source,           bytes.data(),           bytes.size(),   options.external_folder, options.profile,
        options.accumulate,      options.strict,         options.limits, options.sizes.data(),    options.sizes.size(),
        options.bindings.data(), options.bindings.size()};
    make([&](etalon_model** model, etalon_problem* problem) { etalon_check(&source, model, problem); });
  }

  explicit operator bool() const { return status().ok(); }

  etalon_model_facts facts() const {
    return answer<etalon_model_facts>([](const etalon_model* model, auto* it) { etalon_model_about(model, it); });
  }
  // All that was found, notices too. The texts belong to the model.
  std::vector<etalon_finding> findings() const {
    std::vector<etalon_finding> all(facts().finding_count);
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = answer<etalon_finding>([=](const etalon_model* m, auto* it) { etalon_model_finding(m, i, it); });
    return all;
  }
  etalon_node node(std::size_t index) const {
    return answer<etalon_node>([=](const etalon_model* model, auto* it) { etalon_model_node(model, index, it); });
  }
  etalon_port input(std::size_t index) const {
    return answer<etalon_port>([=](const etalon_model* model, auto* it) { etalon_model_input(model, index, it); });
  }
  etalon_port output(std::size_t index) const {
    return answer<etalon_port>([=](const etalon_model* model, auto* it) { etalon_model_output(model, index, it); });
  }
};

// A model made ready to run. May be shared by threads; each brings its own buffers and its own arena.
class Plan : public Made<etalon_plan, etalon_release_plan> {
 public:
  struct Options {
    const etalon_kernels* kernels = nullptr;
    std::uint32_t tasks = 0;
  };

  explicit Plan(const Model& model) : Plan(model, Options{}) {}
  Plan(const Model& model, const Options& options) {
    const etalon_plan_options given{sizeof given, options.kernels, options.tasks};
    make([&](etalon_plan** plan, etalon_problem* problem) { etalon_make_plan(model.get(), &given, plan, problem); });
    facts_ = answer<etalon_plan_facts>([](const etalon_plan* plan, auto* it) { etalon_plan_about(plan, it); });
  }

  const etalon_plan_facts& facts() const { return facts_; }
  etalon_port input(std::size_t index) const {
    return answer<etalon_port>([=](const etalon_plan* plan, auto* it) { etalon_plan_input(plan, index, it); });
  }
  etalon_port output(std::size_t index) const {
    return answer<etalon_port>([=](const etalon_plan* plan, auto* it) { etalon_plan_output(plan, index, it); });
  }

  // The arena has facts().arena_bytes, aligned to ETALON_ARENA_ALIGNMENT. Events: none, or one place per node. No team:
  // the calling thread alone.
  Status run(std::span<const Input> inputs, std::span<const Output> outputs, std::span<std::byte> arena,
             std::span<etalon_events> events, const etalon_team* team = nullptr) const {
    return run(inputs, outputs, arena, RunOptions(events, team));
  }
  Status run(std::span<const Input> inputs, std::span<const Output> outputs, std::span<std::byte> arena,
             const RunOptions& options = {}) const {
    Status status;
    etalon_run_plan(get(), inputs.data(), inputs.size(), outputs.data(), outputs.size(), arena.data(), arena.size(),
                    &options, &status);
    return status;
  }

  std::string digest(std::span<const Output> outputs) const {
    std::array<char, ETALON_DIGEST_CHARACTERS> text{};
    etalon_digest(get(), outputs.data(), outputs.size(), text.data(), nullptr);
    return text.data();
  }

 private:
  etalon_plan_facts facts_{};
};

// Memory for a plan's arena, aligned as it must be.
class Arena {
 public:
  explicit Arena(std::size_t bytes) : memory_(bytes / sizeof(Block) + 1), bytes_(bytes) {}
  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(memory_)).first(bytes_); }

 private:
  struct alignas(ETALON_ARENA_ALIGNMENT) Block {
    std::byte bytes[ETALON_ARENA_ALIGNMENT];
  };
  std::vector<Block> memory_;
  std::size_t bytes_;
};

static_assert(sizeof(Input) == sizeof(etalon_input) && sizeof(Output) == sizeof(etalon_output));
static_assert(sizeof(Operand) == sizeof(etalon_operand) && sizeof(Attribute) == sizeof(etalon_attribute));

}  // namespace etalon
