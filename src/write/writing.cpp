// SPDX-License-Identifier: Apache-2.0
// Floor 8. See writing.hpp.
#include "write/writing.hpp"

#include <algorithm>
#include <array>

#include "ops/reference_table.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

const WrittenBuffer& buffer_of(const void* operand) { return *static_cast<const WrittenBuffer*>(operand); }

AtomPointer atom(std::string name, std::int64_t low, std::int64_t high) {
  return std::make_shared<Atom>(Atom{std::move(name), low, high});
}

}  // namespace

bool Writing::Loops::enter(WrittenPlace& at, unsigned& depth) const {
  if (std::ranges::any_of(dimensions_, [](const Dimension& one) { return one.length == 0; })) return false;
  for (const auto& [length, name] : dimensions_) {
    at = at * WrittenPlace(length);
    if (length == 1) continue;
    const AtomPointer counter = atom(name, 0, static_cast<std::int64_t>(length) - 1);
    at = at + WrittenPlace(counter);
    program_->enter({.kind = Statement::Kind::loop, .counter = counter, .bound = length});
    ++depth;
  }
  return true;
}

Writing::Loops Writing::elements(const Shape& shape) const {
  static constexpr const char* of_image[] = {"n", "c", "y", "x"};
  static constexpr const char* others[] = {"i", "j", "k", "l", "m", "n", "o", "p"};
  std::vector<Loops::Dimension> dimensions;
  for (unsigned k = 0; k < shape.rank; ++k) dimensions.push_back({shape[k], shape.rank == 4 ? of_image[k] : others[k]});
  return {program_, std::move(dimensions)};
}

// ---- places ---------------------------------------------------------------------------------------------------------

WrittenPlace Writing::named(const WrittenPlace& place, const char* name) const {
  if (place.is_constant() || (place.terms().size() == 1 && place.constant() == 0)) return place;
  const AtomPointer counter = atom(name, place.low(), place.high());
  counter->first = std::make_shared<const WrittenPlace>(place);
  program_->add({.kind = Statement::Kind::place, .counter = counter, .at = place});
  return WrittenPlace(counter);
}

Inside Writing::within(const WrittenPlace& place, const WrittenPlace& n) const {
  if (place.low() >= 0 && place.high() < n.low()) return {};
  if (place.high() < 0 || place.low() >= n.high() || n.high() <= 0) return {.never = true};
  return {.bounds = {{place, n}}};
}

// Sums of counters where they can be.
WrittenPlace Writing::tabled(const WrittenPlace& i, const std::vector<std::int64_t>& numbers, const char* name) const {
  if (i.is_constant()) return WrittenPlace(numbers[static_cast<std::size_t>(i.constant())], 0);
  const std::int64_t step = numbers.size() > 1 ? numbers[1] - numbers[0] : 0;
  bool is_even = true;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    is_even = is_even && numbers[k] == numbers[0] + step * static_cast<std::int64_t>(k);
  if (is_even) return i.times(step) + WrittenPlace(numbers[0], 0);
  Buffer table{Buffer::Kind::table, name, DType::i32, numbers.size()};
  for (const std::int64_t number : numbers) table.entries.push_back(std::to_string(number));
  std::size_t number = 0;
  while (number < program_->buffers.size() &&
         (program_->buffers[number].kind != Buffer::Kind::table || program_->buffers[number].type != DType::i32 ||
          program_->buffers[number].entries != table.entries))
    ++number;
  if (number == program_->buffers.size()) program_->buffer(std::move(table));
  const auto [low, high] = std::ranges::minmax(numbers);
  const AtomPointer entry = atom(std::string(name) + "_here", low, high);
  program_->add({.kind = Statement::Kind::place,
                 .counter = entry,
                 .value = expression({.kind = Expression::Kind::element, .number = number, .place = i})});
  return WrittenPlace(entry);
}

WrittenBuffer Writing::number_table(DType type, const std::vector<std::uint64_t>& patterns, const char* name) const {
  Buffer table{Buffer::Kind::table, name, type, patterns.size()};
  for (const std::uint64_t pattern : patterns) table.entries.push_back(c_initializer(type, pattern).value_or("NAN"));
  return {program_, program_->buffer(std::move(table))};
}

WrittenPlace Writing::place_in(const void* operand, const WrittenPlace& at, std::uint64_t n) const {
  const WrittenBuffer& buffer = buffer_of(operand);
  const Buffer& own = program_->buffers[buffer.number];
  if (buffer.known.data != nullptr)
    return tabled(at, own.count, "length", [&](std::uint64_t k) {
      const std::int64_t number = int_wrap(pattern_at(buffer.known, k), info(own.type).bits);
      return number < 0 ? number + static_cast<std::int64_t>(n) : number;
    });
  const AtomPointer counter = atom("at", 0, static_cast<std::int64_t>(n) - 1);
  program_->add({.kind = Statement::Kind::place,
                 .counter = counter,
                 .value = call_of("place_of_" + c_prefix(own.type), {element_of(operand, at)}, std::to_string(n))});
  return WrittenPlace(counter);
}

// ---- what is kept, and what is refused ------------------------------------------------------------------------------

Writing::Rows Writing::rows(DType type, unsigned count, std::uint64_t length) const {
  static constexpr const char* names[] = {"before", "after", "own"};
  std::vector<Row> rows;
  for (unsigned k = 0; k < count; ++k)
    rows.emplace_back(WrittenBuffer{program_, program_->buffer({Buffer::Kind::row, names[k % 3], type, length})},
                      ValueType{ValueType::Kind::element, type});
  return Rows(std::move(rows));
}

void Writing::refuse(Status& status, const WrittenTruth& truth, const WrittenPlace&) const {
  if (truth.known() == false || !program_->may_refuse) return;
  program_->can_refuse = true;
  program_->add({.kind = Statement::Kind::refusal, .value = truth.read(), .rule = status.rule});
}

Status Writing::condition(const Call& call, Inputs inputs) const {
  const auto allowed = allowed_elements(call);
  if (!allowed) return {};
  const void* const operand = inputs[call.op->condition.operand];
  if (buffer_of(operand).known.data != nullptr) return {};  // whoever writes has looked
  const auto& [type, shape] = *call.inputs[call.op->condition.operand];
  const WrittenInteger a(program_, type);
  const auto number = [&](std::int64_t n) {
    return a.made("bound", literal(c_number(type, uint_wrap(static_cast<std::uint64_t>(n), info(type).bits))));
  };
  Status status{Code::ok, call.op->condition.rule};
  for (const WrittenPlace r : below(shape.count, "r")) {
    if (allowed->low > int_lowest(info(type).bits)) refuse(status, a.less(a.load(operand, r), number(allowed->low)), r);
    if (allowed->high < int_highest(info(type).bits))
      refuse(status, a.less(number(allowed->high), a.load(operand, r)), r);
  }
  return {};
}

// ---- operators without steps ----------------------------------------------------------------------------------------

void Writing::give(const Call& call, void* result) const {
  const auto& [type, shape] = *call.outputs[0];
  Tensor tensor(type, shape);
  call.op->write(call, tensor.data());
  std::vector<std::uint64_t> patterns;
  for (std::uint64_t i = 0; i < shape.count; ++i) patterns.push_back(pattern_at(std::as_const(tensor).view(), i));
  const bool is_one = std::ranges::adjacent_find(patterns, std::not_equal_to{}) == patterns.end();
  const WrittenBuffer table = is_one ? WrittenBuffer{program_, 0} : number_table(type, patterns, "elements");
  for (const WrittenPlace i : below(shape.count, "i"))
    store_element(result, i, is_one ? literal(c_number(type, patterns[0])) : element_of(&table, i));
}

void Writing::convert(const Call& call, const void* operand, void* result, Events*) const {
  const DType from = call.inputs[0]->type, to = call.outputs[0]->type;
  for (const WrittenPlace i : below(call.outputs[0]->shape.count, "i")) {
    const ExpressionPointer element = element_of(operand, i);
    const bool is_same = from == to && !is_floating(from);
    store_element(result, i, is_same ? element : call_of(c_prefix(to) + "_of_" + c_prefix(from), {element}));
  }
}

// ---- calls ----------------------------------------------------------------------------------------------------------

void write_call(Program& program, const Call& call, std::span<const TensorView> known) {
  std::vector<WrittenBuffer> buffers(call.inputs.size() + call.outputs.size(), {&program, 0});
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  for (unsigned k = 0; k < call.inputs.size(); ++k) {
    inputs.push_back(nullptr);
    if (!call.inputs[k]) continue;
    const auto& [type, shape] = *call.inputs[k];
    buffers[k] = {&program,
                  program.buffer({Buffer::Kind::operand, formal_name(call.row->inputs, k), type, shape.count, k}),
                  formal_at(call.row->inputs, k)->use == Formal::Use::data ? no_tensor : known[k]};
    inputs.back() = &buffers[k];
  }
  for (unsigned k = 0; k < call.outputs.size(); ++k) {
    outputs.push_back(nullptr);
    if (!call.outputs[k]) continue;
    WrittenBuffer& buffer = buffers[call.inputs.size() + k];
    const auto& [type, shape] = *call.outputs[k];
    buffer.number = program.buffer({Buffer::Kind::result, formal_name(call.row->outputs, k), type, shape.count, k});
    outputs.back() = &buffer;
  }
  reference_in<Writing>(call)(Writing(&program), call, inputs, outputs, {});
}

}  // namespace etalon::impl
