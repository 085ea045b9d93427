import type { Operations } from '../../generated/operations';
import type { Route } from '../../src/contract/route';
import { eventually } from '../support/eventually';
import type { ServedProcess } from '../support/server/served-process';

interface Answer {
  readonly status: number;
  /** The names of what is in the body. */
  readonly shape: readonly string[];
}

type Maker = (objects: MatrixObjects) => Promise<string> | string;

let count = 0;
const fresh = (what: string): string => `${what}${(count += 1)}`;

/** Values that an operation is called with, by the name of the parameter. Objects are made on the owner. */
const values: Readonly<Record<string, Maker>> = {
  channelId: (objects) => objects.channel(),
  channel: (objects) => objects.channel(),
  bridgeId: (objects) => objects.bridge(),
  playbackId: (objects) => objects.playback(),
  recordingName: (objects) => objects.recording(),
  applicationName: () => 'matrix',
  application: () => 'matrix',
  app: () => 'matrix',
  eventSource: async (objects) => `channel:${await objects.channel()}`,
  source: async (objects) => `channel:${await objects.channel()}`,
  endpoint: () => 'Local/up@default',
  external_host: () => '127.0.0.1:4000',
  format: () => 'ulaw',
  media: () => 'sound:beep',
  name: () => fresh('recording'),
  variable: () => 'COLOUR',
  variables: () => 'COLOUR',
  extension: () => 'up',
  script: () => 'answer',
  spy: () => 'both',
  operation: () => 'pause',
  deviceName: () => 'Stasis:matrix',
  deviceState: () => 'INUSE',
  mailboxName: (objects) => objects.mailbox(),
  oldMessages: () => '1',
  newMessages: () => '1',
  destinationRecordingName: () => fresh('copy'),
  tech: () => 'Local',
  resource: () => 'up',
  nodeId: () => 'nonode',
  phoneName: () => 'nophone',
  snoopId: () => fresh('snoop'),
  configClass: () => 'res_ari',
  objectType: () => 'user',
  id: () => 'nouser',
  eventName: () => 'hello',
  states: () => 'ringing',
  to: () => 'local:up@default',
  from: () => 'matrix',
  refer_to: () => 'local:up@default',
};

/** Ids of what is to be made are new ones. */
const newIds: ReadonlySet<string> = new Set(['channels.originateWithId', 'bridges.createWithId']);

/** Objects on one node, for calls of every operation. */
export class MatrixObjects {
  readonly #made: string[] = [];
  #asked: ServedProcess | undefined;

  constructor(private readonly owner: ServedProcess) {}

  /** Calls an operation on a node, with objects of the owner that no other call has used. */
  async call(route: Route<Operations>, node: ServedProcess): Promise<Answer> {
    this.#asked = node;
    const path: Record<string, string> = {};
    const query = new URLSearchParams();
    for (const { name, in: place, required } of route.parameters) {
      if (required === undefined || (place !== 'path' && place !== 'query')) continue;
      const isNew = name === 'playbackId' && route.operation.endsWith('playWithId');
      const value = isNew || (newIds.has(route.operation) && place === 'path') ? fresh('new') : await this.#value(name);
      if (place === 'path') path[name] = value;
      else query.set(name, value);
    }
    const target = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const { status, body } = await node.rest.call(route.method, `${target}?${query.toString()}`);
    return { status, shape: shapeOf(body) };
  }

  async channel(): Promise<string> {
    const made = await this.owner.rest.post(
      `/channels/create?endpoint=Local/up@default&app=matrix&channelId=${fresh('ch')}`,
    );
    const { id } = made.body as { readonly id: string };
    this.#made.push(`/channels/${id}`);
    return id;
  }

  async bridge(): Promise<string> {
    const made = await this.owner.rest.post(`/bridges?bridgeId=${fresh('br')}`);
    const { id } = made.body as { readonly id: string };
    this.#made.push(`/bridges/${id}`);
    return id;
  }

  async playback(): Promise<string> {
    const id = fresh('pb');
    await this.owner.rest.post(`/bridges/${await this.bridge()}/play/${id}?media=tone:ring`);
    return id;
  }

  async recording(): Promise<string> {
    const name = fresh('rec');
    await this.owner.rest.post(`/bridges/${await this.bridge()}/record?name=${name}&format=wav`);
    await eventually(
      async () => JSON.stringify((await this.owner.rest.get(`/recordings/live/${name}`)).body).includes('"recording"'),
      () => `the recording ${name} does not begin`,
    );
    return name;
  }

  /** Known on the node that will be asked, which may take a moment. */
  async mailbox(): Promise<string> {
    const name = fresh('box');
    await this.owner.rest.put(`/mailboxes/${name}?oldMessages=1&newMessages=1`);
    await eventually(
      async () => (await this.#asked?.rest.get(`/mailboxes/${name}`))?.status === 200,
      () => `the mailbox ${name} is not known`,
    );
    return name;
  }

  async clean(): Promise<void> {
    for (const path of this.#made.splice(0).reverse()) await this.owner.rest.delete(path);
  }

  async #value(name: string): Promise<string> {
    const make = values[name];
    if (make === undefined) throw new Error(`the matrix has no value for the parameter ${name}`);
    return make(this);
  }
}

/** The message of a refusal names the objects, which differ. */
function shapeOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null) return [typeof body];
  return Array.isArray(body) ? ['list'] : Object.keys(body).sort();
}
