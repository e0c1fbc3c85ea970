// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime as a peer of `etalon conform`: node onnxruntime.js [--web] [--threads N] [--optimisation LEVEL]
//
// The native library of npm's onnxruntime-node, or with --web the WebAssembly build of onnxruntime-web. LEVEL is that of
// the graph optimisations: disabled, basic, extended, layout or all. The packages are found as Node finds them, from
// here and from the working directory, or in build/npm of these sources.
'use strict';
const fs = require('fs');
const Module = require('module');
const path = require('path');
const readline = require('readline');
const proto = require('./tensor_proto.js');

const words = process.argv.slice(2);
const option = (name, otherwise) => words.includes(name) ? words[words.indexOf(name) + 1] : otherwise;
const web = words.includes('--web'), threads = Number(option('--threads', '1')), level = option('--optimisation', 'all');
const name = web ? 'onnxruntime-web' : 'onnxruntime-node';

function load() {
  // Where Node looks from here, which may be where Etalon is installed, and from the folder of the user.
  const places = [...module.paths, ...Module._nodeModulePaths(process.cwd()), ...Module.globalPaths,
                  path.resolve(__dirname, '../build/npm/node_modules'), path.resolve('build/npm/node_modules')];
  const found = places.map((place) => path.join(place, name)).find((place) => fs.existsSync(path.join(place, 'package.json')));
  if (found) return [require(found), require(path.join(found, 'package.json')).version];
  console.error(`${name} is not installed: npm install --ignore-scripts ${name}@1.30.0 in this folder, or set NODE_PATH to where it is`);
  process.exit(1);
}

const [ort, version] = load();
if (web) ort.env.wasm.numThreads = 1;

// What the library says of an operator, a type or a version that it does not have; all else is about this case.
const LACKS = new RegExp([
  'NOT_IMPLEMENTED', 'not implemented', 'Could not find an implementation', 'No Op registered', 'is not a registered function',
  'Type Error: Type', 'Unsupported (model IR|tensor|data type|type)', 'is under development', 'not supported',
].join('|'), 'i');

// Outside of the language: the module's memory may be in any state, so this process must not go on.
const isBroken = (problem) => problem instanceof WebAssembly.RuntimeError || /Aborted\(/.test(String(problem));

function inputs(folder, session) {
  const feeds = {};
  for (let k = 0; ; ++k) {
    const file = path.join(folder, 'test_data_set_0', `input_${k}.pb`);
    if (!fs.existsSync(file)) return feeds;
    const {type, dims, data} = proto.read(fs.readFileSync(file));
    if (type === 'bfloat16') throw new proto.Lacking('its interface for JavaScript has no bfloat16');
    if (k >= session.inputNames.length) throw new Error(`the model has ${session.inputNames.length} inputs`);
    feeds[session.inputNames[k]] = new ort.Tensor(type, data, dims);
  }
}

async function compute(folder, outputs) {
  const model = new Uint8Array(fs.readFileSync(path.join(folder, 'model.onnx')));
  const session = await ort.InferenceSession.create(model, {
    intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: level,
    logSeverityLevel: 4,
  });
  try {
    const results = await session.run(inputs(folder, session));
    session.outputNames.forEach((output, k) => {
      const {type, dims, data} = results[output];
      fs.writeFileSync(path.join(outputs, `output_${k}.pb`), proto.write({type, dims, data}));
    });
  } finally {
    await session.release();
  }
}

async function main() {
  const say = (line) => fs.writeSync(1, line.replace(/[\r\n]+/g, ' ') + '\n');
  const count = web ? '' : ` threads=${threads}`;
  say(`peer ${name} ${version}${count} optimisation=${level} platform=${process.platform}/${process.arch} node=${process.version}`);
  for await (const line of readline.createInterface({input: process.stdin})) {
    const [folder, outputs] = line.split('\t');
    try {
      await compute(folder, outputs);
      say('ok');
    } catch (problem) {
      if (isBroken(problem)) {
        console.error(String(problem));
        process.exit(3);
      }
      const text = String(problem && problem.message || problem);
      say(`${problem instanceof proto.Lacking || LACKS.test(text) ? 'unsupported' : 'error'} ${text}`);
    }
  }
}

main();
