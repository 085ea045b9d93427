import { randomUUID } from 'node:crypto';
import type { AnsweringMachineConfig, ServerConfig } from '../config/server-config';
import type { Persistence } from '../config/stores/persistence';
import { ApplicationTable } from '../dialplan/application-table';
import { withApplicationContexts } from '../dialplan/application-contexts';
import { callApplications } from '../dialplan/applications/call-applications';
import { basicApplications } from '../dialplan/applications/basic-applications';
import { ChannelMemories } from '../dialplan/channel-memory';
import { CustomDevices } from '../dialplan/custom-devices';
import type { Dialplan } from '../dialplan/dialplan';
import { DialplanDatabase } from '../dialplan/dialplan-database';
import { makeVariables } from '../dialplan/make-variables';
import { planPortOf } from '../dialplan/plan-port';
import { tryRegex } from '../dialplan/regex/try-regex';
import type { DialplanRunner } from '../dialplan/runner';
import { makeRunner } from '../dialplan/runner';
import { stepsOf } from '../dialplan/steps';
import { systemAccess } from '../dialplan/system-access';
import { TimeLimits } from '../dialplan/time-limits';
import type { Variables } from '../dialplan/variables';
import { LocalDriver } from '../drivers/local/local-driver';
import { Bridges } from '../engine/calls/bridges';
import { Calls } from '../engine/calls/calls';
import { Channels } from '../engine/calls/channels';
import { Technologies } from '../engine/calls/technologies';
import type { ChannelSound } from '../engine/media/channel-sound';
import type { Clock } from '../shared/clock';
import type { Logger } from '../shared/logger';
import { soon } from '../shared/soon';
import type { StopSignal } from '../shared/stop-signal';
import { Stopper } from '../shared/stop-signal';
import type { Applications } from '../stasis/applications';
import { Broadcasts } from '../stasis/broadcasts';
import type { CallSocketResult } from '../stasis/sessions';
import { Sessions } from '../stasis/sessions';
import type { Engine } from './engine';

export interface CallsDeps {
  readonly config: ServerConfig;
  readonly engine: Engine;
  readonly database: Persistence;
  readonly applications: Applications;
  /** The dialplan as it was read last. */
  readonly dialplan: () => Dialplan;
  /** What is heard on calls; made after them, and asked for only while they run. */
  readonly sound: () => ChannelSound;
  /** What amd.conf says now. */
  readonly answeringMachine: () => AnsweringMachineConfig;
  readonly openForCall: (application: string, channel: string, signal: StopSignal) => Promise<CallSocketResult>;
  /** Variables that are shown with every channel, as the configuration says now. */
  readonly shownVariables: () => readonly string[];
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Everything that calls are made of. */
export interface CallHouse {
  readonly channels: Channels;
  readonly bridges: Bridges;
  readonly calls: Calls;
  readonly technologies: Technologies;
  readonly sessions: Sessions;
  readonly broadcasts: Broadcasts;
  readonly dialplan: DialplanRunner;
  readonly variables: Variables;
  /** Hangs up whatever is still there. */
  readonly close: () => void;
}

/** Puts channels, bridges, dialplan and technologies together. They know each other only by their ports. */
export function makeCalls(deps: CallsDeps): CallHouse {
  const { engine, clock, log, applications, openForCall } = deps;
  const { events } = engine;
  const closing = new Stopper();
  const bridges = new Bridges({ events, now: clock.now, nextId: randomUUID });
  const plan = makeDialplan(deps, closing.signal);
  const { channels, variables, runner, table } = plan;
  const technologies = new Technologies();
  const calls = new Calls({ channels, technologies, variables, events, clock, soon, log });
  const sessions = new Sessions({ applications, bridges, dialplan: runner, events, openForCall, log });
  const broadcasts = new Broadcasts({ applications, sessions, clock, random: Math.random, readFilter, log });
  const language = deps.config.options.defaultLanguage;
  const local = new LocalDriver({ channels, calls, dialplan: runner, events, now: clock.now, language });
  technologies.add(local);
  engine.devices.addProvider(local);
  table.add(Object.entries({ Stasis: sessions.stasis, StasisBroadcast: broadcasts.stasisBroadcast }));
  const placing = callApplications({
    ...{ calls, bridges, channels, events, clock, soon, log },
    dialplan: { ...runner, hold: (...taken) => sessions.hold(...taken) || runner.hold(...taken) },
    findApplication: (name) => table.find(name),
  });
  table.add(Object.entries(placing));
  const close = (): void => {
    closing.abort();
    for (const channel of channels.list()) channel.hangUp();
  };
  return { channels, bridges, calls, technologies, sessions, broadcasts, dialplan: runner, variables, close };
}

interface DialplanHouse {
  readonly channels: Channels;
  readonly variables: Variables;
  readonly runner: DialplanRunner;
  readonly table: ApplicationTable;
}

/** Channels show variables, variables are read by the dialplan, and the dialplan runs channels. */
function makeDialplan(deps: CallsDeps, closing: StopSignal): DialplanHouse {
  const { engine, clock, log, config, applications } = deps;
  const { events, messaging } = engine;
  const { systemName, liveDangerously } = config.options;
  const channels: Channels = new Channels({
    events,
    now: clock.now,
    systemName,
    shownVariables: deps.shownVariables,
    read: (channel, name) => {
      const result = variables.read(channel, name);
      return result.outcome === 'read' ? result.value : undefined;
    },
  });
  const memories = new ChannelMemories();
  const limits: TimeLimits = new TimeLimits(clock, (channel) => runner.expire(channel));
  const variables = makeDialplanVariables(deps, { channels, memories, limits });
  const steps = withApplicationContexts(stepsOf(deps.dialplan), (name) => applications.get(name) !== undefined);
  const table = new ApplicationTable();
  const runner = makeRunner({ steps, variables, applications: table, memories, log, clock, closing });
  const basic = basicApplications({
    ...{ steps, variables, memories, clock, log, events, channels, messaging, liveDangerously },
    sound: deps.sound,
    answeringMachine: deps.answeringMachine,
    findApplication: (name) => table.find(name),
    redirect: runner.redirect,
  });
  return { channels, variables, runner, table: table.add(basic) };
}

interface VariableParts {
  readonly channels: Channels;
  readonly memories: ChannelMemories;
  readonly limits: TimeLimits;
}

function makeDialplanVariables(deps: CallsDeps, parts: VariableParts): Variables {
  const { engine, database, clock, log, config, version } = deps;
  const custom = new CustomDevices({ store: database, events: engine.events, now: clock.now, log });
  engine.devices.addProvider(custom);
  return makeVariables({
    ...parts,
    globals: engine.variables,
    devices: { stateOf: (device) => engine.devices.stateOf(device), set: custom.set },
    database: new DialplanDatabase(database, log),
    plan: planPortOf(deps.dialplan),
    system: systemAccess,
    liveDangerously: config.options.liveDangerously,
    now: clock.now,
    random: Math.random,
    uuid: randomUUID,
    version,
    log,
  });
}

/** Expressions are matched in linear time: none of them can keep the server busy. */
function readFilter(expression: string): ((name: string) => boolean) | undefined {
  const regex = tryRegex(expression);
  return regex === undefined ? undefined : (name) => regex.matches(name);
}
