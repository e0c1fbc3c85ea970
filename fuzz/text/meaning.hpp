// SPDX-License-Identifier: Apache-2.0
// What a project's text computes, by another way than that of src/prove: the text is run word by word, and what it
// calls and reads is written down as numbers that are made of names and operands. Types are not checked, nor whether C
// allows what is written: for the judge of the fuzz target `generator`, to whom two texts are given.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fuzz/text/words.hpp"

namespace etalon::fuzz {

using Words = std::vector<Word>;

// An array that the caller gives: the type of its elements in C, and how many the model has.
struct GivenArray {
  std::string type;
  std::uint64_t count = 0;
};

struct Meaning {
  // Each refusal, in the order of the entry point, with whether an output was written before; then each element of each
  // output.
  std::vector<std::uint64_t> results;
  std::string fault;  // why the text has no meaning, or none that was understood: an element that is not there, …
  bool is_too_long = false;
};

// `given`: input_0 and so on, output_0 and so on.
Meaning meaning_of(const Words& header, const Words& model, const std::map<std::string, GivenArray>& given);

// Whether a text of model.h declares what another one does, but for the sizes of the arena and the order of includes.
// It may have fewer of them: no compiler takes a name that is not declared.
bool declares_the_same(const Words& text, const Words& other);

// Whether two texts of weights.c have the same numbers in the same tables.
bool have_the_same_numbers(const Words& a, const Words& b);

}  // namespace etalon::fuzz
