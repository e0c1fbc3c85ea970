// SPDX-License-Identifier: Apache-2.0
// What folds give over the reals, by GMP and the oracle's indices (true_values.hpp): sums of products and elements,
// averages, norms, products, the largest and smallest, and their places.
#pragma once

#include "oracle/indices/windows.hpp"
#include "oracle/ops/family/pool.hpp"
#include "tests/support/true_resize.hpp"

namespace etalon::tests {

using Integers = std::vector<std::int64_t>;

inline void add_to(TrueValue& sum, const TrueValue& x) {
  sum = if_all_known({&sum, &x}, [](const auto& of) { return TrueValue(of[0]->number + of[1]->number); });
}
inline void add_product(TrueValue& sum, const TrueValue& a, const TrueValue& b) {
  sum = if_all_known({&sum, &a, &b},
                     [](const auto& of) { return TrueValue(of[0]->number + of[1]->number * of[2]->number); });
}
inline TrueValue divided(const TrueValue& x, std::uint64_t count) {
  if (count == 0) return {};
  return if_all_known(
      {&x}, [&](const auto& of) { return TrueValue(mpq_class(of[0]->number / static_cast<unsigned long>(count))); });
}

// ---- what is done with a list of elements ---------------------------------------------------------------------------

using TrueList = std::vector<const TrueValue*>;
using TrueFold = std::function<TrueValue(const TrueList&)>;

inline TrueValue true_total(const TrueList& x) {
  TrueValue sum(0);
  for (const TrueValue* one : x) add_to(sum, *one);
  return sum;
}
inline TrueValue true_average(const TrueList& x) { return divided(true_total(x), x.size()); }
inline TrueValue true_product(const TrueList& x) {
  TrueValue product(1);
  for (const TrueValue* one : x)
    product = if_all_known({&product, one}, [](const auto& of) { return TrueValue(of[0]->number * of[1]->number); });
  return product;
}
inline TrueValue true_norm(const TrueList& x) {
  TrueValue sum(0);
  for (const TrueValue* one : x) add_product(sum, *one, *one);
  return if_all_known({&sum}, [](const auto& of) { return true_root(of[0]->number); });
}

// Which of them is the largest or smallest, of several the first or the last; nothing where one of several has no
// value, or there is none.
inline std::optional<std::size_t> true_leader(const TrueList& x, bool largest, bool last) {
  if (x.size() == 1) return 0;
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!x[k]->is_number()) return std::nullopt;
    if (!best || (largest ? x[k]->number > x[*best]->number : x[k]->number < x[*best]->number) ||
        (last && x[k]->number == x[*best]->number))
      best = k;
  }
  return best;
}
// What a list has instead, whose leader is not known.
inline TrueValue without_leader(const TrueList& x) {
  return if_all_known(x, [](const auto&) { return TrueValue(); });
}
inline TrueFold true_extreme(bool largest) {
  return [largest](const TrueList& x) {
    const auto leader = true_leader(x, largest, false);
    return leader ? *x[*leader] : without_leader(x);
  };
}
// The same of truth values: one that is the largest or smallest of all decides alone, whatever the others are.
inline TrueFold true_decision(bool largest) {
  return [largest](const TrueList& x) {
    for (const TrueValue* one : x)
      if (one->is_number() && one->number == (largest ? 1 : 0)) return *one;
    return x.empty() ? TrueValue(largest ? 0 : 1) : true_extreme(largest)(x);
  };
}

// ---- reductions -----------------------------------------------------------------------------------------------------

inline Integers reduced_axes(const TrueCall& t) {
  Integers axes;
  if (const auto* given = t.attribute<Integers>("axes")) axes = *given;
  if (t.computed.size() > 1 && t.computed[1] != nullptr)
    for (std::uint64_t i = 0; i < t.computed[1]->shape().count; ++i)
      axes.push_back(static_cast<std::int64_t>(pattern_at(t.computed[1]->view(), i)));
  return axes;
}

// The elements that each element of the result is made of, along the axes that are marked.
inline std::vector<TrueList> reduced_lists(const TrueCall& t, const std::vector<bool>& reduced) {
  const oracle::Shape data = t.shape(0);
  oracle::Shape kept;
  for (std::size_t axis = 0; axis < data.size(); ++axis) kept.push_back(reduced[axis] ? 1 : data[axis]);
  std::vector<TrueList> lists(oracle::element_count(kept));
  for (std::uint64_t i = 0; i < oracle::element_count(data); ++i)
    lists[oracle::offset_of(oracle::stretched(oracle::tuple_of(i, data), kept), kept)].push_back(&(*t.inputs[0])[i]);
  return lists;
}

inline TrueValues true_reduction(const TrueCall& t, const TrueFold& fold) {
  const Integers axes = reduced_axes(t);
  const auto* noop = t.attribute<std::int64_t>("noop_with_empty_axes");
  if (axes.empty() && noop != nullptr && *noop != 0) return *t.inputs[0];
  const std::size_t rank = t.shape(0).size();
  TrueValues results;
  for (const TrueList& list : reduced_lists(t, axes.empty() ? std::vector(rank, true) : oracle::axes_of(axes, rank)))
    results.push_back(fold(list));
  return results;
}

inline TrueValues true_places(const TrueCall& t, bool largest) {
  const auto* last = t.attribute<std::int64_t>("select_last_index");
  TrueValues results;
  for (const TrueList& list :
       reduced_lists(t, oracle::axes_of(Integers{*t.attribute<std::int64_t>("axis")}, t.shape(0).size()))) {
    const auto leader = true_leader(list, largest, last != nullptr && *last != 0);
    results.push_back(leader ? TrueValue(mpq_class(static_cast<unsigned long>(*leader))) : without_leader(list));
  }
  return results;
}

// ---- windows --------------------------------------------------------------------------------------------------------

inline std::vector<std::uint64_t> sizes_of(const TrueCall& t, const char* name, std::size_t count,
                                           std::uint64_t otherwise) {
  const auto* given = t.attribute<Integers>(name);
  return given == nullptr ? std::vector(count, otherwise) : std::vector<std::uint64_t>(given->begin(), given->end());
}

inline oracle::Windows windows_of(const TrueCall& t, const oracle::Shape& kernel) {
  const oracle::Shape x = t.shape(0);
  const std::size_t axes = x.size() - 2;
  oracle::Windows windows;
  windows.input = {x.begin() + 2, x.end()};
  windows.kernel = kernel;
  windows.strides = sizes_of(t, "strides", axes, 1);
  windows.dilations = sizes_of(t, "dilations", axes, 1);
  const std::vector<std::uint64_t> pads = sizes_of(t, "pads", 2 * axes, 0);
  windows.begins = {pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes)};
  windows.ends = {pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end()};
  const auto* padding = t.attribute<std::string>("auto_pad");
  if (padding != nullptr && padding->starts_with("SAME")) pad_to_same(windows, *padding == "SAME_UPPER");
  return windows;
}

// For each window of a pool what lies under it, and how many places that are counted.
struct TruePool {
  std::vector<oracle::Pooled> windows;
  std::vector<TrueList> lists;
};
inline TruePool pooled(const TrueCall& t) {
  const oracle::Shape out = dims_of(t.output().shape);
  const oracle::Windows windows = windows_of(t, sizes_of(t, "kernel_shape", out.size() - 2, 1));
  TruePool pool;
  for (std::uint64_t i = 0; i < oracle::element_count(out); ++i) {
    pool.windows.push_back(under_window(windows, t.shape(0), out, i));
    TrueList& list = pool.lists.emplace_back();
    for (const std::uint64_t element : pool.windows.back().elements) list.push_back(&(*t.inputs[0])[element]);
  }
  return pool;
}

inline std::vector<TrueValues> true_maxpool(const TrueCall& t) {
  const TruePool pool = pooled(t);
  const oracle::Shape x = t.shape(0);
  const auto* order = t.attribute<std::int64_t>("storage_order");
  std::vector<TrueValues> results(t.call.outputs.size());
  for (std::size_t i = 0; i < pool.lists.size(); ++i) {
    const auto leader = true_leader(pool.lists[i], true, false);
    results[0].push_back(leader ? *pool.lists[i][*leader] : without_leader(pool.lists[i]));
    if (results.size() < 2) continue;
    if (!leader) {
      results[1].push_back(pool.lists[i].empty() ? TrueValue(-1) : without_leader(pool.lists[i]));
      continue;
    }
    std::uint64_t place = pool.windows[i].elements[*leader];
    if (order != nullptr && *order != 0) {  // the first spatial axis is the fastest one
      oracle::Tuple at = oracle::tuple_of(place, x);
      oracle::Shape turned = x;
      std::reverse(at.begin() + 2, at.end());
      std::reverse(turned.begin() + 2, turned.end());
      place = oracle::offset_of(at, turned);
    }
    results[1].emplace_back(mpq_class(static_cast<unsigned long>(place)));
  }
  return results;
}

inline TrueValues true_averagepool(const TrueCall& t) {
  const auto* include = t.attribute<std::int64_t>("count_include_pad");
  const TruePool pool = pooled(t);
  TrueValues results;
  for (std::size_t i = 0; i < pool.lists.size(); ++i)
    results.push_back(divided(true_total(pool.lists[i]),
                              include != nullptr && *include != 0 ? pool.windows[i].covered : pool.lists[i].size()));
  return results;
}

inline TrueValues true_global(const TrueCall& t, const TrueFold& fold) {
  std::vector<bool> reduced(t.shape(0).size(), true);
  reduced[0] = reduced[1] = false;
  TrueValues results;
  for (const TrueList& list : reduced_lists(t, reduced)) results.push_back(fold(list));
  return results;
}

inline oracle::Tuple with_channel(std::uint64_t batch, std::uint64_t channel, const oracle::Tuple& rest) {
  oracle::Tuple tuple{batch, channel};
  tuple.insert(tuple.end(), rest.begin(), rest.end());
  return tuple;
}

// A pad is 0 times the weight. The operands are x, and those of these numbers.
// A place over a pad is a term 0 times the weight, or, of integers, adds nothing ("CONVINTEGER-INT-PADDING").
enum class TruePads : bool { are_terms, add_nothing };

inline TrueValues true_conv(const TrueCall& t, std::size_t weights, std::size_t bias,
                            TruePads pads = TruePads::are_terms) {
  const oracle::Shape x = t.shape(0), w = t.shape(weights), out = dims_of(t.output().shape);
  const oracle::Windows windows = windows_of(t, {w.begin() + 2, w.end()});
  const auto groups = static_cast<std::uint64_t>(*t.attribute<std::int64_t>("group"));
  const TrueValue zero(0);
  TrueValues results;
  for (std::uint64_t i = 0; i < oracle::element_count(out); ++i) {
    const oracle::Tuple at = oracle::tuple_of(i, out), position(at.begin() + 2, at.end());
    TrueValue sum(0);
    for (std::uint64_t k = 0; k < oracle::element_count(w) / w[0]; ++k) {
      oracle::Tuple place = oracle::tuple_of(at[1] * (oracle::element_count(w) / w[0]) + k, w);
      const std::uint64_t channel = at[1] / (w[0] / groups) * w[1] + place[1];
      const auto element = windows.element(position, {place.begin() + 2, place.end()});
      if (!element && pads == TruePads::add_nothing) continue;
      add_product(sum, element ? (*t.inputs[0])[oracle::offset_of(with_channel(at[0], channel, *element), x)] : zero,
                  (*t.inputs[weights])[oracle::offset_of(place, w)]);
    }
    if (t.inputs.size() > bias && t.inputs[bias] != nullptr) add_to(sum, (*t.inputs[bias])[at[1]]);
    results.push_back(sum);
  }
  return results;
}

// What is cut off at the beginning of an axis follows from the length of the result, unless pads are given.
inline TrueValues true_convtranspose(const TrueCall& t) {
  const oracle::Shape x = t.shape(0), w = t.shape(1), out = dims_of(t.output().shape);
  const std::size_t axes = x.size() - 2;
  const auto groups = static_cast<std::uint64_t>(*t.attribute<std::int64_t>("group"));
  const auto strides = sizes_of(t, "strides", axes, 1), dilations = sizes_of(t, "dilations", axes, 1);
  const auto more = sizes_of(t, "output_padding", axes, 0), pads = sizes_of(t, "pads", 2 * axes, 0);
  const bool has_shape = t.attribute<Integers>("output_shape") != nullptr;
  const std::string& padding = *t.attribute<std::string>("auto_pad");
  std::vector<std::uint64_t> begins(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes));
  for (std::size_t axis = 0; axis < axes && (has_shape || padding.starts_with("SAME")); ++axis) {
    const std::uint64_t whole =
        (x[axis + 2] - 1) * strides[axis] + more[axis] + (w[axis + 2] - 1) * dilations[axis] + 1;
    const bool is_upper = padding == "SAME_UPPER", at_end = has_shape && t.call.version == 1 ? !is_upper : is_upper;
    begins[axis] = (whole - out[axis + 2] + (at_end ? 0 : 1)) / 2;
  }
  TrueValues results(oracle::element_count(out), TrueValue(0));
  for (std::uint64_t i = 0; i < oracle::element_count(x); ++i)
    for (std::uint64_t k = 0; k < oracle::element_count(w) / w[0]; ++k) {
      const oracle::Tuple element = oracle::tuple_of(i, x);
      const std::uint64_t weight = element[1] * (oracle::element_count(w) / w[0]) + k;
      const oracle::Tuple place = oracle::tuple_of(weight, w);
      oracle::Tuple at{element[0], element[1] / (x[1] / groups) * w[1] + place[1]};
      bool inside = true;
      for (std::size_t axis = 0; axis < axes; ++axis) {
        const std::uint64_t falls = element[axis + 2] * strides[axis] + place[axis + 2] * dilations[axis];
        inside = inside && falls >= begins[axis] && falls - begins[axis] < out[axis + 2];
        at.push_back(falls - begins[axis]);
      }
      if (inside) add_product(results[oracle::offset_of(at, out)], (*t.inputs[0])[i], (*t.inputs[1])[weight]);
    }
  if (t.inputs.size() > 2 && t.inputs[2] != nullptr)
    for (std::uint64_t i = 0; i < results.size(); ++i) add_to(results[i], (*t.inputs[2])[oracle::tuple_of(i, out)[1]]);
  return results;
}

// ---- others ---------------------------------------------------------------------------------------------------------

inline TrueValues true_gemm(const TrueCall& t) {
  const oracle::Shape a = t.shape(0), b = t.shape(1), out = dims_of(t.output().shape);
  const bool turned_a = *t.attribute<std::int64_t>("transA") != 0, turned_b = *t.attribute<std::int64_t>("transB") != 0;
  const bool is_float = info(t.output().type).kind == impl::Kind::floating;
  const auto factor = [&](const char* name) {
    return is_float ? true_attribute(t, name) : TrueValue(mpq_class(*t.attribute<float>(name)));
  };
  const TrueValue alpha = factor("alpha"), beta = factor("beta");
  TrueValues results;
  for (std::uint64_t i = 0; i < oracle::element_count(out); ++i) {
    const oracle::Tuple at = oracle::tuple_of(i, out);
    TrueValue product(0), sum(0);
    for (std::uint64_t k = 0; k < (turned_a ? a[0] : a[1]); ++k)
      add_product(product,
                  (*t.inputs[0])[oracle::offset_of(turned_a ? oracle::Tuple{k, at[0]} : oracle::Tuple{at[0], k}, a)],
                  (*t.inputs[1])[oracle::offset_of(turned_b ? oracle::Tuple{at[1], k} : oracle::Tuple{k, at[1]}, b)]);
    add_product(sum, alpha, product);
    if (t.inputs.size() > 2 && t.inputs[2] != nullptr)
      add_product(sum, beta, (*t.inputs[2])[oracle::offset_of(oracle::stretched(at, t.shape(2)), t.shape(2))]);
    results.push_back(sum);
  }
  return results;
}

inline TrueValues true_normalization(const TrueCall& t) {
  const oracle::Shape x = t.shape(0), own = t.shape(1);
  // epsilon is a number of the smallest type that has those of all operands.
  int fraction = 0, exponent = 0;
  for (const auto& input : t.call.inputs) {
    const oracle::Format f = oracle_type(input->type).format();
    fraction = std::max(fraction, f.fraction);
    exponent = std::max(exponent, f.bits - f.fraction);
  }
  const oracle::Type steps =
      exponent == 9 && fraction > 7 ? oracle::float32 : oracle::Format{exponent + fraction, fraction};
  const std::uint64_t given = std::bit_cast<std::uint32_t>(*t.attribute<float>("epsilon"));
  const TrueValue epsilon = true_value(steps, oracle::convert(oracle::float32, steps, given).bits);
  TrueValues results;
  for (std::uint64_t i = 0; i < oracle::element_count(x); ++i) {
    const oracle::Tuple at = oracle::tuple_of(i, x);
    oracle::Tuple place{x.size() < 2 ? 0 : at[1]};
    if (own.size() > 1) place.insert(place.end(), at.begin() + 2, at.end());
    const std::uint64_t p = oracle::offset_of(place, own);
    results.push_back(if_all_known(
        {&(*t.inputs[0])[i], &(*t.inputs[1])[p], &(*t.inputs[2])[p], &(*t.inputs[3])[p], &(*t.inputs[4])[p], &epsilon},
        [](const auto& of) {
          const TrueValue root = true_root(of[4]->number + of[5]->number);
          if (!root.is_number() || root.number == 0) return TrueValue();
          return TrueValue(mpq_class((of[0]->number - of[3]->number) / root.number * of[1]->number + of[2]->number));
        }));
  }
  return results;
}

// beta is a multiple of a quarter.
inline TrueValues true_lrn(const TrueCall& t) {
  const oracle::Shape x = t.shape(0);
  const TrueValue alpha = true_attribute(t, "alpha"), bias = true_attribute(t, "bias");
  const auto size = static_cast<std::uint64_t>(*t.attribute<std::int64_t>("size"));
  const auto quarters = static_cast<unsigned>(4 * *t.attribute<float>("beta"));
  TrueValues results;
  for (std::uint64_t i = 0; i < oracle::element_count(x); ++i) {
    oracle::Tuple at = oracle::tuple_of(i, x);
    const std::uint64_t own = at[1];
    TrueValue sum(0);
    for (at[1] = 0; at[1] < x[1]; ++at[1]) {
      const bool inside = at[1] < own ? own - at[1] <= (size - 1) / 2 : at[1] - own <= size / 2;
      const TrueValue& one = (*t.inputs[0])[oracle::offset_of(at, x)];
      if (inside) add_product(sum, one, one);
    }
    results.push_back(if_all_known({&(*t.inputs[0])[i], &sum, &alpha, &bias}, [&](const auto& of) {
      TrueValue base(mpq_class(of[3]->number + of[2]->number / static_cast<unsigned long>(size) * of[1]->number));
      // No more roots than the power has: a root is rounded, unless it is rational.
      const unsigned degree = quarters % 4 == 0 ? 1 : quarters % 2 == 0 ? 2 : 4;
      for (unsigned k = 1; k < degree && base.is_number(); k *= 2) base = true_root(base.number);
      if (!base.is_number()) return base;
      mpq_class power = 1;
      for (unsigned k = 0; k < quarters * degree / 4; ++k) power *= base.number;
      return power == 0 ? TrueValue() : TrueValue(mpq_class(of[0]->number / power));
    }));
  }
  return results;
}

// All results of a fold; nothing where the operator is none.
inline std::optional<std::vector<TrueValues>> true_fold(const TrueCall& t) {
  const auto reduces = [](TrueFold fold) { return [fold](const TrueCall& of) { return true_reduction(of, fold); }; };
  const auto extreme = [](bool largest) {
    return [largest](const TrueCall& of) {
      const bool decides = of.output().type == impl::DType::boolean;
      return true_reduction(of, decides ? true_decision(largest) : true_extreme(largest));
    };
  };
  static const std::map<std::string_view, std::function<TrueValues(const TrueCall&)>> folds = {
      {"ReduceSum", reduces(true_total)},
      {"ReduceMean", reduces(true_average)},
      {"ReduceProd", reduces(true_product)},
      {"ReduceL2", reduces(true_norm)},
      {"ReduceMax", extreme(true)},
      {"ReduceMin", extreme(false)},
      {"ArgMax", [](const TrueCall& of) { return true_places(of, true); }},
      {"ArgMin", [](const TrueCall& of) { return true_places(of, false); }},
      {"AveragePool", true_averagepool},
      {"GlobalAveragePool", [](const TrueCall& of) { return true_global(of, true_average); }},
      {"GlobalMaxPool", [](const TrueCall& of) { return true_global(of, true_extreme(true)); }},
      {"Conv", [](const TrueCall& of) { return true_conv(of, 1, 2); }},
      {"ConvTranspose", true_convtranspose},
      {"Gemm", true_gemm},
      {"BatchNormalization", true_normalization},
      {"LRN", true_lrn},
      {"Resize", true_resize},
      {"Upsample", true_resize},
  };
  if (std::string_view(t.call.op->name) == "MaxPool") return true_maxpool(t);
  const auto known = folds.find(t.call.op->name);
  if (known == folds.end()) return std::nullopt;
  return std::vector<TrueValues>{known->second(t)};
}

}  // namespace etalon::tests
