import { routes } from '../../../generated/routes';
import { revealing } from '../../../src/policy/capabilities';
import { ask, basic } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';
import { askToUpgrade } from '../../support/sockets/socket-upgrade';

const section = (name: string, ...lines: readonly string[]): string =>
  [`[${name}]`, 'type = user', `password = ${name}pw`, ...lines, ''].join('\n');

const ariConf = [
  '[general]\nenabled = yes\n',
  section('full'),
  section('reader', 'read_only = yes'),
  section('devices', 'resources = deviceStates,events'),
  section('poster', 'methods = GET,POST'),
  section('sales', 'applications = sales-*'),
  section('mailer', 'resources = mailboxes'),
  section('putter', 'methods = PUT,DELETE'),
  section('fenced', 'deny = 0.0.0.0/0'),
].join('\n');

/** Users who can open a socket, and with which application. */
const applications = {
  full: 'full-own',
  reader: 'reader-own',
  devices: 'devices-own',
  poster: 'poster-own',
  sales: 'sales-own',
} as const;
type SocketUser = keyof typeof applications;

/** Users who cannot, and with which status they learn that. */
const shutOut = {
  'nobody in particular': { user: null, socket: 401 },
  'somebody with a wrong password': { user: 'full:wrong', socket: 401 },
  'somebody whose address is denied': { user: 'fenced:fencedpw', socket: 403 },
  'somebody without the resource events': { user: 'mailer:mailerpw', socket: 403 },
  'somebody without the method GET': { user: 'putter:putterpw', socket: 403 },
} as const;

interface Row {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** For full, reader, devices, poster and sales; then over HTTP only for mailer and putter. */
  readonly statuses: readonly [number, number, number, number, number, number, number];
}

const row = (method: string, path: string, statuses: Row['statuses'], body?: object): Row => ({
  method,
  path,
  statuses,
  ...(body === undefined ? {} : { body }),
});

const columns = ['full', 'reader', 'devices', 'poster', 'sales', 'mailer', 'putter'] as const;

const subscription = 'subscription?eventSource=deviceState:Stasis:sales-watched';
const matrix: readonly Row[] = [
  //                                                                   full read devs post sale mail put
  row('GET', 'server/ping', [200, 200, 403, 200, 200, 403, 403]),
  row('GET', 'asterisk/ping', [200, 200, 403, 200, 200, 403, 403]),
  row('HEAD', 'asterisk/ping', [200, 200, 403, 200, 200, 403, 403]),
  row('OPTIONS', 'asterisk/ping', [204, 204, 204, 204, 204, 204, 204]),
  row('PATCH', 'asterisk/ping', [405, 403, 405, 403, 405, 405, 403]),
  row('POST', 'asterisk/ping', [405, 403, 405, 405, 405, 405, 403]),
  row('GET', 'asterisk/info', [200, 200, 403, 200, 200, 403, 403]),
  row('POST', 'asterisk/variable?variable=M&value=1', [204, 403, 403, 204, 403, 403, 403]),
  row('GET', 'asterisk/variable?variable=M', [200, 200, 403, 200, 403, 403, 403]),
  row('GET', 'asterisk/modules', [200, 200, 403, 200, 403, 403, 403]),
  row('PUT', 'asterisk/modules/nosuch.so', [404, 403, 403, 403, 403, 403, 404]),
  row('DELETE', 'asterisk/logging/none', [404, 403, 403, 403, 403, 403, 404]),
  row('GET', 'asterisk/config/dynamic/res_ari/user/reader', [200, 200, 403, 200, 403, 403, 403]),
  row('GET', 'server/res_ari/user/reader', [200, 200, 403, 200, 403, 403, 403]),
  row('PUT', 'deviceStates/Stasis:m?deviceState=BUSY', [204, 403, 204, 403, 403, 403, 204]),
  row('PUT', 'deviceStates/Stasis:m', [204, 403, 204, 403, 403, 403, 204], { deviceState: 'INUSE' }),
  row('GET', 'deviceStates/Stasis:m', [200, 200, 200, 200, 403, 403, 403]),
  row('GET', 'deviceStates', [200, 200, 200, 200, 200, 403, 403]),
  row('DELETE', 'deviceStates/Stasis:n', [204, 403, 204, 403, 403, 403, 204]),
  row('PUT', 'mailboxes/m?oldMessages=1&newMessages=2', [204, 403, 403, 403, 403, 204, 204]),
  row('GET', 'mailboxes/m', [200, 200, 403, 200, 403, 200, 403]),
  row('GET', 'sounds/none', [404, 404, 403, 404, 404, 403, 403]),
  row('GET', 'endpoints', [200, 200, 403, 200, 403, 403, 403]),
  row('GET', 'applications', [200, 200, 403, 200, 200, 403, 403]),
  row('GET', 'applications/sales-1', [200, 200, 403, 200, 200, 403, 403]),
  row('GET', 'applications/other', [200, 200, 403, 200, 403, 403, 403]),
  row('POST', `applications/sales-1/${subscription}`, [200, 403, 403, 200, 200, 403, 403]),
  row('POST', `applications/other/${subscription}`, [200, 403, 403, 200, 403, 403, 403]),
  row('PUT', 'applications/sales-1/eventFilter', [200, 403, 403, 403, 200, 403, 200], {}),
  row('PUT', 'applications/other/eventFilter', [200, 403, 403, 403, 403, 403, 200], {}),
  row('POST', 'events/user/hello?application=sales-1', [204, 403, 204, 204, 204, 403, 403]),
  row('POST', 'events/user/hello?application=other', [204, 403, 204, 204, 403, 403, 403]),
  row('POST', 'events/user/hello', [204, 403, 204, 204, 403, 403, 403], { application: 'other' }),
  row('GET', 'nosuchthing', [404, 404, 404, 404, 404, 404, 403]),
  row('POST', 'nosuchthing', [404, 403, 404, 404, 404, 404, 403]),
  row('DELETE', 'channels/', [404, 403, 404, 403, 404, 404, 404]),
];

/**
 * What every operation is to a user who is limited to applications, by resource. Who adds an operation decides it here as
 * well as in the spec: a slip in one of them does not pass.
 */
const decided: Readonly<Record<string, Partial<Record<'allowed' | 'refused' | 'own', string>>>> = {
  applications: { own: 'list get subscribe unsubscribe filter' },
  bridges: {
    own: 'list create createWithId get destroy getBridgeVar setBridgeVar getBridgeVars setBridgeVars addChannel removeChannel setVideoSource clearVideoSource startMoh stopMoh play playWithId record',
  },
  channels: {
    own: 'list originate create get originateWithId hangup continueInDialplan move redirect answer ring ringStop progress sendDTMF mute unmute hold unhold startMoh stopMoh startSilence stopSilence play playWithId record getChannelVar setChannelVar getChannelVars setChannelVars snoopChannel snoopChannelWithId dial rtpstatistics getSipTrace getStory externalMedia transfer_progress',
  },
  cluster: { refused: 'get drain' },
  deviceStates: { own: 'list get update delete' },
  endpoints: { refused: 'list sendMessage refer listByTech get sendMessageToEndpoint referToEndpoint' },
  events: { own: 'eventWebsocket userEvent claimChannel' },
  mailboxes: { own: 'list get update delete' },
  phones: { refused: 'list get update delete call act' },
  playbacks: { own: 'get stop control' },
  recordings: {
    own: 'listStored getStored deleteStored getStoredFile copyStored getLive cancel stop pause unpause mute unmute',
  },
  server: {
    refused:
      'getObject updateObject deleteObject listModules getModule loadModule unloadModule reloadModule listLogChannels addLog deleteLog rotateLog getGlobalVar setGlobalVar getSipMessages',
    allowed: 'getInfo ping',
  },
  sounds: { allowed: 'list get' },
};

let server: RunningServer;
let others: AppSocket;
const sockets = new Map<SocketUser, AppSocket>();

beforeAll(async () => {
  server = await RunningServer.start({ 'ari.conf': ariConf });
  others = await AppSocket.open(server.origin, 'app=sales-1,other', { user: 'full:fullpw' });
  for (const [name, app] of Object.entries(applications) as [SocketUser, string][])
    sockets.set(name, await AppSocket.open(server.origin, `app=${app}`, { user: `${name}:${name}pw` }));
});
afterAll(async () => {
  await Promise.all([others, ...sockets.values()].map((socket) => socket.close()));
  await server.close();
});

async function overHttp(user: string | null, { method, path, body }: Omit<Row, 'statuses'>): Promise<number> {
  const { status } = await ask(server.origin, {
    method,
    path: `/ari/${path}`,
    user,
    ...(body === undefined ? {} : { body }),
  });
  return status;
}

async function overSocket(name: SocketUser, { method, path, body }: Omit<Row, 'statuses'>): Promise<number> {
  const socket = sockets.get(name);
  if (socket === undefined) throw new Error(`${name} has no socket`);
  const message = body === undefined ? {} : { content_type: 'application/json', message_body: JSON.stringify(body) };
  return Number((await socket.ask({ method, uri: path, ...message }))['status_code']);
}

describe('the rights of a user', () => {
  it.each(matrix)('are the same through every door: $method $path', async ({ statuses, ...asked }) => {
    const http: number[] = [];
    const socket: number[] = [];
    for (const name of columns) http.push(await overHttp(`${name}:${name}pw`, asked));
    for (const name of Object.keys(applications) as SocketUser[]) socket.push(await overSocket(name, asked));

    expect({ http, socket }).toEqual({ http: statuses, socket: statuses.slice(0, socket.length) });
  });

  it.each(Object.keys(applications) as SocketUser[])(
    'of %s are the same through every door for every operation there is',
    async (name) => {
      // Without parameters, so that little is changed on the way: only bridges and phones need none to be made.
      const once = new Set(['POST bridges', 'POST bridges/x', 'DELETE bridges/x', 'DELETE phones/x']);
      const asked = routes
        .filter(({ websocketProtocol }) => websocketProtocol === undefined)
        .map(({ method, path }) => ({ method, path: path.slice(1).replaceAll(/\{\w+\}/g, 'x') }));
      for (const each of asked) {
        const [http, socket] = [await overHttp(`${name}:${name}pw`, each), await overSocket(name, each)];

        const isForbidden = { ...each, forbidden: http === 403 };
        expect({ ...each, forbidden: socket === 403 }).toEqual(isForbidden);
        if (!once.has(`${each.method} ${each.path}`))
          expect({ ...each, status: socket }).toEqual({ ...each, status: http });
      }
    },
  );
  it('are decided for every operation there is', () => {
    const expected = Object.entries(decided).flatMap(([resource, decisions]) =>
      Object.entries(decisions).flatMap(([decision, operations]) =>
        operations.split(' ').map((operation) => [`${resource}.${operation}`, decision] as const),
      ),
    );

    expect(Object.fromEntries(routes.map(({ operation, limited }) => [operation, limited]))).toEqual(
      Object.fromEntries(expected),
    );
  });

  it.each(routes.filter(({ websocketProtocol }) => websocketProtocol === undefined))(
    'are those of the configuration for $operation',
    async ({ operation, method, path, limited }) => {
      const [resource = ''] = operation.split('.');
      const isOpenTo = {
        full: true,
        reader: method === 'GET' && !revealing.has(operation),
        devices: ['deviceStates', 'events'].includes(resource),
        poster: ['GET', 'POST'].includes(method),
        mailer: resource === 'mailboxes',
        putter: ['PUT', 'DELETE'].includes(method),
      };
      const asked = { method, path: path.slice(1).replaceAll(/\{\w+\}/g, 'no-such-id') };
      for (const [name, isOpen] of Object.entries(isOpenTo)) {
        const isForbidden = (await overHttp(`${name}:${name}pw`, asked)) === 403;
        expect({ name, isForbidden }).toEqual({ name, isForbidden: !isOpen });
      }
      const forSales = await overHttp('sales:salespw', asked);
      if (limited === 'refused') expect(forSales).toBe(403);
      if (limited === 'allowed') expect(forSales).not.toBe(403);
    },
  );
});

describe('those who get no socket', () => {
  it.each(Object.entries(shutOut))('%s', async (_, { user, socket }) => {
    const headers = { authorization: user === null ? undefined : basic(user) };

    expect((await askToUpgrade(`${server.origin}/ari/events?app=own`, { headers })).status).toBe(socket);
  });

  it.each([
    ['nobody in particular', null, 401],
    ['somebody whose address is denied', 'fenced:fencedpw', 403],
  ] as const)('%s gets nothing over HTTP either', async (_, user, status) => {
    for (const each of matrix) expect(await overHttp(user, each)).toBe(status);
  });

  it('a wrong password gets nothing over HTTP either, and is soon throttled', async () => {
    for (const each of matrix.slice(0, 10)) expect([401, 429]).toContain(await overHttp('poster:wrong', each));
  });

  it('a user may open one only for applications of the scope, each of them', async () => {
    const open = async (app: string): Promise<number> =>
      (
        await askToUpgrade(`${server.origin}/ari/events?app=${app}`, {
          headers: { authorization: basic('sales:salespw') },
        })
      ).status;

    expect([await open('sales-9'), await open('other9'), await open('sales-9,other9'), await open('sales')]).toEqual([
      101, 403, 403, 403,
    ]);
  });
});

describe('a read-only user on a socket', () => {
  const uri = 'deviceStates/Stasis:guarded';

  it.each([
    ['in the uri', { uri: `${uri}?deviceState=BUSY&api_key=full:fullpw` }],
    [
      'in the query strings',
      { uri: `${uri}?deviceState=BUSY`, query_strings: [{ name: 'api_key', value: 'full:fullpw' }] },
    ],
    [
      'in a form',
      { uri, content_type: 'application/x-www-form-urlencoded', message_body: 'deviceState=BUSY&api_key=full:fullpw' },
    ],
    [
      'in a JSON body',
      { uri, content_type: 'application/json', message_body: '{"deviceState":"BUSY","api_key":"full:fullpw"}' },
    ],
    [
      'in members of the frame',
      { uri: `${uri}?deviceState=BUSY`, api_key: 'full:fullpw', authorization: basic('full:fullpw'), user: 'full' },
    ],
    ['in headers of the frame', { uri: `${uri}?deviceState=BUSY`, headers: { Authorization: basic('full:fullpw') } }],
  ])('stays one, whatever credentials stand %s', async (_, frame) => {
    const answer = await sockets.get('reader')?.ask({ method: 'PUT', ...frame });

    expect(answer).toMatchObject({
      status_code: 403,
      message_body: expect.stringContaining('method-forbidden') as string,
    });
    expect(await overHttp('full:fullpw', { method: 'GET', path: uri })).toBe(200);
    const state = await ask(server.origin, { path: `/ari/${uri}`, user: 'full:fullpw' });
    expect(JSON.parse(state.text)).not.toMatchObject({ state: 'BUSY' });
  });

  it('is not refused because of wrong credentials in a frame either: they are ignored', async () => {
    const answer = await sockets.get('reader')?.ask({ method: 'GET', uri: 'asterisk/ping?api_key=nobody:nothing' });

    expect(answer).toMatchObject({ status_code: 200 });
  });
});

describe('a user whose rights change', () => {
  it('does not keep the old ones on an open socket', async () => {
    const own = await RunningServer.start();
    const socket = await AppSocket.open(own.origin, 'app=x');
    own.configure(
      'ari.conf',
      '[asterisk]\ntype = user\npassword = asterisk\nread_only = yes\n[admin]\ntype = user\npassword = adminpw\n',
    );

    const reload = await ask(own.origin, { method: 'PUT', path: '/ari/asterisk/modules/res_ari.so' });

    expect(reload.status).toBe(204);
    expect(await socket.closed).toMatchObject({ code: 1008 });
    const again = await AppSocket.open(own.origin, 'app=x');
    expect(await again.ask({ method: 'POST', uri: 'asterisk/variable?variable=X&value=1' })).toMatchObject({
      status_code: 403,
    });
    await again.close();
    await own.close();
  });
});
