import { channelId } from '../../src/shared/ids';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnsweringMachineConfig } from '../../src/config/server-config';
import { agiApplications } from '../../src/dialplan/agi/agi-applications';
import type { ConferenceConfig } from '../../src/config/files/sound/confbridge-conf';
import { readConfbridgeConf } from '../../src/config/files/sound/confbridge-conf';
import { Findings } from '../../src/config/reader/findings';
import { MemoryPersistence } from '../../src/storage/memory-persistence';
import { ApplicationTable } from '../../src/dialplan/runner/application-table';
import { basicApplications } from '../../src/dialplan/applications/basic-applications';
import { ConferenceRegistry } from '../../src/dialplan/conference/conference-registry';
import { ChannelMemories } from '../../src/dialplan/runner/channel-memory';
import { DialplanDatabase } from '../../src/dialplan/system/dialplan-database';
import { planPortOf } from '../../src/dialplan/plan/plan-port';
import type { DialplanRunner } from '../../src/dialplan/runner/runner';
import { makeRunner } from '../../src/dialplan/runner/runner';
import { stepsOf } from '../../src/dialplan/plan/steps';
import { systemAccess } from '../../src/dialplan/system/system-access';
import { TimeLimits } from '../../src/dialplan/runner/time-limits';
import { AsyncAgiCalls } from '../../src/engine/calls/dialing/async-agi';
import type { Channel } from '../../src/engine/calls/channel/channel';
import { Channels } from '../../src/engine/calls/channel/channels';
import type { ChannelState } from '../../src/engine/calls/channel/channel-state';
import type { DialplanApplication } from '../../src/engine/calls/channel/dialplan-port';
import type { TechnologyChannel } from '../../src/engine/calls/technology/technology-channel';
import type { ChannelSignal } from '../../src/engine/calls/channel/signal';
import { Endpoints } from '../../src/engine/endpoints';
import type { EngineEvent } from '../../src/engine/engine-event';
import type { ChannelSound } from '../../src/engine/audio/channel-sound';
import type { OutgoingMessage } from '../../src/engine/messaging';
import { Messaging } from '../../src/engine/messaging';
import { anEngine } from '../engine/engine-rig';
import { ManualClock } from '../support/client/client-clock';
import { soundPlan } from './dialplan-rig';
import { makeVariables } from './expressions/make-variables';
import { anyDestination } from '../support/sip/any-destination';

export interface RigOptions {
  readonly afterwordLimit?: number;
  readonly applications?: Readonly<Record<string, DialplanApplication>>;
  readonly transfer?: TechnologyChannel['transfer'];
  readonly carriesText?: TechnologyChannel['carriesText'];
  /** Without it, calls carry no audio. */
  readonly sound?: () => ChannelSound;
  readonly answeringMachine?: Partial<AnsweringMachineConfig>;
  readonly conferences?: ConferenceConfig;
  readonly reloadModules?: (names: readonly string[]) => Promise<readonly string[]>;
  /** Where AGI looks for scripts. */
  readonly scripts?: string;
}

/** A line that leads to the test. */
export interface TestLine extends TechnologyChannel {
  readonly sent: ChannelSignal[];
}

/** A dialplan that runs, with real channels, on a clock that the test moves. Variables are written `%{NAME}`. */
export function aDialplan(extensions: string, options: RigOptions = {}) {
  const engine = anEngine();
  const clock = new ManualClock();
  const closing = new AbortController();
  const memories = new ChannelMemories();
  const applications = new ApplicationTable();
  const limits = new TimeLimits(clock, (channel) => runner.expire(channel));
  const plan = soundPlan(extensions.replaceAll('%{', '${'), { now: clock.now });
  const steps = stepsOf(() => plan);
  const channels: Channels = new Channels({
    events: engine.events,
    endpoints: new Endpoints(engine),
    now: clock.now,
    systemName: '',
    shownVariables: () => [],
    read: (channel, name) => channel.variables.get(name),
  });
  const globals = new Map<string, string | undefined>();
  const conferences = new ConferenceRegistry(options.conferences ?? noConferences);
  const database = new DialplanDatabase(new MemoryPersistence(), engine.log);
  const variables = makeVariables({
    globals: { find: (name) => globals.get(name), set: (name, value) => globals.set(name, value) },
    channels,
    devices: { stateOf: () => 'UNKNOWN', set: () => false },
    database,
    plan: planPortOf(() => plan),
    conferences,
    memories,
    limits,
    system: systemAccess,
    liveDangerously: false,
    now: clock.now,
    random: () => 0,
    uuid: () => 'uuid',
    version: '1',
    log: engine.log,
  });
  const { afterwordLimit = 30_000 } = options;
  const shared = { steps, variables, applications, memories, log: engine.log, clock };
  const runner: DialplanRunner = makeRunner({ ...shared, closing: closing.signal, afterwordLimit });
  const messages: OutgoingMessage[] = [];
  const messaging = new Messaging({ events: engine.events, now: clock.now });
  messaging.register({
    technology: 'pjsip',
    send: async (message) => {
      messages.push(message);
      return message.body === '' ? { outcome: 'refused', reason: 'nothing to say' } : { outcome: 'taken' };
    },
  });
  const deps = {
    ...shared,
    events: engine.events,
    channels,
    messaging,
    sound: options.sound ?? (() => noSound),
    findApplication: (name: string) => applications.find(name),
    redirect: runner.redirect,
    answeringMachine: () => ({ ...machineDefaults, ...options.answeringMachine }),
    database,
    reloadModules: options.reloadModules ?? (() => Promise.resolve([])),
  };
  const asyncCalls = new AsyncAgiCalls();
  const agi = agiApplications({
    destinations: anyDestination,
    ...deps,
    database,
    asyncCalls,
    version: '1',
    closing: closing.signal,
    callSubroutine: runner.callSubroutine,
    scriptDirectory: options.scripts ?? join(tmpdir(), 'no-scripts'),
    scriptEnvironment: { PATH: process.env['PATH'] ?? '', AST_AGI_DIR: options.scripts ?? '' },
  });
  applications.add(basicApplications(deps));
  applications.add(Object.entries(agi));
  applications.add(Object.entries(options.applications ?? {}));

  const aChannel = (id = 'c1', state: ChannelState = 'Ring'): Channel & { readonly line: TestLine } => {
    const place = { context: 'default', extension: 's', priority: 1 };
    const line = aLine(options);
    const channel = channels.make({
      id: channelId(id),
      name: `Test/${id}-00000001`,
      technology: 'Test',
      state,
      place,
      language: 'en',
      line: () => line,
    });
    return channel as Channel & { readonly line: TestLine };
  };
  /** Starts at the first priority and does not wait for the end. */
  const start = (channel: Channel, extension = 's', context = 'default'): Promise<void> =>
    runner.run(channel, { context, extension, priority: 1 });
  /** Lets time pass, and then everything happen that waited for it. */
  const pass = async (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
    await settled();
  };
  return {
    ...engine,
    conferences,
    clock,
    closing,
    memories,
    limits,
    channels,
    variables,
    runner,
    messages,
    aChannel,
    start,
    pass,
    asyncCalls,
  };
}

export const noConferences = readConfbridgeConf({ file: 'confbridge.conf', sections: [] }, new Findings());

const machineDefaults: AnsweringMachineConfig = {
  initialSilence: 2500,
  greeting: 1500,
  afterGreetingSilence: 800,
  totalAnalysisTime: 5000,
  minimumWordLength: 100,
  betweenWordsSilence: 50,
  maximumNumberOfWords: 2,
  maximumWordLength: 5000,
  silenceThreshold: undefined,
  playbackFile: '',
};

/** Everything that needs no time has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Events in one line each, as they appear in a record of a call. */
export function told(happened: readonly EngineEvent[], id = 'c1'): string[] {
  return happened.flatMap((event) => {
    if (!('channel' in event) || event.channel.id !== id) return [];
    const { context, extension, priority } = event.channel.place;
    const { name, data } = event.channel.application;
    return [`${event.type}${factsOf(event)} @ ${context},${extension},${priority} ${name}(${data})`];
  });
}

function factsOf(event: EngineEvent): string {
  switch (event.type) {
    case 'channel-variable-set':
      return ` ${event.name}=${event.value}`;
    case 'channel-state-changed':
      return ` ${event.channel.state}`;
    case 'channel-hangup-requested':
      return ` ${event.cause}${event.isSoft ? ' soft' : ''}`;
    case 'channel-destroyed':
      return ` ${event.cause}`;
    default:
      return '';
  }
}

/** What was run, in order: `context,extension,priority Application(data)`. */
export function ran(happened: readonly EngineEvent[], id = 'c1'): string[] {
  const steps = happened.filter((event) => event.type === 'channel-dialplan');
  return told(steps, id).map((line) => line.replace('channel-dialplan @ ', ''));
}

/** A variable of the channel. */
export const value = (channel: Channel, name: string): string | undefined => channel.variables.get(name);

/** A dialplan of one extension. */
export const lines = (...steps: readonly string[]): string =>
  ['[default]', ...steps.map((step, index) => (index === 0 ? `exten => s,1,${step}` : ` same => n,${step}`))].join(
    '\n',
  );

/** Runs steps that need no time, and gives the channel at the end. */
export async function after(...steps: readonly string[]): Promise<Channel> {
  const { aChannel, start } = aDialplan(lines(...steps));
  const channel = aChannel();
  await start(channel);
  return channel;
}

function aLine({ transfer, carriesText }: RigOptions): TestLine {
  const sent: ChannelSignal[] = [];
  return {
    sent,
    ...(transfer && { transfer }),
    ...(carriesText && { carriesText }),
    dial: () => ({ outcome: 'dialling' }),
    send: (signal) => void sent.push(signal),
    carries: () => true,
    hangUp: () => undefined,
  };
}

/** Calls of the test lead nowhere: there is nobody to hear anything. */
export const noSound: ChannelSound = {
  play: () => {
    const nothing = (): void => undefined;
    const over = Promise.resolve({ outcome: 'failed', reason: 'the channel carries no audio' } as const);
    return { over, pause: nothing, resume: nothing, restart: nothing, seek: nothing, stop: nothing };
  },
  announce: () => noSound.play(undefined as never, { anyOf: [] }),
  soundDigit: () => undefined,
  recordBridge: async () => ({ outcome: 'refused', reason: 'the channel carries no audio' }),
  record: async () => ({ outcome: 'refused', reason: 'the channel carries no audio' }),
  monitor: async () => ({ outcome: 'refused', reason: 'the channel carries no audio' }),
  monitorsOf: () => [],
  startMusic: () => undefined,
  stopMusic: () => undefined,
  connect: () => () => undefined,
  startTone: async () => undefined,
  stopTone: () => undefined,
  echo: () => () => undefined,
  onFirstAudio: () => () => undefined,
  onLevel: () => undefined,
  talkingLevel: 256,
  detect: () => undefined,
  listenIn: () => undefined,
  talkTo: () => Promise.resolve({ outcome: 'refused', reason: 'the channel carries no audio' }),
};
