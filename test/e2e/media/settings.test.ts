import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goertzel } from '../../../src/media/samples/levels';
import { until } from '../../support/calls/call-events';
import { eventually, within } from '../../support/eventually';
import { CallRig } from '../../support/calls/call-rig';
import { aTone } from '../../support/media/signals';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { SoundServer } from '../../support/media/sound-server';

const rate = 8000;

describe('settings of audio', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(
      `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
exten => refused,1,Answer(,i)
 same => n,Set(TALK_DETECT(set)=abc)
 same => n,Stasis(hello,refused)
`,
      {
        'asterisk.conf': '[directories]\nabsolute_sounds = prompts\n',
        'dsp.conf': '[default]\nsilencethreshold = 30000\n',
      },
    );
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    await rig.originate('c1', 'far');
    await until(app, 'StasisStart c1;2 far');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const far = encodeURIComponent('c1;2');
  const inFolder = (...names: readonly string[]): string => join(rig.server.folder, ...names);

  /** A second of a tone, as a file without any header. */
  function aFile(path: string, frequency: number): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(aTone(frequency, { rate }).buffer));
  }

  const reload = async (module: string): Promise<number> =>
    (await rig.rest.call('PUT', `/server/modules/${module}`)).status;

  const play = (id: string, media: string): Promise<number> =>
    rig.status('post', `/channels/c1/play/${id}?media=${encodeURIComponent(media)}`);

  /** How a playback ended. */
  async function endOf(id: string): Promise<unknown> {
    for (;;) {
      const message = await within(app.next(), () => `${id} does not end`);
      const playback = message['playback'] as { readonly id: string; readonly state: string } | undefined;
      if (message.type === 'PlaybackFinished' && playback?.id === id) return playback.state;
    }
  }

  /** The line of the log that has all of these, once it is there. */
  async function logged(...parts: readonly string[]): Promise<string> {
    const lines = (): string[] => readFileSync(inFolder('state', 'log', 'messages'), 'utf8').split('\n');
    let found: string | undefined;
    await eventually(
      () => (found = lines().find((line) => parts.every((part) => line.includes(part)))) !== undefined,
      () => `not in the log: ${parts.join(' ')}\n${lines().join('\n')}`,
    );
    return found ?? '';
  }

  /** How strong a tone is in a second of what comes from the far end of the call. */
  async function heard(frequency: number): Promise<number> {
    const target = '/channels/c1/record?name=heard&format=sln&maxDurationSeconds=1&ifExists=overwrite';
    expect(await rig.status('post', target)).toBe(201);
    await until(app, 'RecordingFinished');
    const bytes = readFileSync(inFolder('state', 'spool', 'recording', 'heard.sln'));
    const samples = new Int16Array(new Uint8Array(bytes).buffer);
    return goertzel(samples.subarray(samples.length / 2), frequency, rate);
  }

  it.each([
    ['TALK_DETECT(set)', 'abc'],
    ['TALK_DETECT(set)', '0,0'],
    ['TALK_DETECT(set)', '500,99999'],
    ['TONE_DETECT(0)', ''],
    ['VOLUME(TX)', 'loud'],
    ['MUTEAUDIO(all)', 'perhaps'],
    ['CHANNEL(rxgain)', '1000'],
    ['TIMEOUT(absolute)', 'soon'],
  ])('that make no sense are answered with 400 and the reason: %s=%s', async (variable, value) => {
    const query = `variable=${encodeURIComponent(variable)}&value=${encodeURIComponent(value)}`;
    const one = await rig.rest.post(`/channels/c1/variable?${query}`);
    const several = await rig.rest.call('POST', '/channels/c1/variables', {
      body: { variables: { [variable]: value } },
    });

    for (const { status, body } of [one, several])
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ message: expect.stringContaining(`${variable} cannot be '${value}': `) as string }),
      ]);
    expect(await rig.status('post', '/channels/c1/variable?variable=BOGUS(x)&value=1')).toBe(204);
  });

  it('that make no sense in the dialplan are said in the log', async () => {
    await rig.originate('c2', 'refused');
    await until(app, 'StasisStart c2;2 refused');

    expect(await logged('the dialplan could not set a variable', "TALK_DETECT(set) cannot be 'abc'")).toContain('c2;2');
  });

  it('decide what counts as silence in a recording', async () => {
    await rig.rest.post(`/channels/${far}/play?media=tone:440`);
    await rig.rest.post('/channels/c1/record?name=quiet&format=wav&maxSilenceSeconds=1&maxDurationSeconds=30');

    for (;;) {
      const message = await within(app.next(), () => 'it does not end');
      if (message.type !== 'RecordingFinished') continue;
      expect(message['recording']).toMatchObject({ state: 'done', talking_duration: 0 });
      return;
    }
  });

  it('name the folders that sounds may be named in by their paths, and the log says why others are refused', async () => {
    for (const folder of ['prompts', 'others']) aFile(inFolder('etc', folder, 'a.sln'), 440);
    await play('allowed', `sound:${inFolder('etc', 'prompts', 'a')}`);
    expect(await endOf('allowed')).toBe('done');
    await play('refused', `sound:${inFolder('etc', 'others', 'a')}`);
    expect(await endOf('refused')).toBe('failed');

    const line = await logged('a medium could not be played', 'refused');
    expect(line).toContain(`sound:${inFolder('etc', 'others', 'a')}`);
    expect(line).toContain('absolute_sounds in [directories] of asterisk.conf');
  });

  it('may have a program make the music of a class, which runs while it has listeners', async () => {
    aFile(inFolder('pieces', 'a.raw'), 600);
    // Plays its last argument over and over, as fast as it is read.
    const player = `const { readFileSync, writeFileSync } = require('node:fs');
writeFileSync('${inFolder('player.pid')}', String(process.pid));
const piece = readFileSync(process.argv.at(-1));
const more = () => { while (process.stdout.write(piece)); process.stdout.once('drain', more); };
more();`;
    writeFileSync(inFolder('player.js'), player);
    const command = `${process.execPath} ${inFolder('player.js')}`;
    const radio = `[radio]\nmode = custom\napplication = ${command}\ndirectory = ${inFolder('pieces')}\n`;
    rig.server.configure('musiconhold.conf', radio);
    expect(await reload('res_musiconhold.so')).toBe(204);

    await rig.rest.post(`/channels/${far}/moh?mohClass=radio`);
    // A file is there before its contents are.
    const pidOfPlayer = (): number =>
      existsSync(inFolder('player.pid')) ? Number(readFileSync(inFolder('player.pid'), 'utf8')) : 0;
    await eventually(
      () => pidOfPlayer() > 0,
      () => 'the program is not started',
    );
    const pid = pidOfPlayer();
    expect(await heard(600)).toBeGreaterThan(10_000);

    await rig.status('delete', `/channels/${far}/moh`);
    await eventually(
      () => !isAlive(pid),
      () => 'the program is still there',
    );
  });

  it('are read again for music by a reload of its module, and what plays goes on', async () => {
    aFile(inFolder('first', 'a.sln'), 500);
    aFile(inFolder('second', 'a.sln'), 900);
    const classIn = (folder: string) => `[jazz]\nmode = files\ndirectory = ${inFolder(folder)}\n`;
    rig.server.configure('musiconhold.conf', classIn('first'));
    expect(await reload('res_musiconhold.so')).toBe(204);
    await rig.rest.post(`/channels/${far}/moh?mohClass=jazz`);
    const before = await heard(500);
    rig.server.configure('musiconhold.conf', classIn('second'));
    expect(await reload('res_musiconhold')).toBe(204);
    const meanwhile = await heard(500);
    await rig.rest.post(`/channels/${far}/moh?mohClass=jazz`);

    expect([before > 10_000, meanwhile > 10_000, (await heard(900)) > 10_000]).toEqual([true, true, true]);
  });

  it('are read again for tones by a reload of its module, unless something is wrong with it', async () => {
    await play('before', 'tone:doorbell;tonezone=office');
    expect(await endOf('before')).toBe('failed');
    rig.server.configure('indications.conf', '[office]\ndoorbell = 700\n');
    expect(await reload('indications')).toBe(204);
    rig.server.configure('indications.conf', '[office\ndoorbell = 400\n');
    expect(await reload('indications')).toBe(409);
    await rig.rest.post(`/channels/${far}/play?media=${encodeURIComponent('tone:doorbell;tonezone=office')}`);

    expect(await heard(700)).toBeGreaterThan(3000);
    expect(await logged('there is no such tone zone')).toContain('office');
    rig.server.configure('indications.conf', '');
  });

  it('are read again for sounds of web servers by a reload of its module', async () => {
    const web = await SoundServer.start();
    web.has('/a.sln', Buffer.from(aTone(440, { rate, seconds: 0.1 }).buffer));
    const address = `sound:${web.origin.replace('//', '//anna:secret@')}/a.sln?key=secret`;
    await play('off', address);
    expect(await endOf('off')).toBe('failed');
    rig.server.configure('http_media_cache.conf', '[general]\nenabled = yes\n');
    expect(await reload('res_http_media_cache.so')).toBe(204);
    await play('on', address);
    expect(await endOf('on')).toBe('done');
    await web.close();

    const line = await logged('a medium could not be played', 'playback=off');
    expect(line).toContain('http_media_cache.conf does not say enabled = yes');
    expect(readFileSync(inFolder('state', 'log', 'messages'), 'utf8')).not.toContain('secret');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
