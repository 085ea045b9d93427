const { writeFileSync } = require('node:fs');
const path = require('node:path');

/**
 * A reporter of jest: writes down which suites of which groups have failed, for scripts/run-tests.mjs. A failure outside
 * of tests, for example in `afterAll`, belongs to a group alone: jest tells it by its text.
 */
module.exports = class FailedSuites {
  #failures = [];

  constructor({ rootDir }) {
    this.file = path.join(rootDir, '.test-groups', 'failures.json');
  }

  onTestResult(test, { testResults, testExecError, failureMessage }) {
    const suites = testResults.flatMap(({ status, ancestorTitles: [suite] }) => (status === 'failed' ? [suite] : []));
    if (suites.length === 0 && testExecError === undefined) return;
    const text = testExecError === undefined ? '' : `${failureMessage}${testExecError.stack}`;
    this.#failures.push({ group: path.basename(test.path, '.test.js'), suites: [...new Set(suites)], text });
  }

  onRunComplete() {
    writeFileSync(this.file, JSON.stringify(this.#failures));
  }
};
