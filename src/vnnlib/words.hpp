// SPDX-License-Identifier: Apache-2.0
// Floor 7. The words of a VNN-LIB file or of a witness, with their places. What is wrong with a file is thrown inside
// of this folder only; the functions that read return it.
#pragma once

#include <string>
#include <string_view>

#include "base/quote.hpp"
#include "vnnlib/property.hpp"

namespace etalon::impl::vnnlib {

struct Refused {
  Finding finding;
};

struct Word {
  enum class Kind : std::uint8_t { mark, plain, text, end };  // ( ) [ ] , – a name or a number – in quotes
  Kind kind = Kind::end;
  std::string_view text;  // of what is in quotes: the content, with its backslashes
  TextPlace place;

  bool is(std::string_view what) const { return kind != Kind::end && kind != Kind::text && text == what; }
};

class Words {
 public:
  // `hint` is what to do about a file that is not what it should be.
  Words(std::string_view text, std::string name, const PropertyLimits& limits, const char* rule, const char* hint);

  const Word& here() const { return here_; }
  bool is_end() const { return here_.kind == Word::Kind::end; }
  Word take();
  bool takes(std::string_view mark);
  void demand(std::string_view mark);
  std::string_view demand_name(const char* what);  // a letter, then letters, digits and underscores
  Number demand_number(const char* what);          // a decimal, exactly
  std::uint64_t demand_index(const char* what);    // digits
  // Counts brackets, which may not be too deep.
  void open();
  void close();

  [[noreturn]] void refuse(const TextPlace& place, const std::string& what, std::string hint = {}) const;
  [[noreturn]] void refuse_here(const std::string& what) const { refuse(here_.place, what); }
  [[noreturn]] void exceed(const TextPlace& place, const std::string& what) const;  // a limit
  std::string shown() const;                                                        // the word that is here

 private:
  void advance();
  void step();
  void skip_blanks();

  std::string_view text_;
  std::string name_;
  PropertyLimits limits_;
  const char *rule_, *hint_;
  std::size_t at_ = 0;
  TextPlace place_;
  std::uint64_t depth_ = 0;
  Word here_;
};

// X_3 or Y_0: which of the two, and the index.
struct FlatName {
  std::size_t variable;
  std::uint64_t index;
};
std::optional<FlatName> flat_name_of(std::string_view name);

// A decimal such as -0.5 or 1e-06. Nothing where the word is none, or not finite.
std::optional<Number> decimal_of(std::string_view word, const PropertyLimits& limits);

}  // namespace etalon::impl::vnnlib
