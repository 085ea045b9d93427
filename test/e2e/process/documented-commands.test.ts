import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { shippedUser } from '../../../src/config/shipped-user';
import { loadDialplan } from '../../../src/dialplan/plan/load-dialplan';
import { projectRoot } from '../../../src/shared/project-root';
import { eventually, within } from '../../support/eventually';
import { Workshop } from '../../support/server/http-process';
import type { CurlRequest } from '../../support/shell-commands';
import { commandsIn, curlRequest } from '../../support/shell-commands';
import { silentWav } from '../../support/media/sound-server';
import { AppSocket } from '../../support/sockets/socket-peer';
import { Rest } from '../../support/sockets/socket-rest';

const root = projectRoot(__dirname);
const login = `${shippedUser.name}:${shippedUser.password}`;
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs/api'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/api/${name}`),
];
const commands = pages.flatMap((page) => commandsIn(page, readFileSync(join(root, page), 'utf8')));
const sockets = commands
  .filter(({ words }) => words.includes('wscat'))
  .map(({ page, words }) => [page, words.at(-1) ?? '', words] as const);
const requests = commands
  .filter(({ words }) => words[0] === 'curl')
  .map(({ page, words }) => ({ page, request: curlRequest(words) }));

const channel = '1794701931.7';
const recording = 'calls%2Froom-7';
const moduleName = 'res_musiconhold.so';
const object = '/server/res_websocket_client/websocket_client/transcriber';

/** What is not answered with 2xx, and why. */
const refused: readonly (readonly [pattern: RegExp, status: number, why: string])[] = [
  [/timeout=soon/, 400, 'shows how a refusal looks'],
  [/endpoint=PJSIP\/alice/, 400, 'no phone has registered'],
  [/\/channels\/[^/]+\/sip/, 404, 'the call of this test is not a SIP call'],
  [/\/endpoints\/.*(sendMessage|refer)/, 404, 'no phone has registered'],
  [/\/cluster\/nodes\//, 404, 'the server of this test is alone'],
];

describe('the commands of the documentation, run against the shipped configuration', () => {
  const workshop = new Workshop();
  let state: string;
  let origin: string;
  let rest: Rest;
  let socket: AppSocket;
  beforeAll(async () => {
    state = workshop.folder({});
    origin = await workshop.start(['serve', '--port', '0', '--state', state]).ready();
    rest = new Rest(origin, login);
  });
  beforeEach(async () => {
    socket = await AppSocket.open(origin, 'app=hello', { user: login });
  });
  afterEach(async () => {
    await end('/channels', 'id');
    await end('/bridges', 'id');
    await end('/mailboxes', 'name');
    await rest.post(`/server/modules/${moduleName}`);
    await rest.delete('/server/logging/calls-debug');
    await rest.delete(object);
    await socket.close();
    await eventually(
      async () => ((await rest.get('/applications')).body as readonly unknown[]).length === 0,
      () => 'the application stays',
    );
    await end('/recordings/stored', 'name');
  });
  afterAll(() => workshop.clean());

  const end = async (kind: string, key: string): Promise<void> => {
    for (const found of (await rest.get(kind)).body as readonly Readonly<Record<string, string>>[])
      await rest.delete(`${kind}/${encodeURIComponent(found[key] ?? '')}`);
  };
  const event = async (type: string): Promise<void> => {
    while ((await within(socket.next(), () => `waited for ${type}`)).type !== type);
  };
  const call = async (id: string): Promise<void> => {
    await rest.post(`/channels/${id}?endpoint=Local/echo@default&app=hello`);
    await event('StasisStart');
  };
  const record = async (): Promise<void> => {
    await rest.post(`/channels/${channel}/record?name=${recording}&format=wav`);
    await event('RecordingStarted');
  };
  /** A second of silence. */
  const store = (): void => {
    const folder = join(state, 'spool/recording/calls');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'room-7.wav'), silentWav(1000));
  };

  /** What has to be there before a command makes sense, by what the command says. The first that fits counts. */
  const settings: readonly (readonly [pattern: RegExp, prepare: () => Promise<unknown> | void])[] = [
    [/^POST \/channels\/[\w-]+\?endpoint/, () => undefined],
    [/\/channels\/call-1/, () => call('call-1')],
    [/\/dial$/, () => rest.post(`/channels/create?endpoint=Local/party@default&app=hello&channelId=${channel}`)],
    [
      /rtp_statistics/,
      async () => {
        await rest.post(`/channels/${channel}?endpoint=UnicastRTP/127.0.0.1:4000/c(ulaw)g&app=hello`);
        await event('StasisStart');
      },
    ],
    [
      /\/events\/claim/,
      async () => {
        await rest.post(`/channels?endpoint=Local/anybody@default&extension=echo&otherChannelId=${channel}`);
        await event('CallBroadcast');
      },
    ],
    [
      /\/channels\/.*\/variables?\?/,
      async () => {
        await call(channel);
        await rest.post(`/channels/${channel}/variables`, { variables: { CUSTOMER: '42', TOPIC: 'x' } });
      },
    ],
    [
      /\/playbacks\//,
      async () => {
        await call(channel);
        await rest.post(`/channels/${channel}/play/greeting-1?media=tone:ring`);
        await event('PlaybackStarted');
      },
    ],
    [
      /\/recordings\/live\/.*(pause|mute)/,
      async () => {
        await call(channel);
        await record();
        for (const what of ['pause', 'mute']) await rest.post(`/recordings/live/${recording}/${what}`);
      },
    ],
    [
      /\/recordings\/live/,
      async () => {
        await call(channel);
        await record();
      },
    ],
    [/\/recordings\/stored\//, store],
    [/\/channels\/1794|channel:1794/, () => call(channel)],
    [/^POST \/bridges\/conference-7\?type/, () => undefined],
    [
      /\/bridges\/|bridge:/,
      async () => {
        await rest.post('/bridges/conference-7?type=mixing');
        await rest.post('/bridges/conference-7/variables', { variables: { CUSTOMER: '42', ROOM: '7', TOPIC: 'x' } });
        await call(channel);
      },
    ],
    [
      /\/phones\//,
      async () => {
        await rest.put('/phones/carol');
        await rest.post('/phones/carol/call?extension=600');
      },
    ],
    [/^(GET|DELETE) \/mailboxes\//, () => rest.put('/mailboxes/6001@default?oldMessages=5&newMessages=2')],
    [
      /^(GET|DELETE) \/server\/res_/,
      () => rest.put(object, { fields: [{ attribute: 'uri', value: 'ws://127.0.0.1:9000/media' }] }),
    ],
    [/^POST \/server\/modules/, () => rest.delete(`/server/modules/${moduleName}`)],
    [/^(DELETE|PUT) \/server\/logging/, () => rest.post('/server/logging/calls-debug?configuration=notice')],
  ];
  /** Beyond that, for commands that undo something. */
  const before: readonly (readonly [pattern: RegExp, prepare: () => Promise<unknown>])[] = [
    [/^DELETE .*subscription/, () => rest.post('/applications/hello/subscription?eventSource=bridge:conference-7')],
    [/removeChannel|videoSource/, () => rest.post(`/bridges/conference-7/addChannel?channel=${channel}`)],
    [/^DELETE .*videoSource/, () => rest.post(`/bridges/conference-7/videoSource/${channel}`)],
    [/^DELETE \/bridges\/.*\/moh/, () => rest.post('/bridges/conference-7/moh')],
  ];

  const prepare = async (command: string): Promise<void> => {
    await settings.find(([pattern]) => pattern.test(command))?.[1]();
    for (const [pattern, step] of before) if (pattern.test(command)) await step();
  };
  const send = ({ url, method, user, headers, body }: CurlRequest): Promise<Response> =>
    fetch(`${origin}${url.pathname}${url.search}`, {
      method,
      headers: { ...headers, authorization: `Basic ${Buffer.from(user).toString('base64')}` },
      ...(body === undefined ? {} : { body }),
    });

  it.each(requests.map(({ page, request }) => [page, nameOf(request), request] as const))(
    '%s: %s',
    async (_page, name, request) => {
      expect([request.url.host.split(':')[1], request.user]).toEqual(['8088', login]);
      await prepare(name);

      const answer = await send(request);

      const text = await answer.text();
      const [, status] = refused.find(([pattern]) => pattern.test(name)) ?? [];
      if (status === undefined) expect([name, answer.ok, text]).toEqual([name, true, text]);
      else expect([answer.status, text]).toEqual([status, text]);
    },
  );

  it.each(sockets)('%s: %s opens', async (_page, address, words) => {
    const option = (name: string): string => words[words.indexOf(name) + 1] ?? '';
    const url = new URL(option('--connect'));
    expect([url.port, option('--auth')]).toEqual(['8088', login]);

    const opened = new WebSocket(
      `${origin.replace('http', 'ws')}${url.pathname}${url.search}`,
      option('--subprotocol'),
      {
        headers: { authorization: `Basic ${Buffer.from(option('--auth')).toString('base64')}` },
      },
    );
    await new Promise((resolve, reject) => opened.once('open', resolve).once('error', reject));
    opened.close();
    await new Promise((resolve) => opened.once('close', resolve));
    expect(address).toContain('/ari/events');
  });

  it('call extensions that the shipped dialplan has', () => {
    const { dialplan } = loadDialplan({ folder: join(root, 'config'), env: {}, flags: {} }, { now: Date.now });
    const called = namedIn(/\bLocal\/([\w*#+-]+@[\w-]+)/g);

    expect(called).toEqual(expect.arrayContaining(['party@default', 's@default']));
    const missing = called.filter((place) => {
      const [extension = '', context = ''] = place.split('@');
      return dialplan?.find(context, extension) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('play sounds that are there', async () => {
    const played = namedIn(/\bsound:([\w/-]+)/g);

    expect(played).toContain('hello-world');
    for (const sound of played)
      expect([sound, (await rest.get(`/sounds/${encodeURIComponent(sound)}`)).status]).toEqual([sound, 200]);
  });

  it('are all of a kind that is run here', () => {
    const others = commands.filter(
      ({ words }) => !['curl', 'npm'].includes(words[0] ?? '') && !words.includes('wscat'),
    );

    expect(others).toEqual([]);
    expect(requests.length).toBeGreaterThan(100);
    expect(sockets.length).toBeGreaterThan(1);
  });
});

/** What the commands name, each once. */
function namedIn(pattern: RegExp): readonly string[] {
  const text = commands.map(({ words }) => words.join(' ')).join('\n');
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
}

/** `POST /channels?endpoint=…`, below the root of the interface. */
function nameOf({ method, url }: CurlRequest): string {
  return `${method} ${url.pathname.replace(/^\/ari/, '')}${url.search}`;
}
