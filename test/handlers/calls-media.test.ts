import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallRig } from '../support/calls/call-rig';
import { lineOf } from '../support/calls/call-events';
import { within } from '../support/eventually';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

type Wire = Readonly<Record<string, string>>;

let rig: CallRig;
let socket: AppSocket;

/** Seconds of silence as a file of signed samples. */
function sound(name: string, seconds: number): void {
  const folder = join(rig.server.folder, 'state', 'data', 'sounds', 'en');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.sln`), Buffer.alloc(seconds * 16_000));
}

const recordings = (): string => join(rig.server.folder, 'state', 'spool', 'recording');

function short(message: Message): string {
  const { playback, recording } = message as { readonly playback?: Wire; readonly recording?: Wire };
  if (playback !== undefined) return `${message.type} ${playback['id']} ${playback['state']}`;
  if (recording !== undefined) return `${message.type} ${recording['name']} ${recording['state']}`;
  return lineOf(message);
}

/** Everything from now on until that, other things left out. */
async function until(last: string): Promise<string[]> {
  const lines: string[] = [];
  while (lines.at(-1) !== last)
    lines.push(short(await within(socket.next(), () => `waited for ${last}, and heard:\n${lines.join('\n')}`)));
  return lines.filter((line) => /^(Playback|Recording|Stasis|Channel(Entered|Left))/.test(line));
}

beforeAll(async () => {
  rig = await CallRig.start();
  sound('short', 0.2);
  sound('long', 30);
  // The first request of a server takes longer than all others.
  await rig.rest.get('/channels');
});
beforeEach(async () => {
  socket = await rig.open('hello');
  await rig.call('c1', socket);
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

describe('a playback over the interface', () => {
  it('is answered as queued, with where it is, and then heard to its end', async () => {
    const { status, body, headers } = await rig.rest.post('/channels/c1/play?media=sound:short&playbackId=p/1');

    expect([status, headers.get('location')]).toEqual([201, '/ari/playbacks/p%2F1']);
    expect(body).toEqual({
      id: 'p/1',
      media_uri: 'sound:short',
      target_uri: 'channel:c1',
      language: 'en',
      state: 'queued',
    });
    expect(await until('PlaybackFinished p/1 done')).toEqual([
      'PlaybackStarted p/1 playing',
      'PlaybackFinished p/1 done',
    ]);
    expect(await rig.status('get', '/playbacks/p%2F1')).toBe(404);
  });

  it('is paused, moved within and stopped', async () => {
    await rig.rest.post('/channels/c1/play/p1?media=sound:long');
    await until('PlaybackStarted p1 playing');
    const statuses: number[] = [];
    for (const operation of ['pause', 'pause', 'forward', 'unpause', 'forward', 'restart'])
      statuses.push(await rig.status('post', `/playbacks/p1/control?operation=${operation}`));
    const { body } = await rig.rest.get('/playbacks/p1');
    statuses.push(await rig.status('delete', '/playbacks/p1'), await rig.status('delete', '/playbacks/p1'));

    expect(statuses).toEqual([204, 204, 409, 204, 204, 204, 204, 404]);
    expect(body).toMatchObject({ state: 'playing' });
    expect(await until('PlaybackFinished p1 done')).toEqual(['PlaybackStarted p1 playing', 'PlaybackFinished p1 done']);
  });

  it.each([
    ['/channels/c1/play', 400],
    ['/channels/c1/play?media=', 400],
    ['/channels/c1/play?media=sound:a&skipms=-1', 400],
    ['/channels/none/play?media=sound:a', 404],
    ['/channels/c1;2/play?media=sound:a', 409],
    ['/bridges/none/play?media=sound:a', 404],
    ['/playbacks/none/control?operation=pause', 404],
    ['/playbacks/none/control?operation=bogus', 400],
  ])('POST %s is answered with %i', async (target, status) => {
    expect(await rig.status('post', target)).toBe(status);
  });

  it('refuses an id that is in use', async () => {
    await rig.rest.post('/channels/c1/play/p1?media=tone:ring');

    expect(await rig.status('post', '/channels/c1/play/p1?media=sound:short')).toBe(409);
  });

  it.each(['sound:nothere', 'bogus:a', 'recording:nothere', 'number:x', 'tone:nosuchtone', 'nothing'])(
    'that cannot be found fails once: %s',
    async (media) => {
      await rig.rest.post(`/channels/c1/play/p1?media=${media}`);

      expect(await until('PlaybackFinished p1 failed')).toEqual([
        'PlaybackStarted p1 playing',
        'PlaybackFinished p1 failed',
      ]);
    },
  );

  it('fails with those behind it when the channel is hung up, before the channel leaves', async () => {
    await rig.rest.post('/channels/c1/play/p1?media=tone:ring');
    await until('PlaybackStarted p1 playing');
    await rig.rest.post('/channels/c1/play/p2?media=sound:short');
    await rig.rest.delete('/channels/c1');

    expect(await until('StasisEnd c1')).toEqual([
      'PlaybackFinished p1 failed',
      'PlaybackStarted p2 playing',
      'PlaybackFinished p2 failed',
      'StasisEnd c1',
    ]);
  });
});

describe('commands on a channel that plays', () => {
  beforeEach(async () => {
    await rig.rest.post('/channels/c1/play/p1?media=tone:ring');
    await until('PlaybackStarted p1 playing');
  });

  it('read and set variables at once', async () => {
    expect(await rig.status('post', '/channels/c1/variable?variable=A&value=1')).toBe(204);
    expect((await rig.rest.get('/channels/c1/variable?variable=A')).body).toEqual({ value: '1' });
  });

  it('go on in the dialplan when the playback is over', async () => {
    expect(await rig.status('post', '/channels/c1/continue?context=default&extension=up')).toBe(204);
    await rig.rest.delete('/playbacks/p1');

    expect(await until('StasisEnd c1')).toEqual(['PlaybackFinished p1 done', 'StasisEnd c1']);
  });

  it('enter a bridge when the playback is over, and are answered then', async () => {
    await rig.rest.post('/bridges/b1');
    const added = rig.status('post', '/bridges/b1/addChannel?channel=c1');
    await rig.rest.delete('/playbacks/p1');

    expect(await added).toBe(204);
    expect(await until('ChannelEnteredBridge b1 c1')).toEqual([
      'PlaybackFinished p1 done',
      'ChannelEnteredBridge b1 c1',
    ]);
  });

  it('are refused when the bridge is destroyed before their turn', async () => {
    await rig.rest.post('/bridges/b1');
    const added = rig.status('post', '/bridges/b1/addChannel?channel=c1');
    await rig.rest.delete('/bridges/b1');
    await rig.rest.delete('/playbacks/p1');

    expect(await added).toBe(404);
  });

  it('are refused when the channel is hung up before their turn', async () => {
    await rig.rest.post('/bridges/b1');
    const added = rig.status('post', '/bridges/b1/addChannel?channel=c1');
    await rig.rest.delete('/channels/c1');

    expect([400, 422]).toContain(await added);
  });
});

describe('a recording over the interface', () => {
  it('is made, controlled and stored', async () => {
    const { status, headers } = await rig.rest.post('/channels/c1/record?name=a/b&format=wav');
    await until('RecordingStarted a/b recording');
    const statuses: number[] = [];
    for (const [method, what] of [
      ['post', '/pause'],
      ['delete', '/pause'],
      ['post', '/mute'],
      ['delete', '/mute'],
      ['post', '/stop'],
    ] as const)
      statuses.push(await rig.status(method, `/recordings/live/a%2Fb${what}`));

    expect([status, headers.get('location')]).toEqual([201, '/ari/recordings/live/a%2Fb']);
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
    expect(await until('RecordingFinished a/b done')).toEqual(['RecordingFinished a/b done']);
    expect((await rig.rest.get('/recordings/stored/a%2Fb')).body).toEqual({ name: 'a/b', format: 'wav' });
  });

  it('is thrown away when it is cancelled', async () => {
    await rig.rest.post('/channels/c1/record?name=gone&format=wav');
    await until('RecordingStarted gone recording');
    await rig.rest.delete('/recordings/live/gone');

    await until('RecordingFinished gone canceled');
    expect(await rig.status('get', '/recordings/stored/gone')).toBe(404);
    expect(readdirSync(recordings()).filter((name) => name.includes('gone'))).toEqual([]);
  });

  it('is stored before the channel that hangs up leaves its application', async () => {
    await rig.rest.post('/channels/c1/record?name=hungup&format=wav');
    await until('RecordingStarted hungup recording');
    await rig.rest.delete('/channels/c1');

    expect(await until('StasisEnd c1')).toEqual(['RecordingFinished hungup done', 'StasisEnd c1']);
  });

  it.each([
    ['name=x&format=bogus', 422],
    ['name=../x&format=wav', 400],
    ['name=&format=wav', 400],
    ['format=wav', 400],
    ['name=x', 400],
    ['name=x&format=wav&terminateOn=7', 400],
    ['name=x&format=wav&maxDurationSeconds=-1', 400],
  ])('is refused: %s %i', async (query, status) => {
    expect(await rig.status('post', `/channels/c1/record?${query}`)).toBe(status);
  });

  it('and a bridge exclude each other', async () => {
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/channels/c1/record?name=alone&format=wav');
    expect(await rig.status('post', '/bridges/b1/addChannel?channel=c1')).toBe(409);
    await until('RecordingStarted alone recording');
    await rig.rest.delete('/recordings/live/alone');
    await until('RecordingFinished alone canceled');
    expect(await rig.status('post', '/bridges/b1/addChannel?channel=c1')).toBe(204);
    expect(await rig.status('post', '/channels/c1/record?name=alone&format=wav')).toBe(409);
  });
});

describe('a bridge', () => {
  beforeEach(async () => {
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1');
  });

  it('hears what is played to it, until it is destroyed', async () => {
    expect(await rig.status('post', '/bridges/b1/play/p1?media=sound:short')).toBe(201);
    await until('PlaybackFinished p1 done');
    await rig.rest.post('/bridges/b1/play/p2?media=tone:ring');
    await until('PlaybackStarted p2 playing');
    await rig.rest.delete('/bridges/b1');

    expect(await until('ChannelLeftBridge b1 c1')).toEqual(['PlaybackFinished p2 failed', 'ChannelLeftBridge b1 c1']);
  });

  it('has music, which is stopped once', async () => {
    const statuses = [
      await rig.status('post', '/bridges/b1/moh'),
      await rig.status('post', '/bridges/b1/moh?mohClass=none'),
      await rig.status('delete', '/bridges/b1/moh'),
      await rig.status('delete', '/bridges/b1/moh'),
    ];

    expect(statuses).toEqual([204, 204, 204, 409]);
  });

  it('is recorded, several times at once', async () => {
    await rig.rest.post('/bridges/b1/record?name=one&format=wav');
    await rig.rest.post('/bridges/b1/record?name=two&format=sln16&recorder_format=slin16');
    await until('RecordingStarted two recording');
    await rig.rest.post('/recordings/live/one/stop');
    await until('RecordingFinished one done');
    await rig.rest.post('/recordings/live/two/stop');

    await until('RecordingFinished two done');
  });

  it.each([
    ['/bridges/b1/play?media=sound:a&announcer_format=bogus', 422],
    ['/bridges/b1/play?media=sound:a&announcer_format=gsm', 422],
    ['/bridges/b1/record?name=x&format=wav&recorder_format=bogus', 422],
    ['/bridges/b1/record?name=x&format=wav&recorder_format=gsm', 422],
    ['/bridges/b1/record?name=x&format=bogus', 422],
  ])('refuses formats that nobody knows: %s', async (target, status) => {
    expect(await rig.status('post', target)).toBe(status);
  });
});

describe('music and silence on a channel', () => {
  it('are started and stopped without a word', async () => {
    const statuses: number[] = [];
    for (const what of ['moh', 'moh?mohClass=none', 'silence'])
      statuses.push(await rig.status('post', `/channels/c1/${what}`));
    for (const what of ['moh', 'moh', 'silence', 'silence'])
      statuses.push(await rig.status('delete', `/channels/c1/${what}`));

    expect(statuses).toEqual(new Array<number>(7).fill(204));
  });
});
