import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operations } from '../../generated/operations';
import { routes } from '../../generated/routes';
import type { ApiReply } from '../../src/api/dispatcher';
import { Dispatcher } from '../../src/api/dispatcher';
import { unrestricted } from '../../src/policy/rights';
import { MemoryPersistence } from '../../src/storage/memory-persistence';
import type { JsonObject, JsonValue } from '../../src/contract/json';
import { Channels } from '../../src/engine/calls/channel/channels';
import { DeviceStates } from '../../src/engine/device-states';
import { Endpoints } from '../../src/engine/endpoints';
import { GlobalVariables } from '../../src/engine/global-variables';
import { Mailboxes } from '../../src/engine/mailboxes';
import { Messaging } from '../../src/engine/messaging';
import { Sounds } from '../../src/engine/sounds/sounds';
import { applicationHandlers } from '../../src/handlers/applications';
import { deviceStateHandlers } from '../../src/handlers/device-states';
import { endpointHandlers } from '../../src/handlers/endpoints';
import type { Broadcasts } from '../../src/handlers/events';
import { eventHandlers } from '../../src/handlers/events';
import { mailboxHandlers } from '../../src/handlers/mailboxes';
import { soundHandlers } from '../../src/handlers/sounds';
import type { SubjectDirectory } from '../../src/handlers/subject-directory';
import { subjectDirectory } from '../../src/handlers/subject-directory';
import { systemClock } from '../../src/shared/time/clock';
import type { EventSink } from '../../src/stasis/event-sink';
import { Applications } from '../../src/stasis/applications';
import { linkEngine } from '../../src/stasis/engine-link';
import { Belongings } from '../../src/stasis/belongings';
import { EventSerializer } from '../../src/stasis/serialized-event';
import { RecordingOwners } from '../../src/stasis/recording-owners';
import { aFolder, anEngine } from '../engine/engine-rig';
import { technologiesOver } from '../support/calls/technologies';
import { judgeMessage, judgeReply } from './response-judge';

/** A socket that keeps what it was sent, as long as it is what the description declares. */
export class Listener implements EventSink {
  readonly messages: JsonObject[] = [];

  send(text: string): void {
    const message = JSON.parse(text) as JsonObject;
    judgeMessage(message);
    this.messages.push(message);
  }

  /** Everything that is not the same in every message. */
  get facts(): JsonObject[] {
    const envelope = ['timestamp', 'asterisk_id', 'application'];
    return this.messages.map((message) =>
      Object.fromEntries(Object.entries(message).filter(([name]) => !envelope.includes(name))),
    );
  }
}

export type Ask = (method: string, target: string, json?: JsonValue) => Promise<ApiReply>;

/** Asks as a door would, and holds every answer against the description. */
export function askThrough(operations: Partial<Operations>, isLoaded: (module: string) => boolean): Ask {
  const dispatcher = new Dispatcher<Operations>({
    routes,
    operations,
    isLoaded,
    nextRequestId: () => 'r1',
    onFault: (error) => {
      throw error;
    },
  });
  return async (method, target, json) => {
    const { pathname: path, searchParams: query } = new URL(`http://localhost${target}`);
    const context = { user: 'anna', door: 'process' } as const;
    const body = json === undefined ? {} : { json };
    const reply = await dispatcher.dispatch({ method, path, query, rights: unrestricted, context, ...body });
    judgeReply(method, path, reply);
    return reply;
  };
}

export interface ApiOptions {
  readonly subjects?: Partial<SubjectDirectory>;
  readonly broadcasts?: Broadcasts;
  readonly unloaded?: readonly string[];
}

/** A server without doors: the small resources over a real engine, asked through the real dispatcher. */
export class ApiRig {
  readonly #folder = aFolder();
  readonly soundFolder = join(this.#folder.path, 'sounds');
  readonly engine = anEngine();
  readonly store = new MemoryPersistence();
  readonly endpoints = new Endpoints(this.engine);
  readonly technologies = technologiesOver({ ...this.engine, endpoints: this.endpoints });
  readonly channels = new Channels({
    ...this.engine,
    endpoints: this.endpoints,
    systemName: '',
    shownVariables: () => [],
    read: () => undefined,
  });
  readonly messaging = new Messaging(this.engine);
  readonly mailboxes = new Mailboxes({ ...this.engine, store: this.store });
  readonly devices = new DeviceStates({ ...this.engine, store: this.store, providers: [this.mailboxes] });
  readonly sounds = new Sounds({ directory: this.soundFolder, now: Date.now, log: this.engine.log });
  readonly variables = new GlobalVariables({ ...this.engine, configured: {}, builtIn: {} });
  readonly notices = new EventSerializer('02:00:00:00:00:01');
  readonly applications = new Applications({
    clock: systemClock,
    notices: this.notices,
    journal: { events: 10, age: 1000 },
  });
  readonly belongings = new Belongings({
    applicationWith: () => undefined,
    bridges: () => ({ find: () => undefined }),
  });
  readonly #unlink = linkEngine({
    events: this.engine.events,
    messaging: this.messaging,
    applications: this.applications,
    notices: this.notices,
    recordingsOf: () => [],
    belongings: this.belongings,
    owners: new RecordingOwners({ ...this.engine, store: this.store, ownersOf: () => [] }),
  });
  readonly ask: Ask;

  constructor({ subjects, broadcasts = { claim: () => 'not-broadcast' }, unloaded = [] }: ApiOptions = {}) {
    const { applications } = this;
    this.devices.serveOwn();
    this.mailboxes.serveDevices();
    const directory = {
      ...subjectDirectory({ ...this, bridges: { find: () => undefined } }),
      ...subjects,
    };
    this.ask = askThrough(
      {
        applications: applicationHandlers({ applications, subjects: directory }),
        deviceStates: deviceStateHandlers(this.devices),
        endpoints: endpointHandlers(this),
        events: eventHandlers({ applications, subjects: directory, broadcasts, announce: () => undefined }),
        mailboxes: mailboxHandlers(this.mailboxes),
        sounds: soundHandlers(this.sounds),
      },
      (module) => !unloaded.includes(module),
    );
  }

  /** Connects an application. */
  connect(name: string, subscribeAll = false): Listener {
    const sink = new Listener();
    this.applications.register(name, { sink, subscribeAll });
    return sink;
  }

  async makeSoundFolder(language: string): Promise<string> {
    const path = join(this.soundFolder, language);
    await mkdir(path, { recursive: true });
    return path;
  }

  close(): void {
    this.#unlink();
    this.#folder.remove();
  }
}

/** The message of a refusal, for tests that look at its words. */
export function messageOf({ body }: ApiReply): string {
  return (body as { readonly message: string }).message;
}
