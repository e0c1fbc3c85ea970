// SPDX-License-Identifier: Apache-2.0
// Floor 8. A node on its way into a profile: what it is made of, and the nodes that are written instead. An operator's
// facet `edits` says which; whether they have the same bits is proved afterwards (conform/equal), so that a rewrite is
// not trusted.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/profile.hpp"
#include "graph/edit.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

using Dimensions = std::vector<std::uint64_t>;
using Names = std::vector<std::string>;

// Every value by its name: what it is, and its bits where it is a constant. Those in the file are read when they are
// asked for: weights may lie in large files beside the model.
struct DraftValue {
  Argument argument;
  std::shared_ptr<const Tensor> tensor = {};
  const Constant* stored = nullptr;

  bool is_constant() const { return tensor != nullptr || stored != nullptr; }
};

std::uint64_t bytes_of(const Argument& argument);  // that a constant of it has

// Thrown where the new model would be larger than is allowed: rewrites do not ask each time.
struct DraftTooLarge {};

// The new model so far.
class Draft {
 public:
  static constexpr std::uint64_t most_parts = 512;          // nodes that one rewrite may make of a node
  static constexpr std::uint64_t large_constant = 1 << 16;  // bytes: copies of a smaller one are joined by nodes

  Draft(const Profile& target, int set, std::uint64_t most) : profile(target), opset(set), most_(most) {}

  // Some constants are made on the way only, or twice: of those that are written the caller sees the size.
  bool affords(std::uint64_t bytes) const { return bytes <= 4 * most_ && spent_ <= 4 * most_ - bytes; }
  void spend(std::uint64_t bytes) {
    if (!affords(bytes)) throw DraftTooLarge{};
    spent_ += bytes;
  }

  const DraftValue& value(const std::string& name) const { return values.at(name); }
  std::shared_ptr<const Tensor> constant_of(const std::string& name);  // null where the value is computed
  // The name of a constant with these bits: one for each content.
  std::string constant(Tensor tensor);
  void add_constant(const std::string& name);  // that the file has, so that it is not made again
  std::string fresh(std::string_view what);    // a name that no value has

  const Profile& profile;
  int opset;
  std::map<std::string, DraftValue> values;
  std::map<std::pair<std::string, Dimensions>, std::string> expanded;  // constants that nodes of the draft repeat
  std::set<std::string> names;                                         // of values and nodes, in the file and made

 private:
  std::map<std::string, std::string> by_content_;
  std::uint64_t made_ = 0, most_, spent_ = 0;
};

class Rewriter {
 public:
  Rewriter(Draft& draft, const Call& call, Names inputs, Names outputs)
      : draft_(draft), call_(call), inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}

  const Call& call() const { return call_; }
  bool has_input(std::size_t k) const { return k < inputs_.size() && !inputs_[k].empty(); }
  const std::string& input(std::size_t k) const { return inputs_[k]; }
  const Names& inputs() const { return inputs_; }
  const std::string& output(std::size_t k = 0) const { return outputs_[k]; }
  const Names& outputs() const { return outputs_; }
  const Argument& argument(const std::string& name) const { return draft_.value(name).argument; }
  Dimensions shape(const std::string& name) const;
  bool is_constant(const std::string& name) const { return draft_.value(name).is_constant(); }
  const Tensor* constant_of(const std::string& name) const { return draft_.constant_of(name).get(); }
  std::vector<std::int64_t> integers_of(const std::string& name) const;  // of a constant

  // Which edit it is ("FIX-EDIT-…" in spec/fix.md), and what its bits rest on beside the operands.
  void because(const char* tag, std::string condition = {}) {
    tag_ = tag;
    condition_ = std::move(condition);
  }
  const char* tag() const { return tag_; }
  const std::string& condition() const { return condition_; }

  // ---- what is written ----

  // Whether the profile takes an operator with these operands and attributes as they are.
  bool is_taken(const char* operation, const Names& inputs, const std::vector<Attribute>& attributes) const {
    return is_taken(draft_.profile, operation, inputs, attributes);
  }
  bool is_taken(const Profile& profile, const char* operation, const Names& inputs,
                const std::vector<Attribute>& attributes) const;

  // A node whose first result has this shape, and the type of its first operand unless another one is given; its name
  // unless the result has one already.
  std::string emit(const char* operation, Names inputs, const Dimensions& shape, std::vector<Attribute> attributes = {},
                   const std::string& as = {}, std::optional<DType> type = std::nullopt);
  std::string constant(Tensor tensor) { return draft_.constant(std::move(tensor)); }
  std::string integers(const std::vector<std::int64_t>& numbers);
  std::string filled(double number, DType type, const Dimensions& shape);  // one number in every place

  // The operator as the target's row has it, with every attribute given.
  std::optional<std::string> as_in_profile();
  bool as_in(const Profile& profile);      // the same of another profile, where that takes it
  void pass_on(const std::string& value);  // the result is this value

  std::string reshaped(const std::string& x, const Dimensions& shape, const std::string& as = {});
  std::string sliced(const std::string& x, std::size_t axis, std::uint64_t begin, std::uint64_t end,
                     std::uint64_t step = 1, const std::string& as = {});
  std::string joined_constants(const Names& parts);  // lists of numbers, as one list
  std::string joined(const Names& parts, std::size_t axis, const std::string& as = {});
  // Nothing where it would take too many nodes.
  std::optional<std::string> expanded(const std::string& x, const Dimensions& shape);
  std::optional<std::string> transposed(const std::string& x, const std::vector<std::size_t>& permutation,
                                        const std::string& as = {});

  std::vector<NewNode> take_nodes() {
    draft_.expanded.merge(expanded_);
    return std::move(nodes_);
  }

 private:
  void write_as(const Row& row);

  Draft& draft_;
  const Call& call_;
  Names inputs_, outputs_;
  std::vector<NewNode> nodes_;
  std::map<std::pair<std::string, Dimensions>, std::string> expanded_;  // for others, once the nodes are taken
  const char* tag_ = "FIX-EDIT-ATTRIBUTES";
  std::string condition_;
};

// Writes the nodes; why it cannot, where it cannot.
using Rewrite = std::optional<std::string> (*)(Rewriter& r);
Rewrite rewrite_of(const Operator& op);

}  // namespace etalon::impl
