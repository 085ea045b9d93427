import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { SipStackOptions } from '../../../src/sip/stack/sip-stack';
import { becomes, requestTo, StackRig, uriOf } from './stack-rig';
import type { ListenProtocol } from './stack-rig';

const rigs: StackRig[] = [];
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
  for (const rig of rigs.splice(0)) rig.close();
});

/** Two stacks, of which the far one has a gate that the test closes. */
async function besieged(protocol: ListenProtocol) {
  const state = { isClosed: false, mostWaiting: Infinity, refused: [] as string[] };
  const isClosing = (): boolean => state.isClosed || far.stack.waiting.length >= state.mostWaiting;
  const overload: NonNullable<SipStackOptions['overload']> = {
    isClosing,
    refusal: (method) => {
      if (!isClosing()) return undefined;
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

/** A socket that writes requests by hand, and everything that is answered. */
async function rawPhone(server: number) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closing.push(() => socket.close());
  const { port } = socket.address();
  const answers: string[] = [];
  socket.on('message', (bytes) => answers.push(bytes.toString()));
  const send = (
    method: string,
    { to = '<sip:a@127.0.0.1>', via = `127.0.0.1:${port};branch=z9hG4bK1;rport`, callId = 'c' } = {},
  ): void =>
    socket.send(
      `${method} sip:a@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP ${via}\r\nMax-Forwards: 70\r\n` +
        `From: <sip:b@127.0.0.1>;tag=1\r\nTo: ${to}\r\nCall-ID: ${callId}\r\nCSeq: 1 ${method}\r\nContent-Length: 0\r\n\r\n`,
      ...([server, '127.0.0.1'] as const),
    );
  return { send, answers, port, statuses: () => answers.map((text) => text.slice(8, 11)) };
}

it('answers copies of a request that it has let in, however much there is to do', async () => {
  const { far, there, state } = await besieged('UDP');
  const { send, statuses } = await rawPhone(there.bound.port);
  send('OPTIONS');
  await becomes(statuses, ['200']);
  state.isClosed = true;
  send('OPTIONS');
  await becomes(statuses, ['200', '200']);

  expect([far.arrived.length, state.refused]).toEqual([1, []]);
});

it.each([
  ['plain', ''],
  ['not plain enough to be refused by its bytes', ', SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK0'],
])('does not refuse copies of requests that wait for their turn: a request that is %s', async (_what, more) => {
  const { far, there, state } = await besieged('UDP');
  const { send, statuses, port } = await rawPhone(there.bound.port);
  state.mostWaiting = 3;
  far.answer = ({ transaction }) => {
    // Longer than a turn has time for requests, so that the others wait.
    const began = performance.now();
    while (performance.now() - began < 5);
    transaction.reply(200);
  };
  for (const id of ['1', '2', '3', '4', '1', '2', '3', '4'])
    send('OPTIONS', { callId: id, via: `127.0.0.1:${port};branch=z9hG4bK${id};rport${more}` });
  await becomes(() => far.arrived.length, 4);
  await becomes(() => statuses().length >= 4, true);

  expect([new Set(statuses()), state.refused]).toEqual([new Set(['200']), []]);
});

it('answers every copy of a refused INVITE alike, and takes the ACK without a trace', async () => {
  const { far, there, state } = await besieged('UDP');
  const { send, answers, statuses } = await rawPhone(there.bound.port);
  state.isClosed = true;
  send('INVITE');
  send('INVITE');
  await becomes(statuses, ['503', '503']);
  const to = /\r\nTo: (.*)\r\n/.exec(answers[0] ?? '')?.[1] ?? '';
  send('ACK', { to });
  state.isClosed = false;
  send('OPTIONS');
  await becomes(statuses, ['503', '503', '200']);

  expect(answers[1]).toBe(answers[0]);
  expect(to).toMatch(/^<sip:a@127\.0\.0\.1>;tag=./);
  expect([far.arrived.map(({ transaction }) => transaction.request.method), far.acks]).toEqual([['OPTIONS'], []]);
});

it('reads a refused request no further than its answer needs, whether its Via asks for the port or not', async () => {
  const { far, there, state } = await besieged('UDP');
  const { send, answers, statuses, port } = await rawPhone(there.bound.port);
  state.isClosed = true;
  // The parser would refuse such a request with 400.
  const to = '<sip:a@127.0.0.1>;';
  send('INVITE', { to });
  send('INVITE', { to, via: `127.0.0.1:${port};branch=z9hG4bK2` });
  await becomes(statuses, ['503', '503']);

  const vias = answers.map((text) => /\r\nVia: (.*)\r\n/.exec(text)?.[1]);
  expect(vias).toEqual([
    `SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK1;received=127.0.0.1;rport=${port}`,
    `SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK2`,
  ]);
  expect([far.arrived, far.refused]).toEqual([[], []]);
});
