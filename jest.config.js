/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testEnvironment: 'node',
  maxWorkers: '100%',
  // Far longer than any test takes on the busiest machine: only one that hangs gets there.
  testTimeout: 180_000,
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
