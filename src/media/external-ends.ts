import { TurnoverMap } from '../shared/collections/turnover-map';
import type { LegId } from '../shared/ids';
import { pooledRandomNumber } from '../shared/pooled-random';
import { openAudioSocket } from './tcp-audio/open-audio-socket';
import { Leg } from './leg/leg';
import type { MediaTargets } from './media-targets';
import type { TickWork } from './media-work';
import type { ExternalEnd } from './leg/external-end';
import { reasonOf, stackOf } from './plays/play';
import type { CommandHandlers, CommandOf, MediaNotice, ExternalCommand, StreamCommand } from './protocol';
import type { RtpCommand, RtpMedia } from './protocol-rtp';
import { RtpEnd } from './rtp/rtp-end';
import type { RtpParts } from './rtp/sockets/rtp-reservations';
import { RtpReservations } from './rtp/sockets/rtp-reservations';
import { StatisticsBoard } from './statistics-board';
import { StreamEnd } from './stream/stream-end';

export interface ExternalDeps {
  readonly targets: MediaTargets;
  readonly tell: (notice: MediaNotice) => void;
  readonly closeLeg: (leg: LegId) => void;
  readonly work: TickWork;
  readonly now: () => number;
}

/** All legs that lead out of the server, including those being opened. */
export class ExternalEnds {
  readonly commands: CommandHandlers<ExternalCommand | StreamCommand | RtpCommand> = {
    'reserve-rtp': (command) => this.#reserveRtp(command),
    'configure-rtp': ({ leg, media }) => this.#configureRtp(leg, media),
    'report-rtp': ({ leg }) => this.#reportRtp(leg),
    'open-audio-socket': (command) => this.#openAudioSocket(command),
    'open-stream': (command) => this.#openStream(command),
    'stream-bytes': (command) => this.#stream(command),
    'stream-order': (command) => this.#stream(command),
    'stream-flow': (command) => this.#stream(command),
  };
  readonly #ends = new TurnoverMap<LegId, ExternalEnd>();
  /** Connections that are being opened; a leg that is closed meanwhile is removed. */
  readonly #opening = new Map<LegId, symbol>();
  readonly #reservations: RtpReservations;

  constructor(private readonly deps: ExternalDeps) {
    this.#reservations = new RtpReservations({
      onReserved: (leg, { local }) => deps.tell({ tell: 'leg-opened', leg, local }),
      onFailed: (leg, error) => this.#fail(leg, error),
      connect: (leg, parts) => this.#connectRtp(leg, parts),
    });
  }

  start(leg: LegId): void {
    this.#ends.get(leg)?.start?.();
  }

  sendDigit(leg: LegId, digit: string, milliseconds: number): void {
    this.#ends.get(leg)?.sendDigit(digit, milliseconds);
  }

  /** Before a tick: legs that have received audio take part in it. */
  take(work: TickWork): void {
    for (const end of this.#ends.values()) {
      try {
        if (end.take()) work.arrivals.push(end.leg);
      } catch (error) {
        this.#break(end.leg.id, error);
      }
    }
  }

  /** After a tick. */
  give(tick: number): void {
    for (const end of this.#ends.values()) {
      try {
        end.give(tick);
      } catch (error) {
        this.#break(end.leg.id, error);
      }
    }
  }

  /** The leg is closed, or was never opened. */
  forget(leg: LegId): void {
    this.#ends.delete(leg);
    this.#opening.delete(leg);
    this.#reservations.forget(leg);
  }

  /** A connection that is still being opened is closed afterwards. */
  close(): void {
    this.#opening.clear();
    this.#reservations.close();
  }

  /** An internal fault in one far end ends only that one. */
  #break(leg: LegId, error: unknown): void {
    if (!this.#ends.has(leg)) return;
    this.deps.closeLeg(leg);
    this.deps.tell({ tell: 'leg-broken', leg, reason: reasonOf(error), stack: stackOf(error) });
  }

  #stream(command: StreamCommand): void {
    try {
      const end = this.#ends.get(command.leg);
      if (end instanceof StreamEnd) end.apply(command);
    } catch (error) {
      this.#break(command.leg, error);
    }
  }

  /**
   * Exists from now on, before its far end does: commands received meanwhile take effect then. Undefined when the
   * id is in use.
   */
  #makeLeg(id: LegId, rate: number): Leg | undefined {
    const { targets, tell } = this.deps;
    if (targets.legs.has(id)) {
      tell({ tell: 'leg-failed', leg: id, reason: `there is a leg ${id} already` });
      return undefined;
    }
    const leg = new Leg(id, rate);
    targets.legs.set(id, leg);
    return leg;
  }

  #reserveRtp(command: CommandOf<'reserve-rtp'>): void {
    const leg = this.#makeLeg(command.leg, command.rate);
    if (leg !== undefined) this.#reservations.reserve(command, leg);
  }

  #configureRtp(id: LegId, media: RtpMedia): void {
    const end = this.#ends.get(id);
    if (!(end instanceof RtpEnd)) return void this.#reservations.configure(id, media);
    try {
      end.configure(media);
    } catch (error) {
      this.#fail(end.leg, error);
    }
  }

  #reportRtp(leg: LegId): void {
    const end = this.#ends.get(leg);
    const statistics = end instanceof RtpEnd ? end.statistics : undefined;
    this.deps.tell({ tell: 'rtp-statistics', leg, statistics });
  }

  #connectRtp(leg: Leg, { sockets, media, board }: RtpParts): void {
    const { tell, now, work } = this.deps;
    const { id } = leg;
    const end = new RtpEnd({
      leg,
      sockets,
      media,
      now,
      work,
      board: board === undefined ? undefined : new StatisticsBoard(board),
      onFault: (error) => this.#break(id, error),
      onDigit: (digit, duration) => tell({ tell: 'digit-signalled', leg: id, digit, duration }),
      onSilent: (milliseconds) => tell({ tell: 'rtp-silent', leg: id, milliseconds }),
      onHeardAgain: () => tell({ tell: 'rtp-heard-again', leg: id }),
      randomNumber: pooledRandomNumber,
    });
    this.#connect(leg, end);
  }

  #openStream(command: CommandOf<'open-stream'>): void {
    const leg = this.#makeLeg(command.leg, command.form.rate);
    if (leg === undefined) return;
    try {
      this.#connect(leg, new StreamEnd(command, { leg, tell: this.deps.tell }));
    } catch (error) {
      this.#fail(leg, error);
    }
  }

  #openAudioSocket(command: CommandOf<'open-audio-socket'>): void {
    const leg = this.#makeLeg(command.leg, command.form.rate);
    if (leg === undefined) return;
    const ticket = Symbol(leg.id);
    this.#opening.set(leg.id, ticket);
    void this.#connectAudioSocket(command, leg, () => this.#opening.get(leg.id) === ticket);
  }

  async #connectAudioSocket(command: CommandOf<'open-audio-socket'>, leg: Leg, isWanted: () => boolean): Promise<void> {
    const { tell } = this.deps;
    const { id } = leg;
    try {
      const { end, local } = await openAudioSocket(command, {
        leg,
        onFault: (error) => this.#break(id, error),
        onEnded: (ended) => tell({ tell: 'leg-ended', leg: id, ...ended }),
        onDropped: (direction, milliseconds) => tell({ tell: 'audio-dropped', leg: id, direction, milliseconds }),
      });
      if (!isWanted()) return end.detach();
      this.#opening.delete(id);
      this.#connect(leg, end);
      tell({ tell: 'leg-opened', leg: id, local });
    } catch (error) {
      if (isWanted()) this.#fail(leg, error);
    }
  }

  #connect(leg: Leg, end: ExternalEnd): void {
    leg.far = end;
    this.#ends.set(leg.id, end);
  }

  #fail({ id }: Leg, error: unknown): void {
    this.deps.closeLeg(id);
    this.deps.tell({ tell: 'leg-failed', leg: id, reason: reasonOf(error) });
  }
}
