// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime, from Node: node onnxruntime.js OUT.json REPETITIONS MIN_SECONDS MODEL.onnx…
//
// Beside each model MODEL.json says its name, what is given to it and what it gives, and how many nodes it has in a row: so many
// that what Node and a session cost once a call does not count against ONNX Runtime where a node is small. Operands of MatMul are
// inputs, not constants, so they are not packed beforehand; weights of layers are constants. Operands and the result are typed
// arrays made once. One thread computes: the native call runs on this one, so that the CPU time of the process is that of the
// call. Repetitions of all models are shuffled. What is written has the form of Google Benchmark's JSON, one entry a repetition,
// times of one node.
'use strict';
const fs = require('fs');
const ort = require('onnxruntime-node');

// Element types: their name to the runtime, array and elements. Node 20 has no Float16Array; the patterns are those of
// numbers from 1/2 to 2.
const TYPES = {
  float: ['float32', Float32Array, normal],
  double: ['float64', Float64Array, normal],
  float16: ['float16', Uint16Array, () => 0x3800 + Math.floor(Math.random() * 0x0800)],
  uint8: ['uint8', Uint8Array, bits32],  // the last 8 of them
  int8: ['int8', Int8Array, bits32],
  int32: ['int32', Int32Array, bits32],
  int64: ['int64', BigInt64Array, () => BigInt(bits32()) * 0x100000001n],
};

function normal(scale) {
  return scale * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

function bits32() {
  return Math.floor(Math.random() * 2 ** 32) - 2 ** 31;
}

// Random elements, which repeat with a period that no row length divides.
function tensor([type, shape, scale]) {
  const [kind, Elements, make] = TYPES[type];
  const data = new Elements(shape.reduce((product, side) => product * side, 1)), period = Math.min(data.length, 100003);
  for (let i = 0; i < period; ++i) data[i] = make(scale);
  for (let i = period; i < data.length; i += period) data.set(data.subarray(0, Math.min(period, data.length - i)), i);
  return new ort.Tensor(kind, data, shape);
}

function tensors(described) {
  return Object.fromEntries(Object.entries(described).map(([name, is]) => [name, tensor(is)]));
}

async function prepare(file) {
  const {name, chain, work, feeds, fetches} = JSON.parse(fs.readFileSync(file.replace(/onnx$/, 'json'), 'utf-8'));
  const session = await ort.InferenceSession.create(
      file, {intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all'});
  const given = tensors(feeds), got = tensors(fetches);
  return {name, chain, work, iterations: 0, run: () => session.run(given, got)};
}

// Times of one node, in nanoseconds.
async function timed(model, iterations) {
  const cpu = process.cpuUsage(), wall = process.hrtime.bigint();
  for (let i = 0; i < iterations; ++i) await model.run();
  const spent = process.cpuUsage(cpu), nodes = iterations * model.chain;
  return {cpu_time: (spent.user + spent.system) * 1000 / nodes,
          real_time: Number(process.hrtime.bigint() - wall) / nodes};
}

async function main() {
  const [out, repetitions, seconds, ...files] = process.argv.slice(2);
  const models = [], benchmarks = [];
  for (const file of files) {
    const model = await prepare(file);
    await model.run();
    const once = await timed(model, 1);
    model.iterations = Math.max(1, Math.ceil(Number(seconds) * 1e9 / (once.real_time * model.chain)));
    models.push(model);
  }
  const order = models.flatMap((model) => Array(Number(repetitions)).fill(model));
  for (let i = order.length - 1; i > 0; --i) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  for (const model of order)
    benchmarks.push({run_name: model.name, work: model.work, time_unit: 'ns', ...await timed(model, model.iterations)});
  const version = require('onnxruntime-node/package.json').version;
  fs.writeFileSync(out, JSON.stringify({context: {onnxruntime: version}, benchmarks}));
}

main().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
