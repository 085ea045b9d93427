const config = require('./jest.config.js');

/** For scripts/run-tests.mjs. @type {import('jest').Config} */
module.exports = {
  ...config,
  testMatch: ['<rootDir>/.test-groups/*.test.js'],
  testEnvironment: '<rootDir>/scripts/group-environment.cjs',
  testSequencer: '<rootDir>/scripts/in-order-of-names.cjs',
};
