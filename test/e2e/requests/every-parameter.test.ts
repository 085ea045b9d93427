import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../../../generated/routes';
import type { Route } from '../../../src/contract/route';
import { CallRig } from '../../support/calls/call-rig';

/** By operation, the parameters that its handler has looked at. */
const looked = new Map<string, Set<string>>();

/** Parameters that remember which of them were looked at. */
function watched(params: object, operation: string): object {
  const keys = looked.get(operation) ?? new Set();
  looked.set(operation, keys);
  return new Proxy(params, {
    get: (target, key) => {
      keys.add(String(key));
      return Reflect.get(target, key) as unknown;
    },
    ownKeys: () => {
      throw new Error(`${operation} takes its parameters as a whole, so that nobody knows which of them it uses`);
    },
  });
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Servers that start from now on bind their handlers so that it is seen what they look at; the result ends that. */
function watchHandlers(): () => void {
  const table = routes as readonly Mutable<(typeof routes)[number]>[];
  const binds = table.map(({ bind }) => bind);
  for (const route of table) {
    const { bind, operation } = route;
    route.bind = (operations) => {
      const handler = bind(operations);
      return handler && ((params, context) => handler(watched(params as object, operation), context));
    };
  }
  return () => table.forEach((route, at) => (route.bind = binds[at] ?? route.bind));
}

/** What the parameters of that name are given, where they are needed. */
const values: Readonly<Record<string, string>> = {
  app: 'hello',
  application: 'hello',
  applicationName: 'hello',
  body: 'text',
  bridgeId: 'b1',
  channel: 'c1',
  channelId: 'c1',
  configClass: 'res_ari',
  configuration: 'notice',
  destinationRecordingName: 'copy',
  deviceName: 'Stasis:desk',
  deviceState: 'BUSY',
  dtmf: '1',
  endpoint: 'Local/up@default',
  eventName: 'greeting',
  eventSource: 'channel:c1',
  extension: 'up',
  format: 'wav',
  from: 'pjsip:bob',
  id: 'asterisk',
  logChannelName: 'trace',
  mailboxName: '500',
  media: 'sound:beep',
  moduleName: 'app_echo',
  name: 'voice',
  newMessages: '1',
  // Draining the server itself would end it.
  nodeId: 'elsewhere',
  objectType: 'user',
  oldMessages: '1',
  operation: 'pause',
  phoneName: 'alice',
  playbackId: 'p1',
  recordingName: 'stored',
  refer_to: 'pjsip:carol',
  resource: 'alice',
  script: 'answer',
  snoopId: 's1',
  soundId: 'beep',
  spy: 'in',
  states: 'channel_answered',
  tech: 'PJSIP',
  to: 'pjsip:alice',
  variable: 'NAME',
  variables: 'NAME',
};

/** Where more than the required parameters is needed, or other values. */
const special: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The other transports know no direction.
  'channels.externalMedia': {
    transport: 'websocket',
    encapsulation: 'none',
    connection_type: 'server',
    format: 'slin16',
    channelId: 'media',
  },
  'channels.originate': { app: 'hello', channelId: 'c2' },
  'channels.originateWithId': { app: 'hello', channelId: 'c2' },
};

/** Bodies, where one is required. */
const bodies: Readonly<Record<string, object>> = {
  'bridges.setBridgeVars': { variables: { NAME: 'value' } },
  'channels.setChannelVars': { variables: { NAME: 'value' } },
};

const handled = routes.filter(({ websocketProtocol }) => websocketProtocol === undefined);
const authorization = `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}`;
let rig: CallRig;
let unwatch: () => void;

beforeAll(async () => {
  unwatch = watchHandlers();
  rig = await CallRig.start();
  const folder = join(rig.server.folder, 'state', 'spool', 'recording');
  mkdirSync(folder, { recursive: true });
});
beforeEach(async () => {
  await rig.call('c1', await rig.open('hello'));
  await rig.rest.post('/bridges/b1');
  writeFileSync(join(rig.server.folder, 'state', 'spool', 'recording', 'stored.wav'), 'RIFF');
});
afterEach(() => rig.clear());
afterAll(async () => {
  unwatch();
  await rig.close();
});

async function call({ operation, method, path, parameters }: Route<never>): Promise<number> {
  const given = { ...values, ...special[operation] };
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const query = new URLSearchParams();
  for (const { name, in: place, required } of parameters)
    if (place === 'query' && (required === true || special[operation]?.[name] !== undefined))
      query.append(name, given[name] ?? '');
  const body = bodies[operation];
  const answer = await fetch(`${rig.server.origin}/ari${inPath}?${query.toString()}`, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('every declared parameter', () => {
  it.each(handled.map((route) => [route.operation, route] as const))('is looked at by %s', async (operation, route) => {
    const status = await call(route);
    const unused = route.parameters.map(({ name }) => name).filter((name) => looked.get(operation)?.has(name) !== true);

    expect(status).toBeLessThan(500);
    expect(unused).toEqual([]);
  });
});
