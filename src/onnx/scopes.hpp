// SPDX-License-Identifier: Apache-2.0
// Floor 7. What names mean in a model with branches. A name that a branch does not define is that of the nearest
// enclosing graph, so a branch is read when all that encloses it has been read.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "io/wire.hpp"
#include "onnx/message_walk.hpp"

namespace etalon::impl {

class Scopes {
 public:
  struct Meaning {
    std::uint32_t value;
    bool is_new;  // it is the value that was offered
    bool hides;   // and an enclosing graph has the name, too
  };

  // The value that a name means in the graph at hand; `fresh` is the one that it is where it is new. The name lies in
  // the file.
  Meaning of(std::string_view name, std::uint32_t fresh) {
    const auto [entry, added] = names_.back().emplace(name, fresh);
    if (!added) return {entry->second, false, false};
    const std::optional<std::uint32_t> outer = enclosing(name);
    if (outer && !own_.contains(name)) return {entry->second = *outer, false, false};
    return {fresh, true, outer && !name.empty()};
  }

  void reserve(std::size_t names) { names_.back().reserve(names); }

  bool in_branch() const { return names_.size() > 1; }
  std::uint32_t branch_at_hand() const { return static_cast<std::uint32_t>(names_.size() - 2); }

  // Branches in the order in which they were found, which is that in which they are read.
  std::size_t branches() const { return branches_.size(); }
  std::uint64_t next_depth() const { return in_branch() ? branches_[branch_at_hand()].depth + 1 : 1; }
  void add_branch(Bytes message) { branches_.push_back({message, names_.size() - 1, next_depth()}); }

  // Goes on to the next branch, which is then the graph at hand. No more names than these are looked for: where there
  // are more, the model is above a limit.
  Bytes enter_branch(std::uint64_t most_names) {
    names_.emplace_back();
    const Bytes message = branches_[branch_at_hand()].message;
    find_own_names(message, most_names);
    return message;
  }

 private:
  struct Enclosed {
    Bytes message;
    std::size_t in;  // what encloses it: 0 is the graph of the model, k + 1 is branch k
    std::uint64_t depth;
  };

  std::optional<std::uint32_t> enclosing(std::string_view name) const {
    for (std::size_t scope = names_.size() - 1; scope > 0;) {
      scope = branches_[scope - 1].in;
      if (const auto known = names_[scope].find(name); known != names_[scope].end()) return known->second;
    }
    return std::nullopt;
  }

  // What is not well-formed is reported when it is read.
  void find_own_names(Bytes message, std::uint64_t most) {
    own_.clear();
    const auto add_names = [&](Bytes inside, std::uint32_t number) {
      for (FieldReader reader(inside); own_.size() <= most && reader.next();)
        if (const Field& field = reader.field(); field.number == number && field.is_bytes() && !field.bytes.empty())
          own_.emplace(reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
    };
    for (FieldReader reader(message); reader.next();) {
      const Field& field = reader.field();
      if (!field.is_bytes()) continue;
      if (field.number == 1) add_names(field.bytes, 2);   // what a node computes
      if (field.number == 5) add_names(field.bytes, 8);   // an initializer
      if (field.number == 11) add_names(field.bytes, 1);  // an input
      if (field.number == 15)                             // a sparse initializer: its values have the name
        for (FieldReader inner(field.bytes); inner.next();)
          if (inner.field().number == 1 && inner.field().is_bytes()) add_names(inner.field().bytes, 8);
    }
  }

  using Names = std::unordered_map<std::string_view, std::uint32_t>;
  std::vector<Names> names_{1};  // of the graph and of each branch so far; the last one is at hand
  std::vector<Enclosed> branches_;
  std::unordered_set<std::string_view> own_;  // that the branch at hand defines
};

}  // namespace etalon::impl
