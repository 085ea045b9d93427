import { routes } from '../../generated/routes';
import { judge } from '../support/spec/contract-judge';
import type { DoorOptions, OpenDoor, WireRequest } from './doors';
import { openContractDoor, openFastDoor, successOf } from './doors';

let fast: OpenDoor;
let contract: OpenDoor;
const others: OpenDoor[] = [];

beforeAll(async () => {
  [fast, contract] = await Promise.all([openFastDoor(), openContractDoor()]);
});
beforeEach(() => contract.violations.splice(0));
afterEach(() => Promise.all(others.splice(0).map((door) => door.close())));
afterAll(() => Promise.all([fast.close(), contract.close()]));

/** A door of its own for a test that needs other handlers or other validators. */
async function otherDoor(options: DoorOptions): Promise<OpenDoor> {
  const door = await openContractDoor(options);
  others.push(door);
  return door;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
/** Nobody judges parameters here: only the document can object. */
const trusting = routes.map((route) => ({ ...route, validate: () => true }));

/** Shapes that clients in the field send. */
const welcome: readonly WireRequest[] = [
  { method: 'GET', target: '/sounds?lang=en&unknown=1&lang=de' },
  { method: 'POST', target: '/channels?endpoint=Local/100@default&app=sales&appArgs=a,b:c;d' },
  { method: 'POST', target: '/channels?endpoint=PJSIP/a+b&extension=1&formats=' },
  { method: 'POST', target: '/channels', headers: json, body: '{"endpoint":"Local/1","app":"a","timeout":"30"}' },
  { method: 'POST', target: '/channels', headers: form, body: 'endpoint=Local%2F1&app=a&timeout=+30+' },
  { method: 'POST', target: '/channels?endpoint=Local/1', headers: json, body: '{"variables":{"A":1,"B":null}}' },
  { method: 'POST', target: '/channels?endpoint=Local/1', headers: json, body: '{"app":null,"nobody":[{}]}' },
  { method: 'POST', target: '/channels?endpoint=Local/1', headers: json, body: '["not","read"]' },
  { method: 'POST', target: '/channels/1/answer', headers: json },
  { method: 'POST', target: '/channels/1/answer', headers: form },
  { method: 'POST', target: '/channels/1/answer', headers: { 'content-type': 'text/plain' }, body: 'hello' },
  { method: 'POST', target: '/channels/1/variables', headers: json, body: '{"variables":{"A":"b"}}' },
  { method: 'POST', target: '/channels/1/mute?direction=' },
  { method: 'POST', target: '/bridges/1/addChannel?channel=a&channel=b,c&absorbDTMF=YES&mute=off' },
  { method: 'POST', target: '/bridges/1/addChannel', headers: json, body: '{"channel":["a,b",3],"mute":1}' },
  { method: 'POST', target: '/bridges/1/addChannel?channel=,,' },
  { method: 'GET', target: '/server/info?only=BUILD,Status' },
  { method: 'GET', target: '/asterisk/info?only=build&only=status' },
  { method: 'GET', target: '/asterisk/%70ing' },
  { method: 'GET', target: '/sounds/digits%2F1' },
  { method: 'GET', target: '/sounds/a+b@c' },
  { method: 'HEAD', target: '/sounds' },
  { method: 'PUT', target: '/applications/a/eventFilter', headers: json, body: '{"allowed":[]}' },
  { method: 'PUT', target: '/server/res_ari/user/anna', headers: json, body: '{"fields":[]}' },
  { method: 'GET', target: '/recordings/stored/a/file' },
];

describe('contract mode', () => {
  it.each(welcome)('lets a client be as free as at the fast door: $method $target $body', async (request) => {
    const answers = [await fast.ask(request), await contract.ask(request)] as const;

    expect(contract.violations).toEqual([]);
    expect(withoutDate(answers[1])).toEqual(withoutDate(answers[0]));
    expect(answers[1].status).toBeLessThan(300);
    expect(judge({ method: request.method, path: `/ari${request.target}`, ...answers[1] })).toEqual([]);
  });

  it.each([
    [{ range: 'bytes=1-2' }, 206, 'IF'],
    [{ range: 'bytes=1-2', 'if-range': '"v1"' }, 206, 'IF'],
    [{ range: 'bytes=1-2', 'if-range': '"v2"' }, 200, 'RIFF'],
    [{ range: 'bytes=7-' }, 416, ''],
    [{ 'if-none-match': '"v1"' }, 304, ''],
    [{ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 304, ''],
  ])('lets files be asked for in part and on condition: %j is answered with %i', async (headers, status, body) => {
    for (const method of ['GET', 'HEAD']) {
      const request = { method, target: '/recordings/stored/a/file', headers };
      const answers = [await fast.ask(request), await contract.ask(request)] as const;

      expect(contract.violations).toEqual([]);
      expect(withoutDate(answers[1])).toEqual(withoutDate(answers[0]));
      expect(judge({ method, path: `/ari${request.target}`, ...answers[1] })).toEqual([]);
      if (method === 'GET') expect(answers[1]).toMatchObject({ status, ...(status === 416 ? {} : { body }) });
    }
  });

  it.each<WireRequest>([
    { method: 'GET', target: '/nowhere' },
    { method: 'GET', target: '/server/logging/x/y' },
    { method: 'GET', target: '/sounds/' },
    { method: 'GET', target: '/sounds/%zz' },
    { method: 'PATCH', target: '/sounds' },
    { method: 'OPTIONS', target: '/sounds' },
    { method: 'GET', target: '/events?app=a' },
    { method: 'POST', target: '/channels', headers: { authorization: 'Basic bm9ib2R5OmhlcmU=' } },
    { method: 'POST', target: '/channels', headers: json, body: '{' },
    { method: 'POST', target: '/channels', headers: json, body: '"text"' },
    { method: 'POST', target: '/channels', headers: json, body: `"${'x'.repeat(65536)}"` },
    { method: 'POST', target: '/channels?timeout=30' },
    { method: 'POST', target: '/channels?endpoint=Local/1&timeout=soon' },
    { method: 'POST', target: '/channels/1/variables' },
    { method: 'POST', target: '/channels/1/variables', headers: json, body: '{"variables":null}' },
    { method: 'PUT', target: '/server/res_ari/user/anna', headers: json, body: '{"fields":[{"attribute":"a"}]}' },
  ])('refuses in the same words as the fast door: $method $target', async (request) => {
    const answers = [await fast.ask(request), await contract.ask(request)] as const;

    expect(contract.violations).toEqual([]);
    expect(withoutDate(answers[1])).toEqual(withoutDate(answers[0]));
    expect(judge({ method: request.method, path: `/ari${request.target}`, ...answers[1] })).toEqual([]);
  });

  it('refuses an operation without its module before the document is asked', async () => {
    const door = await otherDoor({ isLoaded: false });

    const { status } = await door.ask({ method: 'POST', target: '/channels?timeout=soon' });

    expect({ status, violations: door.violations }).toEqual({ status: 501, violations: [] });
  });

  it('reports and stops an operation that was carried out against the document', async () => {
    const door = await otherDoor({ routes: trusting });

    const { status, body } = await door.ask({ method: 'POST', target: '/channels?endpoint=Local/1&timeout=soon' });

    expect(door.violations).toEqual([
      { kind: 'request', operation: 'channels.originate', status: 200, reasons: ['/query/timeout must be integer'] },
    ]);
    expect(status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({
      message: 'the request violates the description: /query/timeout must be integer',
      code: 'fault',
    });
  });

  it.each([
    { what: 'lacks a field', target: '/sounds/x', body: { formats: [] }, reason: "must have required property 'id'" },
    { what: 'has a field of the wrong type', target: '/sounds/x', body: { id: 1, formats: [] }, reason: 'be string' },
    { what: 'is not there', target: '/sounds/x', body: undefined, reason: 'response body required.' },
    { what: 'should not be there', target: '/mailboxes/x', body: {}, reason: 'response should NOT have a body' },
  ])('reports an answer whose body $what', async ({ target, body, reason }) => {
    const method = target.startsWith('/mailboxes') ? 'DELETE' : 'GET';
    const door = await otherDoor({ answerOf: ({ success: status }) => ({ status, body }) });

    const { status } = await door.ask({ method, target });

    expect(status).toBe(500);
    expect(door.violations).toMatchObject([{ kind: 'response', reasons: [expect.stringContaining(reason)] }]);
  });

  it('reports a creation that does not say where its object is', async () => {
    const door = await otherDoor({
      answerOf: (route) => ({ status: route.success, body: successOf(route).body }),
    });

    await door.ask({ method: 'POST', target: '/channels/1/play?media=sound:hello' });

    expect(door.violations).toMatchObject([{ kind: 'response', status: 201, reasons: ['a 201 needs a Location'] }]);
  });

  it('finds nothing wrong with the success of any operation, under any of its paths', async () => {
    const spellings = routes.filter(({ websocketProtocol }) => websocketProtocol === undefined);

    for (const { method, path, aliases, parameters } of spellings) {
      for (const template of [path, ...aliases]) {
        const request = bareRequest(method, template, parameters);
        const answer = await contract.ask(request);

        expect({ ...request, violations: contract.violations }).toEqual({ ...request, violations: [] });
        expect(withoutDate(answer)).toEqual(withoutDate(await fast.ask(request)));
        expect({ ...request, reasons: judge({ method, path: `/ari${request.target}`, ...answer }) }).toEqual({
          ...request,
          reasons: [],
        });
      }
    }
  });
});

function bareRequest(method: string, template: string, parameters: (typeof routes)[number]['parameters']): WireRequest {
  const required = parameters.filter((parameter) => parameter.required);
  const query = required.flatMap(({ name, in: place, type, enum: values }) =>
    place === 'query' ? [`${name}=${values?.[0] ?? (type === 'string' ? 'x' : '1')}`] : [],
  );
  const members = required.filter((parameter) => parameter.in === 'body').map(({ name }) => [name, {}] as const);
  return {
    method,
    target: `${template.replaceAll(/\{\w+\}/g, 'x')}?${query.join('&')}`,
    ...(members.length === 0 ? {} : { headers: json, body: JSON.stringify(Object.fromEntries(members)) }),
  };
}

function withoutDate<Reply extends { readonly headers: object; readonly body: string }>(reply: Reply): Reply {
  const { date, ...headers } = reply.headers as Record<string, unknown>;
  expect(date).toBeDefined();
  // Each door numbers its own requests.
  return {
    ...reply,
    headers: { ...headers, 'content-length': 0 },
    body: reply.body.replace(/"request_id":"[^"]*"/, ''),
  };
}
