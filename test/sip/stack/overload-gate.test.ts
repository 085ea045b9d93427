import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { SipStackOptions } from '../../../src/sip/stack/sip-stack';
import { becomes, requestTo, StackRig, uriOf } from './stack-rig';
import type { ListenProtocol } from './stack-rig';

const rigs: StackRig[] = [];

afterEach(() => {
  for (const rig of rigs.splice(0)) rig.close();
});

/** Two stacks, of which the far one has a gate that the test closes. */
async function besieged(protocol: ListenProtocol) {
  const state = { isClosed: false, refused: [] as string[] };
  const overload: NonNullable<SipStackOptions['overload']> = {
    isClosing: () => state.isClosed,
    refusal: (method) => {
      if (!state.isClosed) return undefined;
      state.refused.push(method);
      return 3;
    },
  };
  const [near, far] = [new StackRig(), new StackRig({ overload })];
  const [, there] = [await near.listen(protocol), await far.listen(protocol)];
  rigs.push(near, far);
  return { near, far, there, state };
}

describe.each<ListenProtocol>(['UDP', 'TCP'])('a stack with too much to do, over %s', (protocol) => {
  it('refuses new requests with 503', async () => {
    const { near, far, there, state } = await besieged(protocol);
    state.isClosed = true;
    const sending = near.send(requestTo(uriOf(there), 'INVITE'));

    expect(await sending.result()).toBe(503);
    expect(sending.responses[0]?.headers.raw('Retry-After')).toBe('3');
    state.isClosed = false;
    expect(await near.send(requestTo(uriOf(there), 'OPTIONS')).result()).toBe(200);
    expect([far.arrived.length, state.refused]).toEqual([1, ['INVITE']]);
  });

  it('cancels calls that it has let in', async () => {
    const { near, far, there, state } = await besieged(protocol);
    far.answer = ({ transaction }) => {
      transaction.listen({ onCancel: () => transaction.reply(487) });
      transaction.reply(180);
    };
    const sending = near.send(requestTo(uriOf(there), 'INVITE'));
    await becomes(() => sending.statuses, [180]);
    state.isClosed = true;
    sending.outgoing.cancel();

    expect(await sending.result()).toBe(487);
    expect(state.refused).toEqual([]);
  });
});

it('answers copies of a request that it has let in, however much there is to do', async () => {
  const { far, there, state } = await besieged('UDP');
  const phone = createSocket('udp4').bind(0, '127.0.0.1');
  await once(phone, 'listening');
  const { port } = phone.address();
  const options =
    `OPTIONS sip:a@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK1;rport\r\nMax-Forwards: 70\r\n` +
    'From: <sip:b@127.0.0.1>;tag=1\r\nTo: <sip:a@127.0.0.1>\r\nCall-ID: c\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n';
  const statuses: string[] = [];
  phone.on('message', (bytes) => statuses.push(bytes.toString().slice(8, 11)));
  phone.send(options, there.bound.port, '127.0.0.1');
  await becomes(() => statuses, ['200']);
  state.isClosed = true;
  phone.send(options, there.bound.port, '127.0.0.1');
  await becomes(() => statuses, ['200', '200']);

  expect([far.arrived.length, state.refused]).toEqual([1, []]);
  phone.close();
});
