import { heard, lineOf, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

const dialplan = `
exten => inbound,1,Stasis(hello,one,two words,,four)
 same => n,Set(AFTER=\${STASISSTATUS})
 same => n,Wait(600)
exten => again,1,Set(ROUND=$[0\${ROUND} + 1])
 same => n,Stasis(hello,\${ROUND})
 same => n,Goto(1)
exten => event,1,Answer(,i)
 same => n,UserEvent(FromDialplan,colour: red,size: 3)
 same => n,Wait(600)
[elsewhere]
exten => s,1,NoOp(start)
 same => n(here),Set(WHERE=here)
 same => n,Hangup(21)
`;
const ari = `[general]
enabled = yes
channelvars = CARRIED,CALLERID(num)

[asterisk]
type = user
password = asterisk
`;

describe('a channel in an application', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, { 'ari.conf': ari });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const post = (target: string): Promise<number> => rig.status('post', target);

  it('is created first and dialled later', async () => {
    await rig.rest.post('/channels/create?endpoint=Local/ringing@default&app=hello&appArgs=a&channelId=c1');
    expect(await until(app, 'StasisStart c1 a')).toEqual([
      'ChannelDialplan c1 Stasis(hello,a)',
      'ChannelVarset c1 STASISSTATUS=',
      'StasisStart c1 a',
    ]);
    expect(await post('/channels/c1/answer')).toBe(412);

    expect(await post('/channels/c1/dial')).toBe(204);

    expect(await until(app, 'Dial c1 RINGING')).toEqual([
      'Dial c1 begins',
      'ChannelStateChange c1 Ringing',
      'Dial c1 RINGING',
    ]);
    expect(await post('/channels/c1/dial')).toBe(409);
    await rig.rest.delete('/channels/c1');
    expect(await until(app, 'ChannelDestroyed c1 16')).toEqual([
      'ChannelHangupRequest c1 32 soft',
      'StasisEnd c1',
      'ChannelVarset c1 STASISSTATUS=SUCCESS',
      'ChannelDestroyed c1 16',
    ]);
  });

  it('stays when the dialled party is busy, and ends without an answer in time', async () => {
    await rig.rest.post('/channels/create?endpoint=Local/busy@default&app=hello&channelId=c1');
    await rig.rest.post('/channels/create?endpoint=Local/silent@default&app=hello&channelId=c2');
    await until(app, 'StasisStart c2');

    await rig.rest.post('/channels/c1/dial');
    expect(await until(app, 'Dial c1 BUSY')).toEqual(['Dial c1 begins', 'Dial c1 BUSY']);
    expect((await rig.rest.get('/channels/c1')).body).toMatchObject({ state: 'Down' });

    await rig.rest.post('/channels/c2/dial?timeout=1');
    expect(await until(app, 'ChannelDestroyed c2 19')).toEqual([
      'Dial c2 begins',
      'ChannelHangupRequest c2 32 soft',
      'StasisEnd c2',
      'ChannelVarset c2 STASISSTATUS=SUCCESS',
      'ChannelDestroyed c2 19',
    ]);
  });

  it('came from the dialplan, is answered, and goes on there', async () => {
    await rig.rest.post('/channels/c1?endpoint=Local/inbound@default&extension=silent');
    expect(await until(app, 'StasisStart c1;2 one,two words,,four')).toEqual(['StasisStart c1;2 one,two words,,four']);
    expect(await post('/channels/c1/answer')).toBe(409);

    expect(await post('/channels/c1;2/ring')).toBe(204);
    expect(await post('/channels/c1;2/answer')).toBe(204);
    expect(await post('/channels/c1;2/answer')).toBe(204);
    expect(await heard(app)).toEqual(['ChannelStateChange c1;2 Up']);

    expect(await post('/channels/c1;2/continue')).toBe(204);
    expect(await until(app, 'StasisEnd c1;2')).toEqual(['StasisEnd c1;2']);
    expect(await post('/channels/c1;2/continue')).toBe(409);
    expect((await rig.rest.get('/channels/c1;2/variable?variable=AFTER')).body).toEqual({ value: 'SUCCESS' });
    await rig.rest.delete('/channels/c1;2');
    expect(await heard(app)).toEqual([]);
  });

  it('continues at a label, where its placing application still hears of it', async () => {
    await rig.call('c1', app);

    expect(await post('/channels/c1/continue?context=elsewhere&extension=s&label=nowhere')).toBe(404);
    expect(await post('/channels/c1/continue?context=elsewhere&extension=s&label=here')).toBe(204);

    expect((await until(app, 'ChannelDestroyed c1 21')).filter((line) => line.includes('c1 '))).toEqual([
      'ChannelDialplan c1 Set(WHERE=here)',
      'ChannelVarset c1 WHERE=here',
      'ChannelDialplan c1 Hangup(21)',
      'ChannelVarset c1 STASISSTATUS=SUCCESS',
      'ChannelDestroyed c1 21',
    ]);
  });

  it('comes back as often as the dialplan likes', async () => {
    await rig.rest.post('/channels/c1?endpoint=Local/again@default&extension=silent');

    for (let round = 1; round <= 30; round += 1) {
      expect(await until(app, `StasisStart c1;2 ${round}`)).toHaveLength(round === 1 ? 1 : 2);
      expect(await post('/channels/c1;2/continue')).toBe(204);
    }
  });

  it('moves to another application, and stays where it is when that is not registered', async () => {
    const other = await rig.open('other');
    await rig.call('c1', app);

    expect(await post('/channels/c1/move?app=other&appArgs=a,b,')).toBe(204);
    expect(await post('/channels/c1/move?app=nobody&appArgs=x')).toBe(204);

    expect(await heard(app)).toEqual(['StasisEnd c1']);
    expect(await heard(other)).toEqual(['StasisStart c1 a,b', 'ApplicationMoveFailed c1 nobody']);
    await rig.rest.delete('/channels/c1');
    expect(await until(other, 'StasisEnd c1')).toEqual(['ChannelHangupRequest c1 32 soft', 'StasisEnd c1']);
    expect(await until(app, 'ChannelDestroyed c1;2 16')).toEqual([
      'ChannelHangupRequest c1 32 soft',
      'ChannelVarset c1 STASISSTATUS=SUCCESS',
      'ChannelHangupRequest c1;2 16',
      'ChannelDestroyed c1 16',
      'ChannelHangupRequest c1;2 16 soft',
      'ChannelDestroyed c1;2 16',
    ]);
  });

  it('reports user events of the dialplan that runs it', async () => {
    const all = await rig.open('all&subscribeAll=yes');
    await rig.originate('c1', 'event');

    let message = await all.next();
    while (message.type !== 'ChannelUserevent') message = await all.next();

    expect(message).toMatchObject({
      eventname: 'FromDialplan',
      channel: { id: 'c1;2' },
      userevent: { eventname: 'FromDialplan', colour: 'red', size: '3' },
    });
    expect(await until(app, 'ChannelUserevent c1;2 FromDialplan')).toContain(
      'ChannelDialplan c1;2 UserEvent(FromDialplan,colour: red,size: 3)',
    );
  });

  it('shows the configured variables, and those it was asked to show', async () => {
    await rig.call('c1', app);
    expect((await rig.rest.get('/channels/c1')).body).toMatchObject({
      channelvars: { CARRIED: '', 'CALLERID(num)': '' },
    });

    await rig.rest.post('/channels/c1/variable?variable=CARRIED&value=a');
    await rig.rest.post('/channels/c1/variable?variable=OWN&value=b&report_events=true');
    await rig.rest.post('/channels/c1/variable?variable=CALLERID(num)&value=100');

    const shown = { CARRIED: 'a', OWN: 'b', 'CALLERID(num)': '100' };
    const events = await app.sofar();
    expect(events.map(lineOf)).toEqual([
      'ChannelVarset c1 CARRIED=a',
      'ChannelVarset c1 OWN=b',
      'ChannelCallerId c1 100',
    ]);
    expect(events.at(-1)).toMatchObject({ channel: { channelvars: shown } });
    expect((await rig.rest.get('/channels/c1')).body).toMatchObject({ channelvars: shown });
  });

  it('has variables of all kinds, one by one and many at once', async () => {
    const variables = { TEXT: 'a', NUMBER: 7, YES: true, NOTHING: null, LIST: [1, 'x'], OBJECT: { value: 'v' } };
    await rig.call('c1', app);
    await rig.rest.post('/channels/c1/variables', { variables });

    expect(await rig.rest.get('/channels/c1/variables?variables=TEXT,NUMBER,YES,NOTHING,LIST,OBJECT')).toMatchObject({
      status: 200,
      body: { variables: { TEXT: 'a', NUMBER: '7', YES: 'true', NOTHING: '', LIST: '[1,"x"]', OBJECT: 'v' } },
    });
    expect((await rig.rest.get('/channels/c1/variable?variable=UNIQUEID')).body).toEqual({ value: 'c1' });
    expect(await rig.status('get', '/channels/c1/variable?variable=UNSET')).toBe(404);
    await rig.rest.post('/channels/c1/variable?variable=TEXT');
    expect(await rig.status('get', '/channels/c1/variable?variable=TEXT')).toBe(404);
  });

  it.each(['SHELL(id)', 'FILE(/etc/passwd)', 'DB_DELETE(a/b)'])('refuses %s from outside', async (name) => {
    await rig.call('c1', app);
    const target = `variable=${encodeURIComponent(name)}`;

    const read = await rig.rest.get(`/channels/c1/variable?${target}`);

    expect([read.status, read.body]).toEqual([403, refusal('forbidden', name.split('(')[0] ?? '')]);
    expect(await rig.status('get', `/channels/c1/variables?${target.replace('variable', 'variables')}`)).toBe(403);
  });

  it('refuses to write files from outside', async () => {
    await rig.call('c1', app);

    expect(await post('/channels/c1/variable?variable=FILE(/tmp/x)&value=1')).toBe(403);
    expect((await rig.rest.post('/channels/c1/variables', { variables: { 'FILE(/tmp/x)': '1' } })).status).toBe(403);
  });

  it.each([
    'answer',
    'ring',
    'progress',
    'hold',
    'mute',
    'silence',
    'continue',
    'move?app=hello',
    'dial',
    'redirect?endpoint=Local/x',
  ])('must exist for %s', async (command) => {
    expect(await post(`/channels/nosuch/${command}`)).toBe(404);
  });
});
