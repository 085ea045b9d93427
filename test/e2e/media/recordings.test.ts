import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lineOf, until } from '../../support/calls/call-events';
import { within } from '../../support/eventually';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';

const dialplan = `
exten => records,1,Answer(,i)
 same => n,Record(shared/voice.wav,0,0,q)
 same => n,Stasis(hello,%{RECORD_STATUS})
`.replaceAll('%{', '${');

type Wire = Readonly<Record<string, string>>;

let rig: CallRig;
let app: AppSocket;

const at = (name: string): string => join(rig.server.folder, 'state', 'spool', 'recording', name);

function put(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

/** Everything in the folder of recordings, hidden files and folders included. */
const kept = (): string[] => readdirSync(at(''), { recursive: true, encoding: 'utf8' }).sort();

/** `RecordingFinished r1 done`, or another event in its line. */
function short(message: Message): string {
  const { recording } = message as { readonly recording?: Wire };
  return recording === undefined ? lineOf(message) : `${message.type} ${recording['name']} ${recording['state']}`;
}

/** Waits for an event of a socket, and gives it with all that came before, in lines. */
async function heardUntil(
  socket: AppSocket,
  last: string,
): Promise<{ readonly lines: string[]; readonly message: Message }> {
  const lines: string[] = [];
  for (;;) {
    const message = await within(socket.next(), () => `waited for '${last}', and heard:\n${lines.join('\n')}`);
    lines.push(short(message));
    if (lines.at(-1) === last) return { lines, message };
  }
}

async function record(target: string, name: string, query = ''): Promise<void> {
  expect(await rig.status('post', `/${target}/record?name=${encodeURIComponent(name)}&format=wav${query}`)).toBe(201);
  await heardUntil(app, `RecordingStarted ${name} recording`);
}

const live = (name: string): string => `/recordings/live/${encodeURIComponent(name)}`;

async function stop(name: string): Promise<void> {
  expect(await rig.status('post', `${live(name)}/stop`)).toBe(204);
  await heardUntil(app, `RecordingFinished ${name} done`);
}

const isThere = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise(setImmediate);
};

beforeAll(async () => {
  rig = await CallRig.start(dialplan);
  // The first request of a server takes longer than all others.
  await rig.rest.get('/channels');
});
beforeEach(async () => {
  app = await rig.open('hello');
  await rig.call('c1', app);
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

describe('the name of a recording that is being made', () => {
  it.each(['channels/c1', 'bridges/b1'])('is taken for copies: %s', async (target) => {
    put('source.wav', 'RIFF');
    const name = `taken/${target}`;
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/applications/hello/subscription?eventSource=bridge:b1');
    await record(target, name);
    const copy = `/recordings/stored/source/copy?destinationRecordingName=${encodeURIComponent(name)}`;

    expect(await rig.status('post', copy)).toBe(409);
    expect(existsSync(at(`${name}.wav`))).toBe(false);
    await stop(name);
    expect(readFileSync(at(`${name}.wav`)).length).toBeGreaterThanOrEqual(44);
    expect(await rig.status('post', copy)).toBe(409);
    await rig.rest.delete(`/recordings/stored/${encodeURIComponent(name)}`);
    expect(await rig.status('post', copy)).toBe(200);
  });

  it('is taken for Record in the dialplan', async () => {
    await record('channels/c1', 'shared/voice', '&ifExists=overwrite');
    await rig.originate('c2', 'records');

    await until(app, 'StasisStart c2;2 ERROR');
    await stop('shared/voice');
  });

  it('is taken when it is Record in the dialplan that makes it', async () => {
    put('source.wav', 'RIFF');
    await rig.originate('c2', 'records');
    await isThere(() => existsSync(at('shared')) && readdirSync(at('shared')).some((file) => file.startsWith('.')));
    const record = '/channels/c1/record?name=shared%2Fvoice&format=wav&ifExists=overwrite';

    expect(await rig.status('post', record)).toBe(409);
    expect(await rig.status('post', '/recordings/stored/source/copy?destinationRecordingName=shared%2Fvoice')).toBe(
      409,
    );
    await rig.rest.delete('/channels/c2');
    await until(app, 'ChannelDestroyed c2 16');
  });

  it('may still be taken by others than this server, and their file stays', async () => {
    await record('channels/c1', 'theirs');
    put('theirs.wav', 'not ours');
    await rig.rest.post(`${live('theirs')}/stop`);
    const { message } = await heardUntil(app, 'RecordingFailed theirs failed');

    expect((message as { readonly recording?: Wire }).recording?.['cause']).toMatch(/created during the recording/);
    expect(readFileSync(at('theirs.wav'), 'utf8')).toBe('not ours');
  });

  it('is replaced on request, whatever its origin', async () => {
    await record('channels/c1', 'mine', '&ifExists=overwrite');
    put('mine.wav', 'not ours');
    await stop('mine');

    expect(readFileSync(at('mine.wav'), 'latin1')).toMatch(/^RIFF/);
  });
});

describe('the end of a recording', () => {
  it('is reported once to the subscribers of its bridge when that was destroyed', async () => {
    const [subscriber, watcher] = [await rig.open('subscriber'), await rig.open('watcher&subscribeAll=yes')];
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/applications/subscriber/subscription?eventSource=bridge:b1');
    await rig.rest.post('/applications/hello/subscription?eventSource=bridge:b1');
    for (const name of ['b-one', 'b-two']) await record('bridges/b1', name);
    await rig.rest.delete('/bridges/b1');

    for (const socket of [subscriber, watcher, app]) {
      const lines: string[] = [];
      while (lines.filter((line) => line.startsWith('RecordingFinished')).length < 2)
        lines.push(short(await within(socket.next(), () => `heard only:\n${lines.join('\n')}`)));
      lines.push(...(await socket.sofar()).map(short));
      const told = lines.filter((line) => /^(BridgeDestroyed|RecordingFinished)/.test(line));
      expect(told.slice(0, 1)).toEqual(['BridgeDestroyed b1']);
      expect(told.slice(1).sort()).toEqual(['RecordingFinished b-one done', 'RecordingFinished b-two done']);
    }
    expect((await rig.rest.get('/applications/subscriber')).body).toMatchObject({ bridge_ids: [] });
  });

  it('comes before that of its channel, for those that still waited too', async () => {
    await record('channels/c1', 'c-one');
    for (const name of ['c-two', 'c-three']) await rig.rest.post(`/channels/c1/record?name=${name}&format=wav`);
    await rig.rest.delete('/channels/c1');

    const { lines } = await heardUntil(app, 'StasisEnd c1');
    expect(lines.filter((line) => line.startsWith('Recording'))).toEqual([
      'RecordingFinished c-one done',
      'RecordingFinished c-two canceled',
      'RecordingFinished c-three canceled',
    ]);
    expect(['c-one', 'c-two', 'c-three'].map((name) => existsSync(at(`${name}.wav`)))).toEqual([true, false, false]);
  });
});

describe('a recording that is cancelled', () => {
  it('leaves no folder that was made for it, and all others', async () => {
    mkdirSync(at('before/hand'), { recursive: true });
    const before = kept();
    for (const name of ['before/hand/new/deep/one', 'brand/new/two', 'before/three']) {
      await record('channels/c1', name);
      await rig.rest.delete(live(name));
      await heardUntil(app, `RecordingFinished ${name} canceled`);
    }

    expect(kept()).toEqual(before);
  });
});
