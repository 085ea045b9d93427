import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../generated/client';
import { connect } from '../../generated/client';
import { runRecord, runReplay } from '../../src/tape/commands';
import { readTape } from '../../src/tape/tape';
import { replaySession } from '../../src/testing/replay-session';
import { startPatchbay } from '../../src/testing/start';
import { eventually } from '../support/eventually';

interface Access {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

const after = (milliseconds: number, action: () => void): (() => void) => {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
};

const dialplan = 'exten => 100,1,Stasis(ivr)';

/** An application with ids of its own: it plays a greeting, and hangs up when that is over. */
async function startIvr(access: Access, rest: 'http' | 'socket', run: string): Promise<Client> {
  // The session is over before the answer to the last request has been read.
  const onListenerError = (): void => undefined;
  const client = await connect({ ...access, apps: ['ivr'], rest, reconnect: false, onListenerError });
  client.on('StasisStart', async ({ channel: { id: channelId } }) => {
    await client.channels.answer({ channelId });
    await client.channels.playWithId({ channelId, playbackId: `greeting-${run}-0001`, media: ['sound:hello-world'] });
  });
  client.on('PlaybackFinished', async ({ playback: { id, target_uri: target } }) => {
    if (id === `greeting-${run}-0001`) await client.channels.hangup({ channelId: target.replace('channel:', '') });
  });
  return client;
}

/** A command that runs until it is stopped, and what it prints. */
function started(run: (deps: Parameters<typeof runRecord>[1]) => Promise<number>) {
  const lines: string[] = [];
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const ended = run({ print: (line) => void lines.push(line), stopped, now: Date.now, after, env: {} });
  const first = async (): Promise<Access> => {
    await eventually(
      () => lines.length > 0,
      () => 'the command has printed nothing',
    );
    return JSON.parse(lines[0] ?? '') as Access;
  };
  return { lines, stop: () => stop(), ended, first };
}

describe.each(['http', 'socket'] as const)('a session that was recorded, with requests over %s', (rest) => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-tape-'));
    file = join(folder, 'session.json');
    const bay = await startPatchbay({ dialplan, clock: 'virtual', password: 'do-not-record' });
    const recorder = started((deps) => runRecord([bay.url, '--output', file], deps));
    const { url } = await recorder.first();
    const client = await startIvr({ url, user: bay.user, password: bay.password }, rest, 'recorded');
    const alice = bay.phone('alice');
    await alice.calls('100');
    await alice.hasEnded();
    await bay.settle();
    await client.close();
    recorder.stop();
    expect(await recorder.ended).toBe(0);
    await bay.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is one file of steps that only its owner can read, without credentials', () => {
    const text = readFileSync(file, 'utf8');
    const { scenario, steps } = JSON.parse(text) as { readonly scenario: string; readonly steps: readonly unknown[] };

    expect(scenario).toBe('session');
    expect(readTape(text)).toEqual(steps);
    const kinds = new Set(readTape(text).map(({ kind }) => kind));
    for (const kind of ['ws-connect', 'ws-open', 'event', rest === 'http' ? 'request' : 'ws-send', 'ws-close'])
      expect(kinds).toContain(kind);
    expect(text).not.toMatch(/do-not-record|authorization/i);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is played to the same application, whose own ids may be others', async () => {
    const replay = await replaySession(file);
    const client = await startIvr(replay, rest, 'replayed');
    await replay.finished;

    expect(replay.differences()).toEqual([]);
    await client.close();
    await replay.close();
  });

  it('tells how an application differs that does something else', async () => {
    const replay = started((deps) => runReplay([file], deps));
    const client = await connect({ ...(await replay.first()), apps: ['ivr'], rest, reconnect: false });
    const failed = new Promise<unknown>((resolve) => {
      client.on('StasisStart', ({ channel: { id: channelId } }) => {
        client.channels.ring({ channelId }).catch(resolve);
        // Over a socket the recorded session has no answer.
        if (rest === 'socket') resolve(undefined);
      });
    });
    await failed;
    await client.close();
    replay.stop();

    expect(await replay.ended).toBe(1);
    expect(replay.lines.join('\n')).toMatch(/not in the recorded session: [^]*ring[^]*missing: [^]*answer/);
  });
});

describe('the file of a session', () => {
  it.each([
    ['', 'no recorded session'],
    ['{"steps":[]}', 'no recorded session'],
    ['{"ms":0,"kind":"request"', 'is broken'],
  ])('is refused when it is %j', (text, message) => {
    expect(() => readTape(text)).toThrow(message);
  });

  it('can be one without end, whose recorder was killed', () => {
    expect(readTape('{"scenario":"x","steps":[\n{"ms":0,"kind":"ws-open","ws":"a","status":101},\n')).toHaveLength(1);
  });

  it.each([[[]], [['127.0.0.1:8088']], [['http://127.0.0.1:1', 'more']]])('needs an address, not %j', async (args) => {
    const deps = { print: () => undefined, stopped: Promise.resolve(), now: Date.now, after, env: {} };
    await expect(runRecord(args, deps)).rejects.toThrow(/address/);
    await expect(runReplay([], deps)).rejects.toThrow('needs the file');
  });
});
