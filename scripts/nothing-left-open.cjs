const { setTimeout: pause } = require('node:timers/promises');

/** Milliseconds; closing takes a few turns of the event loop, and far longer on a busy machine. */
const timeoutMs = 60_000;

/** Where jest.setTimeout leaves its value. */
const timeoutKey = Symbol.for('TEST_TIMEOUT_SYMBOL');

/**
 * Declares the tests of a suite, and fails when it leaves something open that keeps its process alive: a socket, a
 * server, a process, a thread, a timer. Otherwise jest would end the process by force, without telling what is open.
 */
module.exports.nothingLeftOpen = function nothingLeftOpen(file, load) {
  let before = new Map();
  beforeAll(() => {
    before = openResources();
  });
  const timeout = globalThis[timeoutKey];
  load();
  if (globalThis[timeoutKey] !== timeout)
    throw new Error(`${file} sets a timeout for tests: it would count for its whole group`);
  afterAll(async () => {
    const deadline = Date.now() + timeoutMs;
    for (let left = added(before); left.length > 0; left = added(before)) {
      if (Date.now() > deadline) throw new Error(`${file} has left open: ${left.join(', ')}`);
      await pause(5);
    }
  });
};

/** How many there are of each kind. */
function openResources() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function added(before) {
  return [...openResources()]
    .map(([kind, count]) => ({ kind, more: count - (before.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} ${kind}`);
}
