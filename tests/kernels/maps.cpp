// SPDX-License-Identifier: Apache-2.0
// The fast kernels of operators of the family map, and of ReduceSum, against the reference, bit by bit and event
// by event, on random shapes, on every instruction set of this build and processor, by 1, 2, 3 and 8 threads: maps
// [--cases N] [--seed N] [--select TEXT] [--case N]. N cases of each combination of operator, types and choice;
// --select takes the combinations with the text in their names; --case does one case again.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/fp_environment.hpp"
#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/cases/operations.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tests/kernels/crash.hpp"
#include "tests/kernels/fenced.hpp"
#include "tests/kernels/sides.hpp"
#include "tests/kernels/teams.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;
using oracle::Random;

namespace {

constexpr unsigned thread_counts[] = {1, 2, 3, 8};

struct Combination {
  const char* operation;
  DType from, to;  // of an operand; of the result
  Accumulation accumulation;
  std::string name;  // "Cast float int8", "ReduceSum float16 wide"
};

// With how many fast kernels each operator must be found, counted by hand. Cast: of 13 types of at least 8 bits to each
// of them, but not from the two of 64-bit integers to the two of 16-bit floats. ReduceSum: three policies of three
// types, two of double, four integers.
const std::map<std::string_view, std::size_t> known_kernels = {{"Relu", 8},        {"Where", 13},
                                                               {"Max", 12},        {"Clip", 12},
                                                               {"Cast", 165},      {"ReduceSum", 15},
                                                               {"Less", 12},       {"LessOrEqual", 12},
                                                               {"Greater", 12},    {"GreaterOrEqual", 12},
                                                               {"Equal", 13},      {"And", 1},
                                                               {"Or", 1},          {"Xor", 1},
                                                               {"Not", 1},         {"Neg", 8},
                                                               {"Abs", 12},        {"Sqrt", 4},
                                                               {"Exp", 4},         {"Log", 4},
                                                               {"Sigmoid", 4},     {"Tanh", 4},
                                                               {"Erf", 4},         {"Sin", 4},
                                                               {"Cos", 4},         {"Acos", 4},
                                                               {"Floor", 4},       {"Ceil", 4},
                                                               {"Round", 4},       {"Reciprocal", 4},
                                                               {"Min", 12},        {"Pow", 4},
                                                               {"Sum", 4},         {"Mean", 4},
                                                               {"PRelu", 8},       {"LeakyRelu", 4},
                                                               {"HardSigmoid", 4}, {"ThresholdedRelu", 4}};

// Operators of which every operand has the type of the combination, and how many there are; 0: any number.
struct Alike {
  const char* operation;
  unsigned operands;
};
constexpr Alike alike_operands[] = {{"Max", 0},         {"Min", 0},     {"Sum", 0},
                                    {"Mean", 0},        {"PRelu", 2},   {"Less", 2},
                                    {"LessOrEqual", 2}, {"Greater", 2}, {"GreaterOrEqual", 2},
                                    {"Equal", 2},       {"And", 2},     {"Or", 2},
                                    {"Xor", 2},         {"Relu", 1},    {"Not", 1},
                                    {"Neg", 1},         {"Abs", 1},     {"Sqrt", 1},
                                    {"Floor", 1},       {"Ceil", 1},    {"Round", 1},
                                    {"Reciprocal", 1},  {"Exp", 1},     {"Log", 1},
                                    {"Sigmoid", 1},     {"Tanh", 1},    {"Erf", 1},
                                    {"Sin", 1},         {"Cos", 1},     {"Acos", 1}};

// Operators of one operand with attributes of type float.
struct Factors {
  const char* operation;
  std::vector<const char*> attributes;
};
const Factors with_factors[] = {
    {"LeakyRelu", {"alpha"}}, {"HardSigmoid", {"alpha", "beta"}}, {"ThresholdedRelu", {"alpha"}}};

// ---- calls ----------------------------------------------------------------------------------------------------------

std::shared_ptr<const Tensor> list_of(const std::vector<std::int64_t>& elements) {
  const std::uint64_t dims[] = {elements.size()};
  auto tensor = std::make_shared<Tensor>(DType::i64, *Shape::of(dims));
  for (std::uint64_t i = 0; i < elements.size(); ++i)
    set_pattern(tensor->view(), i, static_cast<std::uint64_t>(elements[i]));
  return tensor;
}

Argument argument(DType type, const Dims& dims) { return {type, *Shape::of(dims)}; }

struct Drawn {
  std::vector<Given> given;
  std::vector<Attribute> attributes = {};
  const char* profile = "onnx";
  int opset = newest_opset;
};

Drawn draw_clip(const Combination& c, Random& random, const Dims& dims) {
  Drawn drawn{{argument(c.from, dims)}};
  if (random.below(4) == 0 && is_floating(c.from) && c.from != DType::bf16) {  // bounds are attributes
    drawn.opset = random.coin() ? 1 : 6;
    const float bounds[] = {0.0f, -0.0f, 1.0f, -2.5f, 6.0f, 1e30f};
    for (const char* name : {"min", "max"})
      if (random.coin()) drawn.attributes.push_back({name, bounds[random.below(std::size(bounds))]});
    return drawn;
  }
  const bool both = random.below(4) != 0;
  if (both && c.from != DType::bf16 && random.coin()) drawn.profile = "sonnx";  // crossed bounds decide for a NaN
  for (const bool upper : {false, true}) {
    if (both || random.coin())
      drawn.given.push_back(argument(c.from, {}));
    else if (!upper)
      drawn.given.push_back(std::nullopt);
  }
  return drawn;
}

Drawn draw_factors(const Factors& of, const Combination& c, Random& random, const Dims& dims) {
  Drawn drawn{{argument(c.from, dims)}};
  const float factors[] = {0.01f, 0.2f, 0.5f, 1.0f, -2.5f, 0.0f, -0.0f, 1e30f, 1e-40f, INFINITY, -INFINITY, NAN};
  for (const char* name : of.attributes)
    if (random.below(4) != 0) drawn.attributes.push_back({name, factors[random.below(std::size(factors))]});
  return drawn;
}

Drawn draw_sum(const Combination& c, Random& random, const Dims& dims) {
  std::vector<std::int64_t> axes;
  for (std::size_t axis = 0; axis < dims.size(); ++axis)
    if (random.coin()) axes.push_back(static_cast<std::int64_t>(axis) - (random.coin() ? 0 : std::ssize(dims)));
  Drawn drawn{{argument(c.from, dims)}, {{"keepdims", std::int64_t{random.coin()}}}};
  if (!axes.empty()) {
    const auto known = list_of(axes);
    drawn.given.emplace_back(Argument{DType::i64, known->shape()}, known);
  } else if (random.coin()) {
    drawn.attributes.push_back({"noop_with_empty_axes", std::int64_t{1}});
  }
  return drawn;
}

// Squares: of other powers there is no fast kernel.
Drawn draw_square(const Combination& c, const Dims& dims) {
  const auto two = list_of({2});
  return {{argument(c.from, dims), Given(Argument{DType::i64, two->shape()}, two)}};
}

Drawn draw(const Combination& c, Random& random, std::uint64_t room) {
  const Dims dims = draw_sides(random, random.below(6), room);
  const std::string_view operation = c.operation;
  if (operation == "Cast") return {{argument(c.from, dims)}, {{"to", std::int64_t{info(c.to).onnx}}}};
  if (operation == "Clip") return draw_clip(c, random, dims);
  if (operation == "ReduceSum") return draw_sum(c, random, dims);
  if (operation == "Pow") return draw_square(c, dims);
  for (const Factors& one : with_factors)
    if (operation == one.operation) return draw_factors(one, c, random, dims);
  Drawn drawn;
  std::uint64_t operands = 3;  // of Where
  for (const auto& [name, count] : alike_operands)
    if (operation == name) operands = count != 0 ? count : 1 + random.below(6);
  const bool alike = random.coin();
  for (std::uint64_t x = 0; x < operands; ++x) {
    const DType type = operation == "Where" && x == 0 ? DType::boolean : c.from;
    const bool whole = alike || (operation == "PRelu" && x == 0) || random.below(3) == 0;
    drawn.given.push_back(argument(type, whole || operands == 1 ? dims : stretched(random, dims)));
  }
  return drawn;
}

std::optional<Call> call_of(const Combination& c, const Drawn& drawn) {
  Node node;
  node.operation = c.operation;
  node.attributes = drawn.attributes;
  Profile profile = *find_profile(drawn.profile);
  profile.choices.accumulation = c.accumulation;
  auto resolution = resolve(profile, drawn.opset, node, drawn.given);
  if (!resolution) return std::nullopt;
  return std::move(resolution->call);
}

std::vector<Combination> combinations() {
  std::vector<Combination> all;
  const auto add = [&](const char* operation, DType from, DType to, Accumulation accumulation, std::string name) {
    Combination one{operation, from, to, accumulation, operation + (" " + std::move(name))};
    Random random(0);
    if (call_of(one, draw(one, random, 1))) all.push_back(std::move(one));
  };
  for (const DTypeInfo& type : dtype_table) {
    if (type.bits == 0) continue;
    for (const char* operation : {"Where", "Clip", "Pow"})
      add(operation, type.id, type.id, Accumulation::sequential, type.name);
    for (const Alike& one : alike_operands) add(one.operation, type.id, type.id, Accumulation::sequential, type.name);
    for (const Factors& one : with_factors) add(one.operation, type.id, type.id, Accumulation::sequential, type.name);
    for (const DTypeInfo& to : dtype_table)
      if (to.bits > 0) add("Cast", type.id, to.id, Accumulation::sequential, type.name + (" " + std::string(to.name)));
    for (std::size_t i = 0; i < (is_floating(type.id) ? std::size(accumulation_names) : 1); ++i)
      add("ReduceSum", type.id, type.id, static_cast<Accumulation>(i),
          type.name + (" " + std::string(accumulation_names[i])));
  }
  return all;
}

// ---- one case -------------------------------------------------------------------------------------------------------

void fill(const MutableTensorView& operand, Random& random) {
  const DTypeInfo& type = info(operand.type);
  std::vector<std::uint64_t> special = {0, 1, 2, 127, 128, 255};
  if (is_floating(type.id))
    special = oracle::boundary_values({static_cast<int>(type.bits), static_cast<int>(type.fraction)});
  const std::uint64_t any = random.below(4);  // of four elements that many are any pattern
  for (std::uint64_t i = 0; i < operand.shape.count; ++i) {
    const bool ordinary = random.below(4) < any;
    set_pattern(operand, i, ordinary ? random.bits() >> (64 - type.bits) : special[random.below(special.size())]);
  }
}

struct Outcome {
  Events events;
  std::vector<unsigned char> bytes;
};

class Case {
 public:
  Case(const Combination& combination, std::uint64_t seed, std::uint64_t number)
      : combination_(combination), number_(number) {
    Random random(seed * 0x9E3779B97F4A7C15 + number);
    const std::uint64_t kind = random.below(20);
    const std::uint64_t room = kind < 12 ? 1 << 10 : kind < 17 ? 1 << 14 : 1 << 18;
    do call_ = call_of(combination, draw(combination, random, room));
    while (!call_);
    for (std::size_t x = 0; x < call_->inputs.size(); ++x) {
      operands_.emplace_back();
      inputs_.emplace_back();
      if (!call_->inputs[x]) continue;
      const Argument& is = *call_->inputs[x];
      operands_.back() = fenced(is, random.bits(), 0);
      const MutableTensorView view{is.type, is.shape, operands_.back().data(), operands_.back().bytes()};
      if (!call_->known.empty() && call_->known[x] != nullptr)
        std::memcpy(view.data, call_->known[x]->view().data, static_cast<std::size_t>(view.bytes));
      else
        fill(view, random);
      inputs_.back() = {is.type, is.shape, view.data, view.bytes};
    }
    expected_.bytes.resize(static_cast<std::size_t>(bytes_of(out())));
    const MutableTensorView outputs[] = {{out().type, out().shape, expected_.bytes.data(), expected_.bytes.size()}};
    if (!execute(*call_, inputs_, outputs, {.events = &expected_.events}, reference_kernel).ok()) std::abort();
  }

  std::string text() const {
    return combination_.name + " " + shapes_of(*call_) + " (case " + std::to_string(number_) + ")";
  }
  bool is_fast() const {
    return fast_kernel(*call_, CountEvents::no).compute != reference_kernel(*call_, CountEvents::no).compute;
  }

  // The operand in whose place the result may be computed.
  std::optional<unsigned> replaceable(std::uint64_t seed) const {
    const auto first = static_cast<unsigned>(seed % 2);
    for (const unsigned x : {first, 1 - first})
      if (x < call_->inputs.size() && result_may_replace(*call_, x)) return x;
    return std::nullopt;
  }

  // What differs from the reference, in words. Where `place` is given, the result takes the place of that operand.
  std::optional<std::string> difference(unsigned threads, bool counting, std::uint64_t seed,
                                        std::optional<unsigned> place = {}) const {
    const bool odd = seed % 2 == 1;
    const Fenced result = fenced(out(), seed / 8, untouched);
    std::vector<const void*> inputs;
    for (const TensorView& input : inputs_) inputs.push_back(input.data);
    if (place) {
      std::memcpy(result.data(), inputs[*place], result.bytes());
      inputs[*place] = result.data();
    }
    Threads at_once(threads, odd);
    Shuffled shuffled(threads, seed, odd);
    Events events;
    Work work{.events = counting ? &events : nullptr};
    work.tasks = threads;
    if (threads > 1) work.team = seed / 2 % 4 == 0 ? static_cast<Team*>(&at_once) : &shuffled;
    void* const outputs[] = {result.data()};
    {
      const OddEnvironment environment(odd);
      const FpGuard guard;
      if (!fast_kernel(*call_, CountEvents{counting}).compute(*call_, inputs, {outputs, 1}, work).ok())
        return "it was not computed";
    }
    const TensorView got{out().type, out().shape, result.data(), result.bytes()},
        wanted{out().type, out().shape, expected_.bytes.data(), expected_.bytes.size()};
    for (std::uint64_t i = 0; i < out().shape.count; ++i)
      if (const std::uint64_t a = pattern_at(got, i), b = pattern_at(wanted, i); a != b) {
        char text[100];
        std::snprintf(text, sizeof text, "element %ju is 0x%jX, not 0x%jX", std::uintmax_t{i}, std::uintmax_t{a},
                      std::uintmax_t{b});
        return text;
      }
    if (!std::equal(expected_.bytes.begin(), expected_.bytes.end(), result.data())) return "bytes differ";
    if (!result.intact()) return "bytes beside the result were written";
    for (unsigned kind = 0; kind < EVENT_KINDS && counting; ++kind)
      if (events.of[kind].count != expected_.events.of[kind].count ||
          events.of[kind].first != expected_.events.of[kind].first)
        return std::string(event_names[kind]) + ": events differ";
    return std::nullopt;
  }

 private:
  static constexpr unsigned char untouched = 0x5B;

  const Argument& out() const { return *call_->outputs[0]; }
  static std::uint64_t bytes_of(const Argument& is) { return *stored_bytes(is.type, is.shape.count); }
  static Fenced fenced(const Argument& is, std::uint64_t place, unsigned char filling) {
    const std::size_t element = std::max<std::size_t>(info(is.type).bits / 8, 1);
    return Fenced(static_cast<std::size_t>(bytes_of(is)), element, element * (place / 2 % 17),
                  place % 2 == 0 ? Fenced::At::begin : Fenced::At::end, filling);
  }

  const Combination& combination_;
  std::uint64_t number_;
  std::optional<Call> call_;
  std::vector<Fenced> operands_;
  std::vector<TensorView> inputs_;
  Outcome expected_;
};

// ---- all of them ----------------------------------------------------------------------------------------------------

struct Options {
  std::uint64_t cases = 20, seed = turn() + 1;
  std::string select;
  std::optional<std::uint64_t> only;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv,
                    {{"--cases", &options.cases},
                     {"--seed", &options.seed},
                     {"--select", &options.select},
                     {"--case", &options.only}}))
    return std::puts("usage: maps [--cases N] [--seed N] [--select TEXT] [--case N]"), 2;
  Running::report_on_crash();
  std::printf("turn %ju: seed %ju\n", std::uintmax_t{turn()}, std::uintmax_t{options.seed});
  std::vector<Combination> all = combinations();
  std::erase_if(all, [&](const Combination& c) { return c.name.find(options.select) == c.name.npos; });
  std::uint64_t differences = 0, comparisons = 0;
  std::atomic<std::uint64_t> in_place = 0;
  bool good = true;
  for (const std::string_view set : instruction_sets()) {
    if (!use_instruction_set(set)) std::abort();
    std::map<std::string_view, std::size_t> kernels;  // combinations with a fast kernel, by operator
    std::mutex mutex;
    on_all_cores(all.size(), [&](std::uint64_t c) {
      bool fast = false;
      for (std::uint64_t i = 0; i < options.cases; ++i) {
        const std::uint64_t number = i * all.size() + c;
        if (options.only && *options.only != number) continue;
        const Case drawn(all[c], options.seed, number);
        fast = fast || drawn.is_fast();
        Random random(number);
        const auto compare = [&](unsigned threads, bool counting, std::optional<unsigned> place = {}) {
          const std::string what = drawn.text() + ", " + std::string(set) + ", threads: " + std::to_string(threads) +
                                   (counting ? ", events" : "") +
                                   (place ? ", in place of operand " + std::to_string(*place) : "");
          const Running running(what);
          const auto problem = drawn.difference(threads, counting, random.bits(), place);
          const std::lock_guard lock(mutex);
          ++comparisons;
          if (problem && differences++ < 20) std::printf("%s: %s\n", what.c_str(), problem->c_str());
        };
        for (const unsigned threads : thread_counts) compare(threads, false);
        compare(1, true);
        if (const auto place = drawn.replaceable(random.bits())) {
          compare(thread_counts[random.below(std::size(thread_counts))], false, place);
          compare(1, true, place);
          ++in_place;
        }
      }
      const std::lock_guard lock(mutex);
      kernels[all[c].operation] += fast;
    });
    std::printf("%.*s:", static_cast<int>(set.size()), set.data());
    for (const auto& [operation, count] : kernels) {
      std::printf(" %zu of %.*s", count, static_cast<int>(operation.size()), operation.data());
      if (options.select.empty() && !options.only && set != "scalar")
        good = good && known_kernels.at(operation) == count;
    }
    std::printf(" have a fast kernel\n");
    if (!good) std::printf("NOT DONE: these are not the kernels that were counted by hand\n");
  }
  std::printf("%zu combinations, %ju comparisons, %ju cases also in place of an operand, %ju differences\n", all.size(),
              std::uintmax_t{comparisons}, std::uintmax_t{in_place}, std::uintmax_t{differences});
  good = good && differences == 0 && comparisons > 0 && (in_place > 0 || !options.select.empty() || options.only);
  if (options.select.empty() && !options.only)
    write_evidence("Maps.FastBitsAndEventsAreThoseOfTheReference", std::array{"NUM-ALL-KERNELS"}, good);
  std::printf("%s\n", good ? "passed" : "FAILED");
  return good ? 0 : 1;
}
