/** @type {import('jest').Config} */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testEnvironment: 'node',
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
