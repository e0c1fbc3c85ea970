// SPDX-License-Identifier: Apache-2.0
// Floor 8. Reads a function of model.c: exactly the statements that generated text consists of, and nothing else.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "prove/lexer.hpp"
#include "prove/program.hpp"

namespace etalon::impl::prove {

// What functions share: the prefix of the project, and names that no local variable may have.
struct FileNames {
  std::string prefix;
  std::set<std::string, std::less<>> taken;
};

class FunctionParser {
 public:
  FunctionParser(Words& words, const FileNames& names) : words_(words), names_(names) {}
  Function parse();  // from `static` on

 private:
  struct Symbol {
    enum class Kind : std::uint8_t { place, value, truth, sum, array };
    Kind kind;
    std::uint32_t slot;
    DType type{};
    bool is_constant = false;
    std::size_t declared_at = 0;   // the word
    bool is_flexible = false;      // a literal was all that was known of its type
    std::uint32_t tree = nothing;  // of a place: what it is
  };
  // Thrown where a variable proves to be of the other type that its C type can mean.
  struct WrongGuess {
    std::size_t declared_at;
  };
  using Scope = std::map<std::string, Symbol, std::less<>>;

  void parse_function();
  void parse_parameters();
  void parse_table();
  void parse_body();
  std::uint32_t parse_block();
  bool parse_array_declaration();
  void parse_statement(std::vector<Statement>& block);
  void parse_loop(std::vector<Statement>& block);
  void parse_if(std::vector<Statement>& block);
  void parse_declaration(std::vector<Statement>& block, bool is_constant);
  void parse_place_declaration(std::vector<Statement>& block, const Token& name);
  void parse_sum_declaration(std::vector<Statement>& block);
  bool parse_call_statement(std::vector<Statement>& block);
  void parse_assignment(std::vector<Statement>& block);
  void parse_store(std::vector<Statement>& block, std::uint32_t array);
  bool is_place_initialiser() const;

  std::uint32_t parse_place();
  std::uint32_t place_of(std::uint32_t tree);
  std::uint32_t place_sum();
  std::uint32_t place_product();
  std::uint32_t place_primary();
  std::uint32_t add_tree(PlaceTree tree);
  std::uint32_t combined(PlaceTree::Kind kind, std::uint32_t a, std::uint32_t b);
  void flatten(Place& place, std::uint32_t tree, std::int64_t factor, std::int64_t& constant);
  bool is_places() const;  // whether the words in the parentheses here compare places
  std::uint32_t parse_conditions();

  std::uint32_t parse_value(DType type);
  std::uint32_t parse_truth();
  std::uint32_t parse_conditional(DType type);
  std::uint32_t parse_call(DType type);
  std::uint32_t parse_operand(const Name& name, unsigned k);
  std::uint32_t parse_literal(DType type);
  std::uint64_t parse_integer_macro(DType type, bool negative);
  std::uint32_t parse_element(std::uint32_t array, DType type);
  std::uint32_t parse_nibble(DType type);
  std::uint32_t parse_sum_end(const SumName& name, DType type);
  std::uint32_t add(Expression expression);
  std::uint32_t constant_of(DType type, std::uint64_t pattern);
  void note_uses(const Name& name, std::uint32_t a, std::uint32_t b);
  bool is_in_refusal_ = false;
  std::uint32_t new_place_slot(std::int64_t low, std::int64_t high, std::uint32_t data);
  void use_data(std::uint32_t place);  // in anything but a move
  void note_data();
  void note_refusal(std::size_t begin);
  std::set<std::uint32_t> moves_;  // expressions that are stored as they are

  const Symbol* find(std::string_view name) const;
  Symbol* find(std::string_view name);
  void declare(const Token& name, Symbol symbol);
  void settle(Symbol& symbol, DType type);  // the variable is used as one of this type
  [[noreturn]] void mismatch(DType expected, DType actual);
  std::vector<std::pair<std::int64_t, std::int64_t>> slot_ranges_;
  std::vector<std::uint32_t> slot_data_;
  std::uint64_t array_size();
  std::uint64_t row_elements_ = 0;
  DType guessed(DType type, std::size_t at) const;
  void deeper();

  Words& words_;
  const FileNames& names_;
  Function f_;
  std::vector<Scope> scopes_;
  std::set<std::size_t> other_;  // declarations whose type is not the first that comes to mind
  unsigned depth_ = 0;
  std::size_t place_begin_ = 0;
  std::optional<std::size_t> pending_;  // the declaration whose variable is given the value that is read
  friend struct Deeper;
};

struct Deeper {
  explicit Deeper(FunctionParser& parser) : parser_(parser) { parser_.deeper(); }
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  FunctionParser& parser_;
};

}  // namespace etalon::impl::prove
