import type { MediaCommand, MediaLink } from '../../media/protocol';
import type { LegId } from '../../shared/ids';
import type { Channel } from '../calls/channel/channel';
import type { TapDirection } from '../calls/technology/technology-channel';
import type { Backgrounds } from './playing/backgrounds';
import type { MediaLegs } from './legs/media-legs';

export interface ListeningInDeps {
  readonly link: Pick<MediaLink, 'send' | 'onLost'>;
  readonly legs: MediaLegs;
  readonly backgrounds: Backgrounds;
  /** For bridges that exist only in the media thread: an id that cannot collide. */
  readonly nextId: () => string;
}

/** Seen from the spied channel: `in` is what comes from its far end, `out` what goes to it. */
export interface ListenRequest {
  readonly spied: Channel;
  readonly spy: TapDirection;
  readonly whisper: TapDirection;
  /** Decibels by which it is heard louder. */
  readonly volume: number;
}

/** One channel hears another one, and may speak into it. */
export interface Listening {
  /** Decibels. */
  readonly setVolume: (decibels: number) => void;
  /** Idempotent. */
  readonly stop: () => void;
}

/**
 * Lets channels listen in on others. The tap gets a leg without a channel, and is put into a bridge with the listener
 * that exists only in the media thread.
 */
export class ListeningIn {
  readonly #active = new Set<() => void>();
  readonly #unsubscribe: () => void;

  /** To be made after the legs listen to the link: after a loss it needs the restored legs. */
  constructor(private readonly deps: ListeningInDeps) {
    this.#unsubscribe = deps.link.onLost(() => {
      for (const connect of this.#active) connect();
    });
  }

  /** Undefined when one of the two carries no audio. */
  start(listener: Channel, request: ListenRequest): Listening | undefined {
    const { legs, link, backgrounds, nextId } = this.deps;
    if (legs.open(request.spied) === undefined || legs.open(listener) === undefined) return undefined;
    const ids = { leg: legs.nextId(nextId()), bridge: nextId() };
    let { volume } = request;
    const connect = (): void => {
      const [spied, own] = [legs.open(request.spied), legs.open(listener)];
      if (spied === undefined || own === undefined) return;
      for (const command of commandsOf({ spied, listener: own, ...ids }, { ...request, volume })) link.send(command);
    };
    backgrounds.giveWay({ kind: 'channel', id: listener.id });
    this.#active.add(connect);
    connect();
    return {
      setVolume: (decibels) => {
        volume = decibels;
        if (this.#active.has(connect)) link.send(gainOf(ids.leg, volume));
      },
      stop: () => {
        if (!this.#active.delete(connect)) return;
        link.send({ do: 'close-bridge', bridge: ids.bridge });
        link.send({ do: 'close-leg', leg: ids.leg });
      },
    };
  }

  /** Idempotent. */
  close(): void {
    this.#unsubscribe();
    this.#active.clear();
  }
}

interface Ids {
  readonly leg: LegId;
  readonly bridge: string;
  readonly spied: LegId;
  readonly listener: LegId;
}

function commandsOf(
  { leg, bridge, spied, listener }: Ids,
  { spy, whisper, volume }: Omit<ListenRequest, 'spied'>,
): MediaCommand[] {
  const role = { isMuted: false, isAnnouncer: false };
  return [
    { do: 'open-tap', leg, spied, spy, whisper },
    gainOf(leg, volume),
    { do: 'open-bridge', bridge, mixes: 'all' },
    ...[listener, leg].map((member) => ({ do: 'join-bridge', bridge, leg: member, role }) as const),
  ];
}

function gainOf(leg: LegId, decibels: number): MediaCommand {
  return { do: 'gain-leg', leg, decibels: { in: decibels, out: 0 } };
}
