import { channelId } from '../../../src/shared/ids';
import { Channels } from '../../../src/engine/calls/channel/channels';
import type { Channel } from '../../../src/engine/calls/channel/channel';
import type { ChannelSignal } from '../../../src/engine/calls/channel/signal';
import { Endpoints } from '../../../src/engine/endpoints';
import type { EngineEvent, EnginePhase } from '../../../src/engine/engine-event';
import { enginePhases } from '../../../src/engine/engine-event';
import { GlobalVariables } from '../../../src/engine/global-variables';
import type { KeyValueStore, StoredValue } from '../../../src/engine/key-value-store';
import { ChannelMemories } from '../../../src/dialplan/runner/channel-memory';
import { CustomDevices } from '../../../src/dialplan/system/custom-devices';
import { ConferenceRegistry } from '../../../src/dialplan/conference/conference-registry';
import { DialplanDatabase } from '../../../src/dialplan/system/dialplan-database';
import type { VariablesDeps } from './make-variables';
import { TimeLimits } from '../../../src/dialplan/runner/time-limits';
import type { Variables } from '../../../src/dialplan/expressions/variables';
import { EventHub } from '../../../src/shared/event-hub';
import { makeLogger } from '../../../src/shared/logger';
import { makeVariables } from './make-variables';
import { noConferences } from '../run-rig';

/** Sunday, 15 November 2026, 12:34:56.789 UTC */
export const noon = Date.UTC(2026, 10, 15, 12, 34, 56, 789);

/** `%{X}` and `%[X]` stand for the real signs, which a linter takes for a forgotten template literal. */
export const real = (text: string): string => text.replace(/%(?=[{[])/g, '$');

/** Variables over real channels, with everything around them in memory. */
export function aVariablesRig(overrides: Partial<VariablesDeps> = {}) {
  const rig = { now: noon, later: [] as (() => void)[], expired: [] as Channel[], logged: [] as string[] };
  const log = makeLogger((_level, _fields, sentence) => void rig.logged.push(sentence));
  const { events, seen } = aHub();
  const now = () => rig.now;
  const store = aStore();
  const globals = new GlobalVariables({
    configured: { GREETING: 'hello from globals' },
    builtIn: { EPOCH: () => String(Math.floor(noon / 1000)) },
    events,
    now,
  });
  const channels: Channels = new Channels({
    events,
    endpoints: new Endpoints({ events, now }),
    now,
    systemName: '',
    shownVariables: () => [],
    read: (channel, name, from) => valueOf(variables, channel, name, from),
  });
  const custom = new CustomDevices({ store, events, now, log });
  const memories = new ChannelMemories();
  const clock = { now, after: (_milliseconds: number, action: () => void) => later(rig.later, action) };
  const variables: Variables = makeVariables({
    globals: { find: (name) => globals.get(name) || undefined, set: (name, value) => globals.set(name, value) },
    channels,
    devices: { stateOf: (device) => custom.stateOf(device) ?? 'INVALID', set: custom.set },
    database: new DialplanDatabase(store, log),
    conferences: new ConferenceRegistry(noConferences),
    plan: {
      hasContext: (context) => context === 'default',
      hasExtension: (context, extension) => context === 'default' && extension === '100',
      hasPriority: ({ context, extension, priority }) => context === 'default' && extension === '100' && priority === 1,
      findHint: (_context, extension) => (extension === '100' ? ['Custom:lamp', 'Custom:other'] : undefined),
    },
    memories,
    limits: new TimeLimits(clock, (channel) => void rig.expired.push(channel)),
    system: {
      environment: (name) => (name === 'HOME' ? '/home/pbx' : undefined),
      setEnvironment: () => undefined,
      shell: (command) => `ran ${command}`,
      readFile: (path) => (path === '/etc/three' ? 'one\ntwo\nthree\n' : undefined),
      stat: () => undefined,
    },
    liveDangerously: false,
    now,
    random: () => 0.5,
    uuid: () => '00000000-0000-4000-8000-000000000000',
    version: '1.2.3',
    log,
    ...overrides,
  });
  return Object.assign(rig, { variables, channels, globals, store, memories, seen, channel: aChannel(channels, 'c1') });
}

export type VariablesRig = ReturnType<typeof aVariablesRig>;

/** What its line was told. */
export const told = new WeakMap<Channel, ChannelSignal[]>();

export function aChannel(channels: Channels, id: string, linkedId?: string): Channel {
  const signals: ChannelSignal[] = [];
  const channel = channels.make({
    id: channelId(id),
    name: `Local/100@default-${id};1`,
    technology: 'Local',
    state: 'Up',
    place: { context: 'default', extension: '100', priority: 3 },
    language: 'en',
    ...(linkedId === undefined ? {} : { linkedId }),
    line: () => ({
      dial: () => ({ outcome: 'dialling' }),
      send: (signal) => void signals.push(signal),
      carries: () => true,
      hangUp: () => undefined,
      read: (item) => (item === 'rtp,txcount' ? '42' : undefined),
    }),
  });
  told.set(channel, signals);
  return channel;
}

export function valueOf(
  variables: Variables,
  channel: Channel,
  ...asked: readonly [name: string, from?: 'outside']
): string | undefined {
  const found = variables.read(channel, ...asked);
  return found.outcome === 'read' ? found.value : undefined;
}

function aHub() {
  const events = new EventHub<EngineEvent, EnginePhase>(enginePhases, (error) => {
    throw error;
  });
  const seen: EngineEvent[] = [];
  const keep = (event: EngineEvent): void => void seen.push(event);
  for (const type of ['channel-variable-set', 'channel-caller-changed', 'channel-connected-changed'] as const) {
    events.on('deliver', type, keep);
  }
  for (const type of ['device-state-changed', 'global-variable-set'] as const) events.on('deliver', type, keep);
  return { events, seen };
}

function later(actions: (() => void)[], action: () => void): () => void {
  actions.push(action);
  return () => void actions.splice(actions.indexOf(action), 1);
}

function aStore(): KeyValueStore & { readonly values: Map<string, StoredValue> } {
  const values = new Map<string, StoredValue>();
  return {
    values,
    get: (namespace, key) => values.get(`${namespace} ${key}`),
    list: (namespace) =>
      [...values]
        .filter(([path]) => path.startsWith(`${namespace} `))
        .map(([path, value]) => ({ key: path.slice(namespace.length + 1), value })),
    // Slow on purpose: what was written has to be readable before it is safe.
    put: async (namespace, key, value) => {
      await Promise.resolve();
      values.set(`${namespace} ${key}`, value);
    },
    delete: async (namespace, key) => {
      await Promise.resolve();
      values.delete(`${namespace} ${key}`);
    },
  };
}
