// SPDX-License-Identifier: Apache-2.0
// See meaning.hpp.
#include "fuzz/text/meaning.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "fuzz/text/memory.hpp"

namespace etalon::fuzz {
namespace {

constexpr std::uint64_t most_steps = 1 << 24;
constexpr std::size_t none = SIZE_MAX;

struct Variable {
  std::string_view name, type;
  Value value;
  bool is_constant = false;  // of a pointer: what it points to
};

class Run {
 public:
  Run(const Words& header, const Words& model, const std::map<std::string, GivenArray>& given)
      : words_(model), given_(given), memory_(header, given) {}

  std::vector<std::uint64_t> results() {
    find_functions();
    at_ = functions_.at(memory_.entry_point());
    while (!takes("{")) ++at_;
    is_entry_ = true;
    while (!takes("return")) statement();
    expression();
    demand(";");
    demand("}");
    if (at_ != words_.size()) fail("text behind the end");
    for (const auto& [name, one] : given_) {
      if (name.starts_with("input")) continue;
      for (const Value& cell : memory_[*memory_.find(name)].cells) {
        if (cell.kind != Value::Kind::number && cell.kind != Value::Kind::term) fail("an output is not all there");
        refusals_.push_back(identity(cell));
      }
    }
    return refusals_;
  }

 private:
  // ---- words ----

  const Word& here() const {
    static const Word end{Word::Kind::line, "the end"};
    return at_ < words_.size() ? words_[at_] : end;
  }
  const Word& ahead(std::size_t k) const { return words_[std::min(at_ + k, words_.size() - 1)]; }
  std::string_view take() {
    if (at_ >= words_.size()) fail("the text ends");
    if (++steps_ > most_steps) throw Fault{"too long", true};
    return words_[at_++].text;
  }
  bool takes(std::string_view what) {
    if (!here().is(what)) return false;
    take();
    return true;
  }
  void demand(std::string_view what) {
    if (!takes(what)) fail("\"" + std::string(what) + "\" and not \"" + std::string(here().text) + "\"");
  }
  void skip_block() {
    int depth = 0;
    do {
      depth += here().is("{") ? 1 : here().is("}") ? -1 : 0;
      take();
    } while (depth > 0);
  }

  // ---- expressions ----

  Value expression() {
    const Value condition = conjunction();
    if (!takes("?")) return condition;
    const Value yes = expression();
    demand(":");
    const Value no = expression();
    if (condition.kind == Value::Kind::number) return condition.number != 0 ? yes : no;
    return term("?:", {condition, yes, no});
  }
  Value conjunction() {
    Value left = comparison();
    while (takes("&&")) {
      const Value right = comparison();
      if (left.kind != Value::Kind::number)
        left = term("&&", {left, right});
      else if (left.number != 0)
        left = right;
    }
    return left;
  }
  Value comparison() {
    const Value left = sum();
    const std::string_view mark = here().text;
    if (here().kind != Word::Kind::mark || (mark != "<" && mark != "<=" && mark != "==" && mark != "!=")) return left;
    take();
    const Value right = sum();
    if (left.kind == Value::Kind::number && right.kind == Value::Kind::number)
      return number(mark == "<"    ? left.number < right.number
                    : mark == "<=" ? left.number <= right.number
                    : mark == "==" ? left.number == right.number
                                   : left.number != right.number);
    return mark == "!=" ? term("!=", {left, right}) : Value{};
  }
  static Value calculated(char mark, const Value& a, const Value& b) {
    if (a.kind == Value::Kind::pointer && b.kind == Value::Kind::number && mark == '+')
      return {Value::Kind::pointer, a.number + b.number, a.term};
    if (a.kind != Value::Kind::number || b.kind != Value::Kind::number) return {};
    const auto fits = [](std::int64_t n) { return n >= INT32_MIN && n <= INT32_MAX; };
    const std::int64_t x = a.number, y = b.number;
    if (!fits(x) || !fits(y) || ((mark == '/' || mark == '%') && (y <= 0 || x < 0))) return {};
    const std::int64_t n = mark == '+'   ? x + y
                           : mark == '-' ? x - y
                           : mark == '*' ? x * y
                           : mark == '/' ? x / y
                                         : x % y;
    return fits(n) ? number(n) : Value{};
  }
  Value sum() {
    Value left = product();
    while (here().is("+") || here().is("-")) {
      const char mark = take()[0];
      Value right = product();
      if (left.kind == Value::Kind::pointer && are_nibbles(memory_[left].type))
        right = calculated('*', right, number(2));
      left = calculated(mark, left, right);
    }
    return left;
  }
  Value product() {
    Value left = unary();
    while (here().is("*") || here().is("/") || here().is("%")) {
      const char mark = take()[0];
      left = calculated(mark, left, unary());
    }
    return left;
  }
  Value unary() {
    if (takes("-")) {
      const Value a = unary();
      return a.kind == Value::Kind::number ? number(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a.number)))
                                           : term("-", {a});
    }
    if (takes("!")) {
      const Value a = unary();
      return a.kind == Value::Kind::number ? number(a.number == 0) : term("!", {a});
    }
    if (takes("(")) {
      const bool is_cast = here().is("truth_t");
      const Value inner = is_cast ? (take(), Value{}) : expression();
      demand(")");
      return is_cast ? unary() : inner;
    }
    if (here().kind == Word::Kind::number) return literal(take());
    if (here().kind != Word::Kind::name) fail("no expression: \"" + std::string(here().text) + "\"");
    return named();
  }
  Value named() {
    const std::string_view name = take();
    if (takes("(")) return call(name);
    if (here().is("->") || here().is(".")) {
      take();
      const std::string member(take());
      const Value* const found = memory_.find(name == "weights" ? member : "arena->" + member);
      return found != nullptr ? *found : term(member, {});
    }
    const std::size_t variable = find(name);
    const Value* const global = memory_.find(std::string(name));
    const Value value = variable != none    ? variables_[variable].value
                        : global != nullptr ? *global
                                            : term(name, {});  // an enumerator, a macro
    if (!takes("[")) return value;
    const Value place = expression();
    demand("]");
    return memory_.load(value, place);
  }
  Value call(std::string_view name) {
    if (functions_.contains(name)) return run_function(name);
    if (name.ends_with("_any")) name.remove_suffix(4);  // a NaN may be any NaN
    std::vector<Value> operands;
    std::size_t sum = none;
    while (!takes(")")) {
      if (!operands.empty()) demand(",");
      if (takes("&")) {
        sum = find(take());
        operands.push_back(sum != none ? variables_[sum].value : Value{});
      } else {
        operands.push_back(expression());
      }
    }
    if (operands.empty()) return term(name, {});
    if (operands.size() == 1 && (name == "INT64_C" || name == "UINT64_C")) return operands[0];
    if (operands.size() == 2 && name.ends_with("4_load")) return memory_.load(operands[0], operands[1]);
    if (operands.size() == 3 && name.ends_with("4_store"))
      return memory_.store(operands[0], operands[1], operands[2]), Value{};
    if (operands.size() == 2 && name.starts_with("place_of_"))  // an index that there is
      return number(static_cast<std::int64_t>(term("", {operands[0]}).term >> 1) %
                    std::max<std::int64_t>(operands[1].number, 1));
    const bool begins = sum != none && name.ends_with("_start");
    Value result = begins ? term(name, {}) : term(name, {operands[0]});
    for (std::size_t k = 1; k < operands.size(); ++k) result = term("", {result, operands[k]});
    if (sum != none) variables_[sum].value = result;
    return result;
  }

  // ---- functions ----

  // The number of the innermost variable; none where there is no such one.
  std::size_t find(std::string_view name) const {
    for (std::size_t k = variables_.size(); k-- > hidden_;)
      if (variables_[k].name == name) return k;
    return none;
  }

  // By name: the word behind it.
  void find_functions() {
    for (at_ = 0; at_ + 3 < words_.size();) {
      if (here().is("{")) {
        skip_block();
      } else {
        if (ahead(1).is("(") && here().kind == Word::Kind::name && !functions_.emplace(here().text, at_ + 1).second)
          fail("a function is there twice");
        ++at_;
      }
    }
    if (!functions_.contains(memory_.entry_point())) fail("there is no entry point");
  }

  Value run_function(std::string_view name) {
    std::vector<Value> arguments;
    while (!takes(")")) {
      if (!arguments.empty()) demand(",");
      arguments.push_back(expression());
    }
    const std::size_t back = at_;
    const std::size_t hidden = std::exchange(hidden_, variables_.size());
    std::set<std::uint64_t> refused;
    std::swap(refused, refused_);
    if (!is_entry_) fail("a function calls another one");
    is_entry_ = false;
    at_ = functions_.at(name);
    demand("(");
    for (const Value& argument : arguments) {
      if (&argument != &arguments[0]) demand(",");
      const bool is_constant = takes("const");
      const std::string_view type = take();
      demand("*");
      demand("restrict");
      if (argument.kind != Value::Kind::pointer || memory_[argument].type != type) fail("an argument of no use");
      variables_.push_back({take(), type, argument, is_constant});
    }
    demand(")");
    demand("{");
    while (!here().is("return") && !here().is("}")) statement();
    at_ = back;
    variables_.resize(hidden_);
    hidden_ = hidden;
    std::swap(refused, refused_);
    is_entry_ = true;
    Value status = term("status", {});
    for (const std::uint64_t one : refused) status.term = mixed(status.term, one);
    return status;
  }

  void block() {
    demand("{");
    const std::size_t outer = variables_.size();
    while (!takes("}")) statement();
    variables_.resize(outer);
  }

  void statement() {
    if (takes("(")) return mention();
    if (here().kind != Word::Kind::name) fail("no statement: \"" + std::string(here().text) + "\"");
    if (takes("for")) return loop();
    if (takes("if")) return condition();
    takes("static");
    const bool is_constant = takes("const");
    if (ahead(1).kind == Word::Kind::name) return declaration();
    if (is_constant) fail("no declaration");
    if (ahead(1).is("(")) {
      expression();
    } else {
      const std::size_t variable = find(take());
      if (variable == none) fail("an assignment to nothing");
      if (takes("[")) {
        const Value place = expression();
        demand("]");
        demand("=");
        if (variables_[variable].is_constant) fail("a store to what is constant");
        const Value value = expression();
        memory_.store(variables_[variable].value, place, value);
      } else {
        demand("=");
        const Value value = expression();
        variables_[variable].value = typed(variables_[variable].type, value);
      }
    }
    demand(";");
  }
  // (void)input_0;
  void mention() {
    for (const std::string_view word : {"void", ")"}) demand(word);
    const std::string name(take());
    if (!given_.contains(name)) fail("\"" + name + "\" is no parameter");
    demand(";");
  }
  void declaration() {
    const std::string_view type = take(), name = take();
    Value value;
    if (takes("[")) {
      const Value size = literal(take());
      demand("]");
      if (size.kind != Value::Kind::number || size.number < 1 || size.number > 1 << 20) fail("a row of no size");
      value = memory_.add(name, type, static_cast<std::uint64_t>(size.number), Array::Kind::own);
      if (takes("=")) {
        demand("{");
        for (std::int64_t k = 0; !takes("}"); ++k) {
          memory_.store(value, number(k), expression());
          if (!here().is("}")) demand(",");
        }
      }
    } else if (takes("=")) {
      value = typed(type, expression());
    }
    demand(";");
    variables_.push_back({name, type, value});
  }
  void loop() {
    demand("(");
    demand("int32_t");
    const std::string_view name = take();
    demand("=");
    const Value begin = expression();
    demand(";");
    demand(name);
    demand("<");
    const Value end = expression();
    for (const std::string_view word : {std::string_view(";"), std::string_view("++"), name, std::string_view(")")})
      demand(word);
    if (begin.kind != Value::Kind::number || end.kind != Value::Kind::number) fail("a loop of no numbers");
    const std::size_t body = at_;
    skip_block();
    const std::size_t behind = at_;
    const std::size_t counter = variables_.size();
    variables_.push_back({name, "int32_t", {}});
    for (std::int64_t i = begin.number; i < end.number; ++i) {
      at_ = body;
      variables_[counter].value = number(i);
      block();
    }
    variables_.resize(counter);
    at_ = behind;
  }
  void condition() {
    demand("(");
    const Value truth = expression();
    demand(")");
    if (here().is("{") && ahead(1).is("return")) {
      at_ += 2;
      note_refusal(truth, expression());
      demand(";");
      demand("}");
      return;
    }
    if (truth.kind != Value::Kind::number) fail("a condition on data with something else than a refusal");
    if (truth.number != 0)
      block();
    else
      skip_block();
    if (!takes("else")) return;
    if (truth.number == 0)
      block();
    else
      skip_block();
  }
  void note_refusal(const Value& truth, const Value& status) {
    const Value refusal = term(is_entry_ && memory_.has_written() ? "late" : "refusal", {truth, status});
    if (refusal.kind != Value::Kind::term) fail("a refusal by nothing");
    if (is_entry_)
      refusals_.push_back(refusal.term);
    else
      refused_.insert(refusal.term);
  }

  const Words& words_;
  const std::map<std::string, GivenArray>& given_;
  Memory memory_;
  std::size_t at_ = 0;
  std::uint64_t steps_ = 0;
  std::map<std::string_view, std::size_t> functions_;
  std::vector<Variable> variables_;  // the innermost last
  std::size_t hidden_ = 0;           // of them, while a function runs
  std::vector<std::uint64_t> refusals_;
  std::set<std::uint64_t> refused_;  // by the function that is run
  bool is_entry_ = false;
};

}  // namespace

Meaning meaning_of(const Words& header, const Words& model, const std::map<std::string, GivenArray>& given) {
  try {
    return {Run(header, model, given).results(), "", false};
  } catch (const Fault& fault) {
    return {{}, fault.what, fault.is_too_long};
  }
}

}  // namespace etalon::fuzz
