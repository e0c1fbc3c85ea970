// SPDX-License-Identifier: Apache-2.0
// Running a call on the caller's buffers allocates nothing: every way to the heap is trapped here.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <etalon/fast.hpp>
#include <string_view>
#include <vector>

#include "tests/interface/lenet.hpp"
#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"

namespace {
std::atomic<bool> trapping = false;
std::atomic<int> caught = 0;
}  // namespace

// These replace the C library's allocating functions, count, and call the originals.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  if (trapping) ++caught;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  if (trapping) ++caught;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  if (trapping) ++caught;
  return __libc_realloc(block, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  if (trapping) ++caught;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = memalign(alignment, size);
  return *block == nullptr;
}
}

namespace {

using etalon::Call;
using etalon::Type;

// Runs the call and gives the number of allocations it made.
int allocations(const Call& call, Type type, std::size_t bytes_a, std::size_t bytes_b, std::size_t bytes_c) {
  const std::vector<unsigned char> a(bytes_a, 0x11), b(bytes_b, 0x11);
  std::vector<unsigned char> c(bytes_c);
  const etalon::Input inputs[] = {{type, a.data(), bytes_a}, {type, b.data(), bytes_b}};
  const etalon::Output outputs[] = {{type, c.data(), bytes_c}};
  etalon_events events;
  caught = 0;
  trapping = true;
  const etalon::Status plain = call.run(inputs, outputs), counted = call.run(inputs, outputs, std::span(&events, 1));
  trapping = false;
  EXPECT_TRUE(plain.ok() && counted.ok()) << plain.code << plain.rule;
  return caught;
}

TEST(Allocation, TheTrapItselfWorks) {
  caught = 0;
  trapping = true;
  void* volatile block = std::malloc(16);
  int* volatile number = new int(1);
  void* volatile aligned = std::aligned_alloc(64, 64);
  trapping = false;
  std::free(block);
  delete number;
  std::free(aligned);
  EXPECT_EQ(caught, 3);
}

TEST(Allocation, ElementwiseOperatorsAllocateNothing) {
  EVIDENCE("API-ALL-ALLOCATION");
  struct {
    Type type;
    std::size_t bits;
  } const types[] = {{Type::int4, 4},     {Type::uint4, 4},   {Type::int8, 8},     {Type::uint8, 8},
                     {Type::int16, 16},   {Type::uint16, 16}, {Type::int32, 32},   {Type::uint32, 32},
                     {Type::int64, 64},   {Type::uint64, 64}, {Type::float16, 16}, {Type::bfloat16, 16},
                     {Type::float32, 32}, {Type::float64, 64}};
  for (const char* operation : {"Mul", "Add", "Div"})
    for (const auto& [type, bits] : types) {
      const bool beyond_onnx = bits == 4;
      if (beyond_onnx && std::string_view(operation) == "Add") continue;  // no profile has it
      const Call call(operation, {{type, {6, 4}}, {type, {6, 4}}}, {.profile = beyond_onnx ? "sonnx" : "onnx"});
      ASSERT_TRUE(call) << operation << " " << call.message();
      const std::size_t bytes = 24 * bits / 8;
      EXPECT_EQ(allocations(call, type, bytes, bytes, bytes), 0) << operation << " " << static_cast<int>(type);
    }
  const Call stretched("Mul", {{Type::float32, {6, 1}}, {Type::float32, {4}}}, {.profile = "onnx"});
  EXPECT_EQ(allocations(stretched, Type::float32, 24, 16, 96), 0);
}

TEST(Allocation, MatMulAllocatesNothingInAnyPolicy) {
  EVIDENCE("API-ALL-ALLOCATION");
  struct {
    Type type;
    std::size_t bytes;
  } const types[] = {{Type::int32, 4},   {Type::uint32, 4},   {Type::int64, 8},   {Type::uint64, 8},
                     {Type::float16, 2}, {Type::bfloat16, 2}, {Type::float32, 4}, {Type::float64, 8}};
  for (const auto& [type, bytes] : types)
    for (const char* policy : {"sequential", "fused", "wide", "exact"}) {
      const Call call("MatMul", {{type, {2, 3, 5}}, {type, {5, 4}}}, {.profile = "onnx", .accumulate = policy});
      if (type == Type::float64 && *policy == 'w') continue;
      ASSERT_TRUE(call) << call.message();
      EXPECT_EQ(allocations(call, type, 30 * bytes, 20 * bytes, 24 * bytes), 0) << policy;
    }
}

// What a move says about elements is settled in the call, or read from the known operands again, where they are.
TEST(Allocation, MovesAllocateNothing) {
  EVIDENCE("API-ALL-ALLOCATION");
  const std::int64_t ones[] = {1, 1}, twos[] = {2, 2}, ends[] = {3, -1}, pads[] = {1, -1, 2, 0}, dims[] = {2, 4, 6};
  const float numbers[] = {0, 2, 0.25f};
  const etalon::Operand data{Type::float32, {4, 6}};
  const auto list = [](std::span<const std::int64_t> of) { return etalon::Operand({of.size()}, of); };
  const auto number = [&](std::size_t i) { return etalon::Operand({}, std::span(numbers).subspan(i, 1)); };
  struct {
    const char* operation;
    std::vector<etalon::Operand> operands;
    std::vector<etalon::Attribute> attributes = {};
  } const moves[] = {
      {"Transpose", {data}},
      {"Slice", {data, list(ones), list(ends)}},
      {"Pad", {data, list(pads)}, {{"mode", "reflect"}}},
      {"Expand", {data, list(dims)}},
      {"Tile", {data, list(twos)}},
      {"Squeeze", {data}},
      {"Concat", {data, data}, {{"axis", 1}}},
      {"Size", {data}},
      {"ConstantOfShape", {list(dims)}},
      {"Range", {number(0), number(1), number(2)}},
  };
  for (const auto& [operation, operands, attributes] : moves) {
    const Call call(operation, operands, {.profile = "onnx", .attributes = attributes});
    ASSERT_TRUE(call) << operation << " " << call.message();
    const std::vector<float> x(24, 1.5f);
    std::vector<unsigned char> y(1024);
    std::vector<etalon::Input> inputs;
    for (std::size_t k = 0; k < operands.size(); ++k)
      inputs.push_back(operands[k].value == nullptr ? etalon::Input(std::span(x)) : etalon::Input());
    const etalon_port port = call.output();
    std::size_t bytes = port.type.type == ETALON_INT64 ? 8 : 4;
    for (std::size_t k = 0; k < port.type.rank; ++k) bytes *= port.type.dims[k];
    const etalon::Output outputs[] = {{static_cast<Type>(port.type.type), y.data(), bytes}};
    caught = 0;
    trapping = true;
    const etalon::Status status = call.run(inputs, outputs);
    trapping = false;
    EXPECT_TRUE(status.ok()) << operation << " " << status.rule;
    EXPECT_EQ(caught, 0) << operation;
  }
}

TEST(Allocation, RunningAPlanAllocatesNothing) {
  EVIDENCE("API-ALL-ALLOCATION");
  constexpr int float32 = 1;
  std::string graph;
  for (const auto& [op, a, b, y] :
       {std::array{"MatMul", "A", "B", "P"}, {"Mul", "P", "S", "Q"}, {"Div", "Q", "B", "Y"}, {"Add", "Y", "P", "Z"}}) {
    graph += proto::text(1, proto::node(op, {a, b}, y)) + proto::text(13, proto::value_info(y, float32, {4, 4}));
  }
  graph += proto::text(5, proto::tensor("S", float32, {4, 4}, std::string(64, '\x3F')));
  for (const char* name : {"A", "B"}) graph += proto::text(11, proto::value_info(name, float32, {4, 4}));
  for (const char* name : {"Z", "Q"}) graph += proto::text(12, proto::value_info(name, float32, {4, 4}));
  const std::string bytes = proto::model(graph);
  const etalon::Team team(3);
  for (const char* policy : {"sequential", "fused", "wide", "exact"}) {
    const etalon::Model model(std::as_bytes(std::span(bytes)), {.accumulate = policy});
    const etalon::Plan plan(model), fast(model, {etalon_fast_kernels(), 8});
    ASSERT_TRUE(plan && fast) << plan.message() << fast.message();
    const std::vector<float> a(16, 1.5f), b(16, 0.3f);
    std::vector<float> z(16), q(16);
    etalon::Arena arena(static_cast<std::size_t>(std::max(plan.facts().arena_bytes, fast.facts().arena_bytes)));
    std::vector<etalon_events> events(4);
    const etalon::Input inputs[] = {std::span(a), std::span(b)};
    const etalon::Output outputs[] = {std::span(z), std::span(q)};
    caught = 0;
    trapping = true;
    const bool ran = plan.run(inputs, outputs, arena.bytes()).ok() &&
                     plan.run(inputs, outputs, arena.bytes(), events).ok() &&
                     fast.run(inputs, outputs, arena.bytes()).ok() &&
                     fast.run(inputs, outputs, arena.bytes(), {}, team.get()).ok() &&
                     fast.run(inputs, outputs, arena.bytes(), events, team.get()).ok();
    trapping = false;
    EXPECT_TRUE(ran);
    EXPECT_EQ(caught, 0) << policy;
  }
}

TEST(Allocation, RunningANetworkAllocatesNothing) {
  EVIDENCE("API-ALL-ALLOCATION");
  const std::string bytes = LeNet().model();
  const etalon::Team team(3);
  const std::vector<float> image = LeNet::image(1);
  std::vector<float> y(LeNet::outputs);
  const etalon::Input inputs[] = {std::span(image)};
  const etalon::Output outputs[] = {std::span(y)};
  for (const char* policy : {"sequential", "fused", "wide", "exact"}) {
    const etalon::Model model(std::as_bytes(std::span(bytes)), {.profile = "onnx", .accumulate = policy});
    const etalon::Plan plan(model), fast(model, {etalon_fast_kernels(), 8});
    ASSERT_TRUE(plan && fast) << plan.message() << fast.message();
    etalon::Arena arena(static_cast<std::size_t>(std::max(plan.facts().arena_bytes, fast.facts().arena_bytes)));
    caught = 0;
    trapping = true;
    const bool ran = plan.run(inputs, outputs, arena.bytes()).ok() && fast.run(inputs, outputs, arena.bytes()).ok() &&
                     fast.run(inputs, outputs, arena.bytes(), {}, team.get()).ok();
    trapping = false;
    EXPECT_TRUE(ran);
    EXPECT_EQ(caught, 0) << policy;
  }
}

}  // namespace
