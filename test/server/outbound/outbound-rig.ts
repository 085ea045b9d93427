import type { Operations, SoundsOperations } from '../../../generated/operations';
import { routes } from '../../../generated/routes';
import { Dispatcher } from '../../../src/api/dispatcher';
import type { OutboundSocketConfig, UserConfig, WebsocketClientConfig } from '../../../src/config/server-config';
import { makeUser } from '../../../src/server/auth/user';
import { Metrics } from '../../../src/server/metrics';
import { OutboundSockets } from '../../../src/server/outbound/outbound-sockets';
import type { LogFields } from '../../../src/shared/logger';
import { makeLogger } from '../../../src/shared/logger';
import { Applications } from '../../../src/stasis/applications';
import { EventSerializer } from '../../../src/stasis/serialized-event';
import { Inbox } from '../../support/client/client-inbox';
import { ManualClock } from '../../support/client/client-clock';
import type { RemoteApplication, RemoteSocket } from './remote-application';
import { doorSettings } from '../../support/server/door-settings';
import { anyDestination } from '../../support/sip/any-destination';

const entityId = '02:00:00:00:00:01';

const settings = doorSettings();

const sounds: SoundsOperations = {
  list: () => ({ status: 200, body: [] }),
  get: ({ soundId }) => ({ status: 200, body: { id: soundId, formats: [] } }),
};

export interface LogLine {
  readonly level: string;
  readonly sentence: string;
  readonly fields: LogFields;
}

/** Outbound sockets with everything real around them but time and chance. */
export class OutboundRig {
  readonly clock = new ManualClock();
  readonly lines: LogLine[] = [];
  readonly users = new Map<string, UserConfig>([['anna', aUser('anna')]]);
  readonly applications: Applications;
  readonly sockets: OutboundSockets<Operations>;
  /** Reports of attempts that failed, as they are logged. */
  readonly failures = new Inbox<LogFields>();
  readonly #notices = new EventSerializer(entityId);

  constructor({ maxPayload = 65_536, maxQueue = 1_048_576 }: { maxPayload?: number; maxQueue?: number } = {}) {
    const { clock } = this;
    const log = makeLogger((level, fields, sentence) => {
      this.lines.push({ level, sentence, fields });
      if (sentence === 'outbound websocket cannot connect') this.failures.put(fields);
    });
    const dispatcher = new Dispatcher<Operations>({
      routes,
      operations: { sounds },
      isLoaded: () => true,
      nextRequestId: () => 'r',
      onFault: (error) => log.error({ error }, 'fault'),
    });
    const journal = { events: 10, age: 1000 };
    this.applications = new Applications({ clock, notices: this.#notices, journal });
    this.sockets = new OutboundSockets<Operations>({
      destinations: anyDestination,
      session: { dispatcher, metrics: new Metrics(), log, clock, entityId, settings, maxQueue, writeTimeout: 0 },
      applications: this.applications,
      clock,
      random: () => 0,
      log,
      maxPayload,
      holdModule: () => () => undefined,
      viewOf: () => ({}),
      findUser: (name) => {
        const config = this.users.get(name);
        return config === undefined ? undefined : makeUser(config);
      },
    });
  }

  /** A fact about a device; everyone subscribed to it is told. */
  deviceChanged(name: string): void {
    const payload = { device_state: { name, state: 'INUSE' } } as const;
    const at = this.clock.now();
    const subjects = [`deviceState:${name}`, 'deviceState:'] as const;
    const event = { type: 'device-state-changed', at, device: payload.device_state } as const;
    const notice = this.#notices.make({ type: 'DeviceStateChanged', at, payload, subjects });
    for (const application of this.applications.audienceOf(subjects) ?? []) application.tell(notice, event);
  }

  sentences(level: string): string[] {
    return this.lines.filter((line) => line.level === level).map(({ sentence }) => sentence);
  }
}

export function aUser(name: string, more: Partial<UserConfig> = {}): UserConfig {
  const scopes = { resources: undefined, methods: undefined, applications: undefined };
  return { name, password: 'p', passwordFormat: 'plain', readOnly: false, rules: [], scopes, ...more };
}

export function aSocket(more: Partial<OutboundSocketConfig> = {}): OutboundSocketConfig {
  const id = 'out';
  return { id, websocketClientId: 'remote', applications: ['sales'], localUser: 'anna', subscribeAll: false, ...more };
}

export function aClient(
  { uri }: Pick<RemoteApplication, 'uri'>,
  more: Partial<WebsocketClientConfig> = {},
): WebsocketClientConfig {
  return {
    id: 'remote',
    connectionType: 'persistent',
    uri,
    protocols: ['ari'],
    username: '',
    password: '',
    connectionTimeout: 500,
    writeTimeout: undefined,
    reconnectInterval: 300,
    reconnectAttempts: 4,
    tls: aTls({ enabled: uri.startsWith('wss:') }),
    proxy: undefined,
    tcpKeepalive: undefined,
    pingPong: undefined,
    ...more,
  };
}

export function aTls(more: Partial<WebsocketClientConfig['tls']> = {}): WebsocketClientConfig['tls'] {
  const files = { caFile: '', caPath: '', certificateFile: '', privateKeyFile: '' };
  return { enabled: true, ...files, verifyCertificate: true, verifyHostname: true, ...more };
}

/** The next messages, as `type application`. */
export async function heard(socket: RemoteSocket, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) {
    const { type, application } = await socket.messages.next();
    texts.push(`${String(type)} ${String(application)}`);
  }
  return texts;
}
