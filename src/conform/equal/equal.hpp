// SPDX-License-Identifier: Apache-2.0
// Floor 8. Whether two models have the same bits for every input ("EQUIV-ALL-VERDICT").
//
// Drawn inputs say which values of the two could be the same. Each of these pairs is then proved: because both nodes
// are the same operator with the same attributes on operands that are proved already, or because the elements of both
// are the same expressions (trace/) of values that are proved already. What is proved is cut: later proofs take it as a
// variable.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "accuracy/shadow.hpp"
#include "base/sha256.hpp"
#include "check/check.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

struct EqualitySettings {
  Sha256::Digest seed{};                   // of the keys of terms
  std::uint64_t operations = 20000000000;  // that all expressions may have together
  Team* team = nullptr;
  // Of a control: the proof ends at the first value that is not shown, and was shown in the proof that failed there.
  const std::vector<bool>* failed_before = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t all)> progress = {};
};

// A value of the second model that computes an output, and is not shown to be any value of the first.
struct NotShown {
  std::uint32_t value;                       // of the second model
  std::optional<std::uint32_t> counterpart;  // of the first: by its bits on drawn inputs, or else by its name
  bool differs = false;                      // on a drawn input, from a counterpart with the same name
  bool too_large = false;                    // there were expressions that have more operations than allowed
};

// An input for which an output is not the same, or one of the models has no result.
struct Counterexample {
  std::optional<unsigned> without_result = std::nullopt;  // 0 is the first model, 1 the second; else:
  std::size_t output = 0;                                 // its number
  std::uint64_t element = 0;                              // the first that differs
  std::uint64_t differing = 0;                            // elements
  std::uint64_t first = 0, second = 0;                    // bit patterns of that element
  std::vector<Tensor> inputs = {};                        // in the order of the free inputs of the first model
};

struct Equality {
  enum class Verdict : std::uint8_t {
    equal,      // for every input for which both have a result
    different,  // for the input given
    not_shown,
  };

  Verdict verdict = Verdict::not_shown;
  std::uint64_t values = 0;        // of the second model that nodes compute
  std::uint64_t by_structure = 0;  // the same operator on the same operands
  std::uint64_t by_expression = 0;
  std::uint64_t by_lemmas = 0;                  // of these, expressions that are the same by lemmas only
  unsigned lemmas = 0;                          // a bit for each of trace/lemmas.hpp that was used
  std::vector<std::uint32_t> conditional = {};  // values of the second model that rest on a condition among the lemmas
  std::uint64_t constants = 0;                  // computed from constants alone
  std::uint64_t unmatched = 0;                  // no value of the first model, and none was needed or none was found
  std::uint64_t conditions = 0;  // calls of one model that can end without a result, and are not in the other
  std::uint64_t draws = 0;       // inputs that both models were computed on
  std::uint64_t joins = 0;       // steps of expressions
  double collision = 0;          // an upper bound of the probability that two different expressions were taken for one
  std::vector<NotShown> not_shown = {};
  std::vector<bool> failed =
      {};  // by value of the second model: it could have been one of the first, and was not shown
  std::optional<Counterexample> counterexample = std::nullopt;
};

// A finding where inputs or outputs do not correspond: by name, or all of them by their order where names differ.
Result<Equality> prove_equal(const CheckedModel& first, const CheckedModel& second, const EqualitySettings& settings);

}  // namespace etalon::impl
