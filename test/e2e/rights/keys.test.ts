import { within } from '../../support/eventually';
import { RunningServer } from '../../support/server/running-server';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';
import { Sockets } from '../../support/sockets/socket-peer';
import { Rest } from '../../support/sockets/socket-rest';

const key = 'MEDIA_WEBSOCKET_CONNECTION_ID';
const files = {
  'ari.conf': [
    `[general]\nenabled = yes\nchannelvars = ${key}\n`,
    '[admin]\ntype = user\npassword = adminpw\n',
    '[reader]\ntype = user\npassword = readerpw\nread_only = yes\n',
    '[getter]\ntype = user\npassword = getterpw\nmethods = GET\n',
  ].join('\n'),
};

let server: RunningServer;
let sockets: Sockets;
let connection: string;
let watchers: readonly AppSocket[];
const as = (name: string): Rest => new Rest(server.origin, `${name}:${name}pw`);

beforeAll(async () => {
  server = await RunningServer.start(files);
  sockets = new Sockets(() => server.origin);
  const open = (name: string): Promise<AppSocket> =>
    sockets.open(`app=${name}&subscribeAll=true`, { user: `${name}:${name}pw` });
  watchers = [await open('admin'), await open('reader'), await open('getter')];
  const query = 'app=admin&transport=websocket&encapsulation=none&connection_type=server&channelId=m1&format=ulaw';
  const { body } = await as('admin').post(`/channels/externalMedia?${query}`);
  connection = (body as { readonly channelvars: Readonly<Record<string, string>> }).channelvars[key] ?? '';
  await as('admin').post(`/channels/m1/variable?variable=${key}2&value=${connection}`);
});
afterAll(async () => {
  await sockets.closeAll();
  await server.close();
});

describe('the id of a media connection', () => {
  it.each(['reader', 'getter'])('is not told to %s by REST', async (name) => {
    const answers = [await as(name).get('/channels/m1'), await as(name).get('/channels')];

    expect(connection).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.stringify((await as('admin').get('/channels/m1')).body)).toContain(connection);
    expect(JSON.stringify(answers)).not.toContain(connection);
    expect(answers[0]?.body).toMatchObject({ id: 'm1', channelvars: { [key]: '********' } });
  });

  it.each([
    `/channels/m1/variable?variable=${key}`,
    `/channels/m1/variables?variables=UNIQUEID,${key}`,
    `/channels/m1/variable?variable=${encodeURIComponent(`EVAL(\${${key}})`)}`,
    `/channels/m1/variable?variable=${encodeURIComponent(`CUT(${key},x,1)`)}`,
    `/server/variable?variable=${encodeURIComponent(`IMPORT(m1,${key})`)}`,
  ])('cannot be read by a read-only user: %s', async (path) => {
    expect((await as('reader').get(path)).status).toBe(403);
  });

  it('is for who may command channels', async () => {
    expect((await as('admin').get(`/channels/m1/variable?variable=${key}`)).body).toEqual({ value: connection });
  });

  it('is in no event for users who may not read it', async () => {
    const heard: (readonly Message[])[] = [];
    for (const watcher of watchers) heard.push(await within(watcher.sofar(), () => 'no answer'));
    const [admin, reader, getter] = heard.map((messages) => JSON.stringify(messages));

    expect(admin).toContain(connection);
    for (const text of [reader, getter]) {
      expect(text).toContain('"ChannelVarset"');
      expect(text).not.toContain(connection);
    }
  });
});
