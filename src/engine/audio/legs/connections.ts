import type { MediaLink } from '../../../media/protocol';
import type { Channel } from '../../calls/channel/channel';
import type { MediaLegs } from './media-legs';
import { TurnoverSet } from '../../../shared/collections/turnover-set';

export interface ConnectionsDeps {
  readonly link: Pick<MediaLink, 'send' | 'onLost'>;
  readonly legs: MediaLegs;
  readonly nextId: () => string;
}

interface Connection {
  readonly id: string;
  readonly channels: readonly [Channel, Channel];
}

/**
 * Pairs of channels that hear each other without being in a bridge: a caller and the channel that it calls, before the
 * answer. A channel that has no audio yet is heard from the moment that it has.
 */
export class Connections {
  readonly #connections = new TurnoverSet<Connection>();
  readonly #unsubscribe: readonly (() => void)[];

  /** To be made after the legs listen to the link: after a loss, it needs the restored legs. */
  constructor(private readonly deps: ConnectionsDeps) {
    const { link, legs } = deps;
    this.#unsubscribe = [
      link.onLost(() => {
        for (const connection of this.#connections) this.#open(connection);
      }),
      legs.onReplaced((channel) => {
        for (const connection of this.#connections)
          if (connection.channels.includes(channel)) this.#join(connection, channel);
      }),
    ];
  }

  /** The result ends the connection. Idempotent. */
  connect(one: Channel, other: Channel): () => void {
    const connection: Connection = { id: this.deps.nextId(), channels: [one, other] };
    this.#connections.add(connection);
    this.#open(connection);
    return () => {
      if (this.#connections.delete(connection)) this.deps.link.send({ do: 'close-bridge', bridge: connection.id });
    };
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#connections.clear();
  }

  #open(connection: Connection): void {
    this.deps.link.send({ do: 'open-bridge', bridge: connection.id, mixes: 'all' });
    for (const channel of connection.channels) this.#join(connection, channel);
  }

  #join({ id }: Connection, channel: Channel): void {
    const leg = this.deps.legs.open(channel);
    if (leg === undefined) return;
    this.deps.link.send({ do: 'join-bridge', bridge: id, leg, role: { isMuted: false, isAnnouncer: false } });
  }
}
