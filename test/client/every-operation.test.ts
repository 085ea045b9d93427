import fc from 'fast-check';
import type { Client } from '../../generated/client';
import { routes } from '../../generated/routes';
import type { Operations } from '../../generated/operations';
import { Dispatcher } from '../../src/api/dispatcher';
import { unrestricted } from '../../src/policy/rights';
import type { JsonValue } from '../../src/contract/json';
import type { Route, RouteParameter } from '../../src/contract/route';
import type { RecordedRequest, ScriptedAnswer } from '../support/client/client-server';
import { Stage } from '../support/client/client-session';

type Params = Readonly<Record<string, JsonValue>>;
type Method = (params: Params) => Promise<unknown>;

const stage = new Stage();
afterAll(() => stage.clear());

/** Answers as our own dispatcher does, and keeps what reached the handler. */
class Reader {
  received: unknown;
  reached = '';
  readonly #dispatcher = new Dispatcher<Operations>({
    routes,
    operations: this.#handlers(),
    isLoaded: () => true,
    nextRequestId: () => 'r1',
    onFault: (error) => {
      throw error;
    },
  });

  readonly answer = async ({ method, target, body, door }: RecordedRequest): Promise<ScriptedAnswer> => {
    const [path = '', query = ''] = target.replace(/^\/ari/, '').split('?');
    const reply = await this.#dispatcher.dispatch({
      method,
      path,
      query: new URLSearchParams(query),
      ...(body === '' ? {} : { json: JSON.parse(body) as JsonValue }),
      rights: unrestricted,
      context: { user: 'demo', door },
    });
    return { status: reply.status, json: reply.body };
  };

  #handlers(): Partial<Operations> {
    const handlers: Record<string, Record<string, (params: unknown) => unknown>> = {};
    for (const { operation, success } of routes) {
      const [resource = '', nickname = ''] = operation.split('.');
      (handlers[resource] ??= {})[nickname] = (params) => {
        [this.received, this.reached] = [params, operation];
        return { status: success, body: { done: operation }, location: '/' };
      };
    }
    return handlers;
  }
}

const text = fc.string({ unit: 'binary', minLength: 1 });
const members = fc.dictionary(
  text.filter((name) => name !== '__proto__'),
  fc.string({ unit: 'binary' }),
  { noNullPrototype: true, maxKeys: 3 },
);

function oneValue({ type, enum: values, minimum = 0, maximum = 2 ** 31 - 1 }: RouteParameter): fc.Arbitrary<JsonValue> {
  if (values !== undefined) return fc.constantFrom(...values);
  switch (type) {
    case 'string':
      return text;
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum, max: maximum });
    case 'boolean':
      return fc.boolean();
    case 'object':
    case 'json':
      return members;
    case 'array':
      return fc.array(fc.record({ attribute: text, value: text }, { noNullPrototype: true }));
  }
}

function paramsOf({ parameters }: Route<Operations>): fc.Arbitrary<Params> {
  const entries = parameters.map((parameter): [string, fc.Arbitrary<JsonValue>] => {
    const one = oneValue(parameter);
    return [parameter.name, parameter.multiple ? fc.array(one, { minLength: 1, maxLength: 4 }) : one];
  });
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(entries), { requiredKeys, noNullPrototype: true });
}

function methodOf(client: Client, operation: string): Method {
  const [resource = '', nickname = ''] = operation.split('.');
  const owner = client[resource as 'channels'] as unknown as Record<string, Method>;
  return (params) => {
    const method = owner[nickname];
    if (method === undefined) throw new Error(`the client has no ${operation}`);
    return method.call(owner, params);
  };
}

const callable = routes.filter(({ websocketProtocol }) => websocketProtocol === undefined);

describe.each(['http', 'socket'] as const)('every operation over %s', (rest) => {
  const reader = new Reader();
  let client: Client;

  beforeAll(async () => {
    const server = await stage.server();
    server.answerWith(reader.answer);
    ({ client } = await stage.connect(server, { rest }));
  });

  it.each(callable.map((route) => [route.operation, route] as const))(
    '%s reaches its handler with the very values that were given',
    async (operation, route) => {
      const call = methodOf(client, operation);
      await fc.assert(
        fc.asyncProperty(paramsOf(route), async (params) => {
          await call(params);

          expect(reader.reached).toBe(operation);
          expect(reader.received).toEqual({ ...(reader.received as Params), ...params });
        }),
        { numRuns: 8 },
      );
    },
  );
});

describe('the upgrade to the event socket', () => {
  it('is not a method of the client', async () => {
    const server = await stage.server();
    const { client } = await stage.connect(server);

    expect('eventWebsocket' in client.events).toBe(false);
  });
});
