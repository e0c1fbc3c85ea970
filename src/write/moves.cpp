// SPDX-License-Identifier: Apache-2.0
// Floor 8. Moves as loops: over a lattice, over rows that an operand picks, or over runs that repeat at equal
// distances.
#include <algorithm>

#include "ops/family/move.hpp"
#include "write/writing.hpp"

namespace etalon::impl {
namespace {

constexpr const char* loop_names[] = {"i", "j", "k", "l", "m", "n"};
const char* loop_name(unsigned depth) { return loop_names[depth % std::size(loop_names)]; }

// A run of a result, or a loop over pieces: in each pass the result moves on by one distance, and each run has one of
// its own in its input.
struct Piece {
  std::uint64_t at = 0;  // in the result
  Run run{};
  std::uint64_t times = 0;  // of a run: 0
  std::int64_t distance = 0;
  std::vector<std::int64_t> distances = {};  // of the runs inside, in their order
  std::vector<Piece> body = {};
};

void collect(const Piece& piece, std::vector<const Piece*>& runs) {
  if (piece.times == 0) return runs.push_back(&piece);
  for (const Piece& one : piece.body) collect(one, runs);
}

bool is_alike(const Piece& a, const Piece& b) {
  if (a.times != b.times || a.distance != b.distance || a.distances != b.distances || a.body.size() != b.body.size())
    return false;
  if (a.times == 0)
    return a.run.input == b.run.input && a.run.length == b.run.length && a.run.step == b.run.step &&
           std::bit_cast<std::uint64_t>(a.run.fill) == std::bit_cast<std::uint64_t>(b.run.fill);
  return std::ranges::equal(a.body, b.body, is_alike);
}

// How far the pieces from b on lie behind those from a on: one distance of the result, and one of each run. Nothing
// where they are not alike or do not move on together.
struct Distances {
  std::int64_t result;
  std::vector<std::int64_t> runs;
  bool operator==(const Distances&) const = default;
};
std::optional<Distances> between(const std::vector<Piece>& all, std::size_t a, std::size_t b, std::size_t period) {
  if (b + period > all.size()) return std::nullopt;
  std::vector<const Piece*> first, second;
  for (std::size_t k = 0; k < period; ++k) {
    if (!is_alike(all[a + k], all[b + k])) return std::nullopt;
    collect(all[a + k], first);
    collect(all[b + k], second);
  }
  Distances distances{static_cast<std::int64_t>(second[0]->at - first[0]->at), {}};
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (static_cast<std::int64_t>(second[k]->at - first[k]->at) != distances.result) return std::nullopt;
    distances.runs.push_back(static_cast<std::int64_t>(second[k]->run.element - first[k]->run.element));
  }
  return distances;
}

// Pieces that repeat become loops.
std::vector<Piece> rolled(std::vector<Piece> all) {
  constexpr std::size_t longest = 8;
  for (std::size_t period = 1; period <= longest;) {
    std::vector<Piece> next;
    bool is_shorter = false;
    for (std::size_t k = 0; k < all.size();) {
      const auto distances = between(all, k, k + period, period);
      std::uint64_t times = 1;
      while (distances && between(all, k + (times - 1) * period, k + times * period, period) == distances) ++times;
      if (times < 2 || (times == 2 && period > 2)) {
        next.push_back(std::move(all[k++]));
        continue;
      }
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(k);
      Piece loop{all[k].at, {}, times, distances->result, distances->runs, {}};
      loop.body.assign(begin, begin + static_cast<std::ptrdiff_t>(period));
      next.push_back(std::move(loop));
      k += times * period;
      is_shorter = true;
    }
    all = std::move(next);
    period = is_shorter ? 1 : period + 1;
  }
  return all;
}

class Pieces {
 public:
  Pieces(const Writing& world, const Call& call, Inputs inputs, unsigned output, void* result)
      : world_(world), inputs_(inputs), type_(call.outputs[output]->type), result_(result) {}

  // `at` and `elements` are what the loops around have moved on by.
  void write(const std::vector<Piece>& pieces, const WrittenPlace& at, std::span<const WrittenPlace> elements,
             unsigned depth) const {
    for (const Piece& piece : pieces) {
      std::vector<const Piece*> runs;
      collect(piece, runs);
      const auto own = elements.first(runs.size());
      elements = elements.subspan(runs.size());
      if (piece.times == 0) {
        write_run(piece, at + WrittenPlace(piece.at), own[0] + WrittenPlace(piece.run.element), depth);
        continue;
      }
      for (const WrittenPlace pass : world_.below(piece.times, loop_name(depth))) {
        std::vector<WrittenPlace> next;
        for (std::size_t k = 0; k < runs.size(); ++k) next.push_back(own[k] + pass.times(piece.distances[k]));
        write(piece.body, at + pass.times(piece.distance), next, depth + 1);
      }
    }
  }

 private:
  void write_run(const Piece& piece, const WrittenPlace& at, const WrittenPlace& element, unsigned depth) const {
    for (const WrittenPlace k : world_.below(piece.run.length, loop_name(depth)))
      if (piece.run.input == Run::no_input)
        filling(world_, type_, [&](const auto& a) { a.store(result_, at + k, a.number(piece.run.fill)); });
      else
        world_.moving(type_, [&](const auto& a) {
          a.store(result_, at + k, a.load(inputs_[piece.run.input], element + k.times(piece.run.step)));
        });
  }

  const Writing& world_;
  Inputs inputs_;
  DType type_;
  void* result_;
};

}  // namespace

// Rows that an operand picks.
void Writing::pick(const Call& call, Inputs inputs, void* result) const {
  const auto [size, inner, count] = (*std::get_if<PickOf>(&call.op->nature))(call);
  const std::uint64_t outer = call.outputs[0]->shape.count / inner / count;
  for (const WrittenPlace o : below(outer, "o"))
    for (const WrittenPlace r : below(count, "r")) {
      const WrittenPlace row = place_in(inputs[call.op->condition.operand], r, size);
      for (const WrittenPlace j : below(inner, "j"))
        moving(call.outputs[0]->type, [&](const auto& a) {
          a.store(result, (o * count + r) * inner + j, a.load(inputs[0], (o * size + row) * inner + j));
        });
    }
}

Status Writing::move(const Call& call, Inputs inputs, Outputs outputs) const {
  condition(call, inputs);
  std::vector<const void*> known;  // what says which elements are meant
  for (const void* input : inputs)
    known.push_back(input == nullptr ? nullptr : static_cast<const WrittenBuffer*>(input)->known.data);
  for (unsigned output = 0; output < call.outputs.size(); ++output) {
    if (!call.outputs[output] || call.outputs[output]->shape.count == 0) continue;
    if (call.op->is_a<PickOf>() && known[call.op->condition.operand] == nullptr) {
      pick(call, inputs, outputs[output]);
      continue;
    }
    const Pieces pieces(*this, call, inputs, output, outputs[output]);
    std::vector<Piece> all;
    if (const LatticeOf* lattice_of = std::get_if<LatticeOf>(&call.op->nature)) {
      const Lattice lattice = (*lattice_of)(call, output);
      std::uint64_t behind = lattice.rank == 0 ? 1 : lattice.dims[lattice.rank - 1];
      Piece piece{0, {lattice.input, lattice.first, behind, lattice.rank == 0 ? 1 : lattice.steps[lattice.rank - 1]}};
      for (unsigned k = lattice.rank; k-- > 1; behind *= lattice.dims[k - 1])
        piece = {0, {}, lattice.dims[k - 1], static_cast<std::int64_t>(behind), {lattice.steps[k - 1]}, {piece}};
      all.push_back(std::move(piece));
    } else {
      for (std::uint64_t i = 0; i < call.outputs[output]->shape.count;) {
        const Run run = run_at(call, known, output, i);
        all.push_back({i, run});
        i += run.length;
      }
      all = rolled(std::move(all));
    }
    std::vector<const Piece*> runs;
    for (const Piece& piece : all) collect(piece, runs);
    pieces.write(all, WrittenPlace(), std::vector<WrittenPlace>(runs.size()), 0);
  }
  return {};
}

}  // namespace etalon::impl
