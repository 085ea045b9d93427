import { viaHeader } from '../../../src/sip/message/headers/address-headers';
import { MessageRefusal } from '../../../src/sip/message/grammar/refusal';
import type { ListenProtocol } from './stack-rig';
import { becomes, requestTo, StackRig, uriOf } from './stack-rig';

const rigs: StackRig[] = [];

function aRig(...args: ConstructorParameters<typeof StackRig>): StackRig {
  const rig = new StackRig(...args);
  rigs.push(rig);
  return rig;
}

afterEach(() => {
  for (const rig of rigs.splice(0)) rig.close();
});

describe.each<[ListenProtocol, string]>([
  ['UDP', '127.0.0.1'],
  ['TCP', '127.0.0.1'],
  ['TLS', '127.0.0.1'],
  ['UDP', '::1'],
  ['TCP', '::1'],
  ['TLS', '::1'],
])('two stacks over %s and %s', (protocol, host) => {
  async function twoStacks() {
    const [near, far] = [aRig(), aRig()];
    const [here, there] = [await near.listen(protocol, host), await far.listen(protocol, host)];
    return { near, far, here, there };
  }

  it('exchange a request and its answer', async () => {
    const { near, far, there } = await twoStacks();
    const sending = near.send(requestTo(uriOf(there), 'MESSAGE', 'héllo'));

    expect(await sending.result()).toBe(200);
    expect(far.arrived[0]?.transaction.request.body.toString()).toBe('héllo');
    expect(far.arrived[0]?.source.transport).toBe(protocol);
    expect(sending.responses[0]?.headers.get(viaHeader)?.params.get('rport')).toMatch(/^\d+$/);
  });

  it('ring, answer and acknowledge a call', async () => {
    const { near, far, there } = await twoStacks();
    far.answer = ({ transaction }) => {
      transaction.reply(180);
      transaction.reply(200);
    };
    const invite = requestTo(uriOf(there), 'INVITE');
    const sending = near.send(invite);
    await becomes(() => sending.statuses, [180, 200]);
    const ack = requestTo(uriOf(there), 'ACK');
    const { flow } = sending.outgoing;
    if (flow === undefined) throw new Error('expected a flow');
    near.stack.sendAck(ack, flow);

    await becomes(() => far.acks.length, 1);
  });

  it('cancel a call', async () => {
    const { near, far, there } = await twoStacks();
    far.answer = ({ transaction }) => {
      transaction.listen({ onCancel: () => transaction.reply(487) });
      transaction.reply(180);
    };
    const sending = near.send(requestTo(uriOf(there), 'INVITE'));
    await becomes(() => sending.statuses, [180]);
    sending.outgoing.cancel();

    expect(await sending.result()).toBe(487);
  });

  it('refuse a call', async () => {
    const { near, far, there } = await twoStacks();
    far.answer = ({ transaction }) => transaction.reply(486, { reason: 'Not\r\nNow' });
    const sending = near.send(requestTo(uriOf(there), 'INVITE'));

    expect(await sending.result()).toBe(486);
    expect(sending.responses[0]?.reason).toBe('Not Now');
  });
});

describe('a stack', () => {
  it('answers 400 where a header field cannot be read, and 500 where it fails itself', async () => {
    const [near, far] = [aRig(), aRig()];
    await near.listen('UDP');
    const there = await far.listen('UDP');
    far.answer = () => {
      throw new MessageRefusal({ header: 'Contact', offset: 3, reason: 'is odd' });
    };
    const odd = near.send(requestTo(uriOf(there)));

    expect(await odd.result()).toBe(400);
    expect(odd.responses[0]?.reason).toBe('Bad Contact: is odd');
    far.answer = () => {
      throw new Error('a bug');
    };
    expect(await near.send(requestTo(uriOf(there))).result()).toBe(500);
    expect(far.errors).toEqual(['SIP request failed']);
  });

  it('reports immediately that TCP is refused', async () => {
    const [near, far] = [aRig(), aRig()];
    const there = await far.listen('TCP');
    far.close();

    expect(await near.send(requestTo(uriOf(there))).result()).toContain('ECONNREFUSED');
  });

  it('does not send what was cancelled before it had a place to go', async () => {
    const lookups: string[] = [];
    const near = aRig({
      dns: {
        naptr: (name) => new Promise(() => lookups.push(name)),
        srv: () => new Promise(() => undefined),
        a: () => new Promise(() => undefined),
        aaaa: () => new Promise(() => undefined),
      },
    });
    const sending = near.send(requestTo('sip:bob@example.com', 'INVITE'));
    sending.outgoing.cancel();

    expect(await sending.result()).toBe(487);
    expect([lookups, near.stack.transactions]).toEqual([['example.com'], 0]);
  });

  it.each(['tel:+123', 'urn:service:sos'])('has no way to %s', async (uri) => {
    expect(await aRig().send(requestTo(uri)).result()).toBe('next hop is not a SIP URI');
  });

  it('sends to the first Route', async () => {
    const [near, far] = [aRig(), aRig()];
    await near.listen('UDP');
    const there = await far.listen('UDP');
    const request = requestTo('sip:bob@192.0.2.1');
    request.headers.add('Route', `<${uriOf(there)};lr>`);

    expect(await near.send(request).result()).toBe(200);
    expect(far.arrived[0]?.transaction.request.uriText).toBe('sip:bob@192.0.2.1');
  });
});
