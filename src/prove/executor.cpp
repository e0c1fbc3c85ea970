// SPDX-License-Identifier: Apache-2.0
// Floor 8. See executor.hpp: places and statements.
#include "prove/executor.hpp"

#include <algorithm>

namespace etalon::impl::prove {

Executor::Executor(const Function& function, const char* file, Joiner& joiner, std::span<const BoundArray> parameters,
                   std::uint64_t budget)
    : f_(function),
      file_(file),
      joiner_(joiner),
      parameters_(parameters),
      budget_(budget),
      slots_(function.place_slots + 1),
      values_(function.values),
      truths_(function.truths, TracedTruth(false)),
      sums_(function.sums, Term{.level = undefined_level}),
      rows_(function.arrays.size()) {}

Executor::Outcome Executor::run() {
  arrays_.resize(f_.arrays.size());
  for (std::size_t k = 0; k < f_.arrays.size(); ++k) {
    const Array& array = f_.arrays[k];
    RunArray& run = arrays_[k];
    run.count = k < f_.parameters ? parameters_[k].count : array.count;
    run.count = std::min<std::uint64_t>(run.count, std::uint64_t{1} << 31);
    if (k < f_.parameters) {
      run.is_variable = array.kind == Array::Kind::operand && parameters_[k].stored == nullptr;
      run.tensor = parameters_[k].tensor;
      run.cells = parameters_[k].cells;
    } else if (array.kind == Array::Kind::row) {
      rows_[k].assign(static_cast<std::size_t>(array.count), {Term{.level = undefined_level}});
      run.row = rows_[k].data();
    }
  }
  execute(f_.blocks[0]);
  return outcome_;
}

void Executor::refuse_outside(std::uint32_t array, std::int32_t at, std::uint32_t line) const {
  refuse_at(rules::memory, line,
            "element " + std::to_string(at) + " is outside of " + f_.arrays[array].name + ", which has " +
                std::to_string(arrays_[array].count));
}

void Executor::refuse_at(const char* rule, std::uint32_t line, const std::string& what) const {
  refuse(rule, {file_, line}, f_.name + ": " + what);
}

void Executor::refuse_effort() const {
  Finding finding = error(Code::limit, rules::scope,
                          to_string(Spot{file_, f_.line}) + ": " + f_.name +
                              ": its loops go through far more places than its node has steps",
                          "make kernels, pads and strides smaller, so that the text can be proved");
  finding.value = file_;
  throw Refused{std::move(finding)};
}

// ---- places ---------------------------------------------------------------------------------------------------------

std::int32_t Executor::tree(std::uint32_t number, std::uint32_t line) const {
  const PlaceTree& t = f_.trees[number];
  std::int64_t result = 0;
  switch (t.kind) {
    case PlaceTree::Kind::literal:
      return t.value;
    case PlaceTree::Kind::slot:
      return slots_[static_cast<std::size_t>(t.value)];
    case PlaceTree::Kind::add:
      result = std::int64_t{tree(t.a, line)} + tree(t.b, line);
      break;
    case PlaceTree::Kind::sub:
      result = std::int64_t{tree(t.a, line)} - tree(t.b, line);
      break;
    case PlaceTree::Kind::mul:
      result = std::int64_t{tree(t.a, line)} * tree(t.b, line);
      break;
    case PlaceTree::Kind::div:
    case PlaceTree::Kind::mod: {
      const std::int32_t a = tree(t.a, line);
      if (a < 0) refuse_at(rules::meaning, line, "a place that is negative is divided");
      return t.kind == PlaceTree::Kind::div ? a / t.value : a % t.value;
    }
    case PlaceTree::Kind::table: {
      const Array& table = f_.arrays[static_cast<std::size_t>(t.value)];
      const std::int32_t at = tree(t.a, line);
      if (at < 0 || static_cast<std::uint64_t>(at) >= table.count)
        refuse_at(rules::memory, line, "place " + std::to_string(at) + " is outside of the table " + table.name);
      return table.places[static_cast<std::size_t>(at)];
    }
  }
  if (result < INT32_MIN || result > INT32_MAX) refuse_at(rules::meaning, line, "a place overflows int32_t");
  return static_cast<std::int32_t>(result);
}

std::uint64_t Executor::count_at(std::uint32_t number, std::uint32_t line) {
  const std::int32_t count = place(number);
  if (count < 0) refuse_at(rules::meaning, line, "a negative count");
  return static_cast<std::uint64_t>(count);
}

void Executor::data_place(const Statement& s) {
  const std::int32_t at = place(s.b);
  const BoundArray& array = parameters_[s.c];
  if (array.stored == nullptr) refuse_at(rules::meaning, s.line, f_.arrays[s.c].name + " is no index operand");
  if (at < 0 || static_cast<std::uint64_t>(at) >= array.count)
    refuse_at(rules::memory, s.line, "element " + std::to_string(at) + " is outside of " + f_.arrays[s.c].name);
  const DType type = array.stored->type;
  const std::int64_t value = int_wrap(pattern_at(*array.stored, static_cast<std::uint64_t>(at)), info(type).bits);
  if (value < -std::int64_t{s.number} || value > INT32_MAX)
    refuse_at(rules::refusal, s.line, "an index is used as a place before it is known to be in range");
  has_data_place_ = true;
  slots_[s.a] = static_cast<std::int32_t>(value < 0 ? value + s.number : value);
}

// ---- statements -----------------------------------------------------------------------------------------------------

void Executor::store(const Statement& s, const Term& term) {
  const std::int32_t at = place(s.b);
  const auto i = static_cast<std::uint32_t>(at);
  const RunArray& run = arrays_[s.a];
  if (i >= run.count) refuse_outside(s.a, at, s.line);
  run.cells[i] = term;
  parameters_[s.a].lines[i] = s.line;
  // An even nibble clears its neighbour (scalar/nibble.h).
  if (info(f_.arrays[s.a].type).bits == 4 && i % 2 == 0 && i + 1 < run.count) run.cells[i + 1].level = undefined_level;
  outcome_.has_stored = true;
}

void Executor::keep(const Statement& s, const TextValue& value) {
  const std::int32_t at = place(s.b);
  if (static_cast<std::uint32_t>(at) >= arrays_[s.a].count) refuse_outside(s.a, at, s.line);
  arrays_[s.a].row[at] = value;
}

bool Executor::refuses(const Statement& s) {
  if (outcome_.has_stored) refuse_at(rules::refusal, s.line, "a refusal comes after a store");
  if (has_data_place_) refuse_at(rules::refusal, s.line, "a refusal comes after an index was used as a place");
  const Term term = truth(s.a).term();
  const std::uint64_t* known = known_pattern(term);
  if (known != nullptr && *known == 0) return false;
  if (known != nullptr) {
    outcome_.refusal = s.b;
    return true;
  }
  conditions_.emplace_back(term, s.b);
  return false;
}

bool Executor::execute(const std::vector<Statement>& block) {
  using Kind = Statement::Kind;
  if (budget_ <= block.size()) refuse_effort();
  budget_ -= block.size() + 1;
  for (const Statement& s : block) {
    switch (s.kind) {
      case Kind::loop: {
        const std::vector<Statement>& body = f_.blocks[s.b];
        for (std::int32_t i = 0; i < s.number; ++i) {
          slots_[s.a] = i;
          if (!execute(body)) return false;
        }
        break;
      }
      case Kind::place:
        slots_[s.a] = place(s.b);
        break;
      case Kind::data_place:
        data_place(s);
        break;
      case Kind::value: {
        TextValue room;
        values_[s.a] = value(s.b, room);
        break;
      }
      case Kind::truth:
        truths_[s.a] = truth(s.b);
        break;
      case Kind::store:
        if (s.a < f_.parameters) {
          store(s, settled(s.c));
        } else {
          TextValue room;
          keep(s, value(s.c, room));
        }
        break;
      case Kind::store_truth:
        if (s.a < f_.parameters)
          store(s, truth(s.c).term());
        else
          keep(s, {truth(s.c).term()});
        break;
      case Kind::when:
        if (holds(s.a)) {
          if (!execute(f_.blocks[s.b])) return false;
        } else if (s.c != nothing) {
          if (!execute(f_.blocks[s.c])) return false;
        }
        break;
      case Kind::refuse:
        if (refuses(s)) return false;
        break;
      case Kind::sum_start:
        sums_[s.a] = joiner_.join(Step::sum_start, static_cast<DType>(s.number), 0, nullptr);
        break;
      case Kind::sum_step:
      case Kind::sum_scale: {
        const bool is_step = s.kind == Kind::sum_step;
        const Term a = settled(s.b), b = is_step ? settled(s.c) : Term{};
        if (sums_[s.a].level == undefined_level) refuse_at(rules::meaning, s.line, "the sum is finished already");
        sums_[s.a] = joiner_.join(is_step ? Step::sum_step : Step::sum_scale, static_cast<DType>(s.number), 0,
                                  &sums_[s.a], &a, is_step ? &b : nullptr);
        break;
      }
    }
  }
  return true;
}

}  // namespace etalon::impl::prove
