import type { Bridge, Channel } from '../../generated/models';
import { makeCodec } from '../../src/media/codecs/make-codec';
import { until } from '../support/calls/call-events';
import { PhoneCall, sdpAt } from '../support/calls/phone-call';
import { ClusterRig, hasNats, natsHint, phoneFiles } from '../support/cluster-rig';
import { eventually } from '../support/eventually';
import { bestPurity } from '../support/media/purity';
import { RtpPeer } from '../support/media/rtp-peer';
import type { ServedProcess } from '../support/server/served-process';
import { SipPhone } from '../support/sip/sip-phone';
import { nextOf, notified, referTo } from '../support/sip/transfer-calls';
import type { AppSocket } from '../support/sockets/socket-peer';

const suite = hasNats ? describe : describe.skip;

const files = {
  ...phoneFiles,
  'extensions.conf': `[default]
exten => talk,1,Stasis(talk)
exten => tone,1,Answer()
 same => n,PlayTones(1000)
 same => n,Wait(600)
`,
};

const accepted = ['SIP/2.0 100 Trying active', 'SIP/2.0 200 OK terminated'];

/** What a peer has heard, as samples. */
function heardBy({ heard }: RtpPeer): Int16Array {
  const codec = makeCodec('ulaw');
  const packets = heard.filter(({ payloadType }) => payloadType === 0);
  return Int16Array.from(packets.flatMap(({ payload }) => [...(codec?.decode(payload) ?? [])]));
}

suite(`transfers that a phone asks for, with its partner on another node${natsHint}`, () => {
  let rig: ClusterRig;
  let socket: AppSocket;
  let phone: SipPhone;
  const peers: RtpPeer[] = [];
  const [one, two] = [(): ServedProcess => rig.node(0), (): ServedProcess => rig.node(1)];

  beforeAll(async () => {
    rig = await ClusterRig.start(['a', 'b'], files);
    phone = await SipPhone.overUdp('100', 'secret', Number(/udp 127\.0\.0\.1:(\d+)/.exec(one().process.printed)?.[1]));
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
  });
  afterAll(async () => {
    phone.close();
    await rig.close();
  });

  async function peer(): Promise<RtpPeer> {
    const opened = await RtpPeer.open();
    peers.push(opened);
    return opened;
  }

  /** A call of the phone in the application, on the first node, and a bridge on some node with a partner of the second. */
  async function bridged(node: ServedProcess, names: { readonly bridge: string; readonly partner: string }) {
    const { bridge, partner } = names;
    const [own, far] = [await peer(), await peer()];
    const call = await PhoneCall.place(phone, 'talk', { sdp: sdpAt(own.port) });
    const { id } = (await nextOf(socket, 'StasisStart'))['channel'] as Channel;
    await one().rest.post(`/channels/${id}/answer`);
    await call.answered();
    const query = `app=talk&external_host=127.0.0.1:${far.port}&format=ulaw&channelId=${partner}`;
    await two().rest.post(`/channels/externalMedia?${query}`);
    await until(socket, `StasisStart ${partner}`);
    await node.rest.post(`/bridges/${bridge}`);
    expect((await one().rest.post(`/bridges/${bridge}/addChannel?channel=${id},${partner}`)).status).toBe(204);
    await until(socket, `ChannelEnteredBridge ${bridge} ${partner}`);
    return { call, id, far };
  }

  const membersOf = async (id: string): Promise<ReadonlySet<string>> =>
    new Set(((await two().rest.get(`/bridges/${id}`)).body as Bridge).channels);

  it.each([
    ['its own node', one],
    ['the node of the partner', two],
  ])('puts a channel that leads to the extension in its place, in a bridge of %s', async (_, node) => {
    const { call, id, far } = await bridged(node(), { bridge: 'room', partner: 'far' });

    expect((await call.ask('REFER', { 'Refer-To': referTo(call, 'tone') })).status).toBe(202);

    const start = await nextOf(socket, 'StasisStart');
    const local = (start['channel'] as Channel).id;
    expect(start).toMatchObject({ replace_channel: { id } });
    expect(await nextOf(socket, 'BridgeBlindTransfer')).toMatchObject({
      ...{ result: 'Success', exten: 'tone', is_external: true, bridge: { id: 'room' } },
      ...{ channel: { id }, transferee: { id: 'far' }, replace_channel: { id: local } },
    });
    expect(await notified(call)).toEqual(accepted);
    expect(await membersOf('room')).toEqual(new Set([local, 'far']));
    await eventually(
      () => bestPurity(heardBy(far), 1000) > 0.9,
      () => `the partner hears the extension with ${bestPurity(heardBy(far), 1000)}`,
    );
    await call.bye();
    await until(socket, `StasisEnd ${id}`);
  });

  it('reports an extension that does not exist', async () => {
    const { call } = await bridged(two(), { bridge: 'room', partner: 'far' });

    await call.ask('REFER', { 'Refer-To': referTo(call, 'nothing') });

    expect((await notified(call)).at(-1)).toBe('SIP/2.0 404 Not Found terminated');
    expect(await membersOf('room')).toContain('far');
  });

  it('links the partners of two of its calls, in bridges of its node', async () => {
    const first = await bridged(one(), { bridge: 'room', partner: 'far' });
    const second = await bridged(one(), { bridge: 'next', partner: 'farther' });

    await first.call.ask('REFER', { 'Refer-To': referTo(first.call, 'talk', second.call) });

    const transfer = await nextOf(socket, 'BridgeAttendedTransfer');
    expect(transfer).toMatchObject({
      ...{ result: 'Success', destination_type: 'link' },
      ...{ transferee: { id: 'far' }, transfer_target: { id: 'farther' } },
    });
    expect(await notified(first.call)).toEqual(accepted);
    const links = ['first', 'second'].map((leg) => (transfer[`destination_link_${leg}_leg`] as Channel).id);
    expect(await membersOf('room')).toEqual(new Set([links[0], 'far']));
    expect(await membersOf('next')).toEqual(new Set([links[1], 'farther']));
  });

  it('are refused between two calls of which one is in a bridge of another node', async () => {
    const first = await bridged(two(), { bridge: 'room', partner: 'far' });
    const second = await bridged(one(), { bridge: 'next', partner: 'farther' });

    await first.call.ask('REFER', { 'Refer-To': referTo(first.call, 'talk', second.call) });

    const transfer = await nextOf(socket, 'BridgeAttendedTransfer');
    expect(transfer).toMatchObject({ result: 'Not Permitted', transferer_first_leg_bridge: { id: 'room' } });
    expect(transfer).not.toHaveProperty('transferee');
    expect((await notified(first.call)).at(-1)).toBe('SIP/2.0 403 Forbidden terminated');
    expect(await membersOf('room')).toContain(first.id);
  });
});
