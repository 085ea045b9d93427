import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

describe('a call that an application places', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const ringing = [
    'Dial c1 begins',
    'ChannelDialplan c1;2 Ringing()',
    'ChannelStateChange c1 Ringing',
    'Dial c1 RINGING',
    'ChannelDialplan c1;2 Wait(600)',
  ];

  it('is shown as it was before anything happened', async () => {
    expect(await rig.originate('c1', 'up', '&otherChannelId=far')).toMatchObject({
      id: 'c1',
      name: expect.stringMatching(/^Local\/up@default-[0-9a-f]{8};1$/) as string,
      state: 'Down',
      dialplan: {
        context: 'default',
        exten: 'up',
        priority: 1,
        app_name: 'AppDial2',
        app_data: '(Outgoing Line)',
      },
    });
    expect((await rig.rest.get('/applications/hello')).body).toMatchObject({ channel_ids: ['c1', 'far'] });
  });

  it('enters the application when it is answered', async () => {
    await rig.originate('c1', 'up', '&appArgs=one,two%20words,,');

    expect(await until(app, 'StasisStart c1 one,two words,,')).toEqual([
      'Dial c1 begins',
      'ChannelDialplan c1;2 Answer(,i)',
      'ChannelStateChange c1;2 Up',
      'ChannelStateChange c1 Up',
      'Dial c1 ANSWER',
      'ChannelDialplan c1;2 Wait(600)',
      'ChannelVarset c1 STASISSTATUS=',
      'StasisStart c1 one,two words,,',
    ]);
  });

  it.each([
    ['', 16],
    ['?reason=busy', 17],
    ['?reason=answered_elsewhere', 26],
    ['?reason_code=42', 42],
  ])('ends on both sides with the cause of a DELETE%s', async (query, cause) => {
    await rig.call('c1', app);

    expect(await rig.status('delete', `/channels/c1${query}`)).toBe(204);
    expect(await rig.status('get', '/channels/c1')).toBe(404);
    expect(await until(app, `ChannelDestroyed c1;2 ${cause}`)).toEqual([
      'ChannelHangupRequest c1 32 soft',
      'StasisEnd c1',
      'ChannelVarset c1 STASISSTATUS=SUCCESS',
      `ChannelHangupRequest c1;2 ${cause}`,
      `ChannelDestroyed c1 ${cause}`,
      'ChannelHangupRequest c1;2 16 soft',
      `ChannelDestroyed c1;2 ${cause}`,
    ]);
  });

  it('ends when the far end hangs up', async () => {
    await rig.call('c1', app);

    await rig.rest.delete('/channels/c1;2?reason=congestion');

    expect(await until(app, 'ChannelDestroyed c1 34')).toEqual([
      'ChannelHangupRequest c1;2 32 soft',
      'ChannelHangupRequest c1;2 16 soft',
      'ChannelHangupRequest c1 34',
      'ChannelDestroyed c1;2 34',
      'StasisEnd c1',
      'ChannelVarset c1 STASISSTATUS=SUCCESS',
      'ChannelDestroyed c1 34',
    ]);
  });

  it.each([
    ['busy', 'Busy', 'BUSY', 17],
    ['congestion', 'Congestion', 'CONGESTION', 34],
  ])('comes to nothing when the far end is in %s', async (extension, step, status, cause) => {
    await rig.originate('c1', extension);

    expect(await until(app, `ChannelDestroyed c1;2 ${cause}`)).toEqual([
      'Dial c1 begins',
      `ChannelDialplan c1;2 ${step}(600)`,
      'ChannelStateChange c1;2 Busy',
      `Dial c1 ${status}`,
      `ChannelHangupRequest c1;2 ${cause}`,
      `ChannelDestroyed c1 ${cause}`,
      'ChannelHangupRequest c1;2 16 soft',
      `ChannelDestroyed c1;2 ${cause}`,
    ]);
  });

  it('comes to nothing when the far end rejects it', async () => {
    await rig.originate('c1', 'rejects');

    expect(await until(app, 'ChannelDestroyed c1 21')).toEqual([
      'Dial c1 begins',
      'ChannelDialplan c1;2 Hangup(21)',
      'ChannelHangupRequest c1;2 16 soft',
      'ChannelHangupRequest c1 21',
      'Dial c1 NOANSWER',
      'ChannelDestroyed c1;2 21',
      'ChannelDestroyed c1 21',
    ]);
  });

  it('ends without an answer in time, without dial events', async () => {
    await rig.originate('c1', 'ringing', '&timeout=1');

    expect(await until(app, 'ChannelDestroyed c1;2 19')).toEqual([
      ...ringing,
      'ChannelHangupRequest c1;2 19',
      'ChannelDestroyed c1 19',
      'ChannelHangupRequest c1;2 16 soft',
      'ChannelDestroyed c1;2 19',
    ]);
  });

  it('can be cancelled while it rings', async () => {
    await rig.originate('c1', 'ringing');
    expect(await until(app, 'ChannelDialplan c1;2 Wait(600)')).toEqual(ringing);

    await rig.rest.delete('/channels/c1');

    expect(await until(app, 'ChannelDestroyed c1;2 16')).toEqual([
      'ChannelHangupRequest c1 32 soft',
      'Dial c1 NOANSWER',
      'ChannelHangupRequest c1;2 16',
      'ChannelDestroyed c1 16',
      'ChannelHangupRequest c1;2 16 soft',
      'ChannelDestroyed c1;2 16',
    ]);
  });

  it('fails without a cause when there is no such extension', async () => {
    await rig.originate('c1', 'nosuch');

    expect(await until(app, 'ChannelDestroyed c1 0')).toEqual(['ChannelDestroyed c1;2 0', 'ChannelDestroyed c1 0']);
  });

  it('is answered and hung up when its application is not registered', async () => {
    const all = await rig.open('all&subscribeAll=yes');

    await rig.rest.post('/channels/c1?endpoint=Local/up@default&app=nobody');

    const lines = (await until(all, 'ChannelDestroyed c1;2 0')).filter((line) => !/^Device|Dialplan/.test(line));
    expect(lines).toEqual([
      'ChannelCreated c1',
      'ChannelCreated c1;2',
      'Dial c1 begins',
      'ChannelStateChange c1;2 Up',
      'ChannelStateChange c1 Up',
      'Dial c1 ANSWER',
      'ChannelVarset c1 STASISSTATUS=',
      'ChannelVarset c1 STASISSTATUS=FAILED',
      'ChannelHangupRequest c1;2 0',
      'ChannelDestroyed c1 0',
      'ChannelHangupRequest c1;2 16 soft',
      'ChannelDestroyed c1;2 0',
    ]);
    expect(await rig.status('get', '/applications/nobody')).toBe(404);
  });

  it('is refused before anything of it exists', async () => {
    await rig.call('c1', app);
    const refused = async (query: string): Promise<[number, unknown]> => {
      const { status, body } = await rig.rest.post(`/channels?${query}`);
      return [status, body];
    };

    expect(await refused('endpoint=Local/up@default&app=hello&channelId=c1')).toEqual([
      409,
      refusal('conflict', "'c1'"),
    ]);
    expect(await refused('endpoint=Local/up@default&app=hello&channelId=c2&otherChannelId=c1')).toMatchObject([
      409,
      {},
    ]);
    expect(await refused('endpoint=Nothing/up&app=hello')).toMatchObject([
      400,
      { message: expect.stringMatching(/Nothing/) as string },
    ]);
    expect(await refused('endpoint=Local/up@default')).toMatchObject([400, {}]);
    expect(await refused('endpoint=Local/up@default&app=hello&extension=x')).toMatchObject([400, {}]);
    expect(rig.server.counts().channels).toBe(2);
    expect(await heard(app)).toEqual([]);
  });
});
