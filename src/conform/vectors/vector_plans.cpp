// SPDX-License-Identifier: Apache-2.0
// Floor 8. Which vectors there are. The newest version of an operator under a profile is shown on every type with every
// palette and shape, and with every accumulation policy; an older one on every type.
#include <algorithm>

#include "base/small_letters.hpp"
#include "conform/vectors/drawn.hpp"
#include "conform/vectors/vector_faults.hpp"
#include "conform/vectors/vectors.hpp"
#include "oracle/arithmetic/function_cases.hpp"
#include "oracle/cases/palettes.hpp"

namespace etalon::impl {
namespace {

constexpr const char* shown_profiles[] = {"sonnx", "onnx"};

oracle::Type oracle_type(DType type) {
  for (const oracle::NamedType& named : oracle::storable_types)
    if (find_dtype(named.name)->id == type) return named.type;
  std::abort();
}

VectorClass class_of(oracle::Palette::Kind kind) {
  constexpr VectorClass classes[] = {VectorClass::nominal, VectorClass::boundary, VectorClass::special};
  return classes[static_cast<unsigned>(kind)];
}

const oracle::RealFunction* function_of(const Operator& op) {
  const std::string name = small_letters(op.name);
  const auto found =
      std::ranges::find_if(oracle::real_functions, [&](const oracle::RealFunction& one) { return name == one.name; });
  return found == oracle::real_functions.end() ? nullptr : &*found;
}

// All of one operator under one profile.
class Planner {
 public:
  Planner(const oracle::Drawing& drawing, const Operator& op, const Profile& profile, std::vector<VectorPlan>& plans)
      : drawing_(drawing), op_(op), profile_(profile), plans_(plans) {}

  void plan() {
    const std::optional<Source> source = source_of(profile_, op_);
    if (!source) return;
    const Row* newest = nullptr;
    for (const Row& row : op_.rows)
      if (row.source == *source) {
        newest = &row;
        newest_ = row.versions.all().back();
      }
    for (const Row& row : op_.rows)
      for (const int version : row.source == *source ? row.versions.all() : std::span<const int>())
        for (const DType type : types_of(row)) plan_type(row, version, type);
    plan_faults(*newest);
  }

 private:
  static std::vector<DType> types_of(const Row& row) {
    std::vector<DType> types;
    for (const oracle::NamedType& named : oracle::storable_types)
      if (const DType type = find_dtype(named.name)->id; row.rule_of(leading(row)).types.contains(type))
        types.push_back(type);
    return types;
  }

  VectorPlan& add(const Row& row, int version, DType type, VectorClass kind, std::string stratum) {
    return plans_.emplace_back(
        VectorPlan{drawing_.draw, &op_, &profile_, &row, version, type, kind, std::move(stratum)});
  }

  void plan_type(const Row& row, int version, DType type) {
    const bool accumulates = op_.wide_rule != nullptr && is_floating(type);
    if (version != newest_) {
      VectorPlan& plan = add(row, version, type, VectorClass::version, "any");
      if (accumulates) plan.policy = Accumulation::sequential;
      return;
    }
    for (const Accumulation policy : policies_of(type, accumulates)) {
      const std::size_t first = plans_.size();
      plan_elements(row, type, policy == Accumulation::sequential);
      if (accumulates) plan_sums(row, type);
      for (std::size_t k = first; k < plans_.size() && accumulates; ++k) plans_[k].policy = policy;
    }
  }

  static std::vector<Accumulation> policies_of(DType type, bool accumulates) {
    using enum Accumulation;
    if (!accumulates) return {sequential};
    if (type == DType::f64) return {sequential, fused, exact};  // there is no wider format
    return {sequential, fused, wide, exact};
  }

  // Palettes and shapes. What a policy changes shows in ordinary numbers and in sums.
  void plan_elements(const Row& row, DType type, bool all) {
    const std::vector<oracle::Palette> palettes = oracle::palettes(oracle_type(type));
    for (const oracle::Palette& palette : palettes)
      if ((all && op_.computes()) || &palette == &palettes.front() || (all && &palette == &palettes.back()))
        add(row, newest_, type, class_of(palette.kind), palette.name);
    if (!all) return;
    for (const char* stratum : {"empty", "scalar", "shapes"}) add(row, newest_, type, VectorClass::shape, stratum);
    if (function_of(op_) != nullptr)
      for (const char* stratum : {"hard", "edges"}) add(row, newest_, type, VectorClass::boundary, stratum);
  }

  // Cancelling, tied, huge and tiny sums; products that are large enough to be cut into blocks and tasks.
  void plan_sums(const Row& row, DType type) {
    add(row, newest_, type, VectorClass::boundary, "sums");
    if (std::string_view(op_.name) != "MatMul") return;
    add(row, newest_, type, VectorClass::nominal, "deep").sides = {3, 257, 5};
    add(row, newest_, type, VectorClass::nominal, "large").sides = {64, 64, 64};
    if (type == DType::f32)  // shapes that others cut into threads so that partial sums differ
      add(row, newest_, type, VectorClass::nominal, "threads").sides = {64, 300, 65};
  }

  void plan_faults(const Row& row) {
    const std::vector<DType> types = types_of(row);
    const auto is_lacking = [&](const oracle::NamedType& named) {
      return std::ranges::find(types, find_dtype(named.name)->id) == types.end();
    };
    if (const auto lacking = std::ranges::find_if(oracle::storable_types, is_lacking);
        lacking != oracle::storable_types.end())
      add(row, newest_, find_dtype(lacking->name)->id, VectorClass::error, "type");
    for (const DType type : types) {
      if (op_.maps() && row.inputs.size() > 1 && profile_.rules.explicit_values)
        add(row, newest_, type, VectorClass::error, "different-shapes");
      if (const RefusedElement* refused = refused_element(op_, type))
        add(row, newest_, type, VectorClass::error, refused->stratum);
    }
  }

  const oracle::Drawing& drawing_;
  const Operator& op_;
  const Profile& profile_;
  std::vector<VectorPlan>& plans_;
  int newest_ = 0;
};

}  // namespace

const Formal& leading(const Row& row) {
  for (const Formal& formal : row.inputs)
    if (formal.use == Formal::Use::data) return formal;
  return row.outputs.front();
}

std::vector<std::uint64_t> VectorPlan::elements() const {
  const oracle::Type of = oracle_type(type);
  if (stratum == "hard") return oracle::hard_arguments(*function_of(*op), of.format());
  if (stratum == "edges") return oracle::edges(*function_of(*op), of.format());
  const std::vector<oracle::Palette> palettes = oracle::palettes(of);
  for (const oracle::Palette& palette : palettes)
    if (palette.name == stratum) return palette.elements;
  const bool is_any = kind == VectorClass::version || kind == VectorClass::shape || stratum == "sums";
  return is_any ? std::vector<std::uint64_t>() : palettes.front().elements;
}

std::string VectorPlan::name() const {
  std::string text =
      std::string(profile->id) + "-" + op->name + "-" + std::to_string(version) + "-" + info(type).name + "-" + stratum;
  if (policy) text.append("-").append(accumulation_names[static_cast<unsigned>(*policy)]);
  return text;
}

std::vector<VectorPlan> vector_plans() {
  std::vector<VectorPlan> plans;
  for (const char* profile : shown_profiles)
    for (const oracle::Drawing& drawing : oracle::drawings()) {
      oracle::Random random(0);
      if (const Operator* op = find_operator("", drawing.draw(random).operation); op != nullptr)
        Planner(drawing, *op, *find_profile(profile), plans).plan();
    }
  return plans;
}

}  // namespace etalon::impl
