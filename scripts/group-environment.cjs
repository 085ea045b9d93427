const { TestEnvironment } = require('jest-environment-node');

/**
 * The usual environment, in processes that end quickly: jest gives a worker half a second, and to take down the memory of
 * all suites takes longer on a busy machine. Comes into effect only when nothing is open any more.
 */
process.once('beforeExit', () => process.exit());

module.exports = TestEnvironment;
