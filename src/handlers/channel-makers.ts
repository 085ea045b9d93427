import type { Channel as WireChannel } from '../../generated/models';
import type { ChannelsCreateParams, ChannelsOperations, ChannelsOriginateParams } from '../../generated/operations';
import type { Refusal, Reply } from '../contract/handler';
import { UnavailableError } from '../contract/unavailable';
import type { Calls, NewChannel, NewChannelResult, Program } from '../engine/calls/calls';
import type { Channel } from '../engine/calls/channel';
import type { Channels } from '../engine/calls/channels';
import type { DialplanPlace } from '../engine/calls/dialplan-place';
import type { DialplanPort } from '../engine/calls/dialplan-port';
import { isKnownFormat } from '../engine/calls/formats';
import { parseParty } from '../engine/calls/party';
import { when } from '../shared/when';
import type { Applications } from '../stasis/applications';
import type { Belongings } from '../stasis/belongings';
import { presentChannel } from '../stasis/present-channel';
import type { Sessions } from '../stasis/sessions';
import { needsApplications } from './application-guards';
import { assignmentsOf } from './assignments';
import { quoted } from './quoted';

export interface ChannelMakersDeps {
  readonly applications: Applications;
  readonly belongings: Pick<Belongings, 'giveChannel'>;
  readonly calls: Calls;
  readonly channels: Channels;
  readonly dialplan: DialplanPort;
  readonly sessions: Sessions;
}

type Makers = Pick<ChannelsOperations, 'originate' | 'originateWithId' | 'create'>;
type Target = Omit<ChannelsOriginateParams, 'endpoint' | 'timeout'>;

export const longestId = 149;
const defaultTimeout = 30;

/** The operations that make channels. Everything is checked before the first one exists. */
export function channelMakers(deps: ChannelMakersDeps): Makers {
  const originate: Makers['originate'] = (params) => {
    const wish = readWish(params, deps);
    if ('status' in wish) return wish;
    const program = readProgram(params, deps);
    if ('status' in program) return program;
    const callerId = params.callerId ? parseParty(params.callerId) : undefined;
    const call = { ...wish, callerId, timeout: timeoutOf(params.timeout), program: program.run };
    const beforeAnnounced: NewChannel['beforeAnnounced'] = (channel, others) =>
      own(params.app, [channel, ...others], deps);
    return when(deps.calls.originate({ ...call, beforeAnnounced }), (made) => {
      if (made.outcome !== 'made') return refusalOf(made);
      subscribe(params.app, [made.channel, ...made.others], deps);
      return shown(made.channel);
    });
  };
  return {
    originate,
    originateWithId: originate,
    create: (params) => create(params, deps),
  };
}

type Made = Reply<200, WireChannel> | Refusal<400 | 409>;

function create(params: ChannelsCreateParams, deps: ChannelMakersDeps): Made | Promise<Made> {
  const { app, appArgs } = params;
  if (app === '') return { status: 400, message: 'app is empty: name the application that the channel is to enter' };
  const wish = readWish(params, deps, { isOriginatorOptional: true });
  if ('status' in wish) return wish;
  needsApplications(deps.sessions);
  const beforeAnnounced: NewChannel['beforeAnnounced'] = (channel) => own(app, [channel], deps);
  const made = deps.calls.create(
    { ...wish, beforeAnnounced },
    {
      onMade: (channel) => {
        subscribe(app, [channel], deps);
        if (wish.originator !== undefined) subscribe(app, [wish.originator], deps);
      },
      program: (channel) => {
        channel.position.startApplication({ name: 'Stasis', data: dataOf(app, appArgs) });
        return deps.sessions.run(channel, app, argsOf(appArgs));
      },
    },
  );
  return when(made, (result) => (result.outcome === 'made' ? shown(result.channel) : refusalOf(result)));
}

function shown(channel: Channel): Reply<200, WireChannel> {
  return { status: 200, body: presentChannel(channel.snapshot()) };
}

/** The channels are the application's from now on. */
export function own(name: string | undefined, channels: readonly Channel[], deps: ChannelMakersDeps): void {
  if (name) for (const { id } of channels) deps.belongings.giveChannel(id, name);
}

/** The application hears of the call from its beginning, and until it is gone. */
export function subscribe(
  name: string | undefined,
  channels: readonly Channel[],
  { applications }: ChannelMakersDeps,
): void {
  if (!name) return;
  for (const { id } of channels) applications.subscribeToOwn(applications.obtain(name), 'channel', id);
}

interface Wish extends Pick<ChannelsOriginateParams, 'endpoint' | 'channelId' | 'otherChannelId'> {
  readonly originator?: string;
  readonly formats?: string;
  readonly variables?: ChannelsOriginateParams['variables'];
}

/** With `isOriginatorOptional`, an unknown originator is passed over. */
function readWish(
  wish: Wish,
  { channels }: ChannelMakersDeps,
  { isOriginatorOptional = false } = {},
): NewChannel | Refusal<400> {
  const { endpoint, channelId, otherChannelId } = wish;
  const tooLong = Object.entries({ channelId, otherChannelId }).find(([, id = '']) => id.length > longestId);
  if (tooLong !== undefined)
    return { status: 400, message: `${tooLong[0]} is longer than the ${longestId} characters an id may have` };
  const originator = wish.originator ? channels.find(wish.originator) : undefined;
  if (wish.originator && wish.formats)
    return { status: 400, message: 'originator and formats exclude each other: the originator brings its own formats' };
  if (wish.originator && originator === undefined && !isOriginatorOptional)
    return { status: 400, message: `there is no channel ${quoted(wish.originator)} to be the originator` };
  const formats = listOf(wish.formats);
  const unknown = formats.find((name) => !isKnownFormat(name));
  if (unknown !== undefined) return { status: 400, message: `formats names ${quoted(unknown)}, which is no format` };
  return {
    endpoint,
    id: channelId || undefined,
    otherId: otherChannelId || undefined,
    formats,
    formatsLike: originator,
    originator,
    variables: assignmentsOf(wish.variables),
  };
}

/** What the channel is to do once it is answered: enter an application, or run the dialplan. */
function readProgram(target: Target, deps: ChannelMakersDeps): { readonly run: Program } | Refusal<400 | 404> {
  const { app, appArgs, context, extension, priority, label } = target;
  if (!app) return readDialplanProgram(target, deps);
  const excluded = Object.entries({ context, extension, priority, label }).find(([, value]) => Boolean(value));
  if (excluded !== undefined)
    return { status: 400, message: `app and ${excluded[0]} exclude each other: a call goes to one place` };
  needsApplications(deps.sessions);
  const run: Program = (channel) => {
    channel.position.showApplication({ name: 'Stasis', data: dataOf(app, appArgs) });
    return deps.sessions.run(channel, app, argsOf(appArgs));
  };
  return { run };
}

function readDialplanProgram(target: Target, deps: ChannelMakersDeps): { readonly run: Program } | Refusal<400 | 404> {
  const { extension, appArgs } = target;
  if (appArgs) return { status: 400, message: 'appArgs is for an application, and app is not given' };
  if (!extension)
    return { status: 400, message: 'neither app nor extension is given: say where the call goes once it is answered' };
  const context = target.context || 'default';
  const priority = readPriority({ ...target, context, extension }, deps.dialplan);
  if (typeof priority !== 'number') return priority;
  const place: DialplanPlace = { context, extension, priority };
  return { run: (channel) => deps.dialplan.run(channel, place) };
}

/** A label stands for a priority; one that is a number is a priority itself. */
export function readPriority(
  target: {
    readonly context: string;
    readonly extension: string;
    readonly priority?: number | undefined;
    readonly label?: string | undefined;
  },
  dialplan: DialplanPort,
): number | Refusal<400 | 404> {
  const { context, extension, priority, label } = target;
  if (!label) return priority || 1;
  if (/^\d+$/.test(label))
    return Number(label) > 0 ? Number(label) : { status: 400, message: 'label is 0, and priorities begin at 1' };
  const message = `there is no label ${quoted(label)} at ${quoted(extension)} in ${quoted(context)}`;
  return dialplan.findLabel(context, extension, label) ?? { status: 404, message };
}

export function refusalOf(result: Exclude<NewChannelResult, { outcome: 'made' }>): Refusal<400 | 409> {
  switch (result.outcome) {
    case 'id-taken':
      return { status: 409, message: `there is a channel ${quoted(result.id)} already, so nothing was created` };
    case 'unavailable':
      throw new UnavailableError(result.reason);
    case 'no-pair':
      return { status: 400, message: `otherChannelId cannot be given: ${result.reason}` };
    case 'endpoint-malformed':
    case 'technology-unknown':
    case 'refused':
      return { status: 400, message: `endpoint cannot be called: ${result.reason}` };
  }
}

/** Seconds; -1 waits for ever, and 0 stands for the default. */
function timeoutOf(seconds: number): number | undefined {
  return seconds === -1 ? undefined : (seconds || defaultTimeout) * 1000;
}

/** What an application of the dialplan would be given to send a channel there. */
export function dataOf(app: string, args: string | undefined): string {
  return args ? `${app},${args}` : app;
}

/** Empty arguments count: an application may tell them apart by their place. */
export function argsOf(text: string | undefined): readonly string[] {
  return text ? text.split(',') : [];
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
