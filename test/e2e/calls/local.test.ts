import type { Channel } from '../../../generated/models';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

describe('the names of Local channels', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  afterAll(() => rig.close());

  it('count the pairs alone, from zero', async () => {
    const app = await rig.open('hello');
    const names: string[] = [];
    for (const extension of ['up', 'silent']) {
      const target = `/channels?endpoint=Local/${extension}@default/n&app=hello`;
      names.push(((await rig.rest.post(target)).body as Channel).name);
      const create = `/channels/create?endpoint=Local/${extension}@default&app=hello`;
      names.push(((await rig.rest.post(create)).body as Channel).name);
    }

    expect(names).toEqual([
      'Local/up@default-00000000;1',
      'Local/up@default-00000001;1',
      'Local/silent@default-00000002;1',
      'Local/silent@default-00000003;1',
    ]);
    const listed = ((await rig.rest.get('/channels')).body as readonly Channel[]).map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining(names.map((name) => name.replace(/1$/, '2'))));
    await app.close();
  });
});

describe('the device of a Local channel', () => {
  let rig: CallRig;
  let watch: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  beforeEach(async () => {
    await rig.open('hello');
    watch = await rig.open('watch&subscribeAll=yes');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const stateOf = async (device: string): Promise<unknown> =>
    ((await rig.rest.get(`/deviceStates/${encodeURIComponent(device)}`)).body as { state: string }).state;

  /** What concerns devices and states of channels, until the last of it. */
  const story = async (last: string): Promise<string[]> =>
    (await until(watch, last)).filter((line) => /^(DeviceState|ChannelState|ChannelDestroyed)/.test(line));

  it('is in use once the halves are up, told once for each of them', async () => {
    await rig.originate('c1', 'up');

    expect(await story('Dial c1 ANSWER')).toEqual([
      'ChannelStateChange c1;2 Up',
      'DeviceStateChanged Local/up@default INUSE',
      'ChannelStateChange c1 Up',
      'DeviceStateChanged Local/up@default INUSE',
    ]);
    expect(await stateOf('Local/up@default')).toBe('INUSE');

    await rig.rest.delete('/channels/c1');
    expect(await story('ChannelDestroyed c1;2 16')).toEqual([
      'DeviceStateChanged Local/up@default NOT_INUSE',
      'ChannelDestroyed c1 16',
      'DeviceStateChanged Local/up@default NOT_INUSE',
      'ChannelDestroyed c1;2 16',
    ]);
    expect(await stateOf('Local/up@default')).toBe('NOT_INUSE');
  });

  it('is not in use because of a channel that has not been dialled', async () => {
    await rig.rest.post('/channels/create?endpoint=Local/ringing@default&app=hello&channelId=c1');

    expect(await story('ChannelVarset c1 STASISSTATUS=')).toEqual([]);
    expect(await stateOf('Local/ringing@default')).toBe('NOT_INUSE');
    await rig.rest.post('/channels/c1/dial');
    expect(await story('Dial c1 RINGING')).toEqual([
      'ChannelStateChange c1 Ringing',
      'DeviceStateChanged Local/ringing@default INUSE',
    ]);
  });

  it('stays in use while another call goes there', async () => {
    await rig.originate('c1', 'up');
    await until(watch, 'Dial c1 ANSWER');
    await rig.originate('c2', 'up');
    await until(watch, 'Dial c2 ANSWER');

    await rig.rest.delete('/channels/c1');
    expect(await story('ChannelDestroyed c1;2 16')).toContain('DeviceStateChanged Local/up@default INUSE');
    expect(await stateOf('Local/up@default')).toBe('INUSE');
    await rig.rest.delete('/channels/c2');
    await until(watch, 'ChannelDestroyed c2;2 16');
    expect(await stateOf('Local/up@default')).toBe('NOT_INUSE');
  });

  it('is invalid when there is nothing to call, told once for each half', async () => {
    await rig.originate('c1', 'nothing-there');

    expect(await story('ChannelDestroyed c1 0')).toEqual([
      'DeviceStateChanged Local/nothing-there@default INVALID',
      'ChannelDestroyed c1;2 0',
      'DeviceStateChanged Local/nothing-there@default INVALID',
      'ChannelDestroyed c1 0',
    ]);
  });
});
