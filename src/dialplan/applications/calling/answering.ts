import { answer } from '../../../engine/calls/dialing/answer';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationResult, DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import { causes, hangupReasons } from '../../../engine/calls/channel/hangup-cause';
import { tellState } from '../../../engine/audio/playing/ringing';
import { firstAudio } from '../../interaction/first-audio';
import { pause, readSeconds, untilFired } from '../../runner/pause';
import { splitArguments } from '../../expressions/split-arguments';
import { hasOption } from '../../plan/written-call';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Milliseconds that an answered call is given to bring its first audio. */
const timeoutMs = 500;

/** Names of causes as dialplans write them, besides their numbers. */
const causeNames: Readonly<Record<string, number>> = {
  ...hangupReasons,
  normal_clearing: causes.normal,
  user_busy: causes.busy,
  no_user_response: causes.noResponse,
  call_rejected: causes.rejected,
  no_route_destination: causes.noRoute,
  normal_circuit_congestion: causes.congestion,
  network_out_of_order: causes.failure,
  invalid_number_format: causes.invalidNumber,
};

/** Answering, and ending, a call. */
export function answeringApplications({ sound, clock, log }: ApplicationDeps): Applications {
  const untilAudio = firstAudio({ sound, clock });
  const tell = (channel: Channel, state: Parameters<typeof tellState>[1]): void =>
    tellState(channel, state, { sound: sound(), log });
  const refuse =
    (signal: 'busy' | 'congestion', cause: number): DialplanApplication =>
    async (channel, data, run): Promise<ApplicationResult> => {
      channel.ending.set(cause);
      if (channel.state !== 'Up') channel.setState('Busy');
      tell(channel, signal);
      const milliseconds = readSeconds(data) ?? 0;
      await (milliseconds > 0 ? pause(clock, milliseconds, run.signal) : untilFired(run.signal));
      return 'hangup';
    };

  return {
    Answer: (channel, data, { signal }) => {
      const [delay = '', options] = splitArguments(data);
      sound().stopTone(channel);
      if (!answer(channel) || hasOption(options, 'i')) return undefined;
      return untilAudio(channel, Math.max(timeoutMs, Number.parseInt(delay, 10) || 0), signal);
    },
    Hangup: (channel, data) => {
      const cause = readCause(data);
      if (cause === undefined && data.trim() !== '')
        log.warn({ channel: channel.id, cause: data }, 'Hangup: unknown cause');
      channel.ending.set(cause ?? causeSoFar(channel));
      return 'hangup';
    },
    Busy: refuse('busy', causes.busy),
    Congestion: refuse('congestion', causes.congestion),
    Ringing: (channel) => tell(channel, 'ringing'),
    Progress: (channel) => channel.line.send({ type: 'progress' }),
    Proceeding: (channel) => channel.line.send({ type: 'proceeding' }),
  };
}

/** A number or a name, in any case, with or without what other systems put in front of it. */
function readCause(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d{1,3}$/.test(trimmed) && Number(trimmed) > 0) return Number(trimmed);
  return causeNames[trimmed.toLowerCase().replace(/^(ast_)?cause_/, '')];
}

function causeSoFar({ ending: { cause } }: Channel): number {
  return cause === causes.unknown ? causes.normal : cause;
}
