import { Agent, createServer, request as open } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Operations } from '../../generated/operations';
import { routes } from '../../generated/routes';
import { Dispatcher } from '../../src/api/dispatcher';
import { RequestIds } from '../../src/api/failure';
import type { UserConfig } from '../../src/config/server-config';
import type { BinaryBody } from '../../src/contract/handler';
import type { Answer, Route } from '../../src/contract/route';
import type { ContractViolation } from '../../src/server/contract-mode/contract-mode';
import { contractHost } from '../../src/server/contract-mode/contract-mode';
import { readOpenApiDocument } from '../../src/server/contract-mode/open-api-document';
import { Users } from '../../src/server/auth/users';
import type { HttpDoorOptions } from '../../src/server/http/door';
import { HttpDoor } from '../../src/server/http/door';
import { Metrics } from '../../src/server/metrics';
import { systemClock } from '../../src/shared/time/clock';
import { makeLogger } from '../../src/shared/logger';
import { projectRoot } from '../../src/shared/project-root';
import { sampleOf } from './sample';
import { anyConnection, doorSettings } from '../support/server/door-settings';

export const document = readOpenApiDocument(projectRoot());
const silent = makeLogger(() => undefined);
const anna: UserConfig = {
  name: 'anna',
  password: 'secret',
  passwordFormat: 'plain',
  readOnly: false,
  rules: [],
  scopes: { resources: undefined, methods: undefined, applications: undefined },
};

export interface WireRequest {
  readonly method: string;
  /** Below `/ari`, with its query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WireReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface OpenDoor {
  readonly ask: (request: WireRequest) => Promise<WireReply>;
  readonly violations: ContractViolation[];
  readonly close: () => Promise<void>;
}

export interface DoorOptions {
  readonly routes?: readonly Route<Operations>[];
  /** Instead of the sample that fits the document. */
  readonly answerOf?: (route: Route<Operations>) => Answer | undefined;
  readonly isLoaded?: boolean;
}

/** The HTTP door as it is, in front of handlers that always succeed. */
export function openFastDoor(options: DoorOptions = {}): Promise<OpenDoor> {
  const door = new HttpDoor(doorOptions(options));
  return opened(createServer(door.handle), []);
}

/** The same in contract mode. */
export function openContractDoor(options: DoorOptions = {}): Promise<OpenDoor> {
  const violations: ContractViolation[] = [];
  const host = contractHost({
    ...doorOptions(options),
    openApi: document,
    onViolation: (violation) => violations.push(violation),
  });
  return opened(createServer(host), violations);
}

function doorOptions(options: DoorOptions): HttpDoorOptions<Operations> {
  const ids = new RequestIds('test');
  const table = options.routes ?? routes;
  return {
    dispatcher: new Dispatcher<Operations>({
      routes: table,
      operations: succeeding(table, options.answerOf),
      isLoaded: () => options.isLoaded ?? true,
      nextRequestId: () => ids.next(),
      onFault: (error) => {
        throw error;
      },
    }),
    users: new Users({ users: [anna], clock: systemClock, log: silent }),
    settings: doorSettings(),
    metrics: new Metrics(),
    log: silent,
    prefix: '',
    maxBodyBytes: 64 * 1024,
    host: (_, response) => response.writeHead(404).end(),
    isReady: () => true,
    connections: anyConnection,
  };
}

/** Handlers for every operation, each answering its success with the smallest body that fits. */
function succeeding(table: readonly Route<Operations>[], answerOf: DoorOptions['answerOf']): Operations {
  const operations: Record<string, Record<string, () => Answer>> = {};
  for (const route of table) {
    const [resource = '', name = ''] = route.operation.split('.');
    const answer = answerOf?.(route) ?? successOf(route);
    (operations[resource] ??= {})[name] = () => answer;
  }
  return operations as unknown as Operations;
}

export function successOf({ path, method, success }: Route<Operations>): Answer {
  const responses = document.paths[path]?.[method.toLowerCase() as 'get']?.responses;
  const declared = responses?.[success];
  const content = declared !== undefined && 'content' in declared ? declared.content : undefined;
  const location = success === 201 ? { location: '/made' } : {};
  if (content === undefined) return { status: success, ...location };
  const schema = content['application/json']?.schema;
  return { status: success, ...location, body: schema === undefined ? recording : sampleOf(schema, document) };
}

const recording = {
  contentType: 'audio/x-wav',
  length: 4,
  version: { tag: 'v1', modifiedAt: 0 },
  open: async function* ({ start, end } = { start: 0, end: 3 }) {
    yield Buffer.from('RIFF').subarray(start, end + 1);
  },
} satisfies BinaryBody;

async function opened(server: Server, violations: ContractViolation[]): Promise<OpenDoor> {
  // The two doors take turns, and building a validator can take seconds: the idle one must not hang up meanwhile.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    violations,
    ask: (request) => ask(request, { port, agent }),
    close: async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function ask(
  { method, target, headers = {}, body = '' }: WireRequest,
  connection: { readonly port: number; readonly agent: Agent },
): Promise<WireReply> {
  const sent = open({
    ...connection,
    host: '127.0.0.1',
    method,
    path: `/ari${target}`,
    headers: {
      authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}`,
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}
