import { randomBytes } from 'node:crypto';
import type { Bridge, Channel } from '../../generated/models';
import { makeCodec } from '../../src/media/codecs/make-codec';
import { SrtpReceiver } from '../../src/media/srtp/srtp-receiver';
import { SrtpSender } from '../../src/media/srtp/srtp-sender';
import { srtpSuites } from '../../src/media/srtp/suites';
import { channelId } from '../../src/shared/ids';
import { ClusterRig, hasNats, natsHint } from '../support/cluster-rig';
import { lineOf } from '../support/calls/call-events';
import { eventually } from '../support/eventually';
import { OtherNode } from '../support/other-node';
import { bestPurity } from '../support/media/purity';
import { RtpPeer } from '../support/media/rtp-peer';
import { udpSocketsOf } from '../support/udp-sockets';
import { Rest } from '../support/sockets/socket-rest';
import type { ServedProcess } from '../support/server/served-process';
import type { AppSocket } from '../support/sockets/socket-peer';

const suite = hasNats ? describe : describe.skip;

const files = {
  'ari.conf': `[general]
enabled = yes

[asterisk]
type = user
password = asterisk

[guest]
type = user
password = guest
applications = other
`,
};

type Shown = Channel & { readonly channelvars: Readonly<Record<string, string>> };

/** A call by RTP: who speaks on it, and where the server listens. */
interface Call {
  readonly id: string;
  readonly peer: RtpPeer;
  readonly port: number;
}

const codec = ulaw();

function ulaw(): NonNullable<ReturnType<typeof makeCodec>> {
  const made = makeCodec('ulaw');
  if (made === undefined) throw new Error('there is no codec for ulaw');
  return made;
}

function sine(frequency: number): (index: number) => Uint8Array {
  return (index) => {
    const samples = Int16Array.from({ length: 160 }, (_, at) =>
      Math.round(8000 * Math.sin((2 * Math.PI * frequency * (index * 160 + at)) / 8000)),
    );
    return codec.encode(samples);
  };
}

/** What a peer has heard since, as samples. */
function heardBy({ heard }: RtpPeer, since: number): Int16Array {
  const packets = heard.slice(since).filter(({ payloadType }) => payloadType === 0);
  return Int16Array.from(packets.flatMap(({ payload }) => [...codec.decode(payload)]));
}

suite(`bridges with members on several nodes${natsHint}`, () => {
  let rig: ClusterRig;
  let socket: AppSocket;
  const peers: RtpPeer[] = [];
  const portsAtRest: number[] = [];
  const [one, two] = [(): ServedProcess => rig.node(0), (): ServedProcess => rig.node(1)];

  beforeAll(async () => {
    rig = await ClusterRig.start(['a', 'b', 'c'], files);
    [one(), two()].forEach((node, index) => void (portsAtRest[index] = portsOf(node)));
  });
  beforeEach(async () => {
    socket = await one().open('app=talk');
  });
  afterEach(async () => {
    for (const path of ['/channels', '/bridges']) {
      const { body } = await one().rest.get(path);
      for (const { id } of body as readonly { readonly id: string }[]) await one().rest.delete(`${path}/${id}`);
    }
    await socket.close();
    for (const peer of peers.splice(0)) peer.close();
    for (const [index, node] of [one(), two()].entries())
      await eventually(
        () => portsOf(node) === portsAtRest[index],
        () => `a node has ${portsOf(node)} ports, and had ${portsAtRest[index]}`,
      );
  });
  afterAll(() => rig.close());

  function portsOf({ process: { child } }: ServedProcess): number {
    return udpSocketsOf(child.pid);
  }

  async function call(node: ServedProcess, id: string, app = 'talk'): Promise<Call> {
    const peer = await RtpPeer.open();
    peers.push(peer);
    const query = `app=${app}&external_host=127.0.0.1:${peer.port}&format=ulaw&channelId=${id}`;
    const { status, body } = await node.rest.post(`/channels/externalMedia?${query}`);
    expect(status).toBe(200);
    await eventually(
      async () => JSON.stringify((await node.rest.get(`/channels/${id}`)).body).includes('"Stasis"'),
      () => `${id} is not in its application`,
    );
    return { id, peer, port: Number((body as Shown).channelvars['UNICASTRTP_LOCAL_PORT']) };
  }

  /** The samples of a stored WAV file; none while it is not complete. */
  async function storedSamples(name: string): Promise<Int16Array> {
    const authorization = `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}`;
    const answer = await fetch(`${one().origin}/ari/recordings/stored/${name}/file`, { headers: { authorization } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const count = answer.ok ? (bytes.length - 44) >> 1 : 0;
    return Int16Array.from({ length: count }, (_, at) => bytes.readInt16LE(44 + at * 2));
  }

  async function bridge(): Promise<Bridge> {
    return (await two().rest.get('/bridges/room')).body as Bridge;
  }

  /** Everything that was told of the bridge until the last line has come. */
  async function toldUntil(last: string): Promise<readonly string[]> {
    const lines: string[] = [];
    while (lines.at(-1) !== last) {
      const line = lineOf(await socket.next());
      if (line.includes('Bridge')) lines.push(line);
    }
    return lines;
  }

  it('lets them hear each other, and shows them as on one node', async () => {
    await one().rest.post('/bridges/room');
    const [near, far] = [await call(one(), 'near'), await call(two(), 'far')];

    const { status, body } = await two().rest.post('/bridges/room/addChannel?channel=near,far');
    expect([status, body]).toEqual([204, undefined]);

    expect((await bridge()).channels).toEqual(['far', 'near']);
    expect(await toldUntil('ChannelEnteredBridge room far')).toEqual([
      'ChannelEnteredBridge room near',
      'ChannelEnteredBridge room far',
    ]);
    const [atNear, atFar] = [near.peer.heard.length, far.peer.heard.length];
    await Promise.all([near.peer.speak(near.port, 60, sine(1000)), far.peer.speak(far.port, 60, sine(600))]);
    await eventually(
      () => bestPurity(heardBy(far.peer, atFar), 1000) > 0.9,
      () => `the far one hears the near one with ${bestPurity(heardBy(far.peer, atFar), 1000)}`,
    );
    await eventually(
      () => bestPurity(heardBy(near.peer, atNear), 600) > 0.9,
      () => `the near one hears the far one with ${bestPurity(heardBy(near.peer, atNear), 600)}`,
    );
    for (const { rest } of [one(), two()]) {
      const { body: channels } = await rest.get('/channels');
      expect((channels as readonly Channel[]).map(({ id }) => id).sort()).toEqual(['far', 'near']);
      expect(await rest.get('/bridges')).toMatchObject({ body: [{ id: 'room' }] });
    }
  });

  it('tells of a member once, with the channel as it is, and has its application subscribed meanwhile', async () => {
    await one().rest.post('/bridges/room');
    await call(two(), 'far');
    await two().rest.post('/channels/far/variable?variable=CALLERID(num)&value=4711');
    const bridgesOf = async (): Promise<unknown> =>
      ((await two().rest.get('/applications/talk')).body as { readonly bridge_ids: unknown }).bridge_ids;

    await one().rest.post('/bridges/room/addChannel?channel=far');
    expect(await bridgesOf()).toEqual(['room']);
    await one().rest.post('/bridges/room/removeChannel?channel=far');

    const told = [];
    while (told.at(-1)?.type !== 'ChannelLeftBridge') told.push(await socket.next());
    const about = told.filter(({ type }) => /^Channel(Entered|Left)Bridge$/.test(type));
    expect(about.map(lineOf)).toEqual(['ChannelEnteredBridge room far', 'ChannelLeftBridge room far']);
    for (const { channel } of about)
      expect(channel).toMatchObject({ id: 'far', state: 'Up', caller: { number: '4711' } });
    expect(about.map((message) => (message['bridge'] as Bridge).channels)).toEqual([['far'], []]);
    await eventually(
      async () => JSON.stringify(await bridgesOf()) === '[]',
      () => 'the application is still subscribed to the bridge',
    );
  });

  it('passes digits, the peers’ names and connected lines on', async () => {
    await one().rest.post('/bridges/room');
    const near = await call(one(), 'near');
    const far = await call(two(), 'far');
    await one().rest.post('/channels/near/variable?variable=CALLERID(num)&value=100');
    await one().rest.post('/bridges/room/addChannel?channel=near,far');

    const valueOf = async (variable: string): Promise<unknown> =>
      ((await two().rest.get(`/channels/far/variable?variable=${variable}`)).body as { readonly value?: unknown })
        .value;
    await eventually(
      async () => /^UnicastRTP\//.test(String(await valueOf('BRIDGEPEER'))),
      () => 'the far one is not told its peer',
    );
    await eventually(
      async () =>
        JSON.stringify((await one().rest.get('/channels/far')).body).includes('"connected":{"name":"","number":"100"}'),
      () => 'the far one is not told who the near one is',
    );
    far.peer.press(far.port, 5, 10);
    await near.peer.until(1, ({ payloadType }) => payloadType === 101);
    await one().rest.post('/bridges/room/addChannel?channel=far&absorbDTMF=true');
    near.peer.press(near.port, 7, 10);
    await far.peer.until(1, ({ payloadType }) => payloadType === 101);
  });

  it('plays to all of them, and records all of them', async () => {
    await one().rest.post('/bridges/room');
    const far = await call(two(), 'far');
    await one().rest.post('/bridges/room/addChannel?channel=far');
    const recorded = await one().rest.post('/bridges/room/record?name=talk&format=wav');
    expect(recorded.status).toBe(201);

    const { body } = await two().rest.post('/bridges/room/play?media=tone:1000;tonezone=us');
    const since = far.peer.heard.length;
    await eventually(
      () => bestPurity(heardBy(far.peer, since), 1000) > 0.9,
      () => 'the far one does not hear what is played',
    );
    await two().rest.delete(`/playbacks/${(body as { readonly id: string }).id}`);
    await far.peer.speak(far.port, 40, sine(600));
    await two().rest.post('/recordings/live/talk/stop');
    await eventually(
      async () => bestPurity(await storedSamples('talk'), 600) > 0.9,
      () => 'the far one is not in the recording',
    );
  });

  it('keeps a muted member from being heard, and lets it hear', async () => {
    await one().rest.post('/bridges/room');
    const [near, far] = [await call(one(), 'near'), await call(two(), 'far')];
    await one().rest.post('/bridges/room/addChannel?channel=near');
    await one().rest.post('/bridges/room/addChannel?channel=far&mute=true');

    const [atNear, atFar] = [near.peer.heard.length, far.peer.heard.length];
    await Promise.all([near.peer.speak(near.port, 60, sine(1000)), far.peer.speak(far.port, 60, sine(600))]);
    await eventually(
      () => bestPurity(heardBy(far.peer, atFar), 1000) > 0.9,
      () => 'the muted one does not hear',
    );
    expect(Math.max(0, ...heardBy(near.peer, atNear).map(Math.abs))).toBeLessThan(100);
  });

  it('lets a member move to a bridge of its own node, and back', async () => {
    await one().rest.post('/bridges/room');
    await two().rest.post('/bridges/own');
    const far = await call(two(), 'far');
    await one().rest.post('/bridges/room/addChannel?channel=far');
    await toldUntil('ChannelEnteredBridge room far');

    expect((await one().rest.post('/bridges/own/addChannel?channel=far')).status).toBe(204);
    await eventually(
      async () => (await bridge()).channels.length === 0,
      () => 'it is still in the bridge that it has left',
    );
    expect((await one().rest.get('/bridges/own')).body).toMatchObject({ channels: ['far'] });
    expect((await one().rest.post('/bridges/room/addChannel?channel=far')).status).toBe(204);
    expect((await one().rest.get('/bridges/own')).body).toMatchObject({ channels: [] });
    expect((await one().rest.post('/bridges/room/addChannel?channel=far')).status).toBe(204);
    expect((await bridge()).channels).toEqual(['far']);
    const since = far.peer.heard.length;
    await one().rest.post('/bridges/room/play?media=tone:1000;tonezone=us');
    await eventually(
      () => bestPurity(heardBy(far.peer, since), 1000) > 0.9,
      () => 'it does not hear the bridge that it has entered again',
    );
  });

  it('lets a member leave that hangs up, and frees members of a bridge that is deleted', async () => {
    await one().rest.post('/bridges/room');
    await Promise.all([call(two(), 'far'), call(two(), 'stays')]);
    await one().rest.post('/bridges/room/addChannel?channel=far,stays');
    await toldUntil('ChannelEnteredBridge room stays');

    await one().rest.delete('/channels/far');
    expect(await toldUntil('ChannelLeftBridge room far')).toEqual(['ChannelLeftBridge room far']);
    expect((await bridge()).channels).toEqual(['stays']);
    await two().rest.delete('/bridges/room');
    expect(await toldUntil('BridgeDestroyed room')).toEqual(['ChannelLeftBridge room stays', 'BridgeDestroyed room']);
    expect((await one().rest.post('/channels/stays/record?name=free&format=wav')).status).toBe(201);
  });

  it('refuses what one node refuses, and does not tell a limited user of channels of others', async () => {
    await one().rest.post('/bridges/room');
    await call(two(), 'far');
    await two().rest.post('/channels?endpoint=Local/up@default&extension=up&context=default&channelId=dialled');
    const guest = new Rest(one().origin, 'guest:guest');
    const guests = await one().open('app=other&subscribeAll=false');
    await guest.post('/bridges/guests');
    const add = async (rest: Rest, room: string, id: string): Promise<readonly unknown[]> => {
      const { status, body } = await rest.post(`/bridges/${room}/addChannel?channel=${id}`);
      return [status, (body as { readonly message?: string } | undefined)?.message?.replace(id, 'ID')];
    };

    const unknown = [400, "channel: there is no channel 'ID'"];
    expect(await add(one().rest, 'room', 'absent')).toEqual(unknown);
    expect(await add(one().rest, 'room', 'b-absent')).toEqual(unknown);
    expect(await add(guest, 'guests', 'far')).toEqual(unknown);
    expect((await add(one().rest, 'room', 'dialled'))[0]).toBe(422);
    expect((await one().rest.post('/bridges/room/removeChannel?channel=far')).status).toBe(422);
    await one().rest.post('/channels/far/record?name=busy&format=wav');
    expect((await add(one().rest, 'room', 'far'))[0]).toBe(409);
    await guests.close();
  });

  it('encrypts what passes between the nodes, and drops packets without the key of the other one', async () => {
    const other = await OtherNode.join('x', rig.nats.url);
    const wire = await RtpPeer.open();
    peers.push(wire);
    await one().rest.post('/bridges/room');
    const near = await call(one(), 'near');
    const { snapshot, ...facts } = await other.factsOf('a', 'near');
    const key = randomBytes(30);
    const far = { ...facts, snapshot: { ...snapshot, id: channelId('x-1'), name: 'Far/1' } };
    other.lend(far, { port: wire.port, key: key.toString('base64') });
    await eventually(
      async () => (await one().rest.post('/bridges/room/addChannel?channel=near,x-1')).status === 204,
      () => 'the channel of the other node does not enter',
    );
    const { key: theirs = '', place } = other.entered ?? {};

    await near.peer.speak(near.port, 60, sine(1000));
    const asSamples = (packets: readonly Uint8Array[]): Int16Array =>
      Int16Array.from(packets.flatMap((packet) => [...codec.decode(packet.subarray(12, 172))]));
    /** What has come since, opened with a key. */
    const opened = (from: number, text: string): Int16Array => {
      const receiver = new SrtpReceiver(Buffer.from(text, 'base64'), srtpSuites.AES_CM_128_HMAC_SHA1_80);
      return asSamples(wire.heard.slice(from).flatMap(({ bytes }) => receiver.open(Uint8Array.from(bytes)) ?? []));
    };
    await eventually(
      () => bestPurity(opened(0, theirs), 1000) > 0.9,
      () => `what has come contains ${bestPurity(opened(0, theirs), 1000)} of the tone`,
    );
    expect(bestPurity(asSamples(wire.heard.map(({ bytes }) => bytes)), 1000)).toBeLessThan(0.5);
    other.tellReopened('a');
    await eventually(
      () => other.newKey !== undefined,
      () => 'the node takes no other key',
    );
    const later = wire.heard.length;
    await near.peer.speak(near.port, 60, sine(1000));
    await eventually(
      () => bestPurity(opened(later, other.newKey ?? ''), 1000) > 0.9,
      () => 'what comes cannot be opened with the other key',
    );

    const since = near.peer.heard.length;
    await wire.speak(place?.port ?? 0, 30, sine(600));
    const sender = new SrtpSender(key, srtpSuites.AES_CM_128_HMAC_SHA1_80);
    wire.protect = (packet) => Uint8Array.from(sender.protect(packet));
    await wire.speak(place?.port ?? 0, 60, sine(800));
    await eventually(
      () => bestPurity(heardBy(near.peer, since), 800) > 0.9,
      () => `genuine packets are heard with ${bestPurity(heardBy(near.peer, since), 800)}`,
    );
    expect(bestPurity(heardBy(near.peer, since), 600)).toBeLessThan(0.5);
    await one().rest.post('/bridges/room/removeChannel?channel=x-1');
    await other.leave();
  });

  it('lets the channel live when the node of its bridge is lost, and takes out channels of a lost node', async () => {
    const three = rig.node(2);
    await three.rest.post('/bridges/theirs');
    await one().rest.post('/bridges/room');
    const near = await call(one(), 'near');
    await call(three, 'lost');
    await one().rest.post('/bridges/theirs/addChannel?channel=near');
    await one().rest.post('/bridges/room/addChannel?channel=lost');
    await toldUntil('ChannelEnteredBridge room lost');

    three.signal('SIGKILL');
    const told = new Set<string>();
    while (told.size < 2) {
      const line = lineOf(await socket.next());
      if (line.startsWith('ChannelLeftBridge')) told.add(line);
    }

    expect([...told].sort()).toEqual(['ChannelLeftBridge room lost', 'ChannelLeftBridge theirs near']);
    expect((await bridge()).channels).toEqual([]);
    expect((await one().rest.get('/channels/near')).body).toMatchObject({ state: 'Up' });
    expect((await one().rest.post('/bridges/room/addChannel?channel=near')).status).toBe(204);
    await near.peer.speak(near.port, 5, sine(600));
  });
});
