import type { Channel } from '../../../generated/models';
import { heard, lineOf, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';
import { refusal } from '../../support/sockets/socket-rest';
import { askToUpgrade } from '../../support/sockets/socket-upgrade';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';

const users = `[general]
[asterisk]
type = user
password = asterisk
`;
const dialplan = `
exten => enters,1,Answer(,i)
 same => n,Stasis(hello,inbound)
 same => n,Wait(600)
exten => offered,1,Answer(,i)
 same => n,StasisBroadcast(60000)
`;

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start(dialplan, { 'ari.conf': users });
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

const share = (id: string, more = ''): Promise<AppSocket> => rig.open(`hello&shared=true&socketId=${id}${more}`);
const channelOf = ({ channel }: Message): string => (channel as Channel | undefined)?.id ?? '';

/** Lines that tell of no step of the dialplan and no variable. */
const told = async (socket: AppSocket): Promise<readonly string[]> =>
  (await heard(socket)).filter((line) => !/^Channel(Dialplan|Varset)|^Dial /.test(line));

/** Calls from the dialplan: a far end of its own enters the application. */
async function enter(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const target = `/channels/${id}-far?endpoint=Local/enters@default&otherChannelId=${id}&extension=up`;
    expect((await rig.rest.post(target)).status).toBe(200);
  }
}

/** The channels that each socket was told have entered the application. */
async function startedOn(...sockets: readonly AppSocket[]): Promise<readonly (readonly string[])[]> {
  return Promise.all(
    sockets.map(async (socket) =>
      (await socket.sofar()).filter(({ type }) => type === 'StasisStart').map((message) => channelOf(message)),
    ),
  );
}

async function untilEntered(count: number): Promise<void> {
  await eventually(
    async () => {
      const { body } = await rig.rest.get('/channels');
      const inside = (body as readonly Channel[]).filter(({ dialplan: { app_name: name } }) => name === 'Stasis');
      return inside.length === count;
    },
    () => `not ${count} channels are in the application`,
  );
}

describe('sockets that share an application', () => {
  it('get the calls in turn, and each hears of its own alone', async () => {
    const [one, two] = [await share('one'), await share('two')];
    await enter('c1', 'c2', 'c3', 'c4');
    await untilEntered(4);
    await rig.rest.delete('/channels/c1');
    await rig.rest.post('/channels/c2/variable?variable=NAME&value=two');

    const lines = [await heard(one), await heard(two)];

    expect(lines[0]?.filter((line) => /Stasis/.test(line))).toEqual([
      'StasisStart c1 inbound',
      'StasisStart c3 inbound',
      'StasisEnd c1',
    ]);
    expect(lines[1]?.filter((line) => /Stasis/.test(line))).toEqual([
      'StasisStart c2 inbound',
      'StasisStart c4 inbound',
    ]);
    expect(lines[0]?.filter((line) => / c[24]( |$)/.test(line))).toEqual([]);
    expect(lines[1]?.filter((line) => / c[13]( |$)/.test(line))).toEqual([]);
    expect(lines[1]).toContain('ChannelVarset c2 NAME=two');
  });

  it('share 1,000 calls evenly, and the calls of a lost one are announced to the other', async () => {
    const [one, two, third] = [await share('one'), await share('two'), await rig.open('other')];
    const ids = Array.from({ length: 1000 }, (_, index) => `call-${index}`);
    for (const id of ids)
      third.send({ method: 'POST', uri: `channels/create?endpoint=Local/up@default&app=hello&channelId=${id}` });
    await third.take(ids.length);
    const [first = [], second = []] = await startedOn(one, two);
    expect([first.length, second.length]).toEqual([500, 500]);
    expect(new Set([...first, ...second])).toEqual(new Set(ids));

    await one.abort();

    const announced = await two.take(first.length);
    expect(new Set(announced.map(({ type }) => type))).toEqual(new Set(['CallHandedOver']));
    expect(new Set(announced.map(channelOf))).toEqual(new Set(first));
    for (const id of ids) third.send({ method: 'DELETE', uri: `channels/${id}` });
    await third.take(ids.length);
    const ended = (await two.sofar()).filter(({ type }) => type === 'StasisEnd').map(channelOf);
    expect(new Set(ended)).toEqual(new Set(ids));
  }, 120_000);

  it('leave the next call to the one with the fewest', async () => {
    const [one, two] = [await share('one'), await share('two')];
    await enter('c1', 'c2', 'c3', 'c4');
    await untilEntered(4);
    await rig.rest.delete('/channels/c2');
    await rig.rest.delete('/channels/c4');
    await enter('c5', 'c6');
    await untilEntered(4);

    expect(await startedOn(one, two)).toEqual([
      ['c1', 'c3'],
      ['c2', 'c4', 'c5', 'c6'],
    ]);
  });

  it('keep a call with its bridge, what is played there, and the channels made on its behalf', async () => {
    const [one, two] = [await share('one'), await share('two')];
    await enter('c1');
    await until(one, 'StasisStart c1 inbound');
    await rig.rest.post('/channels/create?endpoint=Local/up@default&app=hello&channelId=c2&originator=c1');
    await until(one, 'StasisStart c2');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1,c2');
    await rig.rest.post('/bridges/b1/play?media=sound:beep');

    await until(one, 'PlaybackFinished');
    await enter('c3');
    await until(two, 'StasisStart c3 inbound');
    await rig.rest.delete('/bridges/b1');

    expect(await told(one)).toEqual(['ChannelLeftBridge b1 c1', 'ChannelLeftBridge b1 c2']);
    expect(await told(two)).toEqual([]);
  });

  it('have the calls that they ask for, and those that are asked for on their behalf by HTTP', async () => {
    const [one, two] = [await share('one'), await share('two')];
    const uri = 'channels/mine?endpoint=Local/up@default&app=hello';
    two.send({ method: 'POST', uri });
    await until(two, 'StasisStart mine');
    const headers = { 'patchbay-socket': 'two' };
    await rig.rest.call('POST', '/channels/also?endpoint=Local/up@default&app=hello', { headers });
    await until(two, 'StasisStart also');
    const gone = { 'patchbay-socket': 'gone' };
    await rig.rest.call('POST', '/channels/other?endpoint=Local/up@default&app=hello', { headers: gone });
    await until(one, 'StasisStart other');

    expect((await told(two)).filter((line) => line.includes('other'))).toEqual([]);
  });

  it('take over the calls of a lost one with those that are connected to them', async () => {
    const [one, two] = [await share('one'), await share('two')];
    await enter('c1', 'c2', 'c3');
    await untilEntered(3);
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1,c3');
    await one.sofar();
    const three = await share('three');
    await one.abort();

    const announced = [await three.next(), await three.next()];
    await rig.rest.post('/channels/c1/hold');
    await rig.rest.delete('/bridges/b1');

    expect(announced.map(lineOf)).toEqual(['CallHandedOver c1', 'CallHandedOver c3']);
    expect(announced[0]).toMatchObject({ application: 'hello', bridge_id: 'b1', channel: { id: 'c1', state: 'Up' } });
    expect(await told(three)).toEqual(['ChannelLeftBridge b1 c1', 'ChannelLeftBridge b1 c3']);
    expect((await told(two)).filter((line) => !line.includes('c2'))).toEqual([]);
  });

  it('are told of calls that were in the application before them, when it had no socket or another one', async () => {
    const alone = await rig.open('hello');
    await enter('c1');
    await until(alone, 'StasisStart c1 inbound');

    const one = await share('one');
    expect(await heard(alone)).toContain('ApplicationReplaced');
    expect(await heard(one)).toEqual(['CallHandedOver c1']);
    await one.close();
    await rig.sockets(1);
    const two = await share('two');

    expect(await heard(two)).toEqual(['CallHandedOver c1']);
  });

  it('are all replaced by one that does not share', async () => {
    const [one, two] = [await share('one'), await share('two')];
    await enter('c1');
    await until(one, 'StasisStart c1 inbound');

    const alone = await rig.open('hello');
    await enter('c2');
    await until(alone, 'StasisStart c2 inbound');
    await rig.rest.delete('/channels/c1');
    await until(alone, 'StasisEnd c1');

    expect(await told(one)).toEqual(['ApplicationReplaced']);
    expect(await told(two)).toEqual(['ApplicationReplaced']);
  });

  it('give way to one with the same id, which gets their calls', async () => {
    const [one, two] = [await share('one'), await share('two')];
    await enter('c1', 'c2');
    await untilEntered(2);
    await Promise.all([one.sofar(), two.sofar()]);

    const again = await share('one');
    await rig.rest.delete('/channels/c1');

    await until(again, 'StasisEnd c1');
    expect(await heard(one)).toEqual(['ApplicationReplaced']);
    expect(await told(two)).toEqual([]);
  });

  it('all get the events of no call', async () => {
    const [one, two] = [await share('one'), await share('two')];
    await rig.rest.post('/applications/hello/subscription?eventSource=deviceState:Stasis:lamp');
    await rig.rest.put('/deviceStates/Stasis:lamp?deviceState=BUSY');
    await rig.rest.post('/events/user/news?application=hello');

    const lines = ['DeviceStateChanged Stasis:lamp BUSY', 'ChannelUserevent news'];
    expect(await heard(one)).toEqual(lines);
    expect(await heard(two)).toEqual(lines);
    await rig.rest.delete('/deviceStates/Stasis:lamp');
  });

  it('are all offered a broadcast call, which goes to the one that claims it', async () => {
    const [one, two] = [await share('one'), await share('two')];
    const target = '/channels/far?endpoint=Local/offered@default&otherChannelId=c1&extension=up';
    await rig.rest.post(target);
    await Promise.all([until(one, 'CallBroadcast c1'), until(two, 'CallBroadcast c1')]);

    two.send({ method: 'POST', uri: 'events/claim?channelId=c1&application=hello' });

    await until(two, 'StasisStart c1');
    expect((await heard(one)).filter((line) => !line.startsWith('CallClaimed'))).toEqual([]);
  });
});

describe('opening a shared socket', () => {
  it.each([
    ['resume', 'app=a&shared=true&resume=true', ['shared', 'resume']],
    ['an id without sharing', 'app=a&socketId=x', ['socketId', 'shared']],
    ['an empty id', 'app=a&shared=true&socketId=', ['socketId']],
    ['an id with a blank', 'app=a&shared=true&socketId=a%20b', ['socketId']],
    ['an id that is too long', `app=a&shared=true&socketId=${'x'.repeat(65)}`, ['socketId', '64']],
  ])('is refused with %s', async (_, query, words) => {
    const { status, body } = await askToUpgrade(`${rig.server.origin}/ari/events?${query}`);

    expect(status).toBe(400);
    expect(body).toMatchObject(refusal('request-invalid', ...words));
  });
});
