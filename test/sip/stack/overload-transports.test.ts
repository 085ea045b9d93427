import { eventually } from '../../support/eventually';
import type { SipStackOptions } from '../../../src/sip/stack/sip-stack';
import { becomes, StackRig } from './stack-rig';
import type { PhoneProtocol } from './text-phone';
import { phoneProtocols, TextPhone } from './text-phone';

const closing: { close: () => void }[] = [];

afterEach(() => {
  for (const each of closing.splice(0)) each.close();
});

/** A phone, and a stack that refuses requests by a rule of the test. */
async function aPhone(protocol: PhoneProtocol, refuses: (rig: StackRig) => boolean) {
  const overload: NonNullable<SipStackOptions['overload']> = {
    isClosing: () => refuses(rig),
    refusal: () => (refuses(rig) ? 3 : undefined),
  };
  const rig = new StackRig({ overload });
  const phone = await TextPhone.open(rig, protocol);
  closing.push(phone, rig);
  return { rig, phone, served: () => rig.arrived.map(({ transaction }) => transaction.request.uriText) };
}

/** Longer than a turn of the loop has time for requests. */
function work(): void {
  const began = performance.now();
  while (performance.now() - began < 5);
}

const place = 'sip:bob@127.0.0.1';
const retryAfter = /\r\nRetry-After: 3(\r\n|$)/;

describe.each(phoneProtocols)('a stack with too much to do, over %s', (protocol) => {
  it('refuses new requests with 503 and the time to wait, except those for emergency services', async () => {
    const { phone, served } = await aPhone(protocol, () => true);
    phone.send(place, 'urn:service:sos', 'urn:service:counseling', 'URN:service:sos.Fire');
    await becomes(() => [...phone.statuses].sort(), ['200', '200', '503', '503']);

    expect(served()).toEqual(['urn:service:sos', 'URN:service:sos.Fire']);
    for (const answer of phone.answers) expect(retryAfter.test(answer)).toBe(answer.startsWith('SIP/2.0 503'));
  });

  it('refuses what comes while others wait', async () => {
    const { phone, rig } = await aPhone(protocol, ({ stack }) => stack.waiting.length >= 3);
    rig.answer = ({ transaction }) => {
      work();
      transaction.reply(200);
    };
    phone.send(...Array.from({ length: 20 }, () => place));
    await eventually(
      () => phone.answers.length === 20,
      () => `there are ${phone.answers.length} answers`,
    );

    expect(new Set(phone.statuses)).toEqual(new Set(['503', '200']));
    expect(rig.arrived).toHaveLength(phone.statuses.filter((status) => status === '200').length);
  });
});

it('serves requests for emergency services before others that wait', async () => {
  const { phone, rig, served } = await aPhone('UDP', () => false);
  rig.answer = ({ transaction }) => {
    work();
    transaction.reply(200);
  };
  phone.send(...Array.from({ length: 10 }, () => place), 'urn:service:sos');
  await eventually(
    () => phone.answers.length === 11,
    () => `there are ${phone.answers.length} answers`,
  );

  expect(served().indexOf('urn:service:sos')).toBe(1);
});

it('does not serve a request that has waited until its connection was closed', async () => {
  const { phone, rig } = await aPhone('TCP', () => false);
  rig.answer = ({ transaction, source }) => {
    work();
    transaction.reply(200);
    source.close();
  };
  phone.send(place, place, place);
  await becomes(() => [rig.closed.length, rig.stack.waiting.length], [1, 0]);

  expect(rig.arrived).toHaveLength(1);
});

it('answers the requests that came before something over a connection that cannot be read', async () => {
  const { phone, rig } = await aPhone('TCP', () => false);
  rig.answer = ({ transaction }) => {
    work();
    transaction.reply(200);
  };
  phone.sendWith('nonsense\r\n\r\n', place, place, place, place);

  await becomes(() => [rig.closed.length, ...phone.statuses], [1, '200', '200', '200', '200']);
});
