import type { Endpoint, Phone } from '../../../generated/models';
import { projectRoot } from '../../../src/shared/project-root';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';

const phonesConf = `
[general]
context = from-phones

[alice]
kind = simulated
callerid = Alice <1001>
on_call = ring 0.1, answer, play hello-world, hangup

[bob]
kind = simulated
on_call = busy

[carol]
kind = simulated
on_call = ring

[dave]
kind = simulated
on_call = reject
`;

const dialplan = `
[from-phones]
exten => ivr,1,Answer()
 same => n,Read(CHOICE,demo-greeting,1,,1,10)
 same => n,Stasis(hello,\${CHOICE})
exten => app,1,Stasis(hello)
`;

describe('simulated phones', () => {
  let rig: CallRig;
  beforeAll(async () => {
    const folders = `[directories]\nastdatadir => ${projectRoot()}\n`;
    rig = await CallRig.start(dialplan, { 'phones.conf': phonesConf, 'asterisk.conf': folders });
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const phone = async (name: string): Promise<Phone> => (await rig.rest.get(`/phones/${name}`)).body as Phone;

  it('are endpoints, and are listed with what they do', async () => {
    const { body: endpoints } = await rig.rest.get('/endpoints/Phone');
    const { body: phones } = await rig.rest.get('/phones');

    expect((endpoints as Endpoint[]).map(({ resource, state }) => `${resource} ${state}`)).toEqual([
      ...['alice online', 'bob online', 'carol online', 'dave online'],
    ]);
    expect((phones as Phone[])[0]).toEqual({
      name: 'alice',
      caller_id: 'Alice <1001>',
      context: 'from-phones',
      state: 'NOT_INUSE',
      calls: [],
      on_call: 'ring 0.1, answer, play hello-world, hangup',
    });
  });

  it('ring, answer, say something that is heard, and hang up', async () => {
    const socket = await rig.open('hello');
    await rig.rest.post('/channels/c1?endpoint=Phone/alice&app=hello');
    await until(socket, 'StasisStart c1');
    expect(await rig.status('post', '/channels/c1/record?name=phone-says&format=wav&ifExists=overwrite')).toBe(201);

    const lines = await until(socket, 'ChannelDestroyed c1 16');

    expect(lines).toContain('ChannelHangupRequest c1 16');
    const { body } = await rig.rest.get('/recordings/stored/phone-says');
    expect(body).toMatchObject({ name: 'phone-says' });
    const file = await fetch(`${rig.server.origin}/ari/recordings/stored/phone-says/file?api_key=asterisk:asterisk`);
    const samples = new Int16Array((await file.arrayBuffer()).slice(44));
    expect(Math.max(...samples)).toBeGreaterThan(1000);
  });

  it.each([
    ['bob', 'BUSY', 17],
    ['dave', 'CHANUNAVAIL', 21],
  ])('refuse calls as %s does: %s', async (name, _status, cause) => {
    const socket = await rig.open('hello&subscribeAll=yes');
    await rig.rest.post(`/channels/c1?endpoint=Phone/${name}&app=hello`);

    const lines = await until(socket, `ChannelDestroyed c1 ${cause}`);

    expect(lines).toContain('Dial c1 begins');
  });

  it('ring until they are told what to do', async () => {
    const socket = await rig.open('hello&subscribeAll=yes');
    await rig.rest.post('/channels/c1?endpoint=Phone/carol&app=hello');
    await until(socket, 'DeviceStateChanged Phone/carol RINGING');
    expect(await phone('carol')).toMatchObject({
      state: 'RINGING',
      calls: [{ channel_id: 'c1', direction: 'incoming', state: 'ringing', held: false, heard: 0 }],
    });

    expect(await rig.status('post', '/phones/carol/act?script=answer,hold')).toBe(202);
    await until(socket, 'ChannelHold c1');
    expect(await phone('carol')).toMatchObject({ state: 'ONHOLD', calls: [{ state: 'up', held: true }] });

    await rig.rest.post('/phones/carol/act?channelId=c1&script=resume,press%20%23,text%20%22hi,%20you%22,hang%20up');
    const lines = await until(socket, 'ChannelDestroyed c1 16');
    expect(lines).toEqual(expect.arrayContaining(['ChannelUnhold c1', 'ChannelDtmfReceived c1']));
  });

  it('call an IVR, hear it and press a key', async () => {
    const socket = await rig.open('hello');
    await rig.rest.put('/phones/erin?callerId=Erin%20%3C1005%3E&context=from-phones');
    const { status, body } = await rig.rest.post(
      '/phones/erin/call?extension=ivr&script=hear%20demo-greeting,press%207',
    );
    expect(status).toBe(200);
    const { channel_id: id } = body as { readonly channel_id: string };

    const lines = await until(socket, `StasisStart ${id} 7`);

    expect(lines).toEqual([`StasisStart ${id} 7`]);
    expect(await rig.rest.get(`/channels/${id}`)).toMatchObject({
      body: { caller: { name: 'Erin', number: '1005' }, name: expect.stringMatching(/^Phone\/erin-/) as string },
    });
    expect(await rig.status('delete', '/phones/erin')).toBe(204);
    await eventually(
      async () => (await rig.status('get', `/channels/${id}`)) === 404,
      () => 'the call of a phone that is gone goes on',
    );
  });

  it.each([
    ['get', '/phones/nobody', 404],
    ['delete', '/phones/nobody', 404],
    ['post', '/phones/nobody/act?script=answer', 404],
    ['post', '/phones/alice/act?script=answer', 404],
    ['post', '/phones/alice/act?script=dance', 400],
    ['post', '/phones/alice/act', 400],
    ['post', '/phones/alice/act?script=', 400],
    ['post', '/phones/alice/act?script=%20,%20', 400],
    ['post', '/phones/alice/call?extension=none', 404],
    ['post', '/phones/alice/call?extension=app&script=wait', 400],
    ['post', '/channels/c1?endpoint=Phone/nobody&app=hello', 400],
  ] as const)('answer %s %s with %i', async (method, target, status) => {
    expect(await rig.status(method, target)).toBe(status);
  });

  it.each(['onCall=dance', 'onCall=wait'])('are not changed by %s', async (query) => {
    expect((await rig.rest.put(`/phones/frank?${query}`)).status).toBe(400);
    expect(await rig.status('get', '/phones/frank')).toBe(404);
  });
});
