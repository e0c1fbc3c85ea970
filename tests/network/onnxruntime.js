// SPDX-License-Identifier: Apache-2.0
// A model in ONNX Runtime, from Node: node onnxruntime.js TASK.json
//
// The task names the model, the files of the inputs (with type and shape), a folder for the outputs, and for how long to
// repeat the run. All optimisations are on, one thread computes. What is printed: the version, the outputs in the order
// of the session, and the best time of a run in seconds of the processor, so that others may use the machine. The way
// through Node is part of it, some ten microseconds.
'use strict';
const fs = require('fs');
const path = require('path');
const ort = require('onnxruntime-node');

const ARRAYS = {
  float32: Float32Array, float64: Float64Array, float16: Uint16Array, int8: Int8Array, uint8: Uint8Array,
  int16: Int16Array, uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array,
  uint64: BigUint64Array, bool: Uint8Array,
};

function elements(type, file) {
  const bytes = fs.readFileSync(file);
  const whole = new Uint8Array(bytes);  // aligned for every type
  return new ARRAYS[type](whole.buffer);
}

async function main() {
  const task = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
  const session = await ort.InferenceSession.create(
      task.model, {intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
                   logSeverityLevel: 3});
  const feeds = {};
  for (const {name, type, shape, file} of task.inputs) feeds[name] = new ort.Tensor(type, elements(type, file), shape);
  const results = await session.run(feeds);
  const outputs = session.outputNames.map((name, k) => {
    const {type, dims, data} = results[name], file = path.join(task.folder, `onnxruntime_${k}.raw`);
    fs.writeFileSync(file, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    return {name, type, shape: dims, file};
  });
  let best = Infinity;
  const start = process.hrtime.bigint();
  for (let runs = 0; runs < 3 || Number(process.hrtime.bigint() - start) < task.seconds * 1e9; ++runs) {
    const from = process.cpuUsage();
    await session.run(feeds);
    const {user, system} = process.cpuUsage(from);
    best = Math.min(best, (user + system) / 1e6);
  }
  console.log(JSON.stringify({version: require('onnxruntime-node/package.json').version, outputs, seconds: best}));
}

main().catch((problem) => {
  console.error(String(problem));
  process.exit(1);
});
