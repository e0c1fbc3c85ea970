// SPDX-License-Identifier: Apache-2.0
// Floor 8. See contract.hpp.
#include "write/contract.hpp"

#include <algorithm>
#include <set>

namespace etalon::impl {
namespace {

// Elements of the array that holds a buffer: two numbers of 4 bits share one.
std::uint64_t length_of(const Buffer& buffer) {
  return buffer.kind == Buffer::Kind::row ? buffer.count : c_length(buffer.type, buffer.count);
}
std::string all_of(const std::string& name, std::uint64_t length) {
  return name + "[0 .. " + std::to_string(length - 1) + "]";
}

// ---- refusals -------------------------------------------------------------------------------------------------------

// What is true of an element that was not refused, such as -4 <= indices[r] <= 3.
struct Demand {
  std::size_t buffer;
  WrittenPlace place;
  std::string before, after;                 // the element stands between
  std::vector<const Statement*> loops = {};  // around it, the outermost first

  std::int64_t factor(std::size_t loop) const {
    const auto& terms = place.terms();
    const auto own = std::ranges::find(terms, loops[loop]->counter, &WrittenPlace::Term::first);
    return own == terms.end() ? 0 : own->second;
  }
};

std::string number_of(const std::string& literal) {
  const std::size_t begin = literal.find('(') + 1;  // of INT64_C(5)
  return begin == 0 ? literal : literal.substr(begin, literal.find(')') - begin);
}

std::optional<Demand> demand_of(const Program& program, const Expression& refused) {
  using Of = Expression::Kind;
  if (refused.kind != Of::call || refused.arguments.empty()) return std::nullopt;
  const Expression &first = *refused.arguments.front(), &last = *refused.arguments.back();
  const Expression& element = first.kind == Of::element ? first : last;
  if (element.kind != Of::element) return std::nullopt;
  const DType type = program.buffers[element.number].type;
  if (!is_integer(type) || info(type).bits == 4) return std::nullopt;
  Demand demand{element.number, element.place, "", ""};
  if (refused.text.ends_with("_is_zero"))
    demand.after = " != 0";
  else if (refused.text.ends_with("_less") && last.kind == Of::literal)
    demand.before = number_of(last.text) + " <= ";
  else if (refused.text.ends_with("_less") && first.kind == Of::literal)
    demand.after = " <= " + number_of(first.text);
  else
    return std::nullopt;
  return demand;
}

// Whether all elements of the operand are looked at, in their order; some of them perhaps several times.
bool is_in_order(const Program& program, const Demand& demand) {
  std::int64_t behind = 1;
  std::size_t used = 0;
  for (std::size_t k = demand.loops.size(); k-- > 0;) {
    if (demand.factor(k) == 0) continue;
    if (demand.factor(k) != behind) return false;
    behind *= static_cast<std::int64_t>(demand.loops[k]->bound);
    ++used;
  }
  return used == demand.place.terms().size() && demand.place.constant() == 0 &&
         behind == static_cast<std::int64_t>(program.buffers[demand.buffer].count);
}

// Whether everything that the block refuses was understood.
bool collect(const Program& program, const std::vector<Statement>& block, std::vector<const Statement*>& loops,
             std::vector<Demand>& demands) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::loop) {
      loops.push_back(&statement);
      if (!collect(program, statement.body, loops, demands)) return false;
      loops.pop_back();
    } else if (statement.kind == Statement::Kind::refusal) {
      auto demand = demand_of(program, *statement.value);
      if (!demand) return false;
      demand->loops = loops;
      if (!is_in_order(program, *demand)) return false;
      Demand* const same = demands.empty() ? nullptr : &demands.back();
      if (same == nullptr || same->buffer != demand->buffer || same->place != demand->place || same->loops != loops) {
        demands.push_back(*std::move(demand));
      } else {
        same->before += demand->before;
        same->after += demand->after;
      }
    } else {
      bool refuses = false;
      for_each_statement(statement.body,
                         [&](const Statement& one) { refuses = refuses || one.kind == Statement::Kind::refusal; });
      if (refuses) return false;
    }
  }
  return true;
}
std::vector<Demand> demands_of(const Program& program) {
  std::vector<Demand> demands;
  std::vector<const Statement*> loops;
  if (!program.can_refuse || !collect(program, program.body, loops, demands)) return {};
  return demands;
}

std::string for_all(const Demand& demand, const std::string& name, const std::string& condition) {
  return "\\forall integer q; " + condition + " ==> " + demand.before + name + "[q]" + demand.after;
}
// Of all elements, after the last loop.
std::string kept(const Program& program, const Demand& demand, const std::string& name) {
  if (demand.loops.empty()) return demand.before + name + "[0]" + demand.after;
  return for_all(demand, name, "0 <= q < " + std::to_string(program.buffers[demand.buffer].count));
}
// Of those before the one that is next in a loop.
std::string kept_in(const Demand& demand, std::size_t loop, const std::string& name) {
  WrittenPlace end;
  for (std::size_t k = 0; k <= loop; ++k) end = end + WrittenPlace(demand.loops[k]->counter).times(demand.factor(k));
  std::string condition;
  if (demand.factor(loop) == 0) {  // each pass looks at the same elements
    std::uint64_t length = 1;
    for (std::size_t k = loop + 1; k < demand.loops.size(); ++k)
      if (demand.factor(k) != 0) length *= demand.loops[k]->bound;
    end = end + WrittenPlace(length);
    condition = "0 < " + demand.loops[loop]->counter->text + " && ";
  }
  return for_all(demand, name, condition + "0 <= q < " + text_of(end));
}

}  // namespace

// ---- functions ------------------------------------------------------------------------------------------------------

GivenMemory given_array(const std::string& name, std::uint64_t length, bool is_written) {
  return {name + " + (0 .. " + std::to_string(length - 1) + ")", all_of(name, length), is_written};
}

std::string contract_of(const std::vector<GivenMemory>& memory, const std::vector<std::string>& returned,
                        const std::string& ensured) {
  std::string text, assigned, statuses;
  const auto line = [&](const std::string& what) { text += (text.empty() ? "/*@ " : "  @ ") + what + ";\n"; };
  for (const GivenMemory& one : memory) {
    line((one.is_written ? "requires \\valid(" : "requires \\valid_read(") + one.where + ")");
    if (one.is_written) assigned += (assigned.empty() ? "" : ", ") + one.what;
  }
  for (std::size_t k = 0; k < memory.size(); ++k)
    for (std::size_t other = 0; other < memory.size(); ++other)
      if (memory[k].is_written && other != k && (other < k || !memory[other].is_written))
        line("requires \\separated(" + memory[k].where + ", " + memory[other].where + ")");
  line("assigns " + (assigned.empty() ? "\\nothing" : assigned));
  for (const std::string& one : returned) statuses += (statuses.empty() ? "\\result == " : " || \\result == ") + one;
  if (!returned.empty()) line("ensures " + statuses);
  if (!ensured.empty()) line("ensures " + ensured);
  text.insert(text.size() - 1, " */");
  return text;
}

std::string function_contract(const Program& program, const std::vector<std::string>& names,
                              const std::vector<std::string>& returned) {
  std::vector<GivenMemory> memory;
  for (std::size_t k = 0; k < program.buffers.size(); ++k)
    if (const Buffer& buffer = program.buffers[k]; buffer.is_parameter())
      memory.push_back(given_array(names[k], length_of(buffer), buffer.kind == Buffer::Kind::result));
  std::string all;
  for (const Demand& demand : demands_of(program))
    all += (all.empty() ? "(" : " && (") + kept(program, demand, names[demand.buffer]) + ")";
  return contract_of(memory, returned, all.empty() ? all : "\\result == " + returned[0] + " <==> " + all);
}

std::string loop_contract(const Program& program, const Statement& loop, const std::vector<std::string>& buffer_names,
                          const std::vector<std::string>& variable_names, const std::string& margin) {
  std::set<std::size_t> stored, changed;
  for_each_statement(loop.body, [&](const Statement& statement) {
    if (statement.kind == Statement::Kind::store && program.buffers[statement.number].count != 0)
      stored.insert(statement.number);
    if (statement.kind == Statement::Kind::assignment) changed.insert(statement.number);
    if (statement.kind == Statement::Kind::effect) changed.insert(statement.value->arguments[0]->number);
  });
  std::string assigned;
  for (const std::size_t k : stored) assigned += all_of(buffer_names[k], length_of(program.buffers[k])) + ", ";
  for (const std::size_t k : changed)  // those that are declared inside have no name yet
    if (!variable_names[k].empty()) assigned += variable_names[k] + ", ";
  const std::string &counter = loop.counter->text, bound = std::to_string(loop.bound);
  std::string text = margin + "/*@ loop invariant 0 <= " + counter + " <= " + bound + ";\n";
  for (const Demand& demand : demands_of(program))
    if (const auto own = std::ranges::find(demand.loops, &loop); own != demand.loops.end())
      text += margin + "  @ loop invariant " +
              kept_in(demand, static_cast<std::size_t>(own - demand.loops.begin()), buffer_names[demand.buffer]) +
              ";\n";
  return text + margin + "  @ loop assigns " + assigned + counter + ";\n" + margin + "  @ loop variant " + bound +
         " - " + counter + "; */\n";
}

}  // namespace etalon::impl
