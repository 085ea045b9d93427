import { makeResponse } from '../../src/sip/message/make-response';
import { lineOf } from '../support/calls/call-events';
import { ClusterRig, hasNats, natsHint, phoneFiles } from '../support/cluster-rig';
import { eventually } from '../support/eventually';
import { SipPhone } from '../support/sip/sip-phone';
import type { ServedProcess } from '../support/server/served-process';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const suite = hasNats ? describe : describe.skip;

/** A node is started again before the other one considers it dead. */
const times = 'heartbeat = 400\nsuspect_after = 2000\ndead_after = 5000\nrequest_timeout = 1000\n';

const device = encodeURIComponent('DEVICE_STATE(PJSIP/100)');

const isEndOf =
  (id: string) =>
  (message: Message): boolean =>
    message.type === 'ChannelDestroyed' && JSON.stringify(message).includes(id);

/** Sends to the port for phones that the node has printed. */
async function ringingPhone({ process: { printed } }: ServedProcess, ownPort = 0): Promise<SipPhone> {
  const port = Number(/udp 127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
  const host = '127.0.0.1';
  const phone = await SipPhone.overUdpAt('100', 'secret', { host, port, from: { host, port: ownPort } });
  phone.onRequest = (request) => {
    if (request.method === 'INVITE') phone.send(makeResponse(request, 180, { toTag: 'phone' }));
    else if (request.method === 'CANCEL') phone.send(makeResponse(request, 200, { toTag: 'phone' }));
  };
  return phone;
}

suite(`the device of a phone, whichever node has its calls${natsHint}`, () => {
  let rig: ClusterRig;
  let socket: AppSocket;
  let phone: SipPhone;
  beforeAll(async () => {
    rig = await ClusterRig.start(['a', 'b'], phoneFiles, times);
    const [one, two] = [rig.node(0), rig.node(1)];
    socket = await one.open('app=talk');
    for (const [index, { rest }] of [one, two].entries())
      await rest.post(`/channels/create?endpoint=Local/up@default&app=talk&channelId=reader${index}`);
    phone = await ringingPhone(two);
    expect((await phone.register()).status).toBe(200);
    for (const [index, node] of [one, two].entries()) await shows(node, index, 'NOT_INUSE');
    await one.rest.post('/applications/talk/subscription?eventSource=deviceState:PJSIP%2F100');
  });
  afterAll(async () => {
    phone.close();
    await rig.close();
  });

  /** Waits until the dialplan of a node sees the state. */
  async function shows({ rest }: ServedProcess, index: number, state: string): Promise<void> {
    let seen: unknown;
    await eventually(
      async () =>
        (seen = ((await rest.get(`/channels/reader${index}/variable?variable=${device}`)).body as { value?: unknown })
          .value) === state,
      () => `node ${index} shows ${String(seen)} and not ${state}`,
    );
  }

  async function told(): Promise<readonly string[]> {
    return (await socket.sofar()).filter(({ type }) => type === 'DeviceStateChanged').map(lineOf);
  }

  it('rings on all of them, and is told to applications once', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const { body } = await two.rest.post('/channels?endpoint=PJSIP/100&app=talk');

    await shows(two, 1, 'RINGING');
    await shows(one, 0, 'RINGING');
    await two.rest.delete(`/channels/${(body as { readonly id: string }).id}`);
    await shows(one, 0, 'NOT_INUSE');

    expect(await told()).toEqual(['DeviceStateChanged PJSIP/100 RINGING', 'DeviceStateChanged PJSIP/100 NOT_INUSE']);
  });

  it('is free again when the node with the call is started again, and applications are told once', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const { body } = await two.rest.post('/channels?endpoint=PJSIP/100&app=talk');
    await shows(one, 0, 'RINGING');

    two.signal('SIGKILL');
    rig.nodes[1] = await rig.startNode('b', phoneFiles);

    await shows(one, 0, 'NOT_INUSE');
    const about = JSON.stringify((body as { readonly id: string }).id);
    const messages: Message[] = [];
    while (!messages.some(isEndOf(about))) messages.push(await socket.next());
    messages.push(...(await socket.sofar()));
    expect(messages.filter(({ type }) => type === 'DeviceStateChanged').map(lineOf)).toEqual([
      'DeviceStateChanged PJSIP/100 RINGING',
      'DeviceStateChanged PJSIP/100 NOT_INUSE',
    ]);
    expect(messages.filter(isEndOf(about))).toHaveLength(1);
    phone.close();
    phone = await ringingPhone(rig.node(1), Number(/:(\d+)/.exec(phone.contact.slice('<sip:'.length))?.[1]));
  });

  it('is free again when the node with the call is lost', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    await two.rest.post('/channels?endpoint=PJSIP/100&app=talk');
    await shows(one, 0, 'RINGING');

    two.signal('SIGKILL');

    await shows(one, 0, 'NOT_INUSE');
    expect(await told()).toEqual(['DeviceStateChanged PJSIP/100 RINGING', 'DeviceStateChanged PJSIP/100 NOT_INUSE']);
  });
});
