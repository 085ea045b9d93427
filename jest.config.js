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
  transformIgnorePatterns: ['/node_modules/(?!(@apidevtools|marked)/)', '/generated/.*\\.js$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
