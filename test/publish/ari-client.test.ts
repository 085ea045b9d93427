import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { eventsOf } from '../../codegen/model/interface-model';
import { publishSwagger } from '../../src/publish/swagger-documents';
import { aChannel } from '../support/client/client-events';
import { realModel } from '../support/spec/spec-facts';
import { realDocuments } from './real-documents';

/** What these tests see of the ecosystem's own client, which builds itself from the published documents. */
interface AriClient {
  readonly start: (application: string) => Promise<void>;
  readonly stop: () => void;
  readonly on: (type: '*', listener: (event: { type: string }, object: unknown) => void) => void;
  readonly _swagger: { readonly apis: Readonly<Record<string, LoadedResource>> };
  readonly [resource: string]: unknown;
}
interface LoadedResource {
  readonly operations: Readonly<Record<string, { readonly path: string; readonly method: string }>>;
  readonly models: Readonly<Record<string, { readonly properties: readonly { name: string; dataType: string }[] }>>;
}
type Call = (options?: object) => Promise<unknown>;
interface AriModule {
  readonly connect: (url: string, user: string, password: string) => Promise<AriClient>;
}

const model = realModel();
const answers: Readonly<Record<string, unknown>> = {
  'GET /ari/channels': [aChannel('one'), aChannel('two')],
  'GET /ari/channels/one': aChannel('one'),
  'GET /ari/asterisk/config/dynamic/res_ari/user/me': [{ attribute: 'read_only', value: 'no' }],
};

describe('the official Node client', () => {
  const requests: { readonly line: string; readonly body: string }[] = [];
  let printed: jest.SpyInstance;
  let server: Server;
  let client: AriClient;

  beforeAll(async () => {
    printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    server = createServer((request, response) => {
      void textOf(request).then((body) => {
        requests.push({ line: `${request.method} ${request.url}`, body });
        const answer = documentAt(request, server) ?? answers[`${request.method} ${request.url}`];
        response.writeHead(answer === undefined ? 204 : 200, { 'content-type': 'application/json' });
        response.end(answer === undefined ? undefined : JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { connect } = createRequire(__filename)('ari-client') as AriModule;
    client = await connect(originOf(server), 'user', 'secret');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    printed.mockRestore();
  });

  it('finds every resource, and the server under the name it knows', () => {
    const resources = [...model.resources.map(({ name }) => name), 'asterisk'].sort();

    expect(Object.keys(client._swagger.apis).sort()).toEqual(resources);
    for (const resource of resources) expect(client[resource]).toBeDefined();
  });

  it('finds every operation under its nickname', () => {
    for (const { name, operations } of model.resources) {
      const nicknames = operations.map(({ nickname }) => nickname);
      expect(Object.keys(client._swagger.apis[name]?.operations ?? {})).toEqual(nicknames);
      expect(Object.keys(client[name] as object)).toEqual(nicknames);
    }
  });

  it('knows every event, without which it would die at its first arrival', () => {
    const models = client._swagger.apis['events']?.models;

    for (const { name } of eventsOf(model.models)) expect(models).toHaveProperty(name);
    expect(models?.['StasisStart']?.properties).toContainEqual(
      expect.objectContaining({ name: 'channel', dataType: 'Channel' }),
    );
  });

  it('survives every event and hands out the objects in it', async () => {
    const sockets = new WebSocketServer({ server });
    const events = eventsOf(model.models).map(({ name }) => ({ type: name, channel: aChannel('one') }));
    sockets.on('connection', (socket) => events.forEach((event) => socket.send(JSON.stringify(event))));
    const arrived: [string, unknown][] = [];
    const allArrived = new Promise<void>((resolve) => {
      client.on('*', ({ type }, object) => {
        if (arrived.push([type, object]) === events.length) resolve();
      });
    });

    await client.start('hello');
    await allArrived;
    client.stop();
    sockets.close();

    expect(arrived.map(([type]) => type)).toEqual(events.map(({ type }) => type));
    expect(arrived.find(([type]) => type === 'StasisStart')?.[1]).toMatchObject({ id: 'one' });
  });

  it('makes channels out of a list of channels', async () => {
    const channels = (await call('channels', 'list')()) as { id: string; hangup: Call }[];

    expect(channels.map(({ id }) => id)).toEqual(['one', 'two']);
    for (const channel of channels) {
      expect(channel.constructor.name).toBe('Channel');
      expect(channel.hangup).toBeInstanceOf(Function);
    }
  });

  it('calls an operation of an object that it got', async () => {
    const channel = (await call('channels', 'get')({ channelId: 'one' })) as { hangup: Call };

    await channel.hangup({ reason: 'busy' });

    expect(lastRequest()).toEqual({ line: 'DELETE /ari/channels/one?reason=busy', body: '' });
  });

  it('asks for configuration objects at the path it has always used', async () => {
    const fields = await call('asterisk', 'getObject')({ configClass: 'res_ari', objectType: 'user', id: 'me' });

    expect(fields).toEqual([{ attribute: 'read_only', value: 'no' }]);
  });

  it('puts several values into one parameter and variables into the body', async () => {
    await call('channels', 'originate')({ endpoint: 'Local/1@a', app: 'a', variables: { A: '1' } });
    expect(lastRequest().body).toBe('{"variables":{"A":"1"}}');

    await call('channels', 'play')({ channelId: 'one', media: ['sound:a', 'sound:b'] });
    expect(lastRequest().line).toBe('POST /ari/channels/one/play?media=sound%3Aa%2Csound%3Ab');
  });

  it('has no complaint about the documents', () => {
    expect(printed).not.toHaveBeenCalled();
  });

  function call(resource: string, nickname: string): Call {
    return (client[resource] as Record<string, Call>)[nickname] as Call;
  }

  function lastRequest() {
    return requests[requests.length - 1] ?? { line: '', body: '' };
  }
});

/** The published document that a request asks for, if it asks for one. */
function documentAt({ url = '' }: IncomingMessage, server: Server): unknown {
  const [, name] = /^\/ari\/api-docs\/(\w+)\.json$/.exec(url) ?? [];
  if (name === undefined) return undefined;
  const options = { basePath: `${originOf(server)}/ari`, version: model.version, dialect: 'ecosystem' } as const;
  const { listing, declarations } = publishSwagger(realDocuments(), options);
  return name === 'resources' ? listing : declarations[name];
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
