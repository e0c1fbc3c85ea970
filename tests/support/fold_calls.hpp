// SPDX-License-Identifier: Apache-2.0
// Calls on literals as a table: what each gives, or the rule that refuses it, and the requirements that say so.
#pragma once

#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"

namespace etalon::tests {

using Ints = std::vector<std::int64_t>;

// How a call is made, where it is another way than under the profile onnx, in float, by the policy `sequential`.
struct How {
  DType type = DType::f32;
  int opset = newest_opset;
  Accumulation policy = Accumulation::sequential;
  const char* profile = "onnx";
  bool patterns = false;
  const char* second = nullptr;  // the second result, where it is wanted

  How of(DType one) const { return with(&How::type, one); }
  How at(int one) const { return with(&How::opset, one); }
  How by(Accumulation one) const { return with(&How::policy, one); }
  How under(const char* one) const { return with(&How::profile, one); }
  How bits() const { return with(&How::patterns, true); }
  How and_then(const char* one) const { return with(&How::second, one); }

 private:
  template <class T> How with(T How::* member, T value) const {
    How other = *this;
    other.*member = value;
    return other;
  }
};

struct Fold {
  std::vector<std::string_view> tags;
  const char* operation;
  std::vector<std::string> operands;
  std::vector<Attribute> attributes;
  const char* outcome;  // the first result, or the rule that refuses the call
  How how = {};
};

inline void judge(const Fold& fold) {
  for (const std::string_view tag : fold.tags) cite({tag});
  Profile profile = *find_profile(fold.how.profile);
  profile.choices.accumulation = fold.how.policy;
  const OpResult result =
      run_op({fold.operation, fold.how.type, fold.operands, &profile, fold.how.opset, fold.attributes,
              fold.how.patterns, fold.how.second == nullptr ? std::size_t{0} : std::size_t{2}});
  const std::string what = std::string(fold.tags[0]) + " " + fold.operation + " of " + fold.operands[0];
  EXPECT_EQ(result.code == Code::ok ? result.text : result.rule, fold.outcome) << what;
  if (fold.how.second != nullptr && result.texts.size() > 1) {
    EXPECT_EQ(result.texts[1], fold.how.second) << what;
  }
}

}  // namespace etalon::tests
