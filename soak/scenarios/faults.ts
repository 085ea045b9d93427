import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../../test/support/server/http-process';
import { untilEvent } from '../../attack/harness/events';
import type { Scenario, Scene } from '../scenario';

/** Milliseconds: a thread that fails more than five times in a minute is not started again at once. */
const betweenKills = 20_000;
let lastKill = 0;

/** In a later turn: Node.js 20 aborts the whole process when a thread ends while it loads its modules. */
const deaths = ['process.exit(3)', "throw new Error('made by the soak test')", 'for (;;);'].map(
  (how) => `setImmediate(() => { ${how}; })`,
);

/** The media thread ends, crashes or hangs, whatever it is doing for others. */
async function killMediaThread(scene: Scene): Promise<void> {
  const how = scene.random.pick(deaths);
  if (!isBuilt() || Date.now() - lastKill < betweenKills) return;
  lastKill = Date.now();
  await scene.victim.inspector.evaluateInThread(how);
}

/** A module reads its files again, or is taken out and put back. */
async function reloadModules(scene: Scene): Promise<void> {
  const { rest, random } = scene;
  const names = ['pbx_config', 'logger', 'dsp', 'indications', 'res_musiconhold', 'app_playback', 'http', 'res_ari'];
  await scene.expect(rest.put(`/asterisk/modules/${random.pick(names)}`), [204]);
  // Not used by other scenarios.
  const other = random.pick(['app_echo', 'func_math', 'codec_g722']);
  await scene.expect(rest.delete(`/asterisk/modules/${other}`), [204, 404, 409]);
  await scene.expect(rest.post(`/asterisk/modules/${other}`), [204, 409]);
}

/** The disk refuses a recording: where its folder should be, there is a file. */
async function recordNowhere(scene: Scene): Promise<void> {
  const { rest, victim } = scene;
  mkdirSync(victim.recordings, { recursive: true });
  writeFileSync(join(victim.recordings, 'blocked'), '');
  const app = await scene.listen();
  const call = await scene.call(app);
  const { status } = await rest.post(`/channels/${call}/record?name=blocked/${scene.name('recording')}&format=wav`);
  if (status === 201) await untilEvent(app, 'RecordingFailed');
}

export const faultScenarios: readonly Scenario[] = [
  { name: 'kill-media-thread', weight: 1, play: killMediaThread },
  { name: 'reload-modules', weight: 2, play: reloadModules },
  { name: 'record-nowhere', weight: 2, play: recordNowhere },
];
