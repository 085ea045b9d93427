import type { ChannelsOperations } from '../../../generated/operations';
import type { RTPstat } from '../../../generated/models';
import type { Refusal, Reply } from '../../contract/handler';
import { answer } from '../../engine/calls/dialing/answer';
import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPort } from '../../engine/calls/channel/dialplan-port';
import type { HangupReason } from '../../engine/calls/channel/hangup-cause';
import { hangupReasons } from '../../engine/calls/channel/hangup-cause';
import type { TechnologyChannel } from '../../engine/calls/technology/technology-channel';
import type { TransferProgress } from '../../engine/calls/transfer/transfer';
import type { Transfers } from '../../engine/calls/transfer/transfers';
import { readContinuation } from '../../engine/calls/use-cases/call-target';
import type { DialOutcome } from '../../engine/calls/use-cases/dial-channel';
import type { RedirectOutcome } from '../../engine/calls/use-cases/redirect-channel';
import type { CallUseCases } from '../../engine/calls/use-cases/use-cases';
import type { Ringing } from '../../engine/audio/playing/ringing';
import type { Session } from '../../stasis/session';
import type { ChannelDirectory } from './channel-guards';
import { controlled, established, noChannel } from './channel-guards';
import { targetRefusal } from './channel-refusals';
import { presentRtpStatistics } from '../present-rtp-statistics';
import { quoted } from '../quoted';

export interface ChannelCommandsDeps extends ChannelDirectory {
  readonly useCases: Pick<CallUseCases, 'dial' | 'redirect'>;
  readonly dialplan: DialplanPort;
  readonly media: { readonly ringing: Ringing };
  readonly transfers: Pick<Transfers, 'report'>;
}

type Commands = Pick<
  ChannelsOperations,
  | 'hangup'
  | 'continueInDialplan'
  | 'move'
  | 'redirect'
  | 'answer'
  | 'ring'
  | 'ringStop'
  | 'progress'
  | 'mute'
  | 'unmute'
  | 'hold'
  | 'unhold'
  | 'dial'
  | 'rtpstatistics'
  | 'transfer_progress'
>;

const done = { status: 204 } as const;

/** The operations that act on one channel and need no audio. */
export function channelCommands(deps: ChannelCommandsDeps): Commands {
  /**
   * For operations that only signal to the channel: the guards, then the signal. False: the technology has no such
   * signal.
   */
  const told =
    (tell: (channel: Channel) => boolean | void) =>
    ({ channelId }: { readonly channelId: string }): typeof done | Refusal<404 | 409 | 412> => {
      const session = established(channelId, deps);
      if ('status' in session) return session;
      return tell(session.channel) === false ? cannotBeTold(session.channel) : done;
    };
  const { ringing } = deps.media;
  return {
    ...callCommands(deps),
    ...farEndCommands(deps),
    answer: told((channel) => void answer(channel)),
    ring: told((channel) => ringing.start(channel)),
    ringStop: told((channel) => ringing.stop(channel)),
    progress: told(({ line }) => {
      line.send({ type: 'progress' });
      return line.carries('progress');
    }),
    hold: told((channel) => channel.hold.send({ type: 'hold', musicClass: undefined })),
    unhold: told((channel) => channel.hold.send({ type: 'unhold' })),
    mute: ({ channelId, direction }) => told(({ audio }) => audio.mute(direction, true))({ channelId }),
    unmute: ({ channelId, direction }) => told(({ audio }) => audio.mute(direction, false))({ channelId }),
  };
}

function callCommands(
  deps: ChannelCommandsDeps,
): Pick<Commands, 'hangup' | 'continueInDialplan' | 'move' | 'rtpstatistics' | 'transfer_progress'> {
  return {
    hangup: ({ channelId, reason, reason_code: code }) => {
      const channel = deps.channels.find(channelId);
      if (channel === undefined) return noChannel(channelId);
      const cause = readCause(reason, code);
      if (typeof cause !== 'number') return cause;
      channel.hangUp(cause);
      return done;
    },
    continueInDialplan: (params) => {
      const session = established(params.channelId, deps);
      return 'status' in session ? session : sendOn(session, params, deps.dialplan);
    },
    move: ({ channelId, app, appArgs }) => {
      const session = controlled(channelId, deps);
      if ('status' in session) return session;
      session.moveTo(app, argsOf(appArgs));
      return done;
    },
    rtpstatistics: ({ channelId }) => {
      const channel = deps.channels.find(channelId);
      if (channel === undefined) return noChannel(channelId);
      if (channel.line.rtpStatistics !== undefined) return rtpStatistics(channel, channel.line.rtpStatistics);
      if (channel.line.carriesRtp === true) return rtpNotShown(channel);
      return { status: 403, message: `channels of the technology ${channel.endpoint.technology} carry no RTP` };
    },
    transfer_progress: ({ channelId, states }) => {
      const session = controlled(channelId, deps);
      if ('status' in session) return session;
      return deps.transfers.report(session.channel, transferProgress[states]) ? done : hasAskedForNone(session.channel);
    },
  };
}

/** Operations on the far end of a channel. */
function farEndCommands(deps: ChannelCommandsDeps): Pick<Commands, 'redirect' | 'dial'> {
  return {
    redirect: ({ channelId, endpoint }) => {
      const session = established(channelId, deps);
      if ('status' in session) return session;
      if (endpoint === '') return { status: 400, message: 'endpoint is empty: give the destination for the far end' };
      return redirectReply(
        deps.useCases.redirect({ channel: session.channel.id, endpoint }),
        session.channel,
        endpoint,
      );
    },
    dial: ({ channelId, caller, timeout }) => {
      const session = controlled(channelId, deps);
      if ('status' in session) return session;
      const { id: channel } = session.channel;
      // Seconds; 0 waits forever.
      const request = { channel, caller: caller || undefined, timeout: timeout === 0 ? undefined : timeout * 1000 };
      return dialReply(deps.useCases.dial(request), channel);
    },
  };
}

const transferProgress = {
  channel_progress: 'trying',
  channel_answered: 'transferred',
  channel_unavailable: 'unavailable',
  channel_declined: 'declined',
} as const satisfies Record<string, TransferProgress>;

async function rtpStatistics(
  channel: Channel,
  read: NonNullable<TechnologyChannel['rtpStatistics']>,
): Promise<Reply<200, RTPstat> | Refusal<404>> {
  const statistics = await read();
  return statistics === undefined
    ? rtpNotShown(channel)
    : { status: 200, body: presentRtpStatistics(channel.id, statistics) };
}

function rtpNotShown({ id }: Channel): Refusal<404> {
  return { status: 404, message: `the RTP of channel ${quoted(id)} is not shown: its endpoint needs the option g` };
}

function cannotBeTold({ id, endpoint: { technology } }: Channel): Refusal<409> {
  return {
    status: 409,
    message: `the channel ${quoted(id)} does not support this: the technology ${technology} has no signal for it`,
  };
}

function hasAskedForNone({ id }: Channel): Refusal<409> {
  return { status: 409, message: `the channel ${quoted(id)} has not asked for a transfer` };
}

function readCause(reason: HangupReason | undefined, code: string | undefined): number | Refusal<400> {
  if (reason !== undefined && code)
    return { status: 400, message: 'reason and reason_code exclude each other: give one of them' };
  if (!code) return hangupReasons[reason ?? 'normal'];
  if (/^[-+]?\d+$/.test(code.trim())) return Number(code);
  return { status: 400, message: `reason_code must be a whole number, not ${quoted(code)}` };
}

function sendOn(
  session: Session,
  { context, extension, priority, label }: Parameters<Commands['continueInDialplan']>[0],
  dialplan: DialplanPort,
): typeof done | Refusal<400 | 404> {
  const written = { context, extension, priority, label };
  const read = readContinuation(written, session.channel.position.place, dialplan);
  if (read.outcome !== 'read') return targetRefusal(read);
  session.continueAt(read.place);
  return done;
}

function redirectReply(result: RedirectOutcome, { id }: Channel, endpoint: string): typeof done | Refusal<404 | 422> {
  switch (result.outcome) {
    case 'asked':
      return done;
    case 'channel-unknown':
      return noChannel(id);
    case 'endpoint-malformed':
      return { status: 422, message: `endpoint must be <technology>/<resource>, not ${quoted(endpoint)}` };
    case 'technology-differs':
      return {
        status: 422,
        message: `endpoint is of the technology ${quoted(result.wanted)}, and the channel of ${result.technology}: only the same one can take it over`,
      };
    case 'not-possible':
      return { status: 422, message: `channels of the technology ${result.technology} cannot be sent elsewhere` };
  }
}

function dialReply(result: DialOutcome, id: string): typeof done | Refusal<404 | 409> {
  switch (result.outcome) {
    case 'dialling':
      return done;
    case 'channel-unknown':
      return noChannel(id);
    case 'not-down':
      return {
        status: 409,
        message: `the channel ${quoted(id)} is in state ${result.state}: only one that is Down can be dialled`,
      };
    case 'not-waiting':
      return {
        status: 409,
        message: `the channel ${quoted(id)} cannot be dialled: it was not made by create, or has already been dialled`,
      };
  }
}

/** A trailing comma does not add an argument. */
function argsOf(text: string | undefined): readonly string[] {
  const args = text ? text.split(',') : [];
  return args.at(-1) === '' ? args.slice(0, -1) : args;
}
