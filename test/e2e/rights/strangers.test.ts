import { routes } from '../../../generated/routes';
import type { NamedKind } from '../../../src/contract/route';
import { within } from '../../support/eventually';
import { RunningServer } from '../../support/server/running-server';
import type { Message } from '../../support/sockets/socket-peer';
import { AppSocket, Sockets } from '../../support/sockets/socket-peer';
import type { RestAnswer } from '../../support/sockets/socket-rest';
import { Rest } from '../../support/sockets/socket-rest';

const user = (name: string, ...lines: readonly string[]): string =>
  [`[${name}]`, 'type = user', `password = ${name}pw`, ...lines, ''].join('\n');
const files = {
  'ari.conf': [
    '[general]\nenabled = yes\n',
    user('admin'),
    user('sales', 'applications = sales-*'),
    user('clerk', 'applications = sales-1'),
    user('support', 'applications = support'),
  ].join('\n'),
  'extensions.conf': [
    '[default]',
    'exten => up,1,Answer(,i)',
    ' same => n,Wait(600)',
    'exten => offer,1,Answer(,i)',
    ' same => n,StasisBroadcast(60000,^support$)',
    ' same => n,Wait(600)',
    '[globals]',
    'TRUNK=hidden',
    '',
  ].join('\n'),
};

let server: RunningServer;
let sockets: Sockets;
const as = (name: string): Rest => new Rest(server.origin, `${name}:${name}pw`);
const open = (name: string, query: string): Promise<AppSocket> =>
  sockets.open(`app=${query}`, { user: `${name}:${name}pw` });
const statusOf = async (answer: Promise<RestAnswer>): Promise<number> => (await answer).status;
const namesIn = ({ body }: RestAnswer): string[] =>
  (body as readonly { readonly id?: string; readonly name?: string }[]).map(({ id, name }) => id ?? name ?? '').sort();

/** Waits for a message that shows an object of that name; all before it are passed over. */
async function hears(socket: AppSocket, type: string, text: string): Promise<Message> {
  for (;;) {
    const message = await within(socket.next(), () => `waited for ${type} ${text}`);
    if (message.type === type && JSON.stringify(message).includes(`"${text}"`)) return message;
  }
}

/** A call of a user in an application, answered; all events heard so far. */
async function call(name: string, id: string, { app, socket }: { app: string; socket: AppSocket }): Promise<void> {
  expect(await statusOf(as(name).post(`/channels/${id}?endpoint=Local/up@default&app=${app}`))).toBe(200);
  await hears(socket, 'StasisStart', id);
}

/** What the operations need besides, so that they come as far as looking for the object. */
const others: Readonly<Record<string, string>> = {
  ...{ app: 'sales-1', application: 'sales-1', applicationName: 'sales-1', variable: 'X', variables: 'X', value: '1' },
  ...{ media: 'sound:beep', name: 'rec', format: 'wav', endpoint: 'Local/up@default', spy: 'in', dtmf: '1' },
  ...{ operation: 'pause', destinationRecordingName: 'copy', states: 'channel_progress', deviceState: 'BUSY' },
};
const foreignNames: Partial<Record<NamedKind, string>> = {
  ...{ channel: 'foreign-call', bridge: 'foreign-bridge', playback: 'foreign-play', offer: 'foreign-call' },
  ...{ liveRecording: 'foreign-live', storedRecording: 'foreign-stored', eventSource: 'channel:foreign-call' },
};
const looking = routes
  .filter(({ limited }) => limited === 'own')
  .flatMap((route) =>
    route.parameters
      .filter(({ names }) => names !== undefined && names in foreignNames)
      .map(({ name }) => ({ operation: route.operation, parameter: name, route })),
  );

beforeAll(async () => {
  server = await RunningServer.start(files);
  sockets = new Sockets(() => server.origin);
  const sales = await open('sales', 'sales-1');
  const support = await open('support', 'support');
  await call('sales', 'own-call', { app: 'sales-1', socket: sales });
  await call('support', 'foreign-call', { app: 'support', socket: support });
  await as('sales').post('/bridges/own-bridge');
  await as('support').post('/bridges/foreign-bridge');
  const foreign = as('support');
  await foreign.post('/channels/foreign-call/record?name=foreign-stored&format=wav');
  await hears(support, 'RecordingStarted', 'foreign-stored');
  await foreign.post('/recordings/live/foreign-stored/stop');
  await hears(support, 'RecordingFinished', 'foreign-stored');
  await foreign.post('/channels/foreign-call/record?name=foreign-live&format=wav');
  await hears(support, 'RecordingStarted', 'foreign-live');
  await foreign.post('/bridges/foreign-bridge/play/foreign-play?media=tone:ring;tonezone=us');
});
afterAll(async () => {
  await sockets.closeAll();
  await server.close();
});

describe('what belongs to others', () => {
  it.each(looking)('answers like what does not exist: $operation, by $parameter', async ({ route, parameter }) => {
    const ask = async (isMissing: boolean): Promise<object> => {
      const values = new Map<string, string>();
      for (const { name, names, required } of route.parameters) {
        const foreign = foreignNames[names ?? 'nothing'];
        if (name === parameter && foreign !== undefined) values.set(name, foreign);
        else if (names === 'channel' && required) values.set(name, 'own-call');
        else if (names === 'bridge') values.set(name, 'own-bridge');
        else if (others[name] !== undefined && (required || names === 'application')) values.set(name, others[name]);
        else if (required) values.set(name, 'new-id');
      }
      const named = values.get(parameter) ?? '';
      if (isMissing) values.set(parameter, named.replace('foreign', 'missing'));
      let path = route.path;
      const query = new URLSearchParams();
      for (const [name, value] of values)
        if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
        else query.set(name, value);
      const { status, body } = await as('sales').call(route.method, `${path}?${query.toString()}`);
      if (status < 300) return { status };
      const { message, code } = body as Readonly<Record<string, string>>;
      return { status, code, message: message?.replaceAll('missing', 'foreign') };
    };

    const [foreign, missing] = [await ask(false), await ask(true)];

    expect(foreign).toEqual(missing);
    expect(foreign).not.toMatchObject({ status: 403 });
  });

  it('is there all the same', async () => {
    for (const path of [
      'channels/foreign-call',
      'bridges/foreign-bridge',
      'playbacks/foreign-play',
      'recordings/live/foreign-live',
      'recordings/stored/foreign-stored',
    ]) {
      expect([path, await statusOf(as('support').get(`/${path}`))]).toEqual([path, 200]);
      expect([path, await statusOf(as('sales').get(`/${path}`))]).toEqual([path, 404]);
    }
    expect(looking.length).toBeGreaterThan(60);
  });

  it('is neither heard nor overwritten', async () => {
    const own = as('sales');

    expect(namesIn(await own.get('/recordings/stored'))).toEqual([]);
    expect(await statusOf(own.post('/channels/own-call/play?media=recording:foreign-stored'))).toBe(403);
    expect(await statusOf(own.post('/channels/own-call/play?media=recording:missing-stored'))).toBe(403);
    expect(
      await statusOf(own.post('/channels/own-call/record?name=foreign-stored&format=wav&ifExists=overwrite')),
    ).toBe(409);
    expect(await statusOf(as('support').get('/recordings/stored/foreign-stored'))).toBe(200);
  });

  it('stays theirs when the server starts again, and is gone for good when it is deleted', async () => {
    const second = await RunningServer.start(files);
    try {
      const socket = await AppSocket.open(second.origin, 'app=support', { user: 'support:supportpw' });
      const rest = (name: string): Rest => new Rest(second.origin, `${name}:${name}pw`);
      await rest('support').post('/channels/c?endpoint=Local/up@default&app=support');
      await hears(socket, 'StasisStart', 'c');
      await rest('support').post('/channels/c/record?name=kept&format=wav');
      await hears(socket, 'RecordingStarted', 'kept');
      await rest('support').post('/recordings/live/kept/stop');
      await hears(socket, 'RecordingFinished', 'kept');
      await rest('support').post('/recordings/stored/kept/copy?destinationRecordingName=copied');
      await socket.close();
      await second.stop();
      const again = await RunningServer.start(files, second.folder);
      const then = (name: string): Rest => new Rest(again.origin, `${name}:${name}pw`);
      try {
        expect(namesIn(await then('support').get('/recordings/stored'))).toEqual(['copied', 'kept']);
        expect(namesIn(await then('sales').get('/recordings/stored'))).toEqual([]);
        expect(await statusOf(then('support').delete('/recordings/stored/kept'))).toBe(204);
        expect(namesIn(await then('admin').get('/recordings/stored'))).toEqual(['copied']);
      } finally {
        await again.stop();
      }
    } finally {
      await second.close();
    }
  });
});
