import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

let rig: CallRig;
let app: AppSocket;
let other: AppSocket;
beforeAll(async () => {
  rig = await CallRig.start();
});
beforeEach(async () => {
  [app, other] = [await rig.open('hello'), await rig.open('other')];
  for (const id of ['c1', 'c2']) await rig.call(id, app);
  for (const id of ['b1', 'b2']) await rig.rest.post(`/bridges/${id}`);
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

const subscription = (source: string): string => `/applications/other/subscription?eventSource=${source}`;
const set = (id: string, value: string): Promise<number> =>
  rig.status('post', `/channels/${id}/variable?variable=X&value=${value}`);

describe('subscribing to a call of another application', () => {
  it('brings the events of that channel and of no other, until it is taken back', async () => {
    expect(await heard(other)).toEqual([]);
    const { status, body } = await rig.rest.post(subscription('channel:c1'));
    expect([status, body]).toEqual([200, expect.objectContaining({ name: 'other', channel_ids: ['c1'] }) as unknown]);
    await set('c2', '1');
    await set('c1', '2');
    expect(await heard(other)).toEqual(['ChannelVarset c1 X=2']);

    expect((await rig.rest.delete(subscription('channel:c1'))).body).toMatchObject({ channel_ids: [] });
    await set('c1', '3');
    expect(await heard(other)).toEqual([]);
  });

  it('brings the events of that bridge and of no other, until it is taken back', async () => {
    const { body } = await rig.rest.post(subscription('bridge:b1'));
    expect(body).toMatchObject({ name: 'other', bridge_ids: ['b1'] });
    await rig.rest.post('/bridges/b2/addChannel?channel=c2');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1');
    expect(await until(other, 'ChannelEnteredBridge b1 c1')).toEqual(['ChannelEnteredBridge b1 c1']);

    expect((await rig.rest.delete(subscription('bridge:b1'))).body).toMatchObject({ bridge_ids: [] });
    await rig.rest.post('/bridges/b1/removeChannel?channel=c1');
    await until(app, 'ChannelLeftBridge b1 c1');
    expect((await heard(other)).filter((line) => line.startsWith('ChannelLeftBridge'))).toEqual([]);
  });

  it('takes several sources at once', async () => {
    const { body } = await rig.rest.post(subscription('channel:c1,channel:c2,bridge:b2'));

    expect(body).toMatchObject({ channel_ids: ['c1', 'c2'], bridge_ids: ['b2'] });
  });

  it('ends with the channel, and takes none that is gone', async () => {
    await rig.rest.post(subscription('channel:c1'));
    await rig.rest.delete('/channels/c1');
    await until(other, 'ChannelDestroyed c1 16');

    expect((await rig.rest.get('/applications/other')).body).toMatchObject({ channel_ids: [] });
    expect(await rig.status('post', subscription('channel:c1'))).toBe(422);
  });
});
