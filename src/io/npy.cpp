// SPDX-License-Identifier: Apache-2.0
// Floor 3. See npy.hpp. The header is a Python dictionary; what NumPy writes there is a small language, and that is all
// that is read: each of three keys once, no escapes, no expressions.
#include "io/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/quote.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

Finding form_error(std::size_t offset, const std::string& message,
                   std::string hint = "write the file with numpy.save") {
  Finding finding = error(Code::malformed, "FILE-NPY-FORM",
                          ".npy file, byte " + std::to_string(offset) + ": " + message, std::move(hint));
  finding.offset = offset;
  return finding;
}

struct Header {
  std::optional<std::string_view> descr;
  std::optional<bool> fortran_order;
  std::optional<unsigned> rank;
  std::array<std::uint64_t, Limits::max_rank> dims{};
  std::size_t descr_offset = 0, order_offset = 0;
};

class HeaderParser {
 public:
  HeaderParser(std::string_view text, std::size_t offset) : text_(text), offset_(offset) {}

  std::optional<Finding> parse(Header& header) {
    if (!take('{')) return expected("'{'");
    while (!take('}')) {
      if (std::optional<Finding> problem = entry(header)) return problem;
      if (!take(',')) {
        if (take('}')) break;
        return expected("',' or '}'");
      }
    }
    skip_space();
    if (text_.substr(at_) != "\n") return expected("spaces and a newline at the end of the header");
    if (!header.descr || !header.fortran_order || !header.rank)
      return expected("all of the keys 'descr', 'fortran_order' and 'shape'");
    return std::nullopt;
  }

 private:
  std::optional<Finding> entry(Header& header) {
    const std::optional<std::string_view> key = string();
    if (!key) return expected("a key in quotes");
    if (!take(':')) return expected("':'");
    skip_space();
    if (*key == "descr" && !header.descr) {
      header.descr_offset = offset_ + at_;
      header.descr = string();
      if (!header.descr) return expected("one simple type in quotes after 'descr'");
      return std::nullopt;
    }
    if (*key == "fortran_order" && !header.fortran_order) {
      header.order_offset = offset_ + at_;
      header.fortran_order = word("True") ? std::optional(true) : word("False") ? std::optional(false) : std::nullopt;
      if (!header.fortran_order) return expected("True or False");
      return std::nullopt;
    }
    if (*key == "shape" && !header.rank) return shape(header);
    return form_error(offset_ + at_, "key " + quoted(*key, 40) + " is unknown or appears twice");
  }

  // "()", "(3,)", "(3, 4)" and "(3, 4,)": a comma may be missing only after the last of several numbers.
  std::optional<Finding> shape(Header& header) {
    if (!take('(')) return expected("a tuple '(...)'");
    unsigned rank = 0;
    bool comma = true;
    while (!take(')')) {
      if (!comma) return expected("',' or ')'");
      if (rank == Limits::max_rank) return limit_finding("the rank is above " + std::to_string(Limits::max_rank));
      const std::optional<std::uint64_t> dim = number();
      if (!dim) return expected("a dimension that fits 64 bits");
      header.dims[rank++] = *dim;
      comma = take(',');
    }
    if (rank == 1 && !comma) return expected("a tuple: one dimension is written (3,)");
    header.rank = rank;
    return std::nullopt;
  }

  std::optional<std::string_view> string() {
    skip_space();
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    const std::size_t begin = at_ + 1, end = text_.find(text_[at_], begin);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view content = text_.substr(begin, end - begin);
    if (content.find('\\') != std::string_view::npos) return std::nullopt;
    at_ = end + 1;
    return content;
  }

  std::optional<std::uint64_t> number() {
    skip_space();
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
      if (!size_mul(value, 10, &value) || value + digit < digit) return std::nullopt;
      value += digit;
    }
    const bool leading_zero = at_ - begin > 1 && text_[begin] == '0';
    return at_ == begin || leading_zero ? std::nullopt : std::optional(value);
  }

  bool word(std::string_view expected_word) {
    if (!text_.substr(at_).starts_with(expected_word)) return false;
    at_ += expected_word.size();
    return true;
  }

  bool take(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  Finding expected(const char* what) const {
    return form_error(offset_ + at_, std::string("the header should have ") + what);
  }

  std::string_view text_;
  std::size_t offset_;  // of the text in the file
  std::size_t at_ = 0;
};

constexpr std::string_view magic = "\x93NUMPY";

char letter_of(Kind kind) {
  switch (kind) {
    case Kind::floating:
      return 'f';
    case Kind::signed_:
      return 'i';
    case Kind::boolean:
      return 'b';
    default:
      return 'u';
  }
}

// Kind letter and bytes of an element, as in '<f4'; empty for what NumPy does not have.
std::string letter_and_size(const DTypeInfo& row) {
  if (row.bits < 8 || row.id == DType::bf16) return {};
  return letter_of(row.kind) + std::to_string(row.bits / 8);
}

const DTypeInfo* type_of(std::string_view wanted) {
  for (const DTypeInfo& row : dtype_table)
    if (!wanted.empty() && wanted == letter_and_size(row)) return &row;
  return nullptr;
}

}  // namespace

Result<Tensor> read_npy(std::span<const std::byte> file, const Limits& limits) {
  if (file.size() < 10 || std::memcmp(file.data(), magic.data(), magic.size()) != 0)
    return form_error(0, "this is not a .npy file: it does not begin with \\x93NUMPY, a version and a header length");
  const auto version = std::to_integer<unsigned>(file[6]);
  if (version < 1 || version > 3 || file[7] != std::byte{0})
    return form_error(6, "the format version is not 1.0, 2.0 or 3.0");
  const unsigned length_bytes = version == 1 ? 2 : 4;
  const std::size_t begin = 8 + length_bytes;
  if (file.size() < begin) return form_error(8, "the header's length is cut off");
  const std::uint64_t length = word_of_bytes(file.data() + 8, length_bytes, std::endian::little);
  if (length > file.size() - begin) return form_error(8, "the header is longer than the file");

  Header header;
  const auto* text = reinterpret_cast<const char*>(file.data() + begin);
  HeaderParser parser({text, static_cast<std::size_t>(length)}, begin);
  if (std::optional<Finding> problem = parser.parse(header)) return *std::move(problem);

  const char order = header.descr->empty() ? '\0' : header.descr->front();
  const DTypeInfo* row = header.descr->empty() ? nullptr : type_of(header.descr->substr(1));
  if (row == nullptr || (row->bits == 8 ? order != '|' : order != '<' && order != '>'))
    return form_error(header.descr_offset,
                      "element type " + quoted(*header.descr, 40) +
                          " is not float16, float, double, an integer of 8 to 64 bits or bool",
                      "convert the array to one of these types, or write bfloat16 and int4 as a TensorProto (.pb)");
  if (*header.fortran_order)
    return form_error(header.order_offset, "the elements are in Fortran order",
                      "write the file with numpy.save(file, numpy.ascontiguousarray(array))");
  const Result<Shape> shape = checked_shape({header.dims.data(), *header.rank}, row->id, limits);
  if (!shape) return shape.finding();

  const std::span<const std::byte> data = file.subspan(begin + static_cast<std::size_t>(length));
  const std::uint64_t wanted = *stored_bytes(row->id, shape->count);
  if (data.size() != wanted)
    return form_error(begin + static_cast<std::size_t>(length),
                      "shape " + to_string(*shape) + " of " + row->name + " takes " + std::to_string(wanted) +
                          " bytes of data, but there are " + std::to_string(data.size()));
  if (row->id == DType::boolean)
    if (const std::optional<std::size_t> bad = first_no_bool(data)) {
      Finding finding = form_error(begin + static_cast<std::size_t>(length) + *bad,
                                   "the byte is " + std::to_string(std::to_integer<unsigned>(data[*bad])) +
                                       ", and an element of bool is 0 or 1");
      finding.status.index = *bad;
      finding.status.count = 1;
      return finding;
    }
  Tensor tensor(row->id, *shape);
  const std::endian written = order == '>' ? std::endian::big : std::endian::little;
  if (row->bits == 8 || written == std::endian::native) {
    std::copy(data.begin(), data.end(), tensor.data());
    return tensor;
  }
  const unsigned size = row->bits / 8;
  for (std::uint64_t i = 0; i < shape->count; ++i)
    set_pattern(tensor.view(), i, word_of_bytes(data.data() + i * size, size, written));
  return tensor;
}

Result<std::string> write_npy(const TensorView& tensor) {
  const std::string type = letter_and_size(info(tensor.type));
  if (type.empty())
    return error(Code::usage, "FILE-NPY-FORM", std::string(".npy cannot carry ") + info(tensor.type).name,
                 "write the tensor as a TensorProto (.pb)");
  std::string header = std::string("{'descr': '") + (info(tensor.type).bits == 8 ? '|' : '<') + type +
                       "', 'fortran_order': False, 'shape': (";
  for (unsigned axis = 0; axis < tensor.shape.rank; ++axis)
    header += std::to_string(tensor.shape[axis]) + (tensor.shape.rank == 1         ? ","
                                                    : axis + 1 < tensor.shape.rank ? ", "
                                                                                   : "");
  header += "), }";
  const std::size_t before = magic.size() + 4;  // version and length; the data begin at a multiple of 64
  header.append(64 - (before + header.size() + 1) % 64, ' ').append("\n");

  std::string file(magic);
  file += {'\x01', '\x00', static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
  file += header;
  give_little_endian(tensor, [&](std::span<const std::byte> bytes) {
    file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  return file;
}

}  // namespace etalon::impl
