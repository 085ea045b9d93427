const { appendFileSync } = require('node:fs');
const path = require('node:path');
const { cpuSeconds } = require('./cpu-time.cjs');

/**
 * Declares the tests of a suite, and writes down what they take: seconds of processor time for loading and for running,
 * and when they began and ended. In a file beside the one of their group, for `node scripts/run-tests.mjs --times`.
 */
module.exports.measured = function measured(suite, declare) {
  let [began, before] = [0, 0];
  beforeAll(() => {
    [began, before] = [Date.now(), cpuSeconds()];
  });
  const beforeLoading = cpuSeconds();
  declare();
  const loading = cpuSeconds() - beforeLoading;
  afterAll(() => {
    const { dir, name } = path.parse(expect.getState().testPath);
    const group = path.basename(name, '.test');
    const cost = { suite, group, loading, running: cpuSeconds() - before, began, ended: Date.now() };
    appendFileSync(path.join(dir, 'costs.jsonl'), `${JSON.stringify(cost)}\n`);
  });
};
