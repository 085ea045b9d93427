import type { Application } from '../../../generated/models';
import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

describe('a subscription to a technology', () => {
  let rig: CallRig;
  let watch: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  beforeEach(async () => {
    await rig.open('hello');
    watch = await rig.open('watch');
  });
  afterEach(async () => {
    for (const name of ['hello', 'watch']) {
      const { endpoint_ids: ids } = (await rig.rest.get(`/applications/${name}`)).body as Application;
      for (const id of ids) await rig.rest.delete(`/applications/${name}/subscription?eventSource=endpoint:${id}`);
    }
    await rig.clear();
  });
  afterAll(() => rig.close());

  const subscription = (source: string): string => `/applications/watch/subscription?eventSource=${source}`;
  const subscribe = (source: string): Promise<number> => rig.status('post', subscription(source));

  it('is taken for every technology there is, and for no other', async () => {
    const technologies = ['Local', 'UnicastRTP', 'AudioSocket', 'WebSocket'];
    for (const technology of technologies) expect(await subscribe(`endpoint:${technology}`)).toBe(200);

    const { body } = await rig.rest.get('/applications/watch');
    expect((body as Application).endpoint_ids).toEqual(technologies);
    // As events name it, and none of its endpoints: these technologies have none.
    for (const unknown of ['local', 'NOTECH', 'Local/up@default'])
      expect(await subscribe(`endpoint:${unknown}`)).toBe(422);
    expect((await rig.rest.get('/endpoints')).body).toEqual([]);
    for (const technology of technologies)
      expect(await rig.status('delete', subscription(`endpoint:${technology}`))).toBe(200);
  });

  it('is taken as long as the technology is loaded', async () => {
    expect(await rig.status('delete', '/server/modules/chan_audiosocket.so')).toBe(204);
    expect(await subscribe('endpoint:AudioSocket')).toBe(422);
    expect(await rig.status('post', '/server/modules/chan_audiosocket.so')).toBe(204);
    expect(await subscribe('endpoint:AudioSocket')).toBe(200);
  });

  it('brings everything that happens to its channels, from their creation to their end', async () => {
    await subscribe('endpoint:Local');
    await rig.originate('c1', 'up');
    const beginning = await until(watch, 'ChannelVarset c1 STASISSTATUS=');
    await rig.rest.post('/bridges/b1');
    expect(await rig.status('post', '/bridges/b1/addChannel?channel=c1')).toBe(204);
    await rig.rest.post('/channels/c1/play/p1?media=tone:ring');
    const playing = await until(watch, 'PlaybackStarted');
    await rig.rest.delete('/channels/c1');
    const end = await until(watch, 'ChannelDestroyed c1;2 16');

    expect(beginning).toEqual([
      'ChannelCreated c1',
      'ChannelCreated c1;2',
      'ChannelDialplan c1 AppDial2((Outgoing Line))',
      'Dial c1 begins',
      'ChannelDialplan c1;2 Answer(,i)',
      'ChannelStateChange c1;2 Up',
      'ChannelStateChange c1 Up',
      'Dial c1 ANSWER',
      'ChannelDialplan c1;2 Wait(600)',
      'ChannelVarset c1 STASISSTATUS=',
    ]);
    expect(playing).toEqual(['PlaybackStarted']);
    expect(end).toEqual([
      'ChannelHangupRequest c1 32 soft',
      'PlaybackFinished',
      'ChannelVarset c1 STASISSTATUS=SUCCESS',
      'ChannelHangupRequest c1;2 16',
      'ChannelDestroyed c1 16',
      'ChannelHangupRequest c1;2 16 soft',
      'ChannelDestroyed c1;2 16',
    ]);
  });

  it('brings nothing of other technologies', async () => {
    await subscribe('endpoint:UnicastRTP');
    await rig.originate('c1', 'up');
    await rig.rest.post('/channels/externalMedia?channelId=e1&app=hello&external_host=127.0.0.1:9&format=ulaw');
    const lines = await until(watch, 'ChannelVarset e1 STASISSTATUS=');

    expect(lines[0]).toBe('ChannelCreated e1');
    expect(lines.filter((line) => line.includes(' c1'))).toEqual([]);
  });

  it('brings each event once to an application that also has the channel', async () => {
    const app = await rig.open('hello');
    expect(await rig.status('post', '/applications/hello/subscription?eventSource=endpoint:Local,channel:')).toBe(200);
    await rig.originate('c1', 'up');
    const lines = await until(app, 'StasisStart c1');
    await rig.rest.post('/channels/c1/variable?variable=X&value=1');

    expect(lines.filter((line, place) => lines.indexOf(line) !== place)).toEqual([]);
    expect((await heard(app)).filter((line) => line === 'ChannelVarset c1 X=1')).toHaveLength(1);
  });
});
