import { VirtualTime } from '../../src/testing/virtual-time';
import { eventually } from '../support/eventually';
import { ManagerClient, md5Key } from '../support/manager/manager-client';
import { managerConf, startManagerServer } from '../support/manager/manager-server';
import { WebClient } from '../support/manager/web-client';
import { RunningServer } from '../support/server/running-server';

const web = 'webenabled = yes\nhttptimeout = 20';

let server: RunningServer;
beforeAll(async () => {
  server = await startManagerServer({ 'manager.conf': managerConf(web) });
});
afterAll(() => server.close());

const stranger = (): WebClient => new WebClient(server.origin);
const logIn = (name?: string, more?: Readonly<Record<string, string>>): Promise<WebClient> =>
  WebClient.logIn(server.origin, name, more);
const denied = 'Response: Error\r\nMessage: Permission denied\r\n\r\n';

describe('a login over HTTP', () => {
  it('gives a cookie by which later requests belong to it', async () => {
    const client = stranger();

    const { text, cookie, type } = await client.ask({ action: 'login', username: 'admin', secret: 'secret' });

    expect([text, type]).toEqual([
      'Response: Success\r\nMessage: Authentication accepted\r\n\r\n',
      'text/plain; charset=utf-8',
    ]);
    expect(cookie).toMatch(/^mansession_id="[0-9a-f]{32}"; Version=1; Max-Age=20; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await client.ask({ Action: 'Ping', ActionID: '7' })).text).toMatch(
      /^Response: Success\r\nActionID: 7\r\nPing: Pong\r\nTimestamp: [\d.]+\r\n\r\n$/,
    );
  });

  it('is possible by a form, and with the digest of a challenge', async () => {
    const client = stranger();
    const { text } = await client.ask({ action: 'challenge', authtype: 'md5' });
    const key = md5Key(/Challenge: (\d+)/.exec(text)?.[1] ?? '', 'secret');

    const answer = await client.post({ action: 'login', authtype: 'md5', username: 'admin', key });

    expect(answer.text).toContain('Authentication accepted');
  });

  it('that fails gives none', async () => {
    const client = stranger();

    const { text, cookie } = await client.ask({ action: 'login', username: 'admin', secret: 'wrong' });

    expect([text, cookie]).toEqual(['Response: Error\r\nMessage: Authentication failed\r\n\r\n', undefined]);
  });

  it('ends with Logoff', async () => {
    const client = await logIn();

    const { text, cookie } = await client.ask({ action: 'logoff' });

    expect([text.split('\r\n')[0], cookie]).toEqual(['Response: Goodbye', expect.stringContaining('Max-Age=0;')]);
    expect((await client.ask({ action: 'ping' })).text).toBe(denied);
  });

  it.each([
    ['no cookie', ''],
    ['a cookie that was never given', 'mansession_id="00000000000000000000000000000000"'],
    ['a cookie that is not one', 'mansession_id="__proto__"'],
  ])('is needed: %s', async (_title, cookie) => {
    const client = stranger();
    client.cookie = cookie;

    const answer = await client.ask({ action: 'ping' });

    expect([answer.text, answer.cookie]).toEqual([denied, undefined]);
    expect((await client.ask({ action: 'nosuch' })).text).toBe(denied);
  });

  it('has the rights of its user', async () => {
    const client = await logIn('onlooker');

    expect((await client.ask({ action: 'corestatus' })).text).toMatch(/^Response: Success/);
    expect((await client.ask({ action: 'command', command: 'core show version' })).text).toBe(denied);
  });

  it('is noticed by other clients, and leaves no session behind', async () => {
    const watcher = await ManagerClient.logIn(server.managerPort());
    const client = await logIn('caller');

    await watcher.heard({ Event: 'SuccessfulAuth', AccountID: 'caller' });
    await client.ask({ action: 'logoff' });
    await watcher.close();
  });
});

describe('an answer over HTTP', () => {
  it('is XML at /mxml, with escaped values and one attribute for each field', async () => {
    const client = await logIn();
    await client.ask({ action: 'setvar', variable: 'ODD', value: `<a href='x'>"&"\u0001</a>` });

    const { text, type } = await client.ask({ action: 'getvar', variable: 'ODD', actionid: 'é' }, '/mxml');

    expect(type).toBe('text/xml; charset=utf-8');
    expect(text).toBe(
      `<ajax-response>\n<response type='object' id='unknown'><generic response='Success' actionid='é' variable='ODD' ` +
        `value='&lt;a href=&apos;x&apos;&gt;&quot;&amp;&quot;\ufffd&lt;/a&gt;' /></response>\n</ajax-response>\n`,
    );
  });

  it('numbers fields of the same name in XML', async () => {
    const client = await logIn();

    const { text } = await client.ask({ action: 'command', command: 'core show help' }, '/mxml');

    expect(text).toMatch(/ output='[^']*' output-2='[^']*' output-3='/);
  });

  it('has all items of a list', async () => {
    const client = await logIn();

    const { text } = await client.ask({ action: 'coreshowchannels' }, '/mxml');

    expect(text.match(/<generic [^>]*>/g)).toEqual([
      expect.stringContaining("eventlist='start'"),
      expect.stringContaining("event='CoreShowChannelsComplete'"),
    ]);
  });
});

describe('events over HTTP', () => {
  it('wait for WaitEvent', async () => {
    const client = await logIn('admin', { events: 'user' });
    await client.ask({ action: 'userevent', userevent: 'One' });
    await client.ask({ action: 'userevent', userevent: 'Two' });

    const first = await client.ask({ action: 'waitevent', timeout: '60' });
    const waiting = client.ask({ action: 'waitevent', timeout: '60' });
    await client.ask({ action: 'userevent', userevent: 'Three' });

    const events = (text: string): string[] =>
      [...text.matchAll(/^UserEvent: (.*)\r$/gm)].map(([, name]) => name ?? '');
    expect(first.text.startsWith('Response: Success\r\nEventList: start\r\n')).toBe(true);
    expect(first.text).toMatch(/Event: WaitEventComplete\r\nEventList: Complete\r\nListItems: 0\r\n\r\n$/);
    expect([events(first.text), events((await waiting).text)]).toEqual([['One', 'Two'], ['Three']]);
  });

  it('that are not there in time are not waited for', async () => {
    const client = await logIn('admin', { events: 'off' });

    const { text } = await client.ask({ action: 'waitevent', timeout: '0' });

    expect(text).not.toContain('UserEvent');
  });

  it('come to later requests after the client has gone away while it waited', async () => {
    const client = await logIn('admin', { events: 'user' });
    const gone = new AbortController();
    const waiting = client.fetch('/rawman?action=waitevent', { signal: gone.signal });
    gone.abort();
    await expect(waiting).rejects.toThrow();

    // The server hears of it a moment later, and may still answer the first one.
    const hears = async (): Promise<boolean> => {
      await client.ask({ action: 'userevent', userevent: 'Kept' });
      return (await client.ask({ action: 'waitevent', timeout: '1' })).text.includes('UserEvent: Kept');
    };
    await eventually(hears, () => 'no event came');
  });
});

describe('a request over HTTP that is not in order', () => {
  it.each([
    ['a line break in a value', { action: 'userevent', userevent: 'x\r\nEvent: Forged' }, 'A field has a line break'],
    ['a line break in a name', { action: 'ping', 'a\nb': 'c' }, 'A field has a line break'],
    ['a colon in a name', { action: 'ping', 'Response: x': 'c' }, 'A field has a line break'],
    ['a value that is too long', { action: 'userevent', userevent: 'x'.repeat(1100) }, 'A line is longer than'],
    ['no action', { colour: 'blue' }, 'Missing action in request'],
  ])('is answered with an error: %s', async (_title, sent, message) => {
    const client = await logIn();

    const { status, text } = await client.post(sent);

    expect([status, text.split('\r\n')[0]]).toEqual([200, 'Response: Error']);
    expect(text).toContain(`Message: ${message}`);
    expect(text.match(/\r\n\r\n/g)).toHaveLength(1);
  });

  it('has too many fields', async () => {
    const client = await logIn();
    const fields = Array.from({ length: 150 }, (_, index) => [`f${index}`, 'x'] as const);

    expect((await client.post([['action', 'ping'], ...fields])).text).toContain('more than 128 lines');
  });

  it('is too large', async () => {
    const client = await logIn();

    expect((await client.post({ action: 'ping', x: 'y'.repeat(2 * 1024 * 1024) })).status).toBe(413);
  });

  it('comes from a page of another site', async () => {
    const client = await logIn();
    const headers = { Origin: 'https://elsewhere.example' };

    expect((await client.fetch('/rawman?action=ping', { headers })).status).toBe(403);
  });

  it('has another method', async () => {
    expect((await stranger().fetch('/rawman?action=ping', { method: 'DELETE' })).status).toBe(405);
  });

  it.each(['/manager', '/rawman/', '/mxml/x'])('goes to a place that is not served: %s', async (path) => {
    expect((await stranger().fetch(`${path}?action=ping`)).status).toBe(404);
  });
});

describe('a server whose time stands still', () => {
  const clock = new VirtualTime();
  let still: RunningServer;
  beforeAll(async () => {
    const conf = managerConf(`${web}\nauthlimit = 2`);
    still = await RunningServer.start({ 'manager.conf': conf }, undefined, clock);
  });
  afterAll(async () => {
    let isClosed = false;
    const closing = still.close().then(() => (isClosed = true));
    while (!isClosed) await pass(1000);
    await closing;
  });

  async function pass(milliseconds: number): Promise<void> {
    const until = clock.now() + milliseconds;
    await new Promise(setImmediate);
    while (clock.step(until) !== undefined) await new Promise(setImmediate);
    clock.reach(until);
  }

  it('ends a session that has sent nothing for httptimeout, and not one that waits', async () => {
    const [idle, busy] = [await WebClient.logIn(still.origin), await WebClient.logIn(still.origin)];
    let isOver = false;
    const waiting = busy.ask({ action: 'waitevent', timeout: '40' }).then(() => (isOver = true));
    // The first one fetches what the login has brought.
    await eventually(
      () => isOver,
      () => 'the login has brought no event',
    );
    await waiting;
    const second = busy.ask({ action: 'waitevent', timeout: '40' });
    await idle.ask({ action: 'ping' });

    await pass(19_000);
    const before = await idle.ask({ action: 'ping' });
    await pass(20_001);

    expect(before.text).toContain('Pong');
    expect((await idle.ask({ action: 'ping' })).text).toBe(denied);
    await pass(1000);
    expect((await second).text).toContain('WaitEventComplete');
    expect((await busy.ask({ action: 'ping' })).text).toContain('Pong');
  });

  it('admits no more unauthenticated connections than authlimit', async () => {
    const challenge = (): Promise<{ readonly status: number }> =>
      new WebClient(still.origin).ask({ action: 'challenge', authtype: 'md5' });

    const statuses = [await challenge(), await challenge(), await challenge()].map(({ status }) => status);
    await pass(31_000);

    expect(statuses).toEqual([200, 200, 503]);
    expect((await challenge()).status).toBe(200);
  });
});

it('is not served over HTTP without webenabled', async () => {
  const plain = await startManagerServer();

  const { status } = await new WebClient(plain.origin).ask({ action: 'ping' });

  await plain.close();
  expect(status).toBe(404);
});

it('is served below the prefix of http.conf, and the cookie is meant for it', async () => {
  const http = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nprefix = pbx\n';
  const prefixed = await startManagerServer({ 'manager.conf': managerConf(web), 'http.conf': http });
  const client = new WebClient(prefixed.origin);

  const { cookie } = await client.ask({ action: 'login', username: 'admin', secret: 'secret' }, '/pbx/rawman');
  const pong = await client.ask({ action: 'ping' }, '/pbx/mxml');

  await prefixed.close();
  expect([cookie, pong.text]).toEqual([expect.stringContaining('Path=/pbx;'), expect.stringContaining("ping='Pong'")]);
});
