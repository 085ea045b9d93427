const { readFileSync } = require('node:fs');

/** Clock ticks of /proc are hundredths of a second on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time that this process has used, with its threads, and the processes that it has started and that
 * have ended, with theirs. Only Linux tells of the latter.
 */
module.exports.cpuSeconds = function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
};

function childSeconds() {
  if (process.platform !== 'linux') return 0;
  // The name of the program is in parentheses and may contain blanks; the third field comes after it.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  const [ownUser, ownSystem] = [fields[13], fields[14]].map(Number);
  return (ownUser + ownSystem) / ticksPerSecond;
}
