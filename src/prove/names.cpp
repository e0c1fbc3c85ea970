// SPDX-License-Identifier: Apache-2.0
// Floor 8. See names.hpp. What each name stands for is written as trace/traced.hpp joins it.
#include "prove/names.hpp"

#include <array>
#include <unordered_map>

#include "base/real_function.hpp"

namespace etalon::impl::prove {
namespace {

struct TypeNames {
  DType type;
  const char *prefix, *value, *element;
};
constexpr TypeNames type_names[] = {
    {DType::f16, "f16", "f16_t", "f16_t"},
    {DType::bf16, "bf16", "bf16_t", "bf16_t"},
    {DType::f32, "f32", "float", "float"},
    {DType::f64, "f64", "double", "double"},
    {DType::i8, "i8", "int8_t", "int8_t"},
    {DType::i16, "i16", "int16_t", "int16_t"},
    {DType::i32, "i32", "int32_t", "int32_t"},
    {DType::i64, "i64", "int64_t", "int64_t"},
    {DType::u8, "u8", "uint8_t", "uint8_t"},
    {DType::u16, "u16", "uint16_t", "uint16_t"},
    {DType::u32, "u32", "uint32_t", "uint32_t"},
    {DType::u64, "u64", "uint64_t", "uint64_t"},
    {DType::i4, "i4", "int8_t", "i4x2_t"},
    {DType::u4, "u4", "uint8_t", "u4x2_t"},
    {DType::boolean, "truth", "int", "truth_t"},
    {DType::real, "exact", "fraction", nullptr},
    {exponent_type, "exponent", "exact_value", nullptr},
};

const TypeNames& names_of(DType type) {
  for (const TypeNames& one : type_names)
    if (one.type == type) return one;
  return type_names[0];
}

using Form = Name::Form;

class Table {
 public:
  Table() {
    for (const TypeNames& one : type_names) {
      if (one.type == DType::real || one.type == exponent_type) continue;
      conversions(one.type);
      if (is_floating(one.type)) floating(one.type);
      if (is_integer(one.type)) integer(one.type);
      if (one.type != DType::boolean) number(one.type);
    }
    const DType real = DType::real;
    names_["exact_product"] = {Form::joined, Step::exact_product, real, 0, 2, {real, real}, real};
    names_["exact_quotient"] = {Form::joined, Step::exact_quotient, real, 0, 2, {real, real}, real};
    names_["f32_of_bits"] = {Form::of_bits, {}, DType::f32, 0, 1, {}, DType::f32};
    names_["f64_of_bits"] = {Form::of_bits, {}, DType::f64, 0, 1, {}, DType::f64};
  }
  const Name* find(std::string_view name) const {
    const auto found = names_.find(std::string(name));
    return found == names_.end() ? nullptr : &found->second;
  }

 private:
  void add(DType type, const char* name, Form form, Step step, unsigned operands, DType result, bool loose = false,
           std::uint64_t number = 0) {
    names_[std::string(prefix_of(type)) + "_" + name] = {form,   step, type, number, operands, {type, type, type},
                                                         result, loose};
  }
  // Where any NaN may come out: the same step, of a value that is loose.
  void add_any(DType type, const char* name, Step step, unsigned operands) {
    if (type != DType::f32 && type != DType::f64) return;
    add(type, name, Form::joined, step, operands, type, true);
    names_[std::string(prefix_of(type)) + "_" + name].gives_loose = true;
  }

  void floating(DType type) {
    const DType truth = DType::boolean;
    add(type, "add", Form::joined, Step::add, 2, type, true);
    add(type, "sub", Form::joined, Step::sub, 2, type, true);
    add(type, "mul", Form::joined, Step::mul, 2, type, true);
    add(type, "div", Form::joined, Step::div, 2, type, true);
    add(type, "fma", Form::joined, Step::fma, 3, type, true);
    add(type, "sqrt", Form::joined, Step::sqrt, 1, type, true);
    add_any(type, "add_any", Step::add, 2);
    add_any(type, "sub_any", Step::sub, 2);
    add_any(type, "mul_any", Step::mul, 2);
    add_any(type, "div_any", Step::div, 2);
    add_any(type, "fma_any", Step::fma, 3);
    add_any(type, "sqrt_any", Step::sqrt, 1);
    add(type, "root_of_squares", Form::joined, Step::root_of_squares, 1, type);
    add(type, "floor", Form::joined, Step::floor, 1, type);
    add(type, "ceil", Form::joined, Step::ceil, 1, type);
    add(type, "nearest", Form::joined, Step::round, 1, type);
    add(type, "negate", Form::joined, Step::neg, 1, type);
    add(type, "one_nan", Form::one_nan, Step::quiet, 1, type, true);
    add(type, "below", Form::comparison, Step::below, 2, truth);
    add(type, "is_nan", Form::test, Step::is_nan, 1, truth, true);
    add(type, "is_lowest", Form::test, Step::is_lowest, 1, truth);
    add(type, "div_count", Form::div_count, Step::div_count, 1, type);
    add(type, "power", Form::power, Step::power, 1, type);
    constexpr std::pair<const char*, RealFunction> functions[] = {
        {"exp", RealFunction::exp},   {"log", RealFunction::log},  {"sigmoid", RealFunction::sigmoid},
        {"tanh", RealFunction::tanh}, {"erf", RealFunction::erf},  {"sin", RealFunction::sin},
        {"cos", RealFunction::cos},   {"acos", RealFunction::acos}};
    for (const auto& [name, function] : functions)
      add(type, name, Form::joined, Step::function, 1, type, false, static_cast<std::uint64_t>(function));
    const auto exact = static_cast<std::uint64_t>(DType::real);
    names_[std::string(prefix_of(type)) + "_of_exact"] = {Form::joined,  Step::convert, type, exact, 1,
                                                          {DType::real}, type};
  }
  void integer(DType type) {
    add(type, "add", Form::joined, Step::add, 2, type);
    add(type, "sub", Form::joined, Step::sub, 2, type);
    add(type, "mul", Form::joined, Step::mul, 2, type);
    add(type, "div_floor", Form::joined, Step::div_floor, 2, type);
    add(type, "div_truncate", Form::joined, Step::div_truncate, 2, type);
    if (info(type).kind == Kind::signed_) add(type, "negate", Form::joined, Step::neg, 1, type);
    add(type, "is_zero", Form::is_zero, Step::equal, 1, DType::boolean);
    add(type, "sum_start", Form::sum_start, Step::sum_start, 0, type);
    add(type, "sum_step", Form::joined, Step::sum_step, 3, type);
    add(type, "sum_scale", Form::joined, Step::sum_scale, 2, type);
    add(type, "sum_finish", Form::joined, Step::sum_finish, 1, type);
    if (info(type).bits <= 16)
      names_[std::string(prefix_of(type)) + "_quantised"] = {
          Form::joined, Step::quantised, type, 0, 2, {DType::real, type}, type};
  }
  void number(DType type) {
    const DType truth = DType::boolean;
    const bool loose = is_floating(type);
    add(type, "abs", Form::joined, Step::abs, 1, type);
    add(type, "max", Form::extreme, Step::max, 2, type, loose);
    add(type, "min", Form::extreme, Step::min, 2, type, loose);
    add(type, "larger", Form::joined, Step::larger, 2, type);
    add(type, "smaller", Form::joined, Step::smaller, 2, type);
    add(type, "less", Form::comparison, Step::less, 2, truth, loose);
    add(type, "equal", Form::comparison, Step::equal, 2, truth, loose);
    add(type, "less_or_equal", Form::comparison, Step::less_or_equal, 2, truth, loose);
    add(type, "leads", Form::leads, Step::leads, 2, truth);
    add(type, "of_place", Form::of_place, {}, 0, type);
    const std::string prefix = prefix_of(type);
    names_[prefix + "_pow"] = {Form::joined, Step::pow, type, 0, 2, {type, exponent_type}, type};
    names_["exponent_of_" + prefix] = {Form::joined, Step::exponent, type, 0, 1, {type}, exponent_type};
    names_["exact_of_" + prefix] = {Form::joined, Step::convert, DType::real, static_cast<std::uint64_t>(type), 1,
                                    {type},       DType::real};
  }
  void conversions(DType to) {
    for (const TypeNames& from : type_names) {
      if (from.type == DType::real || from.type == exponent_type || (from.type == to && !is_floating(to))) continue;
      const std::string name = std::string(prefix_of(to)) + "_of_" + from.prefix;
      const Name converted{to == DType::boolean ? Form::test : Form::joined,
                           Step::convert,
                           to,
                           static_cast<std::uint64_t>(from.type),
                           1,
                           {from.type},
                           to};
      names_[name] = converted;
      if ((to == DType::f64 && from.type == DType::f32) || (to == DType::f32 && from.type == DType::f64)) {
        names_[name + "_any"] = converted;
        names_[name + "_any"].takes_loose = names_[name + "_any"].gives_loose = true;
      }
    }
  }

  std::unordered_map<std::string, Name> names_;
};

const Table& table() {
  static const Table one;
  return one;
}

}  // namespace

const char* prefix_of(DType type) { return names_of(type).prefix; }
const char* value_type_name(DType type) { return names_of(type).value; }
const char* element_type_name(DType type) { return names_of(type).element; }

std::optional<DType> element_type(std::string_view name) {
  for (const TypeNames& one : type_names)
    if (one.element != nullptr && one.element == name) return one.type;
  return std::nullopt;
}
std::optional<DType> value_type(std::string_view name) {
  for (const TypeNames& one : type_names)
    if (one.value == name) return one.type;
  return std::nullopt;
}

const Name* find_name(std::string_view name) { return table().find(name); }

std::optional<SumName> find_sum_name(std::string_view name) {
  using Sum = SumName::Form;
  constexpr std::pair<const char*, Sum> forms[] = {{"_exact_start", Sum::start},       {"_exact_step", Sum::step},
                                                   {"_exact_scale", Sum::scale},       {"_exact_finish", Sum::finish},
                                                   {"_exact_quotient", Sum::quotient}, {"_exact_root", Sum::root}};
  for (const auto& [ending, form] : forms) {
    if (!name.ends_with(ending)) continue;
    const std::string_view prefix = name.substr(0, name.size() - std::string_view(ending).size());
    for (const TypeNames& one : type_names)
      if (one.prefix == prefix && (is_floating(one.type) || is_integer(one.type))) return SumName{form, one.type};
  }
  return std::nullopt;
}

bool is_known_name(std::string_view name) {
  constexpr std::string_view others[] = {
      "truth", "place_of_i64", "place_of_i32", "i4_load", "i4_store", "u4_load", "u4_store", "WANTED_LARGEST",
      "WANTED_SMALLEST", "TIE_SAME_BITS", "TIE_FIRST", "TIE_LAST", "INFINITY", "NAN", "INT64_C", "UINT64_C",
      "INT64_MIN", "INT32_MIN", "exact_sum", "integer_sum", "fraction", "exact_value", "etalon_environment",
      // keywords of C99 and C11, and names that the standard's headers may define
      "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
      "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
      "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm",
      "typeof", "bool", "true", "false", "nullptr", "constexpr", "alignas", "alignof", "unix", "linux", "main"};
  for (const std::string_view one : others)
    if (one == name) return true;
  for (const TypeNames& one : type_names)
    if (name == one.prefix || name == one.value || (one.element != nullptr && name == one.element)) return true;
  return name.ends_with("_t") || find_name(name) != nullptr || find_sum_name(name).has_value();
}

}  // namespace etalon::impl::prove
