// For `node --require scripts/built-sources.cjs PROGRAM.ts`: a program of this project that is not part of the build. What
// it imports of src/ and generated/ is taken from dist/, which loads several times faster than the sources; the rest has its
// types removed. Only for a build that is up to date (setup.mjs --check-build).
const { transformSync } = require('@swc/core');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
const built = /^(src|generated)[\\/](.*)\.ts$/;
const options = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } };

const { _resolveFilename: resolveFilename } = Module;
Module._resolveFilename = function resolveToBuilt(...args) {
  const file = resolveFilename.apply(this, args);
  const [, folder, name] = built.exec(path.relative(root, file)) ?? [];
  return folder === undefined ? file : path.join(root, 'dist', folder, `${name}.js`);
};
Module._extensions['.ts'] = (module, file) =>
  module._compile(transformSync(readFileSync(file, 'utf8'), { ...options, filename: file }).code, file);
