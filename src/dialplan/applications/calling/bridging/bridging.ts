import { answer } from '../../../../engine/calls/dialing/answer';
import type { Bridge } from '../../../../engine/calls/bridge/bridge';
import type { Channel } from '../../../../engine/calls/channel/channel';
import type { ApplicationRun, DialplanApplication } from '../../../../engine/calls/channel/dialplan-port';
import { causes } from '../../../../engine/calls/channel/hangup-cause';
import { splitArguments } from '../../../expressions/split-arguments';
import type { Applications } from '../../application-deps';
import { withinLimit } from '../bridging-limit';
import type { BridgeMemberships } from '../bridge-memberships';
import type { DialLetters } from '../dial/dial-arguments';
import { readLetters } from '../dial/dial-arguments';
import type { CallApplicationDeps } from '../dial/dial-deps';
import { limitOf, readPlace } from '../dial/dial-options';
import { takeChannel } from './join-channels';

type BridgingDeps = CallApplicationDeps & { readonly memberships: BridgeMemberships };
type BridgeResult = 'SUCCESS' | 'FAILURE' | 'LOOP' | 'NONEXISTENT';

/** Bringing channels together that exist already. */
export function bridgingApplications(deps: BridgingDeps): Applications {
  return {
    Bridge: async (channel, data, run) => {
      const [name = '', letters = ''] = splitArguments(data, { limit: 2, isRaw: true });
      const result = await joinTwo({ channel, name: name.trim(), options: readLetters(letters), run }, deps);
      channel.variables.set('BRIDGERESULT', result);
    },
    BridgeAdd: async (channel, data, { signal }) => {
      const [name = ''] = splitArguments(data);
      const found = bridgeOf(channel, name.trim(), deps);
      if (typeof found === 'string') return channel.variables.set('BRIDGERESULT', found);
      answer(channel);
      deps.memberships.enter(channel, found);
      await deps.memberships.waitUntilLeft(channel, signal);
      channel.variables.set('BRIDGERESULT', 'SUCCESS');
    },
    BridgeWait: bridgeWait(deps),
  };
}

/** `BridgeWait([name][,role][,options])` */
function bridgeWait({ memberships, clock, log }: BridgingDeps): DialplanApplication {
  return async (channel, data, { signal }) => {
    const [name = '', role = '', letters = ''] = splitArguments(data).map((part) => part.trim());
    const options = readLetters(letters);
    if (role !== '' && role !== 'participant' && role !== 'announcer')
      return log.warn({ channel: channel.id, role }, 'BridgeWait: unknown role');
    if (!options.has('n')) answer(channel);
    if (channel.isEnding) return;
    memberships.enter(channel, memberships.holding(name === '' ? 'default' : name), {
      role: role === '' ? 'participant' : role,
    });
    const limit = { milliseconds: limitOf(new Map([['S', options.get('S') ?? '']])), signal };
    await withinLimit(clock, limit, (ending) => memberships.waitUntilLeft(channel, ending));
  };
}

/** The bridge that the channel of that name is in, or why there is none to enter. */
function bridgeOf(channel: Channel, name: string, deps: BridgingDeps): Bridge | BridgeResult {
  const other = findChannel(name, deps);
  if (other === undefined) return 'NONEXISTENT';
  if (other === channel) return 'LOOP';
  const bridge = channel.isEnding ? undefined : deps.bridges.of(other);
  const missing = bridge?.missingModule(1);
  if (missing !== undefined)
    deps.log.warn({ channel: channel.id, module: missing }, 'BridgeAdd needs a module that is not loaded');
  return bridge === undefined || missing !== undefined ? 'FAILURE' : bridge;
}

interface Meeting {
  readonly channel: Channel;
  readonly name: string;
  readonly options: DialLetters;
  readonly run: ApplicationRun;
}

async function joinTwo(meeting: Meeting, deps: BridgingDeps): Promise<BridgeResult> {
  const { channel, name, options, run } = meeting;
  const { memberships, clock, log } = deps;
  const other = findChannel(name, deps);
  if (other === undefined) return 'NONEXISTENT';
  if (other === channel) return 'LOOP';
  if (channel.isEnding) return 'FAILURE';
  if (memberships.missingModule !== undefined) {
    log.warn({ channel: channel.id, module: memberships.missingModule }, 'Bridge needs a module that is not loaded');
    return 'FAILURE';
  }
  if (!options.has('n')) answer(channel);
  const bridge = take(other, meeting, deps);
  if (bridge === undefined) {
    log.warn(
      { channel: channel.id, other: other.id },
      'Bridge: the other channel cannot be taken from the application that runs it',
    );
    return 'FAILURE';
  }
  memberships.enter(channel, bridge);
  const limit = { milliseconds: limitOf(options), signal: run.signal };
  await withinLimit(clock, limit, (signal) => memberships.waitUntilLeft(channel, signal));
  return 'SUCCESS';
}

/**
 * Brings the other channel into a new bridge, out of whatever it was in. A channel that waited in a bridge goes on where
 * it would have gone on from there; any other one has to be given up by what runs it.
 */
function take(
  other: Channel,
  { channel, options }: Meeting,
  { memberships, dialplan }: BridgingDeps,
): Bridge | undefined {
  const onward = options.get('F') ?? '';
  const place = onward === '' ? undefined : readPlace(onward, channel.position.place, dialplan.findLabel);
  const onReturned = (): void => {
    if (options.has('x') && !other.isEnding) other.endSilently(causes.normal);
  };
  const hold = (...taken: Parameters<NonNullable<typeof dialplan.hold>>): boolean => dialplan.hold?.(...taken) === true;
  const enter = takeChannel(other, { place, onReturned }, { memberships, hold });
  if (enter === undefined) return undefined;
  const bridge = memberships.makeForTwo();
  enter(bridge);
  return bridge;
}

/** By its id or name, or by the beginning of its name. */
function findChannel(name: string, { channels }: Pick<BridgingDeps, 'channels'>): Channel | undefined {
  if (name === '') return undefined;
  return channels.find(name) ?? channels.list().find((channel) => channel.name.startsWith(`${name}-`));
}
