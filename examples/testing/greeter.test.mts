import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { TestBay } from 'patchbay/testing';
import { startPatchbay } from 'patchbay/testing';
import { greet } from './greeter.mjs';

let bay: TestBay;

beforeEach(async () => {
  bay = await startPatchbay({ dialplan: 'exten => 100,1,Stasis(greeter)', clock: 'virtual' });
  greet(await bay.connect('greeter', { resume: true }));
});

afterEach(() => bay.close());

test('callers who press 1 are thanked', async () => {
  const alice = bay.phone('alice');
  await alice.calls('100');
  await alice.hears('hello-world');
  await alice.presses('1');
  await alice.hears('thank-you');
  assert.equal(await alice.hasEnded(), 16);
  await bay.expectQuiet();
});

test('callers who press nothing are hung up on after ten seconds', async () => {
  const alice = bay.phone('alice');
  const start = bay.now();
  await alice.calls('100');
  await alice.hasEnded();
  const seconds = (bay.now() - start) / 1000;
  assert.ok(seconds > 10 && seconds < 12, `hung up after ${seconds} seconds`);
});

test('a call that comes while the socket is down is greeted when it is back', async () => {
  const alice = bay.phone('alice');
  bay.faults.dropSocket('greeter');
  await alice.calls('100');
  await alice.hears('hello-world');
  await alice.hangsUp();
  await bay.expectQuiet();
});

test('the story of a call can be read', async () => {
  const alice = bay.phone('alice');
  await alice.calls('100');
  await alice.hears('hello-world');
  await alice.hangsUp();
  console.log(String(alice));
});
