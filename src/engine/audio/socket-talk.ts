import type { MediaLink } from '../../media/protocol';
import type { LegId } from '../../shared/ids';
import type { Channel } from '../calls/channel/channel';
import type { Backgrounds } from './playing/backgrounds';
import type { SocketRequest, SoundTalk, TalkEnd } from './channel-sound';
import type { MediaLegs } from './legs/media-legs';
import type { ExternalLegs } from './legs/external-legs';

export interface SocketTalkDeps {
  readonly link: Pick<MediaLink, 'send'>;
  readonly legs: MediaLegs;
  readonly backgrounds: Backgrounds;
  readonly outside: ExternalLegs;
  /** For bridges that exist only in the media thread: an id that cannot collide. */
  readonly nextId: () => string;
}

/** What audio sockets carry unless they are channels themselves. */
const form = { format: 'slin', rate: 8000 } as const;

/**
 * Connects a channel to an audio socket: the socket gets a leg without a channel, and both are put into a bridge that
 * exists only in the media thread.
 */
export async function talkToSocket(channel: Channel, request: SocketRequest, deps: SocketTalkDeps): Promise<SoundTalk> {
  const { legs, outside } = deps;
  if (legs.open(channel) === undefined) return { outcome: 'refused', reason: 'the channel carries no audio' };
  const leg = legs.nextId(deps.nextId());
  const { remote, uuid, timeoutMs } = request;
  const opened = await outside.open({ do: 'open-audio-socket', leg, form, remote, uuid, timeoutMs });
  if (opened.outcome !== 'open') return { outcome: 'refused', reason: opened.reason };
  if (channel.isEnding) {
    outside.abandon(leg);
    return { outcome: 'refused', reason: 'the call is being hung up' };
  }
  return begin(channel, { leg, request }, deps);
}

function begin(
  channel: Channel,
  { leg, request }: { readonly leg: LegId; readonly request: SocketRequest },
  { link, legs, backgrounds, outside, nextId }: SocketTalkDeps,
): SoundTalk {
  const bridge = nextId();
  const role = { isMuted: false, isAnnouncer: false };
  let finish: (end: TalkEnd) => void = () => undefined;
  const over = new Promise<TalkEnd>((resolve) => (finish = resolve));
  const releases = [
    outside.listen(leg, {
      onDigit: () => undefined,
      onEnded: (reason, isFault) => finish({ outcome: isFault ? 'failed' : 'ended', reason }),
      onLost: (reason) => finish({ outcome: 'failed', reason }),
      onDropped: request.onDropped,
    }),
    channel.onSignal((signal) => {
      if (signal.type === 'digit') outside.sendDigit(leg, signal.digit, signal.milliseconds);
    }),
    () => {
      link.send({ do: 'close-bridge', bridge });
      link.send({ do: 'close-leg', leg });
      finish({ outcome: 'ended', reason: 'it was stopped' });
    },
  ];
  backgrounds.giveWay({ kind: 'channel', id: channel.id });
  outside.start(leg);
  link.send({ do: 'open-bridge', bridge, mixes: 'all' });
  for (const member of [legs.open(channel), leg])
    if (member !== undefined) link.send({ do: 'join-bridge', bridge, leg: member, role });
  const stop = (): void => releases.splice(0).forEach((release) => release());
  return { outcome: 'talking', over, stop };
}
