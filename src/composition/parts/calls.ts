import type { BridgeId } from '../../shared/ids';
import { bridgeId } from '../../shared/ids';
import { loadavg } from 'node:os';
import { readLimitedRegex } from '../../shared/regex/limited-regex';
import type { MessageQueueDeps } from '../../dialplan/messages/message-queue';
import { MessageQueue } from '../../dialplan/messages/message-queue';
import type { DialplanRunner } from '../../dialplan/runner/runner';
import type { Variables } from '../../dialplan/expressions/variables';
import { LocalDriver } from '../../drivers/local/local-driver';
import { Admission } from '../../engine/calls/technology/admission';
import { AsyncAgiCalls } from '../../engine/calls/dialing/async-agi';
import type { BridgeTechnologies } from '../../engine/calls/bridge/bridge-technology';
import { Bridges } from '../../engine/calls/bridge/bridges';
import { CallIntake } from '../../engine/calls/technology/call-intake';
import type { Program } from '../../engine/calls/dialing/calls';
import { Calls } from '../../engine/calls/dialing/calls';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { RemoteChannels } from '../../engine/calls/use-cases/remote-channels';
import { Technologies } from '../../engine/calls/technology/technologies';
import { carryOutTransfers } from '../../engine/calls/transfer/carry-out-transfer';
import { canBePickedUp, groupPickup, pickUp, ringingInGroup } from '../../engine/calls/transfer/pick-up';
import { placeReferral } from '../../engine/calls/transfer/place-referral';
import { replacingCall } from '../../engine/calls/transfer/replace-call';
import type { TransferDeps } from '../../engine/calls/transfer/transfer-deps';
import { Transfers } from '../../engine/calls/transfer/transfers';
import type { NeededModule } from '../../shared/module-use/hold';
import { ServiceSlot } from '../../shared/module-use/service-slot';
import { guardedSoon } from '../../shared/scheduling/guard';
import { soon as laterTurn } from '../../shared/scheduling/soon';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { Stopper } from '../../shared/scheduling/stop-signal';
import type { Applications } from '../../stasis/applications';
import type { Belongings } from '../../stasis/belongings';
import type { BroadcastsDeps } from '../../stasis/broadcasts';
import { Broadcasts } from '../../stasis/broadcasts';
import type { OpenForCall } from '../../stasis/sessions';
import { Sessions } from '../../stasis/sessions';
import type { DialplanDeps, DialplanServices } from './dialplan';
import { makeDialplan } from './dialplan';
import type { Provisions } from '../module-contents/provisions';

export interface CallsDeps extends Omit<DialplanDeps, 'closing' | 'isApplication'> {
  readonly applications: Applications;
  readonly belongings: Belongings;
  /** Makes ids of bridges. */
  readonly newId: () => string;
  readonly bridgeTechnologies: BridgeTechnologies;
  readonly codecs: Pick<Provisions['codecs'], 'has'>;
  /** The one that brings channels into applications. */
  readonly stasisModule: NeededModule;
  /** Channels of other nodes in bridges of this one. */
  readonly remote: Pick<RemoteChannels, 'applicationWith'>;
}

/** Everything that calls are made of. */
export interface CallServices {
  readonly channels: Channels;
  readonly bridges: Bridges;
  readonly calls: Calls;
  readonly admission: Admission;
  readonly technologies: Technologies;
  readonly sessions: Sessions;
  readonly broadcasts: Broadcasts;
  readonly dialplan: DialplanRunner;
  readonly variables: Variables;
  /** What the dialplan consists of besides. */
  readonly plan: DialplanServices;
  readonly local: LocalDriver;
  /** Runs the dialplan for messages that belong to no call. */
  readonly messages: MessageQueue;
  /** Where technologies bring the calls that come to them. */
  readonly intake: CallIntake;
  /** Where they bring transfers that far ends ask for. */
  readonly transfers: Transfers;
  /** Opens the socket that an application wants for one call. */
  readonly callSockets: ServiceSlot<OpenForCall>;
  /** Calls that wait for commands from outside the dialplan. */
  readonly asyncAgi: AsyncAgiCalls;
  /** Fires when the server closes. */
  readonly closing: StopSignal;
  /** Hangs up whatever is still there. */
  readonly close: () => void;
}

const noSockets: OpenForCall = () => Promise.resolve({ outcome: 'not-configured' });

/** Puts channels, bridges and dialplan together. They know each other only by their ports. */
export function makeCalls(deps: CallsDeps): CallServices {
  const { engine, clock, log, applications } = deps;
  const { events } = engine;
  const closing = new Stopper();
  const soon = guardedSoon(laterTurn, log);
  const nextId = (): BridgeId => bridgeId(deps.newId());
  const bridges = new Bridges({ technologies: deps.bridgeTechnologies, events, now: clock.now, nextId });
  const isApplication = (name: string): boolean => applications.get(name) !== undefined;
  const plan = makeDialplan({ ...deps, isApplication, closing: closing.signal });
  const { channels, variables, runner } = plan;
  const technologies = new Technologies({ ...engine, now: clock.now });
  const { maxCalls, maxLoad } = deps.config.options;
  const load = (): number => loadavg()[0] ?? 0;
  const admission = new Admission({ channels, maxCalls, maxLoad, load, now: clock.now, log });
  const calls = new Calls({ channels, admission, technologies, variables, events, clock, soon, log });
  const callSockets = new ServiceSlot(noSockets);
  const openForCall: OpenForCall = (...call) => callSockets.current(...call);
  const sessions = new Sessions({
    applications,
    bridges,
    belongings: deps.belongings,
    dialplan: runner,
    events,
    openForCall,
    log,
    module: deps.stasisModule,
  });
  const broadcasts = new Broadcasts({ applications, sessions, clock, random: Math.random, readFilter, log });
  const language = deps.config.options.defaultLanguage;
  const local = new LocalDriver({
    channels,
    calls,
    dialplan: runner,
    events,
    now: clock.now,
    language,
    canCarry: (format) => deps.codecs.has(format),
  });
  const intake = new CallIntake({ channels, admission, technologies, calls, dialplan: runner, soon, language });
  const { remote } = deps;
  const transfers = makeTransfers({ remote, channels, bridges, calls, plan, sessions, events, now: clock.now });
  const messages = makeMessageQueue({ ...engine, calls, plan, soon, language });
  const close = (): void => {
    closing.abort();
    messages.close();
    for (const channel of channels.list()) channel.hangUp();
  };
  return {
    channels,
    bridges,
    calls,
    admission,
    technologies,
    sessions,
    broadcasts,
    dialplan: runner,
    variables,
    plan,
    local,
    intake,
    messages,
    transfers,
    callSockets,
    asyncAgi: new AsyncAgiCalls(),
    closing: closing.signal,
    close,
  };
}

interface TransferParts extends Pick<TransferDeps, 'calls' | 'events' | 'now'> {
  readonly remote: Pick<RemoteChannels, 'applicationWith'>;
  readonly channels: Channels;
  readonly bridges: Bridges;
  readonly plan: Pick<DialplanServices, 'runner' | 'features'>;
  readonly sessions: Sessions;
}

/** Channels are given up by the dialplan or the application that has them. */
function makeTransfers({ channels, plan, sessions, remote, ...parts }: TransferParts): Transfers {
  const { runner, features } = plan;
  const deps: TransferDeps = {
    ...parts,
    dialplan: runner,
    applications: {
      replacing: (replaced, options) => {
        const elsewhere = remote.applicationWith(replaced.id);
        return elsewhere === undefined
          ? sessions.replacing(replaced, options)
          : sessions.replacingRemote(replaced, elsewhere);
      },
      enteredBridge: (...entered) => sessions.enteredBridge(...entered),
    },
    sendOn: (...sent) => runner.sendOn(...sent) || sessions.sendOn(...sent),
  };
  const replacing = (replaced: Channel): Program => replacingCall(replaced, deps);
  return new Transfers({
    ...parts,
    channels,
    replacing,
    decide: carryOutTransfers(deps),
    refer: (request) => placeReferral(request, deps),
    groupPickup: (extension) =>
      extension !== '' && extension === features.current.pickupExtension
        ? groupPickup({ ...deps, channels })
        : undefined,
    ringingInGroup: (by) => ringingInGroup(by, { ...deps, channels }),
    canBePickedUp: (called) => canBePickedUp(called, deps),
    pickUp: (called, by) => pickUp(called, by, deps),
  });
}

type MessageQueueParts = Pick<MessageQueueDeps, 'calls' | 'messaging' | 'events' | 'soon' | 'language'>;

function makeMessageQueue({ plan, ...parts }: MessageQueueParts & { readonly plan: DialplanServices }): MessageQueue {
  const { channels, memories, runner: dialplan } = plan;
  return new MessageQueue({ ...parts, channels, memories, dialplan });
}

/** Expressions are matched in linear time: none of them can keep the server busy. */
const readFilter: BroadcastsDeps['readFilter'] = (expression) => {
  const regex = readLimitedRegex(expression);
  return typeof regex === 'string' ? regex : (name) => regex.matches(name);
};
