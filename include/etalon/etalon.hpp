// SPDX-License-Identifier: Apache-2.0
// Etalon's C++ interface: a thin skin over etalon.h that owns the call and knows the type of a span. See etalon.h for
// what is promised.
#pragma once

#include <etalon/etalon.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
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
  TensorType(Type t, std::initializer_list<std::uint64_t> shape) : etalon_tensor_type{} {
    type = static_cast<std::int32_t>(t);
    rank = static_cast<std::uint32_t>(shape.size());  // too many dimensions are refused by prepare
    std::size_t axis = 0;
    for (std::uint64_t dim : shape)
      if (axis < ETALON_MAX_RANK) dims[axis++] = dim;
  }
};

struct Input : etalon_input {
  template <class T, std::size_t N>
  Input(std::span<T, N> elements) : Input(type_of<std::remove_const_t<T>>, elements.data(), elements.size_bytes()) {}
  Input(Type t, const void* where, std::size_t length) : etalon_input{static_cast<std::int32_t>(t), where, length} {}
};

struct Output : etalon_output {
  template <class T, std::size_t N>
  Output(std::span<T, N> elements) : Output(type_of<T>, elements.data(), elements.size_bytes()) {}
  Output(Type t, void* where, std::size_t length) : etalon_output{static_cast<std::int32_t>(t), where, length} {}
};

struct Status : etalon_status {
  bool ok() const { return code == ETALON_OK; }
};

// One operator on operands of given types and shapes. Test it before use: a call that could not be prepared is false,
// and message() says why.
class Call {
 public:
  struct Options {
    const char* profile = "sonnx";
    std::int32_t opset = 0;
    const char* accumulate = nullptr;  // MatMul: "sequential" (default), "fused", "wide", "exact"
    std::vector<etalon_attribute> attributes = {};
  };

  Call(const char* operation, std::initializer_list<TensorType> inputs) : Call(operation, inputs, Options{}) {}
  Call(const char* operation, std::initializer_list<TensorType> inputs, const Options& options) {
    std::array<etalon_tensor_type, ETALON_MAX_RANK> types{};
    std::size_t count = 0;
    for (const TensorType& type : inputs)
      if (count < types.size()) types[count++] = type;
    const etalon_request request{operation,
                                 options.profile,
                                 options.opset,
                                 options.accumulate,
                                 types.data(),
                                 inputs.size(),
                                 options.attributes.data(),
                                 options.attributes.size()};
    std::array<char, 512> text{};
    etalon_call* call = nullptr;
    status_ = {etalon_prepare(inputs.size() <= types.size() ? &request : nullptr, &call, text.data(), text.size())};
    call_.reset(call);
    message_ = text.data();
  }

  explicit operator bool() const { return call_ != nullptr; }
  const Status& status() const { return status_; }
  const std::string& message() const { return message_; }

  TensorType output_type(std::size_t index = 0) const {
    TensorType type;
    etalon_output_type(call_.get(), index, &type);
    return type;
  }

  Status run(std::span<const Input> inputs, std::span<const Output> outputs, etalon_events* events = nullptr) const {
    // The skin types add no members, so an array of them is an array of the C structs.
    return {etalon_run(call_.get(), inputs.data(), inputs.size(), outputs.data(), outputs.size(), events)};
  }
  Status run(std::initializer_list<Input> inputs, std::initializer_list<Output> outputs,
             etalon_events* events = nullptr) const {
    return run(std::span(inputs.begin(), inputs.size()), std::span(outputs.begin(), outputs.size()), events);
  }

 private:
  struct Release {
    void operator()(etalon_call* call) const { etalon_release(call); }
  };
  std::unique_ptr<etalon_call, Release> call_;
  Status status_{};
  std::string message_;
};

// A model, loaded and checked. Test it before use: a model that is not conformant is false, and
// message() says why.
class Model {
 public:
  struct Options {
    const char* profile = "sonnx";
    const char* accumulate = nullptr;
    const char* external_folder = nullptr;  // where data beside the model may be read
  };

  // The bytes must stay as they are until the model and its plans are gone.
  explicit Model(std::span<const std::byte> bytes) : Model(bytes, Options{}) {}
  Model(std::span<const std::byte> bytes, const Options& options) {
    const etalon_source source{bytes.data(), bytes.size(), options.external_folder, options.profile,
                               options.accumulate};
    std::array<char, 512> text{};
    etalon_model* model = nullptr;
    status_ = {etalon_check(&source, &model, text.data(), text.size())};
    model_.reset(model);
    message_ = text.data();
  }

  explicit operator bool() const { return status_.ok(); }
  const Status& status() const { return status_; }
  const std::string& message() const { return message_; }  // the first finding that the code rests on

  // All that was found, notices too. The texts belong to the model.
  std::vector<etalon_finding> findings() const {
    std::vector<etalon_finding> all(etalon_finding_count(model_.get()));
    for (std::size_t i = 0; i < all.size(); ++i) etalon_finding_at(model_.get(), i, &all[i]);
    return all;
  }

  const etalon_model* get() const { return model_.get(); }

 private:
  struct Release {
    void operator()(etalon_model* model) const { etalon_release_model(model); }
  };
  std::unique_ptr<etalon_model, Release> model_;
  Status status_{};
  std::string message_;
};

// A model made ready to run. May be shared by threads; each brings its own buffers and its own arena.
class Plan {
 public:
  using Options = etalon_plan_options;

  explicit Plan(const Model& model) : Plan(model, Options{}) {}
  Plan(const Model& model, const Options& options) {
    std::array<char, 512> text{};
    etalon_plan* plan = nullptr;
    status_ = {etalon_make_plan_with(model.get(), &options, &plan, text.data(), text.size())};
    plan_.reset(plan);
    message_ = text.data();
    if (plan != nullptr) etalon_plan_about(plan, &facts_);
  }

  explicit operator bool() const { return plan_ != nullptr; }
  const Status& status() const { return status_; }
  const std::string& message() const { return message_; }
  const etalon_plan_facts& facts() const { return facts_; }

  etalon_port input(std::size_t index) const {
    etalon_port port{};
    etalon_plan_input(plan_.get(), index, &port);
    return port;
  }
  etalon_port output(std::size_t index) const {
    etalon_port port{};
    etalon_plan_output(plan_.get(), index, &port);
    return port;
  }

  // The arena has facts().arena_bytes, aligned to ETALON_ARENA_ALIGNMENT. Events: none, or one place per node. No team:
  // the calling thread alone.
  Status run(std::span<const Input> inputs, std::span<const Output> outputs, std::span<std::byte> arena,
             std::span<etalon_events> events = {}, const etalon_team* team = nullptr) const {
    return {etalon_run_plan_on(plan_.get(), inputs.data(), inputs.size(), outputs.data(), outputs.size(), arena.data(),
                               arena.size(), events.data(), events.size(), team)};
  }

  std::string digest(std::span<const Output> outputs) const {
    std::array<char, ETALON_DIGEST_CHARACTERS> text{};
    etalon_digest(plan_.get(), outputs.data(), outputs.size(), text.data());
    return text.data();
  }

 private:
  struct Release {
    void operator()(etalon_plan* plan) const { etalon_release_plan(plan); }
  };
  std::unique_ptr<etalon_plan, Release> plan_;
  Status status_{};
  std::string message_;
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

}  // namespace etalon
