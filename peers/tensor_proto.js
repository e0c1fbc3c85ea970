// SPDX-License-Identifier: Apache-2.0
// ONNX's TensorProto for peers in JavaScript: the part of protobuf that it takes, and its elements as the typed arrays
// that ONNX Runtime has for them.
'use strict';

// By ONNX's number: the name of the type in ONNX Runtime, its array, and the bits of an element.
const TYPES = {
  1: ['float32', Float32Array, 32], 2: ['uint8', Uint8Array, 8], 3: ['int8', Int8Array, 8],
  4: ['uint16', Uint16Array, 16], 5: ['int16', Int16Array, 16], 6: ['int32', Int32Array, 32],
  7: ['int64', BigInt64Array, 64], 8: ['string', Array, 0], 9: ['bool', Uint8Array, 8],
  10: ['float16', Uint16Array, 16], 11: ['float64', Float64Array, 64], 12: ['uint32', Uint32Array, 32],
  13: ['uint64', BigUint64Array, 64], 16: ['bfloat16', Uint16Array, 16], 21: ['uint4', Uint8Array, 4],
  22: ['int4', Uint8Array, 4],
};

// What a peer answers `unsupported` to.
class Lacking extends Error {}

// A sequence or an optional looks like a tensor at first.
const noTensor = () => new Lacking('a file holds no tensor');

// The fields of a message: [number, wire type, value], where the value is a BigInt or bytes.
function* fields(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n;; shift += 7n) {
      if (at >= bytes.length || shift > 63n) throw noTensor();
      const byte = bytes[at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
  };
  const take = (size) => {
    if (size > bytes.length - at) throw noTensor();
    return bytes.subarray(at, at += size);
  };
  while (at < bytes.length) {
    const key = Number(varint()), wire = key & 7;
    if (wire === 0) yield [key >>> 3, wire, varint()];
    else if (wire === 1 || wire === 5) yield [key >>> 3, wire, take(wire === 1 ? 8 : 4)];
    else if (wire === 2) yield [key >>> 3, wire, take(Number(varint()))];
    else throw noTensor();
  }
}

// The numbers of a repeated field, packed or not.
function numbersOf(list, wire, value) {
  if (wire === 0) list.push(value);
  else for (const [, , one] of fields(Buffer.concat(everyVarint(value)))) list.push(one);
}

// Packed varints as fields of their own, so that one reader is enough.
function everyVarint(bytes) {
  const parts = [];
  for (let from = 0, at = 0; at < bytes.length; ++at) {
    if (bytes[at] >= 0x80) continue;
    parts.push(Buffer.from([8]), bytes.subarray(from, at + 1));
    from = at + 1;
  }
  return parts;
}

// {type, dims, data}: data in the array of the type; elements of 4 bits stay two to a byte.
function read(file) {
  const dims = [], words = [], strings = [], floats = [];
  let number = 0, raw = null;
  for (const [field, wire, value] of fields(file)) {
    if (field === 1) numbersOf(dims, wire, value);
    else if (field === 2) number = Number(value);
    else if (field === 4 || field === 10) floats.push(value);  // little-endian, as raw_data is
    else if (field === 5 || field === 7 || field === 11) numbersOf(words, wire, value);
    else if (field === 6) strings.push(Buffer.from(value).toString());
    else if (field === 9) raw = value;
    else if (field === 13 || field === 14 && value !== 0n) throw new Error('external data are not read');
  }
  const row = TYPES[number];
  if (!row) throw new Lacking(`an operand has type ${number} of ONNX`);
  const [type, List, bits] = row, shape = dims.map(Number), count = shape.reduce((all, dim) => all * dim, 1);
  if (type === 'string') return {type, dims: shape, data: strings};
  if (raw === null && floats.length > 0) raw = Buffer.concat(floats);
  if (raw !== null) {
    const whole = new Uint8Array(raw);  // a copy, aligned for every type
    if (whole.length !== Math.ceil(count * bits / 8)) throw noTensor();
    return {type, dims: shape, data: new List(whole.buffer)};
  }
  if (words.length !== (bits === 4 ? Math.ceil(count / 2) : count)) throw noTensor();
  const wide = bits === 64;  // the array itself takes the low bits
  return {type, dims: shape, data: List.from(words, (word) => wide ? word : Number(BigInt.asIntN(32, word)))};
}

function varintOf(number) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(number)); ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) | 128);
  }
}

function write({type, dims, data}) {
  const number = Object.keys(TYPES).find((key) => TYPES[key][0] === type);
  if (!number) throw new Error(`there is no type ${type}`);
  const parts = dims.map((dim) => Buffer.concat([Buffer.from([0x08]), varintOf(dim)]));
  parts.push(Buffer.from([0x10]), varintOf(number));
  const contents = type === 'string' ? data.map((text) => [0x32, Buffer.from(text)]) :
                                       [[0x4a, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]];
  for (const [key, bytes] of contents) parts.push(Buffer.from([key]), varintOf(bytes.length), bytes);
  return Buffer.concat(parts);
}

module.exports = {Lacking, read, write};
