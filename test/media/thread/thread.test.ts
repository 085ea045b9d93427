import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RestartLimit } from '../../../src/media/thread/media-restarts';
import { startMediaThread } from '../../../src/media/thread/media-thread';
import type { MediaCommand, MediaLink, MediaNotice } from '../../../src/media/protocol';
import { amplitudeAt, leg, openFiles, samplesOf, tone } from '../engine-rig';
import { legId } from '../../../src/shared/ids';
import { eventually } from '../../support/eventually';
import { listenToAll } from '../../support/media/media-notices';
import { failsOnRequest, mediaProgram } from '../../support/media/media-program';
import { sourceOptions } from '../../support/server/source-program';

const program = mediaProgram();

/** Not of the protocol, so that the engine fails over it. */
const poison = { do: 'open-pair' } as unknown as MediaCommand;

describe('the media thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'media-thread-'));
  let media: MediaLink;

  afterEach(() => media.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const told = (link: MediaLink, wanted: MediaNotice['tell']) =>
    new Promise<MediaNotice>((resolve) => {
      const stop = listenToAll(link, (notice) => {
        if (notice.tell !== wanted) return;
        stop();
        resolve(notice);
      });
    });

  const lost = (link: MediaLink) =>
    new Promise<string>((resolve) => {
      const stop = link.onLost((reason) => {
        stop();
        resolve(reason);
      });
    });

  function recordTone(link: MediaLink, name: string): string {
    const path = join(folder, `${name}.sln`);
    link.send({ do: 'open-pair', legs: [legId('one'), legId('other')], form: { format: 'slin', rate: 8000 } });
    link.send({ do: 'play', play: 'p', target: leg('one'), source: tone(440), offset: 0, inBackground: false });
    link.send({
      do: 'record',
      record: 'r',
      target: leg('other'),
      file: { path, format: 'sln', appends: false },
      beep: undefined,
      maxDuration: 300,
      maxSilence: undefined,
    });
    return path;
  }

  it.each([
    ['of its own', { program }],
    ['that it shares', {}],
  ])('moves audio in real time, in a thread %s', async (_title, options) => {
    media = startMediaThread(options);
    const ended = told(media, 'record-ended');
    const path = recordTone(media, 'real-time');

    expect(await ended).toEqual({ tell: 'record-ended', record: 'r', why: 'duration', duration: 300 });
    expect(amplitudeAt(samplesOf(path).subarray(160), 440)).toBeGreaterThan(5500);
  });

  it('reports what it does once a second', async () => {
    media = startMediaThread({ program });
    media.send({ do: 'open-pair', legs: [legId('one'), legId('other')], form: { format: 'slin', rate: 8000 } });

    expect(await told(media, 'statistics')).toMatchObject({ statistics: { ticks: 50, legs: 2, plays: 0, records: 0 } });
  });

  it('is replaced when it fails: who listens is told, and the new one does what it is told', async () => {
    media = startMediaThread({ program });
    const started = told(media, 'record-started');
    recordTone(media, 'lost');
    await started;
    const filesBefore = openFiles(folder);
    const loss = lost(media);
    media.send(poison);
    const reason = await loss;

    const ended = told(media, 'record-ended');
    recordTone(media, 'after');

    expect(reason).toMatch(/./);
    expect(await ended).toMatchObject({ why: 'duration', duration: 300 });
    expect(openFiles(folder)).toBeLessThanOrEqual(filesBefore + 1);
  });

  it('is replaced when it stands still', async () => {
    media = startMediaThread({ program: mediaProgram(failsOnRequest) });
    await told(media, 'statistics');
    const loss = lost(media);
    media.send({ do: 'close-leg', leg: legId('stands-still') });
    const reason = await loss;
    const whileDown = media.health();
    const ended = told(media, 'record-ended');
    recordTone(media, 'after-standstill');
    await ended;

    expect(reason).toMatch(/^the media thread has not responded for \d+ ms$/);
    expect(whileDown).toMatchObject({ isUp: false, restarts: 1 });
    expect(media.health()).toMatchObject({ isUp: true, restarts: 1 });
  });

  it('is left alone while only who watches it is busy', async () => {
    media = startMediaThread({ program });
    await told(media, 'statistics');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
    await told(media, 'statistics');

    expect(media.health()).toMatchObject({ isUp: true, restarts: 0 });
  });

  it('is not started without end when it fails again and again', async () => {
    const restarts = { most: 2, within: 600_000 };
    media = startMediaThread({ program, restarts });
    for (let crash = 0; crash < 2; crash += 1) {
      const loss = lost(media);
      media.send(poison);
      await loss;
    }

    // Nothing listens any more; closing must not wait for a thread that is not there.
    media.send(poison);
    await media.close();
  });

  it('does not keep a process alive that has nothing else to do', () => {
    media = startMediaThread();
    const script = `
      const { startMediaThread } = require(${JSON.stringify(join(__dirname, '../../../src/media/thread/media-thread.ts'))});
      startMediaThread({ program: ${JSON.stringify(program)} }).send({ do: 'close-leg', leg: 'nobody' });`;

    const { status, stderr } = spawnSync(process.execPath, [...sourceOptions(), '--eval', script], {
      timeout: 120_000,
    });

    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
  });

  it('ends only when everything that was recorded has its name', async () => {
    media = startMediaThread({ program });
    const recordings = 200;
    let started = 0;
    const allStarted = new Promise<void>((resolve) => {
      media.on({
        'record-started': () => {
          if ((started += 1) === recordings) resolve();
        },
      });
    });
    const ended: string[] = [];
    media.on({ 'record-ended': ({ why }) => void ended.push(why) });
    const many = join(folder, 'many');
    media.send({ do: 'open-pair', legs: [legId('one'), legId('other')], form: { format: 'slin', rate: 8000 } });
    for (let index = 0; index < recordings; index += 1)
      media.send({
        do: 'record',
        record: `r${index}`,
        target: leg('one'),
        file: { path: join(many, `r${index}.sln`), format: 'sln', appends: false },
        beep: undefined,
        maxDuration: undefined,
        maxSilence: undefined,
      });
    await allStarted;
    for (let index = 0; index < recordings; index += 2) media.send({ do: 'stop-record', record: `r${index}` });

    await media.close();

    expect(readdirSync(many).sort()).toEqual(Array.from({ length: recordings }, (_, at) => `r${at}.sln`).sort());
    expect(ended.sort()).toEqual([...Array<string>(100).fill('stopped'), ...Array<string>(100).fill('target-gone')]);
  });

  it('keeps what was being recorded though it is closed while its program still loads, however long that takes', async () => {
    media = startMediaThread({ program: mediaProgram(join(__dirname, 'loads-slowly.cjs')) });
    const path = recordTone(media, 'slow');

    await media.close();

    expect(samplesOf(path).length).toBeGreaterThanOrEqual(0);
  });

  describe('that does not finish loading', () => {
    const gate = join(folder, 'gate');
    const preload = join(folder, 'gated.cjs');
    const gated = { program: mediaProgram(preload), loadTime: 50 };

    /** Its loading lasts until the gate exists; it leaves a file when it ends by itself. */
    beforeAll(() =>
      writeFileSync(
        preload,
        `const { existsSync, writeFileSync } = require('node:fs');
        const moments = new Int32Array(new SharedArrayBuffer(4));
        while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(moments, 0, 0, 10);
        process.once('exit', () => writeFileSync(${JSON.stringify(`${gate}-ended`)}, ''));`,
      ),
    );
    beforeEach(() => [gate, `${gate}-ended`].forEach((path) => rmSync(path, { force: true })));
    // Otherwise a thread of a failed test would wait for it for ever.
    afterEach(() => writeFileSync(gate, ''));

    it('counts as down, is not terminated, and serves as soon as it has loaded', async () => {
      media = startMediaThread(gated);
      const ended = told(media, 'record-ended');
      recordTone(media, 'gated');
      await eventually(
        () => !media.health().isUp,
        () => 'the thread counts as up',
      );
      writeFileSync(gate, '');

      expect(await ended).toMatchObject({ why: 'duration', duration: 300 });
      expect(media.health()).toMatchObject({ isUp: true, restarts: 0 });
    });

    it('does not hold up a stop, and ends by itself when it has loaded', async () => {
      media = startMediaThread(gated);
      await media.close();
      writeFileSync(gate, '');

      await eventually(
        () => existsSync(`${gate}-ended`),
        () => 'the thread has not ended by itself',
      );
    });
  });

  it('may be closed twice, at once after it was started, and keeps what was being recorded', async () => {
    media = startMediaThread({ program });
    const path = recordTone(media, 'closed');

    await Promise.all([media.close(), media.close()]);

    expect(samplesOf(path).length).toBeGreaterThanOrEqual(0);
  });
});

describe('the limit of restarts', () => {
  it('lets the allowed number of starts pass and makes the next one wait for the oldest', () => {
    let now = 0;
    const limit = new RestartLimit({ most: 2, within: 1000 }, () => now);
    limit.note();
    const afterOne = limit.delay;
    now = 300;
    limit.note();
    const afterTwo = limit.delay;
    now = 1000;

    expect([afterOne, afterTwo, limit.delay]).toEqual([0, 700, 0]);
  });
});
