import { InForce } from '../settings/in-force';
import type { ServerConfig, FeaturesConfig } from '../../config/server-config';
import type { Persistence } from '../../storage/persistence';
import { withApplicationContexts } from '../../dialplan/plan/application-contexts';
import { ApplicationTable } from '../../dialplan/runner/application-table';
import { ConferenceRegistry } from '../../dialplan/conference/conference-registry';
import { ChannelMemories } from '../../dialplan/runner/channel-memory';
import { CustomDevices } from '../../dialplan/system/custom-devices';
import { DialplanDatabase } from '../../dialplan/system/dialplan-database';
import { DialplanInForce } from '../../dialplan/plan/dialplan-in-force';
import type { FunctionDeps } from '../../dialplan/function-library';
import { functionLibrary } from '../../dialplan/function-library';
import type { FunctionTable } from '../../dialplan/expressions/functions';
import { DialplanFunctions } from '../../dialplan/expressions/functions';
import { planPortOf } from '../../dialplan/plan/plan-port';
import type { DialplanRunner } from '../../dialplan/runner/runner';
import { makeRunner } from '../../dialplan/runner/runner';
import type { Steps } from '../../dialplan/plan/steps';
import { stepsOf } from '../../dialplan/plan/steps';
import { systemAccess } from '../../dialplan/system/system-access';
import { TimeLimits } from '../../dialplan/runner/time-limits';
import { Variables } from '../../dialplan/expressions/variables';
import { Channels } from '../../engine/calls/channel/channels';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import { Once } from '../../shared/limits/once';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import type { Engine } from './engine';

export interface DialplanDeps {
  /** Makes ids of objects. */
  readonly uuid: () => string;
  readonly config: ServerConfig;
  readonly engine: Engine;
  readonly database: Persistence;
  /** Whether an application of a client exists. */
  readonly isApplication: (name: string) => boolean;
  /** Variables that are shown with every channel, as the configuration says now. */
  readonly shownVariables: () => readonly string[];
  /** The same for readers of the manager interface. */
  readonly managerVariables: () => readonly string[];
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the server closes. */
  readonly closing: StopSignal;
}

/** What runs channels through the dialplan. Applications and functions are registered by modules. */
export interface DialplanServices {
  readonly channels: Channels;
  readonly plan: DialplanInForce;
  readonly steps: Steps;
  readonly memories: ChannelMemories;
  readonly variables: Variables;
  readonly runner: DialplanRunner;
  readonly table: ApplicationTable;
  /** All functions that need no audio, registered or not. */
  readonly functions: FunctionTable;
  readonly database: DialplanDatabase;
  readonly customDevices: CustomDevices;
  readonly conferences: ConferenceRegistry;
  /** What features.conf says. */
  readonly features: InForce<FeaturesConfig>;
}

/** Channels show variables, variables are read by the dialplan, and the dialplan runs channels. */
export function makeDialplan(deps: DialplanDeps): DialplanServices {
  const { engine, clock, log, config, database, closing } = deps;
  const { events, endpoints } = engine;
  const channels: Channels = new Channels({
    events,
    endpoints,
    now: clock.now,
    systemName: idPrefix(config),
    shownVariables: deps.shownVariables,
    managerVariables: deps.managerVariables,
    read: (channel, name, from) => {
      const result = variables.read(channel, name, from);
      return result.outcome === 'read' ? result.value : undefined;
    },
  });
  const plan = new DialplanInForce(clock.now);
  const memories = new ChannelMemories();
  const limits: TimeLimits = new TimeLimits(clock, (channel) => runner.expire(channel));
  const customDevices = new CustomDevices({ store: database, events, now: clock.now, log });
  const conferences = new ConferenceRegistry(config.conferences);
  const parts = { channels, plan, memories, limits, customDevices, conferences };
  const library = functionDeps(deps, parts);
  const { liveDangerously } = config.options;
  const variables: Variables = new Variables({
    ...library,
    liveDangerously,
    log,
    functions: new DialplanFunctions(),
    once: new Once(),
  });
  const steps = withApplicationContexts(stepsOf(plan.get), deps.isApplication);
  const table = new ApplicationTable();
  const runner = makeRunner({ steps, variables, applications: table, memories, log, clock, closing });
  const functions = functionLibrary(library);
  const { database: values } = library;
  return {
    channels,
    plan,
    steps,
    memories,
    variables,
    runner,
    table,
    functions,
    customDevices,
    conferences,
    database: values,
    features: new InForce(config.features),
  };
}

/** In front of the ids of channels. The id of a node comes first: other nodes find the channel by it. */
function idPrefix({ cluster, options: { systemName } }: ServerConfig): string {
  return [cluster?.node ?? '', systemName].filter((part) => part !== '').join('-');
}

interface FunctionParts extends Pick<
  DialplanServices,
  'channels' | 'plan' | 'memories' | 'customDevices' | 'conferences'
> {
  readonly limits: TimeLimits;
}

function functionDeps(
  { engine, database, uuid, clock, log, version }: DialplanDeps,
  parts: FunctionParts,
): FunctionDeps {
  const { channels, memories, limits, customDevices, plan, conferences } = parts;
  return {
    channels,
    memories,
    limits,
    version,
    conferences,
    globals: engine.variables,
    devices: { stateOf: (device) => engine.devices.stateOf(device), set: customDevices.set },
    database: new DialplanDatabase(database, log),
    plan: planPortOf(plan.get),
    system: systemAccess,
    now: clock.now,
    random: Math.random,
    uuid,
  };
}
