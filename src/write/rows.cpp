// SPDX-License-Identifier: Apache-2.0
// Floor 8. See rows.hpp.
#include "write/rows.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "write/simplify.hpp"

namespace etalon::impl {
namespace {

using Kind = Statement::Kind;
using Of = Expression::Kind;
using Block = std::vector<Statement>;

constexpr std::int64_t shortest_row = 4, longest_row = 1024;  // elements; the array is on the stack
constexpr std::int64_t longest_stride = 8;                    // of operands, between neighbours of a row

std::int64_t floor_of(std::int64_t a, std::int64_t n) { return a >= 0 ? a / n : -((-a + n - 1) / n); }

// A loop over the elements of a row. What stands in the way is thrown: the loop then stays as it is.
struct NoRow {};

class RowLoop {
 public:
  RowLoop(Program& program, const Statement& loop) : program_(program), loop_(loop), x_(loop.counter) {}

  Block scheduled() {
    find_interior(loop_.body);
    if (end_ - begin_ < shortest_row || end_ - begin_ > longest_row) throw NoRow();
    element_ = std::make_shared<Atom>(Atom{x_->text, 0, end_ - begin_ - 1});
    replaced_.emplace(x_, WrittenPlace(element_) + WrittenPlace(static_cast<std::uint64_t>(begin_)));
    const Block body = resolved(loop_.body);
    judge(body);
    std::set<std::size_t> stored;
    collect_stores(body, stored);
    keep_apart(body, stored);
    group(body);
    Block result = distributed(body);
    if (begin_ > 0 || end_ < static_cast<std::int64_t>(loop_.bound)) result.push_back(border());
    return result;
  }

 private:
  // ---- places ----

  static bool has(const WrittenPlace& place, const AtomPointer& atom) {
    return std::ranges::any_of(place.terms(), [&](const WrittenPlace::Term& term) {
      return term.first == atom || (term.first->first && has(*term.first->first, atom)) ||
             (term.first->second && has(*term.first->second, atom));
    });
  }
  static std::int64_t factor_of(const WrittenPlace& place, const AtomPointer& atom) {
    for (const auto& [own, factor] : place.terms()) {
      if (own == atom) return factor;
      if (own->kind != Atom::Kind::named && has(WrittenPlace(own), atom)) throw NoRow();
    }
    return 0;
  }
  WrittenPlace resolved(const WrittenPlace& place) const {
    WrittenPlace sum(place.constant(), 0);
    for (const auto& [atom, factor] : place.terms()) {
      const auto known = replaced_.find(atom);
      if (atom->kind != Atom::Kind::named && has(WrittenPlace(atom), x_)) throw NoRow();
      sum = sum + (known == replaced_.end() ? WrittenPlace(atom) : known->second).times(factor);
    }
    return sum;
  }

  // The elements of the row for which all conditions hold that ask for the element: no pad is among them.
  void find_interior(const Block& block) {
    for (const Statement& one : block) {
      if (one.kind == Kind::place && !one.value) {
        WrittenPlace sum(one.at.constant(), 0);
        for (const auto& [atom, factor] : one.at.terms())
          sum = sum + (named_.contains(atom) ? named_.at(atom) : WrittenPlace(atom)).times(factor);
        named_[one.counter] = sum;
      }
      if (one.kind == Kind::when || one.kind == Kind::unless) keep_inside(one.inside);
      if (one.value)
        for_each_expression(*one.value, [&](const Expression& e) {
          if (e.kind == Of::where) keep_inside(e.inside);
        });
      find_interior(one.body);
    }
  }
  void keep_inside(const Inside& inside) {
    for (const auto& [place, below] : inside.bounds) {
      WrittenPlace at(place.constant(), 0);
      for (const auto& [atom, factor] : place.terms())
        at = at + (named_.contains(atom) ? named_.at(atom) : WrittenPlace(atom)).times(factor);
      const std::int64_t factor = factor_of(at, x_);
      if (factor == 0) continue;
      if (factor < 0 || !below.is_constant()) throw NoRow();
      const WrittenPlace rest = at - WrittenPlace(x_).times(factor);
      begin_ = std::max(begin_, -floor_of(rest.low(), factor));
      end_ = std::min(end_, floor_of(below.constant() - 1 - rest.high(), factor) + 1);
    }
  }

  // ---- the interior, without conditions on the element ----

  // Those that do not ask for the element.
  std::optional<Inside> left_of(const Inside& inside) const {
    Inside left;
    left.never = inside.never;
    for (const auto& [place, below] : inside.bounds)
      if (const WrittenPlace at = resolved(place); !has(at, element_)) left.bounds.push_back({at, resolved(below)});
    return left.always() ? std::nullopt : std::optional(left);
  }
  ExpressionPointer resolved(const ExpressionPointer& value) const {
    Expression changed = *value;
    if (changed.kind == Of::where) {
      const auto left = left_of(changed.inside);
      if (!left) return resolved(changed.arguments[0]);
      changed.inside = *left;
    }
    changed.place = resolved(changed.place);
    for (ExpressionPointer& argument : changed.arguments) argument = resolved(argument);
    return expression(std::move(changed));
  }
  Block resolved(const Block& block) {
    Block result;
    for (const Statement& one : block) {
      Statement changed = one;
      changed.at = resolved(one.at);
      if (one.value) changed.value = resolved(one.value);
      if (one.kind == Kind::place && !one.value && has(changed.at, element_)) {
        replaced_.insert_or_assign(one.counter, changed.at);
        continue;
      }
      changed.body = resolved(one.body);
      if (one.kind == Kind::when || one.kind == Kind::unless) {
        const auto left = left_of(one.inside);
        if (!left) {
          if (one.kind == Kind::when) std::ranges::move(changed.body, std::back_inserter(result));
          continue;
        }
        // The other branch of what asks for more than is left is not that of what is left.
        if (one.kind == Kind::unless && left->bounds.size() != one.inside.bounds.size()) throw NoRow();
        changed.inside = *left;
      }
      result.push_back(std::move(changed));
    }
    return result;
  }

  // ---- whether it is worth while ----

  void judge(const Block& body) {
    bool has_store = false, has_loop = false;
    for (const Statement& one : body) {
      has_loop = has_loop || has_loops(one);
      has_store = has_store || (one.kind == Kind::store && factor_of(one.at, element_) == 1);
    }
    if (!has_store || !has_loop) throw NoRow();
    bool reads = false;
    for (const Statement& one : body)
      if (has_loops(one)) reads = judge_inside(one.body) || reads;
    if (!reads) throw NoRow();
  }
  bool judge_inside(const Block& block) const {
    bool reads = false;
    for (const Statement& one : block) {
      if (one.kind == Kind::store) throw NoRow();
      if (one.value)
        for_each_expression(*one.value, [&](const Expression& e) {
          if (e.kind != Of::element) return;
          const std::int64_t stride = factor_of(e.place, element_);
          if (stride < 0 || stride > longest_stride) throw NoRow();
          reads = reads || stride != 0;
        });
      reads = judge_inside(one.body) || reads;
    }
    return reads;
  }
  static bool has_loops(const Statement& one) {
    return one.kind == Kind::loop || std::ranges::any_of(one.body, [](const Statement& s) { return has_loops(s); });
  }

  // What is stored for one element is not read for another: the state of a recurrence goes from step to step.
  static void collect_stores(const Block& block, std::set<std::size_t>& stored) {
    for (const Statement& one : block) {
      if (one.kind == Kind::store) stored.insert(one.number);
      collect_stores(one.body, stored);
    }
  }
  static void keep_apart(const Block& block, const std::set<std::size_t>& stored) {
    for (const Statement& one : block) {
      if (one.value)
        for_each_expression(*one.value, [&](const Expression& e) {
          if (e.kind == Of::element && stored.contains(e.number)) throw NoRow();
        });
      keep_apart(one.body, stored);
    }
  }

  // ---- values that live from one loop over the row to another ----

  void group(const Block& block) {
    for (const Statement& one : block) {
      const bool is_outer = has_loops(one);
      if (is_outer) ++groups_;
      if (one.kind == Kind::effect || one.kind == Kind::refusal || (one.kind == Kind::place && one.value))
        throw NoRow();
      if (one.value) {
        const bool changes = depends(*one.value);
        for_each_expression(*one.value, [&](const Expression& e) {
          if (e.kind == Of::variable) use(e.number);
          if (e.kind == Of::address) throw NoRow();
        });
        if (one.kind == Kind::declaration) {
          home_[one.number] = groups_;
          if (!changes && !program_.variables[one.number].is_assigned) fixed_.insert(one.number);
        }
        if (one.kind == Kind::assignment) use(one.number);
      }
      if (is_outer) {
        group(one.body);
        ++groups_;
      } else {
        for (const Statement& inside : one.body) group({inside});
      }
    }
  }
  void use(std::size_t variable) {
    const auto home = home_.find(variable);
    if (home == home_.end() || home->second == groups_ || fixed_.contains(variable)) return;
    if (program_.variables[variable].type.kind != ValueType::Kind::element) throw NoRow();
    rows_.try_emplace(variable, 0);
  }
  // Whether a value may differ from element to element.
  bool depends(const Expression& value) const {
    bool found = false;
    for_each_expression(value, [&](const Expression& e) {
      found = found || (e.kind == Of::variable && home_.contains(e.number) && !fixed_.contains(e.number)) ||
              (e.kind == Of::element && (has(e.place, element_) || !is_operand(e.number))) || has(e.place, element_);
    });
    return found;
  }
  bool is_operand(std::size_t buffer) const {
    const Buffer::Kind kind = program_.buffers[buffer].kind;
    return kind == Buffer::Kind::operand || kind == Buffer::Kind::table;
  }

  // ---- loops over the row, inside of the loops of the sums ----

  std::size_t row_of(std::size_t variable) {
    std::size_t& row = rows_.at(variable);
    const Variable& own = program_.variables[variable];
    if (row == 0)
      row =
          1 + program_.buffer({Buffer::Kind::row, own.name, own.type.type, static_cast<std::uint64_t>(end_ - begin_)});
    return row - 1;
  }
  ExpressionPointer with_rows(const ExpressionPointer& value) {
    if (value->kind == Of::variable && rows_.contains(value->number))
      return expression({.kind = Of::element, .number = row_of(value->number), .place = WrittenPlace(element_)});
    if (value->arguments.empty()) return value;
    Expression changed = *value;
    for (ExpressionPointer& argument : changed.arguments) argument = with_rows(argument);
    return expression(std::move(changed));
  }
  Statement with_rows(Statement one) {
    if (one.value) one.value = with_rows(one.value);
    for (Statement& inside : one.body) inside = with_rows(std::move(inside));
    if ((one.kind != Kind::declaration && one.kind != Kind::assignment) || !rows_.contains(one.number)) return one;
    return {.kind = Kind::store, .number = row_of(one.number), .at = WrittenPlace(element_), .value = one.value};
  }
  Block distributed(const Block& block) {
    Block result, together;
    const auto settle = [&] {
      if (together.empty()) return;
      result.push_back({.kind = Kind::loop,
                        .counter = element_,
                        .bound = static_cast<std::uint64_t>(end_ - begin_),
                        .body = std::exchange(together, {})});
    };
    for (const Statement& one : block) {
      if (has_loops(one)) {
        settle();
        Statement outer = one;
        outer.body = distributed(one.body);
        result.push_back(std::move(outer));
      } else if (one.kind == Kind::place || (one.kind == Kind::declaration && fixed_.contains(one.number))) {
        result.push_back(one);
      } else {
        together.push_back(with_rows(one));
      }
    }
    settle();
    return result;
  }

  // The other elements, one by one.
  Statement border() {
    Buffer table{Buffer::Kind::table, "border", DType::i32};
    for (std::int64_t k = 0; k < static_cast<std::int64_t>(loop_.bound); ++k)
      if (k < begin_ || k >= end_) table.entries.push_back(std::to_string(k));
    table.count = table.entries.size();
    const auto counter = std::make_shared<Atom>(Atom{"k", 0, static_cast<std::int64_t>(table.count) - 1});
    Statement loop{.kind = Kind::loop, .counter = counter, .bound = table.count};
    loop.body.push_back(
        {.kind = Kind::place,
         .counter = x_,
         .value = expression(
             {.kind = Of::element, .number = program_.buffer(std::move(table)), .place = WrittenPlace(counter)})});
    std::ranges::copy(loop_.body, std::back_inserter(loop.body));
    return loop;
  }

  Program& program_;
  const Statement& loop_;
  AtomPointer x_, element_;
  std::int64_t begin_ = 0, end_ = static_cast<std::int64_t>(loop_.bound);
  std::map<AtomPointer, WrittenPlace> named_, replaced_;
  std::map<std::size_t, unsigned> home_;  // the group that declares a variable
  std::set<std::size_t> fixed_;           // variables that are the same for all elements
  std::map<std::size_t, std::size_t> rows_;
  unsigned groups_ = 0;
};

void schedule(Program& program, Block& block) {
  Block result;
  for (Statement& one : block) {
    if (one.kind == Kind::loop) {
      try {
        std::ranges::move(RowLoop(program, one).scheduled(), std::back_inserter(result));
        continue;
      } catch (const NoRow&) {
      }
    }
    schedule(program, one.body);
    result.push_back(std::move(one));
  }
  block = std::move(result);
}

}  // namespace

void schedule_by_rows(Program& program) { schedule(program, program.body); }

}  // namespace etalon::impl
