import { HeaderList } from '../../../src/sip/message/headers/header-list';
import { SipRequest } from '../../../src/sip/message/message';
import type { SipMessage } from '../../../src/sip/message/message';
import { nameAddr } from '../../../src/sip/message/headers/name-addr';
import { parseUri } from '../../../src/sip/message/uri/uri';
import { NotificationQueue } from '../../../src/sip/subscription/notification-queue';
import type { ServerSubscription } from '../../../src/sip/subscription/server-subscription';
import type { SubscriptionLimits } from '../../../src/sip/subscription/subscriptions';
import { Subscriptions } from '../../../src/sip/subscription/subscriptions';
import type { ServerTransaction } from '../../../src/sip/transaction/server-transaction';
import { Network } from '../dialog/parties';

const weather = 'application/weather';

/** A server that tells of the weather, and a phone that wants to know it. */
function aNotifier({
  minSeconds = 0,
  limits = {},
}: { minSeconds?: number; limits?: Partial<SubscriptionLimits> } = {}) {
  const network = new Network();
  const [phone, server] = [network.party('phone'), network.party('server')];
  const { dialogs, wheel } = server;
  const subscriptions = new Subscriptions({
    dialogs,
    wheel,
    now: network.clock.now,
    queue: { add: (send) => send() },
    limits,
  });
  const watching = new Set<ServerSubscription>();
  const heard: string[] = [];
  let status = 200;
  subscriptions.add({
    name: 'weather',
    types: () => [weather],
    find: ({ uri }) => {
      if (uri.kind === 'sip' && uri.user === 'nowhere') return 404;
      return {
        state: (version) => ({ type: weather, content: `rain ${version}` }),
        watch: (subscription) => {
          watching.add(subscription);
          return () => void watching.delete(subscription);
        },
      };
    },
  });
  server.onNew = (transaction) =>
    subscriptions.subscribe({
      transaction,
      minSeconds,
      subscriber: { id: 'phone' },
      context: server.context,
      flow: () => undefined,
      contact: nameAddr(parseUri('sip:server@server.invalid', 'contact')),
    });
  const onRequest = (transaction: ServerTransaction): void => {
    const { headers, body } = transaction.request;
    heard.push(`${headers.raw('Subscription-State') ?? ''} ${body.toString()}`.trim());
    transaction.reply(status);
  };
  for (const callId of ['c1', 'c2']) phone.dialogs.expect({ callId, localTag: 'phone' }, { onRequest });
  const answers: SipMessage[] = [];
  let sequence = 0;
  const send = (
    headers: Readonly<Record<string, string>>,
    { toTag = '', method = 'SUBSCRIBE', callId = 'c1', user = 'here' } = {},
  ): SipMessage => {
    sequence += 1;
    const list = new HeaderList()
      .add('Max-Forwards', '70')
      .add('From', '<sip:phone@phone.invalid>;tag=phone')
      .add('To', `<sip:${user}@server.invalid>${toTag === '' ? '' : `;tag=${toTag}`}`)
      .add('Call-ID', callId)
      .add('CSeq', `${sequence} ${method}`)
      .add('Contact', '<sip:phone@phone.invalid>');
    for (const [name, value] of Object.entries(headers)) list.add(name, value);
    phone.context.stack.send(new SipRequest({ method, uri: `sip:${user}@server.invalid`, headers: list }), {
      onResponse: (response) => answers.push(response),
      onTimeout: () => undefined,
      onTransportFailure: () => undefined,
    });
    network.pass(100);
    const answer = answers.at(-1);
    if (answer === undefined) throw new Error('no answer');
    return answer;
  };
  return {
    network,
    subscriptions,
    watching,
    heard,
    send,
    refuseNotifications: (with_: number) => void (status = with_),
    changed: () => {
      for (const subscription of watching) subscription.notify();
      network.pass(100);
    },
  };
}

const tagOf = (message: SipMessage): string => /tag=(\S+)/.exec(message.headers.raw('To') ?? '')?.[1] ?? '';
const statusOf = (message: SipMessage): number => (message.kind === 'response' ? message.status : 0);

describe('a subscription', () => {
  it('tells the state at once, and again whenever it has changed', () => {
    const { send, heard, changed } = aNotifier();

    const answer = send({ Event: 'weather', Expires: '60' });
    changed();

    expect(statusOf(answer)).toBe(200);
    expect(answer.headers.raw('Expires')).toBe('60');
    expect(answer.headers.raw('Contact')).toBe('<sip:server@server.invalid>');
    expect(heard).toEqual(['active;expires=60 rain 0', 'active;expires=60 rain 1']);
  });

  it('ends with a last word when it is not refreshed', () => {
    const { send, heard, network, subscriptions } = aNotifier();
    send({ Event: 'weather', Expires: '60' });

    network.pass(60_000);
    network.pass(1000);

    expect(heard).toEqual(['active;expires=60 rain 0', 'terminated;reason=timeout rain 1']);
    expect(subscriptions.size).toBe(0);
  });

  it('lives on when it is refreshed, and ends when its subscriber asks for it', () => {
    const { send, heard, network, subscriptions } = aNotifier();
    const toTag = tagOf(send({ Event: 'weather;id=7', Expires: '60' }));
    network.pass(50_000);

    expect(statusOf(send({ Event: 'weather;id=7', Expires: '60' }, { toTag }))).toBe(200);
    network.pass(50_000);
    expect(subscriptions.size).toBe(1);
    expect(statusOf(send({ Event: 'weather;id=7', Expires: '0' }, { toTag }))).toBe(200);
    network.pass(100);

    expect(heard.at(-1)).toBe('terminated;reason=timeout rain 2');
    expect(subscriptions.size).toBe(0);
    expect(statusOf(send({ Event: 'weather;id=7', Expires: '60' }, { toTag }))).toBe(481);
  });

  it('that lasts no time tells the state once', () => {
    const { send, heard, subscriptions } = aNotifier();

    send({ Event: 'weather', Expires: '0' });

    expect(heard).toEqual(['terminated;reason=timeout rain 0']);
    expect(subscriptions.size).toBe(0);
  });

  it.each([481, 500])('is over when a notification is answered with %d', (status) => {
    const { send, changed, subscriptions, watching, refuseNotifications } = aNotifier();
    send({ Event: 'weather' });
    refuseNotifications(status);

    changed();

    expect([subscriptions.size, watching.size]).toEqual([0, 0]);
  });

  it('is over when a notification is not answered', () => {
    const { send, network, subscriptions } = aNotifier();
    network.delivers = ({ name }) => !name.startsWith('NOTIFY');
    send({ Event: 'weather' });

    network.pass(100_000);

    expect(subscriptions.size).toBe(0);
  });

  it('sends one notification at a time, and the last state when several changes wait', () => {
    const { send, network, watching, heard } = aNotifier();
    send({ Event: 'weather' });
    for (let change = 0; change < 5; change += 1) for (const subscription of watching) subscription.notify();
    network.pass(1000);

    expect(heard).toEqual(['active;expires=3600 rain 0', 'active;expires=3600 rain 1', 'active;expires=3600 rain 2']);
  });

  it('cannot be refreshed while its end is on its way', () => {
    const { send, network, watching } = aNotifier();
    const toTag = tagOf(send({ Event: 'weather' }));
    network.delivers = ({ name }) => !name.startsWith('NOTIFY');
    for (const subscription of watching) subscription.terminate('noresource');

    expect(statusOf(send({ Event: 'weather' }, { toTag }))).toBe(481);
  });

  it('tells nothing of what is gone but its end', () => {
    const { send, network, watching, heard, subscriptions } = aNotifier();
    send({ Event: 'weather' });
    for (const subscription of watching) subscription.terminate('noresource');
    network.pass(100);

    expect(heard.at(-1)).toBe('terminated;reason=noresource');
    expect(subscriptions.size).toBe(0);
  });

  it('is told to come back when the server stops, at once', () => {
    const { send, network, heard, subscriptions } = aNotifier();
    send({ Event: 'weather' });

    subscriptions.close();

    expect(subscriptions.size).toBe(0);
    network.pass(100);
    expect(heard.at(-1)).toBe('terminated;reason=deactivated rain 1');
  });
});

describe('a SUBSCRIBE', () => {
  it.each([{ Event: 'tides' }, {}])('for another event (%j) is refused with those that there are', (headers) => {
    const answer = aNotifier().send(headers);

    expect([statusOf(answer), answer.headers.raw('Allow-Events')]).toEqual([489, 'weather']);
  });

  it('for too short a time is told the shortest', () => {
    const answer = aNotifier({ minSeconds: 60 }).send({ Event: 'weather', Expires: '59' });

    expect([statusOf(answer), answer.headers.raw('Min-Expires')]).toEqual([423, '60']);
  });

  it('for longer than a day lasts a day', () => {
    expect(aNotifier().send({ Event: 'weather', Expires: '4294967295' }).headers.raw('Expires')).toBe('86400');
  });

  it.each([
    ['application/rlmi+xml', 406],
    ['text/plain, application/*', 200],
    ['*/*', 200],
  ])('that accepts %s is answered %d', (Accept, status) => {
    expect(statusOf(aNotifier().send({ Event: 'weather', Accept }))).toBe(status);
  });

  it('to what does not exist gets the status of the package', () => {
    expect(statusOf(aNotifier().send({ Event: 'weather' }, { user: 'nowhere' }))).toBe(404);
  });

  it('beyond the limit of a subscriber has to wait', () => {
    const { send, subscriptions } = aNotifier({ limits: { maxPerSubscriber: 1 } });
    send({ Event: 'weather' });

    const answer = send({ Event: 'weather' }, { callId: 'c2' });

    expect([statusOf(answer), answer.headers.raw('Retry-After')]).toEqual([503, '30']);
    expect(subscriptions.size).toBe(1);
  });

  it('for another event within the dialog of a subscription is refused, and so are other requests', () => {
    const { send } = aNotifier();
    const toTag = tagOf(send({ Event: 'weather' }));

    expect(statusOf(send({ Event: 'weather;id=2' }, { toTag }))).toBe(403);
    expect(statusOf(send({}, { toTag, method: 'INFO' }))).toBe(405);
  });
});

describe('a queue of notifications', () => {
  it('goes on in a later turn when a turn has taken long enough', () => {
    const turns: (() => void)[] = [];
    const queue = new NotificationQueue((action) => turns.push(action));
    let sent = 0;
    const slow = (): void => {
      const end = performance.now() + 3;
      while (performance.now() < end);
      sent += 1;
    };
    for (let count = 0; count < 10; count += 1) queue.add(slow);

    turns.shift()?.();

    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(10);
    expect(turns).toHaveLength(1);
    queue.clear();
    expect(queue.size).toBe(0);
  });
});
