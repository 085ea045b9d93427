// Starts ten servers for tests, one after the other, and prints how long that takes: node bench/start/embedded.cjs
// Plain JavaScript on purpose: a program that removes types would be loaded together with what is measured.
const starts = 10;

void main();

async function main() {
  // Loaded before anything is measured; the programs that test with it have it, too.
  await fetch('http://127.0.0.1:1').catch(() => undefined);
  const began = performance.now();
  const { startPatchbay } = require('../../dist/bundle/testing.js');
  const load = performance.now() - began;
  const times = [];
  for (let start = 0; start < starts; start += 1) times.push(await startToAnswer(startPatchbay));
  process.stdout.write(JSON.stringify({ load, first: times.at(0), last: times.at(-1) }));
}

async function startToAnswer(startPatchbay) {
  const began = performance.now();
  const bay = await startPatchbay();
  const authorization = `Basic ${Buffer.from(`${bay.user}:${bay.password}`).toString('base64')}`;
  const { status } = await fetch(`${bay.url}/ari/asterisk/ping`, { headers: { authorization } });
  const took = performance.now() - began;
  await bay.close();
  if (status !== 200) throw new Error(`the first answer is ${status}`);
  return took;
}
