import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { bodyOf, Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let socket: AppSocket;
const sockets = new Sockets(() => server.origin);

beforeAll(async () => {
  server = await RunningServer.start();
});
beforeEach(async () => {
  socket = await sockets.open('app=tapp');
});
afterEach(() => sockets.closeAll());
afterAll(() => server.close());

const json = { content_type: 'application/json' };
const form = { content_type: 'application/x-www-form-urlencoded' };

describe('a request on the event socket', () => {
  it('is answered in a frame that carries its ids and its path', async () => {
    const answer = await socket.ask({ transaction_id: 't1', request_id: 'r1', method: 'GET', uri: 'server/ping?x=1' });

    expect(answer).toEqual({
      type: 'RESTResponse',
      transaction_id: 't1',
      request_id: 'r1',
      status_code: 200,
      reason_phrase: 'OK',
      uri: 'server/ping',
      content_type: 'application/json',
      message_body: expect.stringContaining('"ping":"pong"') as string,
      application: 'tapp',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/) as string,
      asterisk_id: expect.stringMatching(/^([\da-f]{2}:){5}[\da-f]{2}$/) as string,
    });
  });

  it.each([
    ['absent', {}],
    ['numbers', { request_id: 5, transaction_id: 6 }],
    ['null', { request_id: null, transaction_id: null }],
  ])('has empty ids in its answer when they are %s', async (_what, ids) => {
    socket.socket.send(JSON.stringify({ type: 'RESTRequest', method: 'GET', uri: 'server/ping', ...ids }));

    expect(await socket.next()).toMatchObject({ request_id: '', transaction_id: '', status_code: 200 });
  });

  it.each<[string, Record<string, unknown>, number, unknown]>([
    ['under the name of the ecosystem', { method: 'GET', uri: 'asterisk/ping' }, 200, { ping: 'pong' }],
    ['with a query in its path', { method: 'GET', uri: 'server/info?only=system' }, 200, ['system']],
    [
      'with query strings',
      { method: 'GET', uri: 'server/info', query_strings: [{ name: 'only', value: 'config' }] },
      200,
      ['config'],
    ],
    [
      'with both, of which the query strings win',
      { method: 'GET', uri: 'server/info?only=system', query_strings: [{ name: 'only', value: 'config' }] },
      200,
      ['config'],
    ],
    [
      'with several query strings of a name',
      {
        method: 'GET',
        uri: 'server/info',
        query_strings: [
          { name: 'only', value: 'config' },
          { name: 'only', value: 'system' },
        ],
      },
      200,
      ['system', 'config'],
    ],
    [
      'with query strings that are no list',
      { method: 'GET', uri: 'server/variable?variable=A', query_strings: { variable: 'B' } },
      200,
      { value: '' },
    ],
    [
      'with an empty list of query strings',
      { method: 'GET', uri: 'server/ping', query_strings: [] },
      200,
      { ping: 'pong' },
    ],
    [
      'for a path that needs decoding',
      { method: 'GET', uri: 'deviceStates/Stasis%3Aa%20b' },
      200,
      { name: 'Stasis:a b' },
    ],
    ['for what does not exist', { method: 'GET', uri: 'applications/nope' }, 404, refusal('not-found', 'nope')],
    ['for a path that leads nowhere', { method: 'GET', uri: 'nothing/here' }, 404, refusal('not-found')],
    ['with the root of the interface in its path', { method: 'GET', uri: 'ari/channels' }, 404, refusal('not-found')],
    ['for the published description', { method: 'GET', uri: 'api-docs/nothing.json' }, 404, refusal('not-found')],
    [
      'by a method that is not possible',
      { method: 'PUT', uri: 'applications' },
      405,
      refusal('method-not-allowed', 'GET'),
    ],
    ['for another socket', { method: 'GET', uri: 'events?app=x' }, 400, refusal('request-invalid', 'websocket')],
    [
      'without a required parameter',
      { method: 'POST', uri: 'server/variable' },
      400,
      { ...refusal('parameter-missing', 'variable'), parameter: 'variable' },
    ],
    [
      'whose body is an object and no text, which counts as none',
      { method: 'POST', uri: 'server/variable', ...json, message_body: { variable: 'X' } },
      400,
      refusal('parameter-missing', 'variable'),
    ],
  ])('is served %s', async (_what, request, status, body) => {
    const answer = await socket.ask(request);

    expect([answer['status_code'], answer['content_type']]).toEqual([status, 'application/json']);
    if (Array.isArray(body)) expect(Object.keys(bodyOf(answer) as object)).toEqual(body);
    else expect(bodyOf(answer)).toMatchObject(body as object);
  });

  it.each([
    ['OPTIONS', { method: 'OPTIONS', uri: 'applications' }, 204, 'No Content'],
    ['HEAD', { method: 'HEAD', uri: 'applications' }, 200, 'OK'],
    ['HEAD of nothing', { method: 'HEAD', uri: 'applications/nope' }, 404, 'Not Found'],
  ])('by %s is answered without a body', async (_what, request, status, reason) => {
    const answer = await socket.ask(request);

    expect(answer).toMatchObject({ status_code: status, reason_phrase: reason });
    expect(answer).not.toHaveProperty('message_body');
    expect(answer).not.toHaveProperty('content_type');
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'query strings',
      {
        query_strings: [
          { name: 'variable', value: 'WSV' },
          { name: 'value', value: 'a b&c' },
        ],
      },
      'a b&c',
    ],
    [
      'query strings that are no texts',
      { uri: 'server/variable?variable=WSV', query_strings: [{ name: 'value', value: 5 }] },
      '5',
    ],
    ['a JSON body', { ...json, message_body: '{"variable":"WSV","value":"json"}' }, 'json'],
    [
      'a JSON body with a charset',
      { content_type: 'application/json; charset=utf-8', message_body: '{"variable":"WSV","value":"é"}' },
      'é',
    ],
    ['a form', { ...form, message_body: 'variable=WSV&value=form+x' }, 'form x'],
    ['its path, and an empty body', { uri: 'server/variable?variable=WSV&value=plain', message_body: '' }, 'plain'],
    [
      'a body of 20 kB',
      { ...json, message_body: JSON.stringify({ variable: 'WSV', value: 'x'.repeat(20_000) }) },
      'x'.repeat(20_000),
    ],
  ])('takes its parameters from %s', async (_what, request, value) => {
    const answer = await socket.ask({ method: 'POST', uri: 'server/variable', ...request });

    expect(answer).toMatchObject({ status_code: 204, reason_phrase: 'No Content' });
    expect(answer).not.toHaveProperty('message_body');
    expect(bodyOf(await socket.ask({ method: 'GET', uri: 'server/variable?variable=WSV' }))).toEqual({ value });
  });

  it('has the rights of the user who opened the socket, whatever credentials it carries', async () => {
    const reader = await sockets.open('app=rx&api_key=reader:readerpw', { user: 'reader:readerpw' });
    const key = { name: 'api_key', value: 'asterisk:asterisk' };
    const uri = 'deviceStates/Stasis:locked?deviceState=BUSY';

    for (const extra of [{ uri: `${uri}&api_key=asterisk:asterisk` }, { uri, query_strings: [key] }, { uri }]) {
      const answer = await reader.ask({ method: 'PUT', ...extra });
      expect([answer['status_code'], bodyOf(answer)]).toEqual([
        403,
        expect.objectContaining({ message: expect.stringContaining('PUT') as string }),
      ]);
    }
    const { body } = await new Rest(server.origin).get('/deviceStates/Stasis:locked');
    expect(body).toMatchObject({ state: 'UNKNOWN' });
  });

  it('is signed by the first application of the socket', async () => {
    const both = await sockets.open('app=zebra,ant');

    expect(await both.ask({ method: 'GET', uri: 'server/ping' })).toMatchObject({ application: 'zebra' });
  });
});

describe('a frame that is not a request', () => {
  it.each([
    ['broken JSON', '{not json'],
    ['plain text', 'plain text'],
    ['a list', '[]'],
    ['a text', '"string"'],
    ['a number', '42'],
    ['null', 'null'],
    ['nothing', ''],
    ['an object that never ends', '{"a":'.repeat(2000)],
  ])('because it is %s is answered with 400 and empty ids', async (_what, text) => {
    socket.socket.send(text);

    const answer = await socket.next();

    expect(answer).toMatchObject({
      status_code: 400,
      transaction_id: '',
      request_id: '',
      uri: '',
      application: 'tapp',
    });
    expect(bodyOf(answer)).toMatchObject(refusal('request-invalid', 'JSON'));
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['no type', { type: undefined, method: 'GET', uri: 'server/ping' }, ["'type'", 'RESTRequest']],
    ['an empty type', { type: '', method: 'GET', uri: 'server/ping' }, ["'type'", 'RESTRequest']],
    ['another type', { type: 'Bogus', method: 'GET', uri: 'server/ping' }, ['Bogus', 'RESTRequest']],
    ['its type in another case', { type: 'restrequest', method: 'GET', uri: 'server/ping' }, ['restrequest']],
    ['a type that is no text', { type: ['RESTRequest'], method: 'GET', uri: 'server/ping' }, ["'type'"]],
    ['no path', { method: 'GET' }, ["'uri'"]],
    ['an empty path', { method: 'GET', uri: '' }, ["'uri'"]],
    ['a path that is no text', { method: 'GET', uri: 7 }, ["'uri'"]],
    ['a slash in front of its path', { method: 'GET', uri: '/channels' }, ["'uri'", '"channels"']],
    ['no method', { uri: 'server/ping' }, ["'method'", 'GET']],
    ['an unknown method', { method: 'BREW', uri: 'server/ping' }, ['BREW', 'GET']],
    ['its method in small letters', { method: 'get', uri: 'server/ping' }, ['"get"', 'capitals']],
    ['texts for query strings', { method: 'GET', uri: 'server/info', query_strings: ['only'] }, ["'query_strings'"]],
    [
      'a query string without value',
      { method: 'GET', uri: 'server/info', query_strings: [{ name: 'only' }] },
      ["'query_strings'"],
    ],
    [
      'a query string without name',
      { method: 'GET', uri: 'server/info', query_strings: [{ value: 'x' }] },
      ["'query_strings'"],
    ],
    [
      'a query string with a list',
      { method: 'GET', uri: 'server/info', query_strings: [{ name: 'only', value: ['x'] }] },
      ["'query_strings'"],
    ],
    ['a body of no type', { method: 'POST', uri: 'server/variable', message_body: '{}' }, ["'content_type'"]],
    [
      'a body of another type',
      { method: 'POST', uri: 'server/variable', content_type: 'text/plain', message_body: 'x' },
      ['text/plain'],
    ],
    [
      'a body that is no JSON',
      { method: 'POST', uri: 'server/variable', ...json, message_body: '{bad' },
      ['message_body', 'JSON'],
    ],
    [
      'a body that is a JSON text',
      { method: 'POST', uri: 'server/variable', ...json, message_body: '"x"' },
      ['message_body', 'string'],
    ],
  ])('because it has %s is answered with 400, its ids and a reason', async (_what, request, words) => {
    const answer = await socket.ask({ request_id: 'bad', transaction_id: 'tx', ...request });

    expect(answer).toMatchObject({ status_code: 400, reason_phrase: 'Bad Request', transaction_id: 'tx' });
    expect(bodyOf(answer)).toMatchObject(refusal('request-invalid', ...words));
  });

  it('leaves the socket and the server as they were', async () => {
    for (const text of [
      '{',
      '\u0000',
      '{"type":{"type":{}}}',
      '[[[[[[',
      JSON.stringify({ type: 'RESTRequest', uri: '?' }),
    ])
      socket.socket.send(text);

    const answers = await socket.sofar();
    expect(answers.map(({ status_code: status }) => status)).toEqual([400, 400, 400, 400, 400]);
  });
});

describe('many requests at once', () => {
  it('are all answered, each under its own id', async () => {
    const ids = Array.from({ length: 500 }, (_, index) =>
      index % 2 === 0
        ? socket.send({ method: 'GET', uri: 'server/ping' })
        : socket.send({ method: 'PUT', uri: `mailboxes/box-${index}?oldMessages=0&newMessages=${index}` }),
    );

    const answers = await socket.take(ids.length);
    const statuses = new Map(answers.map(({ request_id: id, status_code: status }) => [id, status]));
    expect(ids.map((id) => statuses.get(id))).toEqual(ids.map((_, index) => (index % 2 === 0 ? 200 : 204)));
  });

  it('that are answered at once are answered in order', async () => {
    const ids = Array.from({ length: 100 }, () => socket.send({ method: 'GET', uri: 'server/ping' }));

    const answers = await socket.take(ids.length);
    expect(answers.map(({ request_id: id }) => id)).toEqual(ids);
  });

  it('come in between events without disturbing them', async () => {
    const events = await sockets.open('app=mixed&subscribeAll=true');
    const states = ['BUSY', 'INUSE', 'RINGING', 'ONHOLD', 'NOT_INUSE'];

    for (const state of states) events.send({ method: 'PUT', uri: `deviceStates/Stasis:mix?deviceState=${state}` });

    const messages = await events.take(2 * states.length);
    const changes = messages.filter(({ type }) => type === 'DeviceStateChanged');
    expect(changes.map(({ device_state: device }) => (device as { state: string }).state)).toEqual(states);
    expect(messages.filter(({ type }) => type === 'RESTResponse')).toHaveLength(states.length);
  });
});
