import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operations, SoundsOperations } from '../../../generated/operations';
import { routes } from '../../../generated/routes';
import { Dispatcher } from '../../../src/api/dispatcher';
import { RequestIds } from '../../../src/api/failure';
import { Users } from '../../../src/server/auth/users';
import { HttpDoor } from '../../../src/server/http/door';
import { makeHost } from '../../../src/server/host';
import { Metrics } from '../../../src/server/metrics';
import { systemClock } from '../../../src/shared/time/clock';
import { makeLogger } from '../../../src/shared/logger';
import type { LogFields } from '../../../src/shared/logger';
import { projectRoot } from '../../../src/shared/project-root';
import { ask, failure, jsonOf } from '../../support/server/http-client';
import { anyConnection, doorSettings } from '../../support/server/door-settings';

const anna = {
  name: 'asterisk',
  password: 'asterisk',
  passwordFormat: 'plain',
  readOnly: false,
  rules: [],
  scopes: { resources: undefined, methods: undefined, applications: undefined },
} as const;

const secret = 'the database password is swordfish';

/** Handlers that fail in every way a handler can. */
const failing: Record<string, SoundsOperations['get']> = {
  throws: () => {
    throw new Error(secret);
  },
  rejects: () => Promise.reject(new Error(secret)),
  'throws no error': () => {
    throw secret as unknown;
  },
  'answers what JSON cannot say': () => ({ status: 200, body: { id: 1n as unknown as string, formats: [] } }),
  'answers in a circle': () => {
    const body = { id: secret, formats: [] as unknown[] };
    body.formats.push(body);
    return { status: 200, body: body as never };
  },
  'answers an undeclared status': () => ({ status: 418, message: secret }) as never,
  'answers with a header that cannot be sent': () =>
    ({ status: 200, location: '/\n', body: { id: 'x', formats: [] } }) as never,
};

describe('a fault in a handler', () => {
  const logged: { readonly level: string; readonly fields: LogFields }[] = [];
  let server: Server;
  let origin: string;
  let fails: SoundsOperations['get'];

  beforeAll(async () => {
    const ids = new RequestIds('0000aaaa');
    const log = makeLogger((level, fields) => logged.push({ level, fields }));
    const dispatcher = new Dispatcher<Operations>({
      routes,
      operations: {
        sounds: { list: () => ({ status: 200, body: [] }), get: (params, context) => fails(params, context) },
      },
      isLoaded: () => true,
      nextRequestId: () => ids.next(),
      onFault: (error, { operation, requestId }) => log.error({ error, operation, requestId }, 'an operation failed'),
    });
    const door = new HttpDoor<Operations>({
      dispatcher,
      users: new Users({ users: [anna], clock: systemClock, log }),
      settings: doorSettings(['*']),
      metrics: new Metrics(),
      log,
      prefix: '',
      maxBodyBytes: 1000,
      host: makeHost({ projectFolder: projectRoot(__dirname), refuse: dispatcher.refuse.bind(dispatcher) }),
      isReady: () => true,
      connections: anyConnection,
    });
    server = createServer(door.handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(Object.keys(failing))('that %s is answered with 500, without saying what is inside', async (kind) => {
    fails = failing[kind] ?? fails;
    logged.length = 0;

    const answer = await ask(origin, { path: '/ari/sounds/x' });

    expect([answer.status, jsonOf(answer)]).toEqual([500, failure('fault', /fault in the server/)]);
    expect(answer.text).not.toContain('swordfish');
    expect(answer.text).not.toMatch(/\.ts\b|\.js\b|node:| at /);
    const { request_id: requestId } = jsonOf(answer) as { readonly request_id: string };
    const errors = logged.filter(({ level }) => level === 'error');
    expect(errors).toEqual([expect.objectContaining({ fields: expect.objectContaining({ requestId }) as LogFields })]);
    expect((await ask(origin, { path: '/ari/sounds' })).status).toBe(200);
  });
});
