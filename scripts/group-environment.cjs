const { TestEnvironment } = require('jest-environment-node');

/**
 * The usual environment, in processes that end quickly: taking down the memory of all suites would take longer than a
 * short suite. Comes into effect only when nothing is open any more.
 */
process.once('beforeExit', () => process.exit());

module.exports = TestEnvironment;
