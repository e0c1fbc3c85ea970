// SPDX-License-Identifier: Apache-2.0
// References in worlds that nobody computes with yet: one that writes a program down, whose loops run once and whose
// places are names, and one of balls, whose algebra has a setting. What they need of the families is kept by this.
#include <gtest/gtest.h>

#include <cmath>

#include "check/profile.hpp"
#include "check/resolve.hpp"
#include "ops/add/add.reference.hpp"
#include "ops/conv/conv.reference.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

Call call_of(const char* operation, const std::vector<std::vector<std::uint64_t>>& shapes,
             std::vector<Attribute> attributes = {}) {
  Node node;
  node.operation = operation;
  node.attributes = std::move(attributes);
  std::vector<Given> given;
  for (const auto& shape : shapes) given.emplace_back(Argument{DType::f32, *Shape::of(shape)}, nullptr);
  auto resolution = resolve(*find_profile("onnx"), 22, node, given, 1);
  EXPECT_TRUE(resolution);
  return resolution->call;
}

// ---- a world that writes --------------------------------------------------------------------------------------------

struct Program {
  std::string text;
  unsigned counters = 0, variables = 0;
};

struct Name {
  std::string text;
  Name() = default;
  explicit Name(std::uint64_t number) : text(std::to_string(number)) {}
  explicit Name(std::string words) : text(std::move(words)) {}
};
Name joined(const Name& a, const char* operation, const std::string& b) {
  return Name("(" + a.text + operation + b + ")");
}
Name operator+(const Name& a, const Name& b) { return joined(a, "+", b.text); }
Name operator-(const Name& a, std::uint64_t b) { return joined(a, "-", std::to_string(b)); }
Name operator*(const Name& a, std::uint64_t b) { return joined(a, "*", std::to_string(b)); }
Name operator/(const Name& a, std::uint64_t b) { return joined(a, "/", std::to_string(b)); }
Name operator%(const Name& a, std::uint64_t b) { return joined(a, "%", std::to_string(b)); }

struct Condition {
  std::string text;
};
Condition operator&&(const Condition& a, const Condition& b) {
  return {a.text.empty() ? b.text : a.text + " and " + b.text};
}

// A value is an expression or a variable; to assign to it is a statement of the program.
class Variable {
 public:
  Variable(Program& program, std::string words) : program_(&program), words_(std::move(words)) {}
  Variable(const Variable&) = default;
  Variable& operator=(const Variable& other) {
    program_->text += words_ + " = " + other.words_ + "; ";
    return *this;
  }
  const std::string& words() const { return words_; }

 private:
  Program* program_;
  std::string words_;
};

struct Written {
  using Value = Variable;
  Program& program;

  Value zero() const {
    const std::string name = "s" + std::to_string(program.variables++);
    program.text += name + " = 0; ";
    return {program, name};
  }
  Value number(double) const { return zero(); }
  Value load(const void* operand, const Name& i) const {
    return {program, std::string(static_cast<const char*>(operand)) + "[" + i.text + "]"};
  }
  Value load_where(const Condition& inside, const void* operand, const Name& i) const {
    return {program, "(" + inside.text + " ? " + load(operand, i).words() + " : 0)"};
  }
  void store(void* output, const Name& i, const Value& v) const {
    program.text += std::string(static_cast<const char*>(output)) + "[" + i.text + "] = " + v.words() + "; ";
  }
  Value add(const Value& a, const Value& b, unsigned*) const { return {program, a.words() + " + " + b.words()}; }
  Value mul(const Value& a, const Value& b, unsigned*) const { return {program, a.words() + "*" + b.words()}; }
  Value div_count(const Value& a, std::uint64_t, unsigned*) const { return a; }
  Value root_of_squares(const Value& a, unsigned*) const { return a; }
};

struct Writing {
  using Place = Name;
  Program& program;

  // One turn of the loop, with the counter's name for all its numbers.
  class Loop {
   public:
    struct Iterator {
      Program* program;
      Name counter;
      bool done;
      Name operator*() const { return counter; }
      void operator++() {
        program->text += "} ";
        done = true;
      }
      bool operator!=(const Iterator& end) const { return done != end.done; }
    };
    Loop(Program& program, std::uint64_t n) : program_(program), n_(n) {}
    Iterator begin() const {
      Name counter("k" + std::to_string(program_.counters++));
      program_.text += "for (" + counter.text + " < " + std::to_string(n_) + ") { ";
      return {&program_, counter, false};
    }
    Iterator end() const { return {&program_, {}, true}; }

   private:
    Program& program_;
    std::uint64_t n_;
  };
  Loop below(std::uint64_t n) const { return {program, n}; }
  Loop elements(const Shape& shape) const { return below(shape.count); }
  Condition within(const Name& place, std::uint64_t end) const {
    return {place.text == "0" ? "" : place.text + " < " + std::to_string(end)};
  }
  template <TypeSet types, class F> void with(DType, F f) const { f(Written{program}); }
};

template <class Reference> std::string written(const Call& call, Reference reference) {
  Program program;
  char names[][2] = {"X", "W", "B", "Y"};
  const void* inputs[] = {names[0], names[1], names[2]};
  void* outputs[] = {names[3]};
  EXPECT_TRUE(reference(Writing{program}, call, Inputs(inputs, call.inputs.size()), Outputs(outputs), Work{}).ok());
  return program.text;
}

TEST(OtherWorlds, ConvWritesItselfDownAsLoopsThatRunOnce) {
  const Call call = call_of("Conv", {{1, 2, 5}, {3, 2, 2}, {3}}, {{"pads", std::vector<std::int64_t>{1, 0}}});
  const std::string text = written(call, conv_reference<Writing>);
  EXPECT_EQ(text,
            "for (k0 < 15) { s0 = 0; for (k1 < 2) { for (k2 < 2) { "
            "s0 = s0 + ((((((k0%5)%5)*1)+(k2*1))-1) < 5 ? "
            "X[(((((((k0/5)/3)*2)+((((k0/5)%3)/3)*2))*5)+(k1*5))+((0*5)+(((((k0%5)%5)*1)+(k2*1))-1)))] : 0)"
            "*W[((((((k0/5)%3)*2)*2)+(k1*2))+((0*2)+k2))]; } } "
            "s0 = s0 + B[((k0/5)%3)]; Y[k0] = s0; } ");
}

TEST(OtherWorlds, AMapWritesTheBroadcastOfItsOperands) {
  const Call call = call_of("Add", {{2, 3}, {3}});
  EXPECT_EQ(written(call, add_reference<Writing>), "for (k0 < 6) { Y[k0] = X[k0] + W[(0+((k0%3)*1))]; } ");
}

// ---- a world of balls -----------------------------------------------------------------------------------------------

struct Ball {
  double middle, radius;
};

// Every result is within its radius, which grows by a unit that is a setting of the world.
struct Balls {
  using Value = Ball;
  double unit;

  static Value zero() { return {0, 0}; }
  static Value number(double v) { return {v, 0}; }
  static const Value& load(const void* operand, std::uint64_t i) { return static_cast<const Ball*>(operand)[i]; }
  static void store(void* output, std::uint64_t i, const Value& v) { static_cast<Ball*>(output)[i] = v; }
  Value rounded(double middle, double radius) const { return {middle, radius + std::abs(middle) * unit}; }
  Value add(const Value& a, const Value& b, unsigned*) const {
    return rounded(a.middle + b.middle, a.radius + b.radius);
  }
  Value mul(const Value& a, const Value& b, unsigned*) const {
    const double spread = std::abs(a.middle) * b.radius + std::abs(b.middle) * a.radius + a.radius * b.radius;
    return rounded(a.middle * b.middle, spread);
  }
  Value div_count(const Value& a, std::uint64_t, unsigned*) const { return a; }
  Value root_of_squares(const Value& a, unsigned*) const { return a; }
};
struct InBalls : Counting {
  explicit InBalls(double setting) : unit(setting) {}
  template <TypeSet types, class F> void with(DType, F f) const { f(Balls{unit}); }
  double unit;
};

TEST(OtherWorlds, ConvOfBallsTakesTheSettingOfItsWorld) {
  const Call call = call_of("Conv", {{1, 1, 3}, {1, 1, 2}});
  const Ball x[] = {{1, 0}, {2, 0.5}, {3, 0}}, w[] = {{1, 0}, {10, 0}};
  const auto result = [&](double unit) {
    std::array<Ball, 2> y{};
    const void* inputs[] = {x, w};
    void* outputs[] = {y.data()};
    EXPECT_TRUE(conv_reference(InBalls(unit), call, inputs, outputs, Work{}).ok());
    return y;
  };
  const auto exact = result(0), coarse = result(0.125);
  EXPECT_EQ(exact[0].middle, 21);
  EXPECT_EQ(exact[0].radius, 5);
  EXPECT_EQ(exact[1].middle, 32);
  EXPECT_EQ(exact[1].radius, 0.5);
  EXPECT_EQ(coarse[0].middle, 21);
  EXPECT_EQ(coarse[0].radius, 5 + (1 + 1 + 20 + 21) * 0.125);
}

}  // namespace
}  // namespace etalon::tests
