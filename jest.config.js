const { availableParallelism } = require('node:os');

const typedArrays = ['Int16Array', 'Int32Array', 'Uint8Array', 'Float32Array', 'Float64Array'];

/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testEnvironment: 'node',
  // Two more than there are processors: many suites wait for audio to pass or for a process to end.
  maxWorkers: availableParallelism() + 2,
  // Far longer than any test takes on the busiest machine: only one that hangs gets there. Suites set none of their own:
  // the last one would count for a whole group.
  testTimeout: 300_000,
  // Modules run in a context of their own here, in which a global name is looked up slowly at every use; what hot loops
  // use is handed to each module instead.
  sandboxInjectedGlobals: ['Math', 'Number', 'Object', 'Array', 'JSON', 'Map', 'Set', 'String', ...typedArrays],
  transform: {
    '^.+\\.(ts|m?js)$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // These packages ship ES modules only; jest runs CommonJS.
  transformIgnorePatterns: ['/node_modules/(?!(@apidevtools|libopus-wasm|marked)/)', '/generated/.*\\.js$'],
  // It names its file for `import` alone, which jest turns into `require`.
  moduleNameMapper: { '^libopus-wasm$': '<rootDir>/node_modules/libopus-wasm/dist/index.js' },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
