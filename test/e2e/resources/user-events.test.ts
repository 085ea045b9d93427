import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
let socket: AppSocket;
const sockets = new Sockets(() => server.origin);

beforeAll(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
beforeEach(async () => {
  socket = await sockets.open('app=tapp');
});
afterEach(() => sockets.closeAll());
afterAll(() => server.close());

describe('a user event', () => {
  it('goes only to the application that it names', async () => {
    const watcher = await sockets.open('app=watcher&subscribeAll=true');

    expect(await rest.post('/events/user/plain?application=tapp')).toMatchObject({ status: 204, body: undefined });

    expect(await socket.sofar()).toEqual([
      {
        type: 'ChannelUserevent',
        timestamp: expect.any(String) as string,
        eventname: 'plain',
        userevent: { eventname: 'plain' },
        asterisk_id: expect.any(String) as string,
        application: 'tapp',
      },
    ]);
    expect(await watcher.sofar()).toEqual([]);
  });

  it.each([
    ['of every JSON type', { a: 'one', n: 5, deep: { x: [1, 2] }, nil: null, yes: true }],
    ['that look like parts of the event', { type: 'Evil', channel: 'x', application: 'z', timestamp: 't' }],
    ['in any script', { ключ: 'значение', '': '\u0000"\\' }],
  ])('carries variables %s as they are', async (_what, variables) => {
    await rest.post('/events/user/vars?application=tapp', { variables });

    expect(await socket.sofar()).toMatchObject([
      { type: 'ChannelUserevent', application: 'tapp', userevent: { ...variables, eventname: 'vars' } },
    ]);
  });

  it('cannot be given another name by its variables', async () => {
    await rest.post('/events/user/true-name?application=tapp', { variables: { eventname: 'forged' } });

    expect(await socket.sofar()).toMatchObject([{ eventname: 'true-name', userevent: { eventname: 'true-name' } }]);
  });

  it.each([
    ['a blank in its name', '/events/user/with%20space?application=tapp', undefined, 'with space'],
    ['a slash in its name', '/events/user/a%2Fb?application=tapp', undefined, 'a/b'],
    ['its application in the body', '/events/user/json', { application: 'tapp', variables: {} }, 'json'],
    ['members that nobody knows', '/events/user/loose?application=tapp', { loose: 'x' }, 'loose'],
  ])('can have %s', async (_what, target, body, name) => {
    expect((await rest.post(target, body)).status).toBe(204);

    expect(await socket.sofar()).toMatchObject([{ eventname: name, userevent: { eventname: name } }]);
  });

  it.each([
    ['no application', '/events/user/x', undefined, 400, 'parameter-missing', ['application']],
    ['an empty application', '/events/user/x?application=', undefined, 400, 'parameter-missing', ['application']],
    ['an unknown application', '/events/user/x?application=nobody', undefined, 404, 'not-found', ["'nobody'"]],
    [
      'an unknown channel',
      '/events/user/x?application=tapp&source=channel:nochan',
      undefined,
      422,
      'unprocessable',
      ['channel:nochan'],
    ],
    [
      'an unknown bridge',
      '/events/user/x?application=tapp&source=bridge:nobridge',
      undefined,
      422,
      'unprocessable',
      ['bridge:nobridge'],
    ],
    [
      'an unknown endpoint',
      '/events/user/x?application=tapp&source=endpoint:PJSIP/x',
      undefined,
      422,
      'unprocessable',
      ['PJSIP/x'],
    ],
    [
      'a device as its source',
      '/events/user/x?application=tapp&source=deviceState:Stasis:x',
      undefined,
      400,
      'request-invalid',
      ['deviceState:Stasis:x'],
    ],
    [
      'a source of no kind',
      '/events/user/x?application=tapp&source=bogus:x',
      undefined,
      400,
      'request-invalid',
      ['bogus:x'],
    ],
    [
      'a source without scheme',
      '/events/user/x?application=tapp&source=noscheme',
      undefined,
      400,
      'request-invalid',
      ['noscheme'],
    ],
    [
      'variables that are a text',
      '/events/user/x?application=tapp',
      { variables: 'text' },
      400,
      'parameter-invalid',
      ['variables'],
    ],
    [
      'variables that are a list',
      '/events/user/x?application=tapp',
      { variables: [1] },
      400,
      'parameter-invalid',
      ['variables'],
    ],
    ['a body that is a list', '/events/user/x', [{ application: 'tapp' }], 400, 'parameter-missing', ['application']],
  ])('is not sent with %s', async (_what, target, body, status, code, words) => {
    const answer = await rest.post(target, body);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
    expect(await socket.sofar()).toEqual([]);
  });

  it.each([
    ['GET', '/events/user/plain', 405, 'OPTIONS,POST'],
    ['POST', '/events/user', 405, 'OPTIONS'],
  ])('is not sent by %s %s', async (method, target, status, allow) => {
    const answer = await rest.call(method, target);

    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
  });
});

describe('claiming a channel', () => {
  it('needs the module that broadcasts', async () => {
    const plain = await RunningServer.start({
      'modules.conf': '[modules]\nautoload = yes\nnoload = res_stasis_broadcast.so\n',
    });
    try {
      const { status, body } = await new Rest(plain.origin).post('/events/claim?channelId=c1&application=tapp');
      expect(status).toBe(501);
      expect(body).toMatchObject(refusal('module-not-loaded', 'res_stasis_broadcast'));
    } finally {
      await plain.close();
    }
  });
});
