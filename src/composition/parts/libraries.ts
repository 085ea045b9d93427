import type { DialplanApplication } from '../../engine/calls/channel/dialplan-port';
import { basicApplications } from '../../dialplan/applications/basic-applications';
import type { BridgeMemberships } from '../../dialplan/applications/calling/bridge-memberships';
import { callApplications } from '../../dialplan/applications/calling/call-applications';
import type { ChannelSound } from '../../engine/audio/channel-sound';
import type { DialplanRunner } from '../../dialplan/runner/runner';
import type { DialplanFunction } from '../../dialplan/expressions/functions';
import { detectionFunctions } from '../../dialplan/functions/detection';
import type { ServerConfig } from '../../config/server-config';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import { guardedSoon } from '../../shared/scheduling/guard';
import { soon as laterTurn } from '../../shared/scheduling/soon';
import { agiLibrary } from './agi';
import type { CallServices } from './calls';
import type { Engine } from './engine';
import type { MediaServices } from './media-parts';
import type { Reloadable } from '../settings/reload-modules';
import { reloadModules } from '../settings/reload-modules';
import type { SipParts } from './sip';
import type { Destinations } from '../../shared/network/destinations';

export interface LibraryDeps {
  readonly config: ServerConfig;
  readonly engine: Engine;
  readonly calls: CallServices;
  readonly media: MediaServices;
  /** Who is in the bridges of the dialplan. */
  readonly memberships: BridgeMemberships;
  readonly modules: Reloadable;
  readonly destinations: Destinations;
  readonly sip: Pick<SipParts, 'applications' | 'functions'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** All applications that a dialplan can have, by the names that they show. */
export function applicationLibrary(deps: LibraryDeps): ReadonlyMap<string, DialplanApplication> {
  const { engine, calls, media, clock, log } = deps;
  const soon = guardedSoon(laterTurn, log);
  const { table, steps, memories, database, conferences } = calls.plan;
  const { variables, channels, dialplan, sessions, broadcasts } = calls;
  const { events, messaging } = engine;
  const findApplication: typeof table.find = (name) => table.find(name);
  const sound = (): ChannelSound => media.sound;
  const basic = basicApplications({
    steps,
    variables,
    memories,
    clock,
    log,
    events,
    channels,
    messaging,
    findApplication,
    sound,
    database,
    reloadModules: async (names) => (await reloadModules(deps.modules, names)).failures,
    answeringMachine: media.answeringMachine,
    redirect: dialplan.redirect,
  });
  const placing = callApplications({
    ...calls,
    events,
    clock,
    soon,
    log,
    findApplication,
    sound,
    conferences,
    memberships: deps.memberships,
    features: () => calls.plan.features.current,
    deviceState: (device) => engine.devices.stateOf(device),
    dialplan: { ...dialplan, hold: holdIn(calls) },
  });
  return new Map([
    ...basic,
    ...Object.entries(placing),
    ...Object.entries(agiLibrary(deps)),
    ...Object.entries(deps.sip.applications),
    ...Object.entries({ Stasis: sessions.stasis, StasisBroadcast: broadcasts.stasisBroadcast }),
  ]);
}

/** Takes a channel away from the application or the dialplan that has it. */
export function holdIn({ sessions, dialplan }: Pick<CallServices, 'sessions' | 'dialplan'>): DialplanRunner['hold'] {
  return (...taken) => sessions.hold(...taken) || dialplan.hold(...taken);
}

/** All functions that a dialplan can have. */
export function allFunctions({ calls, media, sip, log }: LibraryDeps): ReadonlyMap<string, DialplanFunction> {
  const detecting = detectionFunctions({ ...media, ...calls, log });
  return new Map(Object.entries({ ...calls.plan.functions, ...detecting, ...sip.functions }));
}
