const { default: Sequencer } = require('@jest/test-sequencer');

/** Groups begin in the order of their names: scripts/run-tests.mjs names the long ones so that they come first. */
module.exports = class extends Sequencer {
  sort(tests) {
    return [...tests].sort(({ path: one }, { path: other }) => (one < other ? -1 : 1));
  }
};
