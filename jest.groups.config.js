const config = require('./jest.config.js');

/** For scripts/run-tests.mjs. @type {import('jest').Config} */
module.exports = {
  ...config,
  testMatch: ['<rootDir>/.test-groups/*.test.js'],
  testEnvironment: '<rootDir>/scripts/group-environment.cjs',
  testSequencer: '<rootDir>/scripts/in-order-of-names.cjs',
  reporters: ['default', '<rootDir>/scripts/failed-suites.cjs'],
  // Milliseconds. A worker of a busy machine may need longer to end than the half second that jest gives it, and jest then
  // says that something was left open. Each suite is checked for that (scripts/nothing-left-open.cjs).
  workerGracefulExitTimeout: 60_000,
};
