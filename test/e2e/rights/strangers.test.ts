import { routes } from '../../../generated/routes';
import type { NamedKind } from '../../../src/contract/route';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';
import { Rest } from '../../support/sockets/socket-rest';
import { credentials, hears, namesIn, rightsFiles, RightsRig, statusOf } from './rights-rig';

let rig: RightsRig;
const as = (name: string): Rest => rig.as(name);
const open = (name: string, query: string): Promise<AppSocket> => rig.open(name, query);
const call: RightsRig['call'] = (...args) => rig.call(...args);

/** What the operations need besides, so that they come as far as looking for the object. */
const others: Readonly<Record<string, string>> = {
  app: 'sales-1',
  application: 'sales-1',
  applicationName: 'sales-1',
  variable: 'X',
  variables: 'X',
  value: '1',
  media: 'sound:beep',
  name: 'rec',
  format: 'wav',
  endpoint: 'Local/up@default',
  spy: 'in',
  dtmf: '1',
  operation: 'pause',
  destinationRecordingName: 'copy',
  states: 'channel_progress',
  deviceState: 'BUSY',
};
const foreignNames: Partial<Record<NamedKind, string>> = {
  channel: 'foreign-call',
  bridge: 'foreign-bridge',
  playback: 'foreign-play',
  offer: 'foreign-call',
  liveRecording: 'foreign-live',
  storedRecording: 'foreign-stored',
  eventSource: 'channel:foreign-call',
};
const looking = routes
  .filter(({ limited }) => limited === 'own')
  .flatMap((route) =>
    route.parameters
      .filter(({ names }) => names !== undefined && names in foreignNames)
      .map(({ name }) => ({ operation: route.operation, parameter: name, route })),
  );

beforeAll(async () => {
  rig = await RightsRig.start();
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
afterAll(() => rig.close());

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

  it('stays theirs when the server starts again, and does not come back when it is deleted', async () => {
    const second = await RunningServer.start(rightsFiles);
    try {
      const socket = await AppSocket.open(second.origin, 'app=support', { user: 'support:supportpw' });
      const rest = (name: string): Rest => new Rest(second.origin, credentials(name));
      await rest('support').post('/channels/c?endpoint=Local/up@default&app=support');
      await hears(socket, 'StasisStart', 'c');
      await rest('support').post('/channels/c/record?name=kept&format=wav');
      await hears(socket, 'RecordingStarted', 'kept');
      await rest('support').post('/recordings/live/kept/stop');
      await hears(socket, 'RecordingFinished', 'kept');
      await rest('support').post('/recordings/stored/kept/copy?destinationRecordingName=copied');
      await socket.close();
      await second.stop();
      const again = await RunningServer.start(rightsFiles, second.folder);
      const then = (name: string): Rest => new Rest(again.origin, credentials(name));
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
