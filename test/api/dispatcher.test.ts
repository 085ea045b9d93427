import { routes } from '../../generated/routes';
import type { Operations, SoundsOperations } from '../../generated/operations';
import { rightsOf, unrestricted } from '../../src/policy/rights';
import { Dispatcher } from '../../src/api/dispatcher';
import type { ApiReply, ApiRequest } from '../../src/api/dispatcher';

const sounds: SoundsOperations = {
  list: ({ lang, format }) =>
    lang === 'xx'
      ? { status: 404, message: 'no sounds' }
      : { status: 200, body: [{ id: `${lang ?? '-'}/${format ?? '-'}`, formats: [] }] },
  get: ({ soundId }) => ({ status: 200, body: { id: soundId, formats: [] } }),
};

interface Rig {
  readonly faults: unknown[];
  readonly ask: (method: string, target: string, rest?: Partial<ApiRequest>) => Promise<ApiReply>;
}

function aDispatcher(operations: Partial<Operations> = { sounds }, loaded: readonly string[] = []): Rig {
  const faults: unknown[] = [];
  const dispatcher = new Dispatcher<Operations>({
    routes,
    operations,
    isLoaded: (module) => loaded.includes(module),
    nextRequestId: () => 'r1',
    onFault: (error) => faults.push(error),
  });
  const ask: Rig['ask'] = async (method, target, rest = {}) => {
    const { pathname, searchParams } = new URL(`http://localhost${target}`);
    return dispatcher.dispatch({
      method,
      path: pathname,
      query: searchParams,
      rights: unrestricted,
      context: { user: 'anna', door: 'process' },
      ...rest,
    });
  };
  return { faults, ask };
}

describe('the dispatcher', () => {
  it('hands declared parameters to the handler and its body back', async () => {
    const { ask } = aDispatcher();

    expect(await ask('GET', '/sounds?lang=en&unknown=1')).toEqual({ status: 200, body: [{ id: 'en/-', formats: [] }] });
  });

  it('takes a query parameter from the JSON body as well, where it wins', async () => {
    const { ask } = aDispatcher();

    const reply = await ask('GET', '/sounds?lang=en', { json: { lang: 'de', format: 'slin' } });

    expect(reply.body).toEqual([{ id: 'de/slin', formats: [] }]);
  });

  it('turns a refusal into the error body', async () => {
    const { ask } = aDispatcher();

    expect(await ask('GET', '/sounds?lang=xx')).toEqual({
      status: 404,
      body: { message: 'no sounds', code: 'not-found', request_id: 'r1' },
    });
  });

  it('decodes path segments one by one, so that an id may contain a slash', async () => {
    const { ask } = aDispatcher();

    expect(await ask('GET', '/sounds/digits%2F1')).toMatchObject({ status: 200, body: { id: 'digits/1' } });
  });

  it.each(['/nowhere', '/sounds/', '/sounds//x', '/', '/Sounds', '/sounds/%zz', '/sounds/a/b'])(
    'knows nothing at %s',
    async (path) => {
      const { ask } = aDispatcher();

      expect(await ask('GET', path)).toMatchObject({ status: 404 });
    },
  );

  it('names the possible methods when the method is wrong', async () => {
    const { ask } = aDispatcher();

    expect(await ask('POST', '/channels/1/answer/x')).toMatchObject({ status: 404 });
    expect(await ask('PATCH', '/sounds')).toEqual({
      status: 405,
      allow: ['GET'],
      body: { message: 'PATCH is not possible here: use GET', code: 'method-not-allowed', request_id: 'r1' },
    });
  });

  it('answers OPTIONS with the methods of the path', async () => {
    const { ask } = aDispatcher();

    expect(await ask('OPTIONS', '/channels/1234')).toEqual({ status: 204, allow: ['GET', 'POST', 'DELETE'] });
  });

  it('refuses an operation whose module is not loaded, by the name of the module', async () => {
    const { ask } = aDispatcher();

    const { status, body } = await ask('GET', '/mailboxes');

    expect({ status, body }).toEqual({
      status: 501,
      body: {
        message: 'mailboxes.list needs the module res_stasis_mailbox, which is not loaded',
        code: 'module-not-loaded',
        request_id: 'r1',
      },
    });
  });

  it('says so when the resource is not served', async () => {
    const { ask } = aDispatcher({ sounds }, ['res_stasis_mailbox']);

    expect(await ask('GET', '/mailboxes')).toMatchObject({
      status: 501,
      body: { message: 'this server does not serve mailboxes.list' },
    });
  });

  it('names every parameter that is missing or wrong, what was given and what is allowed', async () => {
    const { ask } = aDispatcher({}, []);
    const { ask: askMailboxes } = aDispatcher({ mailboxes: refusing }, ['res_stasis_mailbox']);

    expect(await ask('PUT', '/server/logging/x/y')).toMatchObject({ status: 404 });
    expect(await askMailboxes('PUT', '/mailboxes/a?oldMessages=-1')).toEqual({
      status: 400,
      body: {
        message:
          "parameter 'oldMessages' cannot be -1: give a whole number, 0 or more; parameter 'newMessages' is required: give a whole number, 0 or more",
        code: 'parameter-invalid',
        parameter: 'oldMessages',
        allowed: 'a whole number, 0 or more',
        request_id: 'r1',
      },
    });
  });

  it('answers 500 and reports the fault when a handler throws', async () => {
    const { ask, faults } = aDispatcher({ mailboxes: refusing }, ['res_stasis_mailbox']);

    expect(await ask('GET', '/mailboxes')).toMatchObject({ status: 500 });
    expect(faults).toEqual([new Error('out of paper')]);
  });

  it('never lets an undeclared status out, even if a handler went around the compiler', async () => {
    const rogue = {
      ...sounds,
      get: () => ({ status: 418, message: 'short and stout' }),
    } as unknown as SoundsOperations;
    const { ask, faults } = aDispatcher({ sounds: rogue });

    expect(await ask('GET', '/sounds/x')).toMatchObject({ status: 500 });
    expect(faults).toEqual([new Error('sounds.get answered 418, which its description does not declare')]);
  });

  it('serves the same operation under every alias', async () => {
    const paths = ['/server/ping', '/asterisk/ping'];
    const { ask } = aDispatcher({});

    for (const path of paths)
      expect(await ask('GET', path)).toMatchObject({ body: { message: 'this server does not serve server.ping' } });
    expect(await ask('PUT', '/asterisk/config/dynamic/res_ari/user/anna')).toMatchObject({
      body: { message: expect.stringContaining('server.updateObject') as string },
    });
    expect(await ask('PUT', '/server/res_ari/user/anna')).toMatchObject({
      body: { message: expect.stringContaining('server.updateObject') as string },
    });
  });

  it.each([
    ['POST', '/channels/create', 'channels.create'],
    ['POST', '/channels/externalMedia', 'channels.externalMedia'],
    ['POST', '/channels/created', 'channels.originateWithId'],
    ['PUT', '/endpoints/sendMessage', 'endpoints.sendMessage'],
    ['PUT', '/server/logging/full/rotate', 'server.rotateLog'],
  ])('prefers literal segments: %s %s is %s', async (method, path, operation) => {
    const { ask } = aDispatcher({}, [
      'res_stasis_answer',
      'res_stasis_playback',
      'res_stasis_recording',
      'res_stasis_snoop',
    ]);

    expect(await ask(method, path)).toMatchObject({ body: { message: `this server does not serve ${operation}` } });
  });
});

describe('the rights of a user', () => {
  const open = { resources: undefined, methods: undefined, applications: undefined };
  const reader = rightsOf({ readOnly: true, scopes: open });

  it('let a read-only user read, and refuse everything else even where nothing lives', async () => {
    const { ask } = aDispatcher();

    expect(await ask('GET', '/sounds', { rights: reader })).toMatchObject({ status: 200 });
    expect(await ask('POST', '/nowhere', { rights: reader })).toMatchObject({
      status: 403,
      body: { code: 'method-forbidden' },
    });
  });

  it('keep a user to the resources of its scope', async () => {
    const { ask } = aDispatcher();
    const rights = rightsOf({ readOnly: false, scopes: { ...open, resources: ['sounds'] } });

    expect(await ask('GET', '/sounds', { rights })).toMatchObject({ status: 200 });
    expect(await ask('GET', '/mailboxes', { rights })).toMatchObject({ status: 403 });
  });

  it('leave limited users only the unrestricted operations without a policy', async () => {
    const rights = rightsOf({ readOnly: false, scopes: { ...open, applications: ['sales-*'] } });
    const applications = { list: () => ({ status: 200, body: [] }) } as unknown as Operations['applications'];
    const { ask } = aDispatcher({ sounds, applications });

    expect(await ask('GET', '/sounds', { rights })).toMatchObject({ status: 200 });
    expect(await ask('GET', '/applications', { rights })).toMatchObject({ status: 403 });
    expect(await ask('GET', '/applications')).toMatchObject({ status: 200 });
  });
});

describe('the operation that opens a websocket', () => {
  it('asks for an upgrade over HTTP and refuses to be nested in a socket', async () => {
    const { ask } = aDispatcher({}, ['res_http_websocket']);

    expect(await ask('GET', '/events?app=x', { context: { user: 'anna', door: 'http' } })).toMatchObject({
      status: 426,
    });
    expect(await ask('GET', '/events?app=x', { context: { user: 'anna', door: 'socket' } })).toMatchObject({
      status: 400,
    });
  });
});

const refusing: Operations['mailboxes'] = {
  list: () => {
    throw new Error('out of paper');
  },
  get: () => ({ status: 404, message: 'no' }),
  update: () => ({ status: 204 }),
  delete: () => ({ status: 404, message: 'no' }),
};
