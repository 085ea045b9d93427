import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goertzel } from '../../../src/media/samples/levels';
import { AudioCalls } from '../../support/media/audio-calls';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';
import { aTone } from '../../support/media/signals';
import type { AppSocket } from '../../support/sockets/socket-peer';

const value = (name: string): string => `\${${name}}`;
const dialplan = `
exten => room,1,ConfBridge(room,recorded,quiet,keys)
 same => n,Stasis(hello,left ${value('CONFBRIDGE_RESULT')})
exten => loud,1,ConfBridge(other)
exten => later,1,ConfBridge(fourth,,later)
 same => n,Stasis(hello,left ${value('CONFBRIDGE_RESULT')})
exten => music,1,ConfBridge(third,,waiting)
`;
const profiles = `[recorded]
type = bridge
record_conference = yes
record_file_timestamp = no
[quiet]
type = user
quiet = yes
[waiting]
type = user
quiet = yes
music_on_hold_when_empty = yes
[keys]
type = menu
*1 = toggle_mute
*# = leave_conference
`;
const rate = 8000;
const [spoken, music, joining, first] = [440, 700, 1000, 1300];

describe('ConfBridge, in the media thread', () => {
  let rig: CallRig;
  let app: AppSocket;
  let calls: AudioCalls;
  let data: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-sounds-'));
    const sound = (path: string, tone: number): void =>
      writeFileSync(join(data, path), Buffer.from(aTone(tone, { rate, seconds: 30 }).buffer));
    for (const folder of ['sounds/en', 'moh']) mkdirSync(join(data, folder), { recursive: true });
    sound('sounds/en/confbridge-join.sln', joining);
    sound('sounds/en/conf-onlyperson.sln', first);
    sound('moh/piece.sln', music);
    rig = await CallRig.start(dialplan, {
      'asterisk.conf': `[directories]\nastdatadir => ${data}\n`,
      'confbridge.conf': profiles,
    });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    calls = new AudioCalls(rig, app);
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    rmSync(data, { recursive: true, force: true });
  });

  async function enter(id: string, extension: string): Promise<void> {
    await rig.originate(id, extension);
    await until(app, `StasisStart ${id}`);
  }
  /** Whether a tone is in what a caller hears. */
  async function hears(id: string, tone: number): Promise<boolean> {
    const [samples = new Int16Array()] = await calls.listen([`channels/${id}`]);
    return goertzel(samples.subarray(samples.length / 2), tone, rate) > 500;
  }
  function recorded(file: string): Promise<unknown> {
    const folder = join(rig.server.folder, 'state', 'spool', 'monitor');
    return eventually(
      () => existsSync(folder) && readdirSync(folder).includes(file),
      () => `there is no ${file}`,
    );
  }
  const press = (id: string, digits: string): Promise<number> =>
    rig.status('post', `/channels/${id}/dtmf?dtmf=${encodeURIComponent(digits)}`);

  it('lets its participants hear each other, and is recorded', async () => {
    for (const id of ['c1', 'c2', 'c3']) await enter(id, 'room');
    await calls.play('c1', `tone:${spoken}`);
    expect([await hears('c2', spoken), await hears('c3', spoken)]).toEqual([true, true]);
    for (const id of ['c1', 'c2', 'c3']) await rig.rest.delete(`/channels/${id}`);

    await recorded('confbridge-room.wav');
  });

  it('does what digits stand for', async () => {
    for (const id of ['c1', 'c2']) await enter(id, 'room');
    expect(await press('c1', '*1')).toBe(204);
    const muted = async (): Promise<unknown> => calls.get('c2', 'CONFBRIDGE_INFO(muted,room)');
    await eventually(
      async () => JSON.stringify(await muted()) === '{"value":"1"}',
      () => 'nobody is muted',
    );
    await calls.play('c1', `tone:${spoken}`);
    expect(await hears('c2', spoken)).toBe(false);
    await press('c2', '*#');

    await until(app, 'StasisStart c2;2 left DTMF');
  });

  it('has the profiles that confbridge.conf lists now, after a reload', async () => {
    await rig.originate('c1', 'later');
    await until(app, 'StasisStart c1;2 left FAILED');
    rig.server.configure('confbridge.conf', `${profiles}[later]\ntype = user\nquiet = yes\n`);
    expect((await rig.rest.put('/server/modules/app_confbridge')).status).toBe(204);
    await enter('c2', 'later');

    await eventually(
      async () => JSON.stringify(await calls.get('c2', 'CONFBRIDGE_INFO(parties,fourth)')) === '{"value":"1"}',
      () => 'nobody is in the conference',
    );
  });

  it('announces it to the first participant, and each one who joins', async () => {
    await enter('c1', 'loud');
    expect(await hears('c1', first)).toBe(true);
    await enter('c2', 'loud');

    expect(await hears('c2', joining)).toBe(true);
  });

  it('plays music to a participant who is alone, until another one joins', async () => {
    await enter('c1', 'music');
    expect(await hears('c1', music)).toBe(true);
    await enter('c2', 'music');
    await calls.play('c2', `tone:${spoken}`);

    expect(await hears('c1', spoken)).toBe(true);
    expect(await hears('c1', music)).toBe(false);
  });
});
