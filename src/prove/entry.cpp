// SPDX-License-Identifier: Apache-2.0
// Floor 8. See project.hpp: model.c as a whole, and its entry point, which is followed value by value.
#include <algorithm>

#include "prove/project.hpp"

namespace etalon::impl::prove {
namespace {

constexpr std::size_t most_model_words = std::size_t{1} << 26;

// Memory that values lie in: an array of the arena, an input, an output, a table of weights.
struct Region {
  enum class Kind : std::uint8_t { arena, input, output, weight } kind;
  DType type;
  std::uint64_t size;  // elements of the buffer type
  std::string name;
};
struct Extent {
  std::uint32_t region;
  std::uint64_t begin, end;

  bool overlaps(const Extent& other) const { return region == other.region && begin < other.end && other.begin < end; }
};
struct Held {
  Extent extent;
  std::uint32_t home;  // the value
};

class Entry {
 public:
  Entry(Words& words, const CheckedModel& model, const ModelValues& values, Project& project)
      : words_(words), model_(model), graph_(*model.graph), values_(values), project_(project), h_(project.header) {}

  void read() {
    make_regions();
    words_.demand("int32_t");
    words_.demand(h_.prefix + "_run");
    const Spot spot = words_.spot();
    const std::vector<Parameter> parameters = read_entry_parameters(words_, h_);
    const auto is_same = [](const Parameter& a, const Parameter& b) {
      return a.is_constant == b.is_constant && a.type == b.type && a.name == b.name;
    };
    if (!std::ranges::equal(parameters, h_.parameters, is_same))
      refuse(rules::text, spot, "the parameters are not those of model.h");
    words_.demand("{");
    if (words_.is("int32_t")) {
      for (const std::string& word :
           {std::string("int32_t"), std::string("status"), std::string("="), h_.prefix + "_ok", std::string(";")})
        words_.demand(word);
      has_status_ = true;
    }
    for (const std::string& word :
         {std::string("if"), std::string("("), std::string("etalon_environment"), std::string("("), std::string(")"),
          std::string("!="), std::string("0"), std::string(")"), std::string("{"), std::string("return"),
          h_.prefix + "_environment", std::string(";"), std::string("}")})
      words_.demand(word);
    if (h_.has_weights_apart)
      for (const std::string& word :
           {std::string("if"), std::string("("), std::string("weights"), std::string("->"), std::string("checksum"),
            std::string("!="), project_.checksum, std::string(")"), std::string("{"), std::string("return"),
            h_.other_weights(), std::string(";"), std::string("}")})
        words_.demand(word);
    while (words_.is("(")) read_unused();
    while (!words_.is("return")) read_call();
    words_.demand("return");
    words_.demand(h_.prefix + "_ok");
    words_.demand(";");
    words_.demand("}");
    if (words_.here().kind != Token::Kind::end) words_.refuse_here("text behind the entry point");
    check_end();
  }

 private:
  std::uint32_t add_region(Region::Kind kind, DType type, std::uint64_t size, std::string name) {
    regions_.push_back({kind, type, size, std::move(name)});
    return static_cast<std::uint32_t>(regions_.size() - 1);
  }

  void make_regions() {
    for (const auto& [type, size] : h_.arena) add_region(Region::Kind::arena, type, size, prefix_of(type));
    const std::vector<std::uint32_t> inputs = free_inputs(graph_);
    std::size_t next = 0;
    const auto take = [&](std::uint32_t value, bool is_input, std::size_t k) {
      const std::string name = (is_input ? "input_" : "output_") + std::to_string(k);
      const ModelValue& one = values_[value];
      if (next >= h_.parameters.size() || h_.parameters[next].name != name || h_.parameters[next].type != one.type)
        refuse(rules::text, {model_h}, "the entry point does not have " + name + " of the model's type");
      ++next;
      return add_region(is_input ? Region::Kind::input : Region::Kind::output, one.type,
                        buffer_size(one.type, one.count), name);
    };
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::uint32_t region = take(inputs[k], true, k);
      if (values_[inputs[k]].count != 0) hold({region, 0, regions_[region].size}, values_.home(inputs[k]));
    }
    for (std::size_t k = 0; k < graph_.outputs.size(); ++k) outputs_.push_back(take(graph_.outputs[k], false, k));
    if (next != h_.parameters.size())
      refuse(rules::text, {model_h}, "the entry point has more parameters than the model");
    make_weights();
  }

  // A table is the constant of the model that has its bits.
  void make_weights() {
    std::map<std::string, std::uint32_t> constants;
    for (std::uint32_t v = 0; v < values_.size(); ++v)
      if (values_[v].is_constant()) constants.try_emplace(bits_of(values_[v].constant), values_.home(v));
    for (std::size_t w = 0; w < h_.weights.size(); ++w) {
      const Header::Weight& weight = h_.weights[w];
      const std::uint32_t region = add_region(Region::Kind::weight, weight.type, weight.size, weight.name);
      const std::vector<std::byte>& bytes = project_.weights[w];
      // Of nibbles the last byte may hold one or two.
      for (std::uint64_t count = info(weight.type).bits == 4 ? 2 * weight.size : weight.size;
           buffer_size(weight.type, count) == weight.size; --count) {
        const TensorView view{weight.type, *Shape::of(std::vector<std::uint64_t>{count}), bytes.data(), bytes.size()};
        if (const auto found = constants.find(bits_of(view)); found != constants.end()) {
          hold({region, 0, weight.size}, found->second);
          break;
        }
      }
      if (held_.empty() || held_.back().extent.region != region)
        refuse(rules::weights, {h_.has_weights_apart ? weights_bin : weights_c},
               weight.name + " has the bits of no constant of the model");
    }
  }

  void hold(const Extent& extent, std::uint32_t home) {
    std::erase_if(held_, [&](const Held& one) { return one.extent.overlaps(extent); });
    held_.push_back({extent, home});
  }

  // arena->f32 + 512, input_0, output_0, prefix_weight_0, weights->weight_0: the region and where in it.
  std::pair<std::uint32_t, std::uint64_t> read_place() {
    const bool is_weight = h_.has_weights_apart && words_.takes("weights");
    if (is_weight) words_.demand("->");
    const Token token = words_.here();
    const std::string arena = h_.takes_arena() ? "arena" : "arena_";
    if (!is_weight && !h_.arena.empty() && words_.takes(arena)) {
      words_.demand(h_.takes_arena() ? "->" : ".");
      const Token member = words_.take();
      for (std::uint32_t r = 0; r < regions_.size(); ++r) {
        if (regions_[r].kind != Region::Kind::arena || !member.is(regions_[r].name)) continue;
        words_.demand("+");
        const auto offset = place_literal(words_.here().text);
        if (!offset) words_.refuse_here("the offset in an arena is a literal");
        words_.take();
        return {r, static_cast<std::uint64_t>(*offset)};
      }
      refuse(rules::text, words_.spot_of(member), shown(member) + " is no array of the arena");
    }
    const auto is_there = [&](const Region& region) {
      return region.kind != Region::Kind::arena &&
             (region.kind == Region::Kind::weight && h_.has_weights_apart) == is_weight;
    };
    for (std::uint32_t r = 0; r < regions_.size(); ++r)
      if (is_there(regions_[r]) && token.kind == Token::Kind::name && token.is(regions_[r].name)) {
        words_.take();
        return {r, 0};
      }
    words_.refuse_here(shown(token) + " is no place of a value");
  }

  // (void)input_0;
  void read_unused() {
    for (const char* word : {"(", "void", ")"}) words_.demand(word);
    const Region& region = regions_[read_place().first];
    if (region.kind != Region::Kind::input && region.kind != Region::Kind::output)
      words_.refuse_here(region.name + " is no parameter");
    words_.demand(";");
  }

  void read_call() {
    const Spot spot = words_.spot();
    const bool is_asked = words_.is("status");
    if (is_asked) {
      words_.take();
      words_.demand("=");
      if (!has_status_) words_.refuse_here("there is no status");
    }
    const std::string name(words_.demand_name("a call"));
    const auto found = project_.functions.find(name);
    if (found == project_.functions.end()) refuse(rules::text, spot, "\"" + name + "\" is no function of model.c");
    const Function& f = found->second;
    if (f.can_refuse != is_asked)
      refuse(rules::refusal, spot, name + " can refuse, and is not asked; or the other way round");
    if (!called_.insert(name).second) refuse(rules::text, spot, name + " is called twice");
    std::vector<std::pair<std::uint32_t, std::uint64_t>> places;
    words_.demand("(");
    for (std::uint32_t p = 0; p < f.parameters; ++p) {
      if (p > 0) words_.demand(",");
      places.push_back(read_place());
      if (regions_[places.back().first].type != f.arrays[p].type)
        words_.refuse_here("the argument is of another type than " + f.arrays[p].name);
    }
    words_.demand(")");
    words_.demand(";");
    if (is_asked)
      for (const std::string& word : {std::string("if"), std::string("("), std::string("status"), std::string("!="),
                                      h_.prefix + "_ok", std::string(")"), std::string("{"), std::string("return"),
                                      std::string("status"), std::string(";"), std::string("}")})
        words_.demand(word);
    if (name.starts_with("copy_"))
      copy(f, places, spot);
    else
      call_node(f, places, spot);
  }

  const Held* held_at(const std::pair<std::uint32_t, std::uint64_t>& place) const {
    for (const Held& one : held_)
      if (one.extent.region == place.first && one.extent.begin == place.second) return &one;
    return nullptr;
  }
  std::string words_of(const std::pair<std::uint32_t, std::uint64_t>& place) const {
    return regions_[place.first].name + " + " + std::to_string(place.second);
  }

  Extent written(const std::pair<std::uint32_t, std::uint64_t>& place, DType type, std::uint64_t count,
                 const Spot& spot) {
    const Region& region = regions_[place.first];
    const Extent extent{place.first, place.second, place.second + buffer_size(type, count)};
    if (region.kind == Region::Kind::weight || region.kind == Region::Kind::input)
      refuse(rules::memory, spot, region.name + " is written");
    if (type != region.type || extent.end > region.size)
      refuse(rules::memory, spot,
             "a result of " + std::to_string(count) + " elements does not fit at " + words_of(place));
    if (region.kind == Region::Kind::output) has_output_ = true;
    return extent;
  }

  void copy(const Function& f, const std::vector<std::pair<std::uint32_t, std::uint64_t>>& places, const Spot& spot) {
    if (f.can_refuse || f.parameters != 2 || f.arrays[0].kind != Array::Kind::operand ||
        f.arrays[1].kind != Array::Kind::result)
      refuse(rules::text, spot, f.name + " is no copy");
    const Held* from = held_at(places[0]);
    if (from == nullptr) refuse(rules::memory, spot, "no value lies at " + words_of(places[0]) + " any more");
    const Held held = *from;
    const std::uint64_t count = values_[held.home].count;
    const Extent to = written(places[1], f.arrays[1].type, count, spot);
    if (to.overlaps(held.extent)) refuse(rules::memory, spot, "a value is copied over itself");
    hold(to, held.home);
    project_.entry.copies.push_back({&f, count, spot});
  }

  std::uint32_t node_of(const Function& f, const Spot& spot) const {
    const std::string_view name = f.name;
    const std::size_t end = name.find('_', 5);
    const auto node = name.starts_with("node_") && end != std::string_view::npos
                          ? place_literal(name.substr(5, end - 5))
                          : std::nullopt;
    if (!node || static_cast<std::size_t>(*node) >= model_.calls.size())
      refuse(rules::text, spot, "\"" + f.name + "\" is the function of no node");
    return static_cast<std::uint32_t>(*node);
  }

  void call_node(const Function& f, const std::vector<std::pair<std::uint32_t, std::uint64_t>>& places,
                 const Spot& spot) {
    NodeCall call{node_of(f, spot), &f, {}, spot};
    const Node& named = graph_.nodes[call.node];
    const Call& of_node = model_.calls[call.node];
    if (values_.is_view(call.node) || values_.is_constant_node(call.node))
      refuse(rules::text, spot,
             "node " + std::to_string(call.node) + " is a view or constant: nothing is called for it");
    if (!nodes_.insert(call.node).second)
      refuse(rules::text, spot, "node " + std::to_string(call.node) + " is called twice");
    if (f.can_refuse) {
      if (has_output_) refuse(rules::refusal, spot, "an output is written before a node that can refuse");
      if (last_refusing_ != nothing && last_refusing_ > call.node)
        refuse(rules::refusal, spot, "refusals come in another order than nodes");
      last_refusing_ = call.node;
    }
    std::vector<Extent> read, made;
    std::vector<std::uint32_t> homes;
    const std::vector<std::uint32_t>& results = values_.results_of(call.node);
    std::size_t next = 0;
    for (std::uint32_t p = 0; p < f.parameters; ++p) {
      if (f.arrays[p].kind == Array::Kind::result) {
        if (next == results.size()) refuse(rules::text, spot, f.name + " has more results than its node");
        const std::uint32_t k = results[next++];
        made.push_back(written(places[p], of_node.outputs[k]->type, of_node.outputs[k]->shape.count, spot));
        homes.push_back(values_.home(named.outputs[k]));
        call.arguments.push_back(k);
        continue;
      }
      const Held* held = held_at(places[p]);
      if (held == nullptr)
        refuse(rules::memory, spot,
               "no value lies at " + words_of(places[p]) + ": it was not computed, or is overwritten");
      bool is_operand = false;
      for (std::size_t k = 0; k < of_node.inputs.size(); ++k)
        is_operand = is_operand || (of_node.inputs[k] && values_.home(named.inputs[k]) == held->home);
      if (!is_operand)
        refuse(regions_[places[p].first].kind == Region::Kind::weight ? rules::weights : rules::memory, spot,
               "what lies at " + words_of(places[p]) + " is no operand of node " + std::to_string(call.node));
      call.arguments.push_back(held->home);
      read.push_back(held->extent);
    }
    if (next != results.size()) refuse(rules::text, spot, f.name + " has fewer results than its node");
    for (std::size_t k = 0; k < made.size(); ++k) {
      for (const Extent& one : read)
        if (made[k].overlaps(one)) refuse(rules::memory, spot, "a result of " + f.name + " overlaps an operand");
      for (std::size_t j = 0; j < k; ++j)
        if (made[k].overlaps(made[j])) refuse(rules::memory, spot, "two results of " + f.name + " overlap");
    }
    for (std::size_t k = 0; k < made.size(); ++k) hold(made[k], homes[k]);
    project_.entry.calls.push_back(std::move(call));
  }

  void check_end() {
    const Spot spot{model_c};
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      const ModelValue& value = values_[graph_.outputs[k]];
      if (value.count == 0) continue;
      const Held* held = held_at({outputs_[k], 0});
      if (held == nullptr || held->home != value.home)
        refuse(rules::memory, spot, "output_" + std::to_string(k) + " does not hold its value at the end");
    }
    std::set<std::string, std::less<>> refused;
    bool can_refuse = false;
    for (const auto& [name, f] : project_.functions) {
      can_refuse = can_refuse || f.can_refuse;
      if (!called_.contains(name)) refuse(rules::text, {model_c, f.line}, name + " is never called");
      refused.insert(f.refusals.begin(), f.refusals.end());
    }
    if (can_refuse != has_status_)
      refuse(rules::text, spot, "there is a status where a node can refuse, and only there");
    for (const std::string& name : h_.refusals)
      if (!refused.contains(name)) refuse(rules::refusal, {model_h}, name + " is never returned");
    for (const std::string& name : refused)
      if (std::ranges::find(h_.refusals, name) == h_.refusals.end())
        refuse(rules::refusal, spot, name + " is not declared in model.h");
    for (std::uint32_t n = 0; n < model_.calls.size(); ++n)
      if (!nodes_.contains(n) && !values_.is_view(n) && !refusal_of(model_, values_, n).empty())
        refuse(rules::refusal, spot, "node " + std::to_string(n) + " can refuse, and is not called");
  }

  Words& words_;
  const CheckedModel& model_;
  const Graph& graph_;
  const ModelValues& values_;
  Project& project_;
  const Header& h_;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> outputs_;  // regions
  std::vector<Held> held_;
  std::set<std::string, std::less<>> called_;
  std::set<std::uint32_t> nodes_;
  std::uint32_t last_refusing_ = nothing;
  bool has_status_ = false, has_output_ = false;
};

}  // namespace

void read_model(std::string_view text, const CheckedModel& model, const ModelValues& values,
                const std::set<std::string, std::less<>>& macros, Project& project) {
  const Header& h = project.header;
  Words words(model_c, text, most_model_words);
  words.demand_directive("#include \"model.h\"");
  FileNames names{h.prefix, macros};
  if (h.has_static_arena)
    for (const std::string& word :
         {h.capitals + "_ARENA", std::string("static"), h.prefix + "_arena", std::string("arena_"), std::string(";")})
      words.demand(word);
  names.taken.insert("arena_");
  h.add_names(names.taken);
  while (words.is("static")) {
    // Its own name and those before it are no names of its variables.
    const Token name = words.ahead(2);
    names.taken.insert(std::string(name.text));
    Function f = FunctionParser(words, names).parse();
    const std::string key = f.name;
    if ((!key.starts_with("node_") && !key.starts_with("copy_")) || is_known_name(key) || macros.contains(key))
      refuse(rules::text, words.spot_of(name), "\"" + key + "\" is no name of a function");
    if (!project.functions.emplace(key, std::move(f)).second)
      refuse(rules::text, words.spot_of(name), "\"" + key + "\" is defined twice");
  }
  Entry(words, model, values, project).read();
}

}  // namespace etalon::impl::prove
