import { ask, failure, jsonOf } from '../../support/server/http-client';
import type { Question } from '../../support/server/http-client';
import { login, Wire } from '../../support/server/http-wire';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';

const variable = '/ari/asterisk/variable';
const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('request bodies', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start();
  });
  afterAll(() => server.close());

  const set = (question: Omit<Question, 'path'> & { readonly query?: string }) =>
    ask(server.origin, { method: 'POST', ...question, path: `${variable}?${question.query ?? ''}` });
  const valueOf = async (name: string): Promise<unknown> =>
    jsonOf(await ask(server.origin, { path: `${variable}?variable=${name}` }));

  it.each([
    ['cut off', '{"variable": "X", '],
    ['a bare text', '"text"'],
    ['null', 'null'],
    ['a number', '12'],
    ['two values', '{} {}'],
    ['no JSON at all', 'variable=X'],
    ['bytes that are no UTF-8', '{"variable": \xff}'],
  ])('that are broken JSON are refused: %s', async (_, body) => {
    const answer = await set({ headers: json, body });

    expect([answer.status, jsonOf(answer)]).toEqual([400, failure('body-invalid', /JSON/)]);
  });

  it.each<[string, Omit<Question, 'path'>]>([
    ['empty JSON', { headers: json, body: '' }],
    ['an empty list', { headers: json, body: '[]' }],
    ['an empty object', { body: {} }],
    ['an empty form', { headers: form, body: '' }],
    ['an empty body of no type', { body: '' }],
    ['an empty body of another type', { headers: { 'Content-Type': 'text/plain' }, body: '' }],
    ['no body but a type', { headers: json }],
    ['JSON that is called text', { headers: { 'Content-Type': 'text/plain' }, body: '{"variable":"B1","value":"v"}' }],
    ['JSON of no type', { body: '{"variable":"B2","value":"v"}' }],
    ['XML', { headers: { 'Content-Type': 'application/xml' }, body: '<variable>B2</variable>' }],
    [
      'an upload',
      { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: '--x\r\n\r\nvariable\r\n--x--' },
    ],
    ['a type of nonsense', { headers: { 'Content-Type': ';;;' }, body: '{"variable":"B2"}' }],
  ])('that say nothing give no parameter: %s', async (_, question) => {
    const answer = await set(question);

    expect([answer.status, jsonOf(answer)]).toEqual([
      400,
      { ...failure('parameter-missing'), parameter: 'variable', allowed: 'a string' },
    ]);
    expect((await set({ ...question, query: 'variable=B0&value=still' })).status).toBe(204);
  });

  it.each<[string, Omit<Question, 'path'> & { readonly query?: string }, string]>([
    ['JSON', { body: { variable: 'V', value: 'json' } }, 'json'],
    [
      'JSON with a charset',
      { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: '{"variable":"V","value":"charset"}' },
      'charset',
    ],
    [
      'JSON in capitals',
      { headers: { 'Content-Type': 'APPLICATION/JSON' }, body: '{"variable":"V","value":"caps"}' },
      'caps',
    ],
    ['JSON between blanks', { headers: json, body: ' \n{"variable":"V","value":"blanks"}\r\n' }, 'blanks'],
    ['a form', { headers: form, body: 'variable=V&value=a+b%2Bc' }, 'a b+c'],
    [
      'a form with a charset',
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }, body: 'variable=V&value=f' },
      'f',
    ],
    ['the query', { query: 'variable=V&value=query' }, 'query'],
    ['query and JSON, where JSON wins', { query: 'variable=V&value=query', body: { value: 'body' } }, 'body'],
    [
      'query and form, where the query wins',
      { query: 'variable=V&value=query', headers: form, body: 'value=form' },
      'query',
    ],
    ['query and form together', { query: 'variable=V', headers: form, body: 'value=both' }, 'both'],
    ['a null, which counts as not given', { query: 'variable=V&value=query', body: { value: null } }, 'query'],
    ['a query that repeats itself', { query: 'variable=V&value=first&value=second' }, 'second'],
    ['a number', { body: { variable: 'V', value: 12 } }, '12'],
    ['a boolean', { body: { variable: 'V', value: true } }, 'true'],
    ['an unknown member', { body: { variable: 'V', value: 'x', unknown: { a: [1] }, __proto__: 1 } }, 'x'],
    ['other alphabets in JSON', { body: { variable: 'V', value: 'héllo ✓ 😀' } }, 'héllo ✓ 😀'],
    ['other alphabets in the query', { query: 'variable=V&value=h%C3%A9%E2%9C%93' }, 'hé✓'],
    ['reserved characters as they are', { query: 'variable=V&value=a@b:c,d/e?f' }, 'a@b:c,d/e?f'],
    ['a plus sign in the query', { query: 'variable=V&value=a+b' }, 'a b'],
    ['an empty value', { query: 'variable=V&value=' }, ''],
  ])('carry parameters: %s', async (_, question, value) => {
    expect((await set(question)).status).toBe(204);
    expect(await valueOf('V')).toEqual({ value });
  });

  it('of the wrong type for a parameter are refused by its name', async () => {
    const answer = await set({ body: { variable: ['B11'], value: 'x' } });

    expect([answer.status, jsonOf(answer)]).toEqual([
      400,
      { ...failure('parameter-invalid', /'variable' cannot be \["B11"\]/), parameter: 'variable', allowed: 'a string' },
    ]);
  });

  it('count on GET and DELETE too', async () => {
    await set({ query: 'variable=GOT&value=it' });

    expect(jsonOf(await ask(server.origin, { path: variable, body: { variable: 'GOT' } }))).toEqual({ value: 'it' });
    expect(
      (await ask(server.origin, { method: 'DELETE', path: '/ari/applications/none/subscription', body: {} })).status,
    ).toBe(400);
  });

  it.each([3_000, 5_000, 500_000, 1_000_000])('of %d bytes are taken', async (size) => {
    const padding = 'x'.repeat(size);
    expect((await set({ body: { padding, variable: 'BIG', value: `json ${size}` } })).status).toBe(204);
    expect(await valueOf('BIG')).toEqual({ value: `json ${size}` });
    expect((await set({ headers: form, body: `padding=${padding}&variable=BIG&value=form${size}` })).status).toBe(204);
    expect(await valueOf('BIG')).toEqual({ value: `form${size}` });
  });

  it('may be in a URL of many thousand characters instead', async () => {
    expect((await set({ query: `variable=BIG&value=${'z'.repeat(9_000)}` })).status).toBe(204);
  });

  it.each([
    ['[', ']', 90, 204],
    ['[', ']', 100_000, 400],
    ['{"a":', '}', 100_000, 400],
    ['[', '', 100_000, 400],
  ])('nested in %s and %s %d times get %d', async (open, close, times, status) => {
    const body = `{"variables":{"text":"\\"[[[","deep":${open.repeat(times)}1${close.repeat(times)}}}`;
    const socket = await AppSocket.open(server.origin, 'app=deep');

    const answer = await ask(server.origin, {
      method: 'POST',
      path: '/ari/events/user/x?application=deep',
      headers: json,
      body,
    });

    expect(answer.status).toBe(status);
    if (status === 400) expect(jsonOf(answer)).toEqual(failure('body-invalid', /nested/));
    await socket.close();
  });
});

describe('bodies beyond the limit', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start({
      'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nmax_body = 1000\n',
    });
  });
  afterAll(() => server.close());

  const filled = (size: number): string => {
    const empty = JSON.stringify({ variable: 'X', value: '' });
    return JSON.stringify({ variable: 'X', value: 'x'.repeat(size - empty.length) });
  };

  it.each([
    [999, 204],
    [1000, 204],
    [1001, 413],
    [5_000_000, 413],
  ])('of %d bytes where 1000 are allowed get %d', async (size, status) => {
    const answer = await ask(server.origin, { method: 'POST', path: variable, headers: json, body: filled(size) });

    expect(answer.status).toBe(status);
    if (status === 413) expect(jsonOf(answer)).toEqual(failure('body-too-large', /1000 bytes/));
  });

  it.each([
    [1000, 204],
    [1001, 413],
    [300_000, 413],
  ])('of %d bytes in chunks get %d, and the connection can be used again', async (size, status) => {
    const wire = await Wire.connect(server.origin);
    const body = filled(size);
    const half = Math.floor(size / 2);
    const chunks = [body.slice(0, half), body.slice(half), ''].map(
      (text) => `${text.length.toString(16)}\r\n${text}\r\n`,
    );
    const head = `POST ${variable} HTTP/1.1\r\nHost: x\r\n${login}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

    expect((await wire.ask(head + chunks.join(''))).status).toBe(status);
    expect((await wire.ask(`GET /ari/asterisk/ping HTTP/1.1\r\nHost: x\r\n${login}\r\n`)).status).toBe(200);
    wire.close();
  });

  it('are refused as soon as the length is known', async () => {
    const wire = await Wire.connect(server.origin);

    const answer = await wire.ask(
      `POST ${variable} HTTP/1.1\r\nHost: x\r\n${login}Content-Type: application/json\r\nContent-Length: 1001\r\n\r\n{`,
    );

    expect(answer.status).toBe(413);
    wire.close();
  });
});
