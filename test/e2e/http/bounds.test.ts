import { ask, failure, jsonOf } from '../../support/server/http-client';
import type { Answered } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`V${at}`, 'x']));

describe('a request that asks for too much', () => {
  let server: RunningServer;
  let socket: AppSocket;
  beforeAll(async () => {
    server = await RunningServer.start();
    socket = await AppSocket.open(server.origin, 'app=bounds');
  });
  afterAll(async () => {
    await socket.close();
    await server.close();
  });

  const post = (path: string, body: object): Promise<Answered> =>
    ask(server.origin, { method: 'POST', path: `/ari${path}`, body });
  const endpoint = 'Local/100@default';

  it.each<[string, string, object, string, RegExp]>([
    ['a text of digits', '/channels/x/play', { media: `digits:${'1'.repeat(900_000)}` }, 'media', /4096 characters/],
    ['a list of media', '/channels/x/play', { media: Array(128).fill('digits:1') }, 'media', /127/],
    ['variables', '/channels/create', { endpoint, app: 'bounds', variables: many(257) }, 'variables', /256/],
    [
      'a text among variables',
      '/channels',
      { endpoint, app: 'bounds', variables: { V: 'x'.repeat(65_537) } },
      'variables',
      /at V: at most 65536 characters/,
    ],
    ['a value', '/asterisk/variable', { variable: 'V', value: 'x'.repeat(65_537) }, 'value', /65536 characters/],
    ['a name', '/asterisk/variable', { variable: 'V'.repeat(4097), value: 'x' }, 'variable', /4096 characters/],
  ])('is refused with the parameter and its bound: %s', async (_, path, body, parameter, message) => {
    const answer = await post(path, body);

    expect([answer.status, jsonOf(answer)]).toEqual([
      400,
      { ...failure('parameter-invalid', message), parameter, allowed: expect.any(String) as string },
    ]);
  });

  it('is served when it is as large as allowed', async () => {
    const value = 'x'.repeat(65_536);

    expect((await post('/asterisk/variable', { variable: 'LONG', value })).status).toBe(204);
    expect((await post('/events/user/wide?application=bounds', { variables: many(1024) })).status).toBe(204);

    expect(jsonOf(await ask(server.origin, { path: '/ari/asterisk/variable?variable=LONG' }))).toEqual({ value });
  });

  it.each([
    ['a query', { path: `/ari/asterisk/ping?${'a&'.repeat(1001)}` }, /1000 parameters/],
    [
      'a form',
      { path: '/ari/asterisk/variable', method: 'POST', headers: form, body: 'a&'.repeat(1001) },
      /1000 fields/,
    ],
    [
      'a JSON body',
      { path: '/ari/asterisk/variable', method: 'POST', body: { list: Array(20_001).fill(1) } },
      /20000 values/,
    ],
  ])('is refused before it is read when there are too many fields in %s', async (_, question, message) => {
    const answer = await ask(server.origin, question);

    expect([answer.status, jsonOf(answer)]).toMatchObject([400, { message: expect.stringMatching(message) as string }]);
  });

  it.each([
    ['nested too deep', `{"type":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /100 levels/],
    ['too many values', `{"type":[${'1,'.repeat(20_001)}1]}`, /20000 values/],
    [
      'too many parameters',
      JSON.stringify({ type: 'RESTRequest', method: 'GET', uri: `asterisk/ping?${'a&'.repeat(1001)}` }),
      /1000 parameters/,
    ],
  ])('is refused in a frame of a socket, too: %s', async (_, frame, message) => {
    const asking = await AppSocket.open(server.origin, 'app=asking');

    asking.socket.send(frame);

    const { status_code: status, message_body: body } = await asking.next();
    expect([status, body]).toEqual([400, expect.stringMatching(message)]);
    await asking.close();
  });
});
