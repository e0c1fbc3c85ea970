// SPDX-License-Identifier: Apache-2.0
// Floor 8. The files of a project, read: what model.h declares, what weights.c holds, the functions of model.c, and
// what its entry point calls.
#pragma once

#include <map>

#include "prove/node.hpp"
#include "prove/parser.hpp"

namespace etalon::impl::prove {

struct Parameter {
  bool is_constant;
  DType type;
  std::string name;
};

struct Header {
  std::string prefix, capitals;
  std::vector<std::string> includes;                   // as they are written between the quotes
  std::vector<std::string> refusals;                   // enumerators from 2 on
  std::vector<std::pair<DType, std::uint64_t>> arena;  // arrays of it, with the elements of each
  bool has_static_arena = false;
  struct Weight {
    DType type;
    std::uint64_t size;  // elements of the buffer type
    std::string name;
  };
  std::vector<Weight> weights;
  bool has_weights_apart = false;     // in weights.bin, and a struct that the caller has
  std::vector<Parameter> parameters;  // of the entry point, without the arena

  bool takes_arena() const { return !arena.empty() && !has_static_arena; }
  std::string other_weights() const { return prefix + "_other_weights"; }
  void add_names(std::set<std::string, std::less<>>& to) const;  // that model.c can see
};

Header read_header(std::string_view text, std::span<const ShippedText> shipped);
// The parameters of the entry point, from behind its name to the closing parenthesis.
std::vector<Parameter> read_entry_parameters(Words& words, const Header& header);

// The bytes of each table, in native order.
std::vector<std::vector<std::byte>> read_weights(std::string_view text, const Header& header);
// The same, of weights that lie apart.
struct StoredWeights {
  std::vector<std::vector<std::byte>> tables;
  std::string checksum;  // as the text has it
};
StoredWeights read_stored_weights(std::string_view text, std::string_view stored, const Header& header);
// What comes before the body of the function that loads them.
void take_loader_head(Words& words, const Header& header);

// Bytes of a buffer with this many elements of the buffer type.
inline std::uint64_t buffer_bytes(DType type, std::uint64_t size) {
  return size * (info(type).bits == 4 ? 1 : info(type).bits / 8);
}
// Elements of the buffer type that so many elements take.
inline std::uint64_t buffer_size(DType type, std::uint64_t count) {
  return info(type).bits == 4 ? count / 2 + count % 2 : count;
}

struct CopyCall {
  const Function* function;
  std::uint64_t count;
  Spot spot;
};
struct EntryPoint {
  std::vector<NodeCall> calls;
  std::vector<CopyCall> copies;
};

struct Project {
  Header header;
  std::vector<std::vector<std::byte>> weights;
  std::string checksum;  // of weights that lie apart
  std::map<std::string, Function, std::less<>> functions;
  EntryPoint entry;
};

// Reads model.c. Every place that the entry point names is followed: what lies there, and what is overwritten.
void read_model(std::string_view text, const CheckedModel& model, const ModelValues& values,
                const std::set<std::string, std::less<>>& macros, Project& project);

// Files: which are proved, compared with what is shipped, or not judged. Throws for all others.
struct SortedFiles {
  std::string_view header, model, weights, stored;
  bool has_weights = false, has_stored = false;
  std::vector<std::string> compared, not_judged;
  std::set<std::string, std::less<>> delivered;
};
SortedFiles sort_files(std::span<const ProjectFile> files, std::span<const ShippedText> shipped);
// That everything is there that is included, directly or by another header.
void check_includes(const Header& header, const SortedFiles& files, std::span<const ShippedText> shipped);
// Names that no variable of model.c may have: those of macros, and what macros that it uses are made of.
std::set<std::string, std::less<>> macros_of(std::span<const ShippedText> shipped, std::string_view model);

}  // namespace etalon::impl::prove
