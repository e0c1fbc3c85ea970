// SPDX-License-Identifier: Apache-2.0
// Add, Mul and Div through a prepared plan, and their peers on the same operands and the same result:
//
//   mul|add|div/TYPE/A[,B][/truncate|floor]   ours; A and B are shapes such as 4096x1, one shape is for both
//   kernel/NAME                               the kernel of that alone, without run() around it
//   bare/mul|add|div/TYPE/COUNT               the compiler's loop over full vectors
//   idiv/TYPE/COUNT/truncate|floor            the processor's division, one element at a time
//   memcpy/TYPE/COUNT                         of as many elements as one operand has
#include <cstring>

#include "bare.hpp"
#include "program.hpp"

namespace etalon::bench {
namespace {

struct Ask {
  Operation operation;
  std::string op, type;  // as the name says them

  std::uint64_t count() const { return operation.a.count; }
  std::size_t bytes() const { return static_cast<std::size_t>(count()) * info(operation.type).bits / 8; }
  const void* a() const { return operand(0, operation.type, operation.a, operation.data_a); }
  const void* b() const { return operand(1, operation.type, operation.b, operation.data_b); }
};

// OP/TYPE/A[,B][/ROUNDING]
std::optional<Ask> ask(const Parts& parts) {
  if (parts.size() < 3) return std::nullopt;
  const std::pair<const char*, const char*> operators[] = {{"mul", "Mul"}, {"add", "Add"}, {"div", "Div"}};
  const auto type = type_named(parts[1]);
  for (const auto& [word, name] : operators) {
    if (parts[0] != word || !type) continue;
    const Parts shapes = split(parts[2], ',');
    Ask made{{name, *type, {}, shape_of(shapes.front()), shape_of(shapes.back())}, word, parts[1]};
    const bool divides_integers = made.op == "div" && is_integer(*type);
    if (divides_integers) made.operation.data_b = Data::divisors;
    made.operation.choices.integer_division =
        parts.size() > 3 && parts[3] == "floor" ? IntegerDivision::floor : IntegerDivision::truncate;
    return made;
  }
  return std::nullopt;
}

bool make_ours(const std::string& name, const Parts& parts, bool kernel_only) {
  const auto asked = ask(parts);
  if (!asked) return false;
  add(
      name, [=](benchmark::State& state) { return prepare(state, asked->operation); },
      [=](benchmark::State& state, const Subject& subject) {
        if (kernel_only)
          measure(state, subject.shape().count, [&] { subject.kernel(); });
        else
          measure(state, subject.shape().count, [&] { subject.run(); });
      });
  return true;
}

using Loop = void (*)(const void* a, const void* b, void* c, std::size_t count);

Loop bare_loop(const Ask& asked) {
  const BareSet& set = bare();
  for (std::size_t i = 0; i < set.loop_count; ++i)
    if (asked.op == set.loops[i].op && asked.type == set.loops[i].type) return set.loops[i].run;
  return nullptr;
}

bool make_loop(const std::string& name, const Ask& asked, Loop loop) {
  if (loop == nullptr) return false;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const void* a = asked.a();
    const void* b = asked.b();
    void* c = result(asked.bytes());
    measure(state, asked.count(), [&] { loop(a, b, c, asked.count()); });
  });
  return true;
}

bool make(const std::string& name, const Parts& parts) {
  Parts rest(parts.begin() + 1, parts.end());
  if (parts[0] == "kernel") return make_ours(name, rest, true);
  if (parts[0] == "bare") {
    const auto asked = ask(rest);
    return asked && make_loop(name, *asked, bare_loop(*asked));
  }
  if (parts[0] == "idiv" || parts[0] == "memcpy") {
    rest.insert(rest.begin(), "div");
    const auto asked = ask(rest);
    if (!asked) return false;
    if (parts[0] == "idiv") return make_loop(name, *asked, idiv(asked->type.c_str(), rest.back() == "floor"));
    benchmark::RegisterBenchmark(name.c_str(), [asked](benchmark::State& state) {
      const void* a = asked->a();
      void* c = result(asked->bytes());
      measure(state, asked->count(), [&] { std::memcpy(c, a, asked->bytes()); });
    });
    return true;
  }
  return make_ours(name, parts, false);
}

}  // namespace
}  // namespace etalon::bench

int main(int argc, char** argv) {
  benchmark::AddCustomContext("bare_loops", etalon::bench::bare().name);
  return etalon::bench::run_program(argc, argv, etalon::bench::make);
}
