import { within } from '../../test/support/eventually';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import { untilEvent } from '../../attack/harness/events';
import type { Scenario, Scene } from '../scenario';

const encoded = encodeURIComponent;

/** Two calls talk in a bridge, which is played to and recorded; the recording is fetched and deleted. */
async function talk(scene: Scene): Promise<void> {
  const { rest, random } = scene;
  const app = await scene.listen();
  const bridge = await scene.bridge(await scene.call(app), await scene.call(app, 'speak'));
  await scene.expect(
    rest.post(`/bridges/${bridge}/play?media=sound:beep,tone:440&playbackId=${scene.name('play')}`),
    [201],
  );
  const name = scene.name('recording');
  const format = random.pick(['wav', 'ulaw', 'sln16']);
  await scene.expect(rest.post(`/bridges/${bridge}/record?name=${name}&format=${format}&maxDurationSeconds=1`), [201]);
  await scene.pause(400);
  if (random.chance(0.5)) await scene.expect(rest.post(`/recordings/live/${name}/stop`), [204, 404, 409]);
  const { type } = await untilEvent(app, /^Recording(Finished|Failed)$/);
  // A media thread that was killed takes its recordings along.
  if (type === 'RecordingFailed') return;
  const url = `${scene.victim.origin}/ari/recordings/stored/${name}/file?api_key=asterisk:asterisk`;
  await (await fetch(url)).arrayBuffer();
  await scene.expect(rest.delete(`/recordings/stored/${name}`), [204]);
}

/** A call is played to, with all that can be done to a playback. */
async function listenToSounds(scene: Scene): Promise<void> {
  const { rest, random } = scene;
  const app = await scene.listen();
  const call = await scene.call(app);
  const media = random.pick([
    'sound:beep',
    'tone:busy',
    'digits:123',
    'number:42',
    'characters:abc',
    'sound:not-there',
  ]);
  const id = scene.name('play');
  await scene.expect(rest.post(`/channels/${call}/play?media=${encoded(media)}&playbackId=${id}`), [201]);
  for (const operation of random.some(['pause', 'unpause', 'restart', 'forward'], 0.5)) {
    await scene.expect(rest.post(`/playbacks/${id}/control?operation=${operation}`), [204, 404, 409]);
    await scene.pause(50);
  }
  await scene.expect(rest.delete(`/playbacks/${id}`), [204, 404, 409]);
}

/** A call gets commands that change what its parties hear. */
async function command(scene: Scene): Promise<void> {
  const { rest, random } = scene;
  const app = await scene.listen();
  const call = await scene.call(app, 'far');
  const commands = ['moh', 'hold', 'mute?direction=both', 'dtmf?dtmf=12', 'ring', 'silence', 'progress'];
  for (const each of random.some(commands, 0.6)) await scene.expect(rest.post(`/channels/${call}/${each}`), [204]);
  const snoop = scene.name('snoop');
  const query = `spy=both&whisper=out&app=${scene.application}&snoopId=${snoop}`;
  await scene.expect(rest.post(`/channels/${call}/snoop?${query}`), [200]);
  scene.finally(() => rest.delete(`/channels/${snoop}`));
  await untilEvent(app, 'StasisStart', snoop);
  await scene.expect(rest.post(`/channels/${call}/variable?variable=X&value=1`), [204]);
  await scene.pause();
}

/** An application loses its connection and takes its place again, without losing an event. */
async function resume(scene: Scene): Promise<void> {
  const { rest, application } = scene;
  const say = (name: string) => scene.expect(rest.post(`/events/user/${name}?application=${application}`), [204]);
  const first = await AppSocket.open(scene.victim.origin, `app=${application}&resume=true`);
  await say('before');
  const { sequence } = await within(first.next(), () => 'the first event has not come');
  await first.abort();
  await say('meanwhile');
  const query = `app=${application}&resume=true&lastSequence=${Number(sequence)}`;
  const second = await AppSocket.open(scene.victim.origin, query);
  scene.finally(() => second.close());
  const { eventname } = await untilEvent(second, 'ChannelUserevent');
  if (eventname !== 'meanwhile') throw new Error(`after the gap comes ${String(eventname)}`);
}

/** Callers of the dialplan: a conference, a menu, a recording of a whole call. */
async function dial(scene: Scene): Promise<void> {
  const { rest, random } = scene;
  const ids = Array.from({ length: 2 }, () => scene.name('dialled'));
  const extension = random.pick(['conference', 'monitored', 'menu']);
  for (const id of ids) {
    const query = `endpoint=Local/up@default&extension=${extension}&context=default&priority=1`;
    await scene.expect(rest.post(`/channels/${id}?${query}`), [200]);
    scene.finally(() => rest.delete(`/channels/${id}`));
  }
  await scene.pause(600);
}

export const callScenarios: readonly Scenario[] = [
  { name: 'talk', weight: 6, play: talk },
  { name: 'playback', weight: 6, play: listenToSounds },
  { name: 'commands', weight: 4, play: command },
  { name: 'resume', weight: 4, play: resume },
  { name: 'dialplan', weight: 4, play: dial },
];
