/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testEnvironment: 'node',
  maxWorkers: '100%',
  // Generous: a busy machine is slow, and a test that hangs is found all the same.
  testTimeout: 30_000,
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
