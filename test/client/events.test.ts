import { connect } from '../../generated/client';
import type { Client } from '../../generated/client';
import { certificate } from '../support/client/client-certificate';
import { aDigit, aStasisStart } from '../support/client/client-events';
import { Inbox } from '../support/client/client-inbox';
import type { PeerSocket } from '../support/client/client-peer-socket';
import type { PeerServer } from '../support/client/client-server';
import { noticesOf, Stage } from '../support/client/client-session';

const stage = new Stage();
let server: PeerServer;
let client: Client;
let socket: PeerSocket;
let complaints: Inbox<string>;

beforeEach(async () => {
  complaints = new Inbox();
  server = await stage.server();
  ({ client, socket } = await stage.connect(server, {
    onListenerError: (error, event) => complaints.put(`${event.type}: ${(error as Error).message}`),
  }));
});
afterEach(() => stage.clear());

/** Digits as they arrive; whatever was sent before them has arrived too. */
function digits(): Inbox<string> {
  const inbox = new Inbox<string>();
  client.on('ChannelDtmfReceived', ({ digit }) => inbox.put(digit));
  return inbox;
}

describe('the event socket', () => {
  it('asks for the applications with subprotocol and credentials', async () => {
    await stage.connect(server, { apps: ['hello', 'a,b'], subscribeAll: true });

    const upgrade = server.upgrades.at(-1);
    expect(upgrade?.target).toBe('/ari/events?app=hello%2C%22a%2Cb%22&subscribeAll=true');
    expect(upgrade?.headers).toMatchObject({
      'sec-websocket-protocol': 'ari',
      authorization: `Basic ${Buffer.from('demo:secret').toString('base64')}`,
    });
  });

  it('is encrypted where the address says https', async () => {
    const secure = await stage.server('https');

    const { client: other } = await stage.connect(secure, { ca: certificate });

    expect(other.connection.state).toBe('open');
  });

  it('loses nothing that comes in the same packet as the upgrade', async () => {
    server.greetWith(aStasisStart('c1'), aStasisStart('c2'));
    const seen = new Inbox<string>();
    const other = stage.keep(await connect({ url: server.url, user: 'demo', password: 'secret', apps: ['hello'] }));
    const notices = noticesOf(other);
    other.on('StasisStart', ({ channel }) => seen.put(channel.id));

    expect([await seen.next(), await seen.next()]).toEqual(['c1', 'c2']);
    expect(await notices.next()).toEqual({ type: 'connected' });
  });
});

describe('a listener', () => {
  it('gets the events of its type in order, and no others', async () => {
    const starts: string[] = [];
    client.on('StasisStart', ({ channel }) => void starts.push(channel.id));
    const arrived = digits();

    for (const event of [aStasisStart('c1'), aDigit('1'), aStasisStart('c2'), aDigit('2')]) socket.send(event);

    expect([await arrived.next(), await arrived.next()]).toEqual(['1', '2']);
    expect(starts).toEqual(['c1', 'c2']);
  });

  it('for any event gets them all', async () => {
    const types: string[] = [];
    client.onAny(({ type }) => void types.push(type));
    const arrived = digits();

    socket.send(aStasisStart('c1'));
    socket.send(aDigit('1'));
    await arrived.next();

    expect(types).toEqual(['StasisStart', 'ChannelDtmfReceived']);
  });

  it('hears nothing after it has unsubscribed, even from within', async () => {
    let heard = 0;
    const stop = client.on('ChannelDtmfReceived', () => {
      heard += 1;
      stop();
      stop();
    });
    const arrived = digits();

    for (const digit of ['1', '2', '3']) socket.send(aDigit(digit));
    for (let count = 0; count < 3; count += 1) await arrived.next();

    expect(heard).toBe(1);
  });

  it('registered twice is called twice and leaves one by one', async () => {
    let heard = 0;
    const count = (): void => void (heard += 1);
    const stop = client.on('ChannelDtmfReceived', count);
    client.on('ChannelDtmfReceived', count);
    stop();
    const arrived = digits();

    socket.send(aDigit('1'));
    await arrived.next();

    expect(heard).toBe(1);
  });

  it('that throws or rejects is reported and disturbs no other', async () => {
    client.on('ChannelDtmfReceived', () => {
      throw new Error('thrown');
    });
    client.on('ChannelDtmfReceived', () => Promise.reject(new Error('rejected')));
    const arrived = digits();

    socket.send(aDigit('1'));

    expect(await arrived.next()).toBe('1');
    expect([await complaints.next(), await complaints.next()]).toEqual([
      'ChannelDtmfReceived: thrown',
      'ChannelDtmfReceived: rejected',
    ]);
  });

  it('that fails becomes a process warning without an error handler', async () => {
    const { client: other, socket: its } = await stage.connect(server);
    const warned = new Promise<unknown[]>((resolve) => {
      jest.spyOn(process, 'emitWarning').mockImplementationOnce((...warning: unknown[]) => resolve(warning));
    });
    other.on('ChannelDtmfReceived', () => {
      throw new Error('oh dear');
    });

    its.send(aDigit('1'));

    expect(await warned).toEqual([
      expect.stringContaining('a listener for ChannelDtmfReceived failed: Error: oh dear'),
      'PatchbayListenerWarning',
    ]);
  });
});

describe('a message that the client does not know', () => {
  it.each([
    ['of an unknown type', '{"type":"Tomorrow"}'],
    ['without a type', '{}'],
    ['that is no object', '[]'],
    ['that is no JSON', 'hello'],
  ])('%s is noted and otherwise ignored', async (_, message) => {
    const notices = noticesOf(client);
    await notices.next();
    const arrived = digits();

    socket.sendBinary(Buffer.from('{"type":"StasisStart"}'));
    socket.send(message);
    socket.send(aDigit('1'));

    expect(await arrived.next()).toBe('1');
    expect(await notices.next()).toEqual({ type: 'ignored', message });
  });

  it.each([
    ['an answer to nothing', '{"type":"RESTResponse","request_id":"r99","status_code":200}'],
    ['an answer without an id', '{"type":"RESTResponse"}'],
  ])('may also be %s', async (_, message) => {
    const arrived = digits();

    socket.send(message);
    socket.send(aDigit('1'));

    expect(await arrived.next()).toBe('1');
  });
});
