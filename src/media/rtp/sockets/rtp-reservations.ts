import { TurnoverMap } from '../../../shared/collections/turnover-map';
import type { LegId } from '../../../shared/ids';
import type { Leg } from '../../leg/leg';
import type { CommandOf } from '../../protocol';
import type { RtpMedia } from '../../protocol-rtp';
import type { BoardPlace } from '../../statistics-board';
import { RestingSockets } from './resting-sockets';
import { RtpSockets } from './rtp-sockets';

/** A leg that has ports, or is about to have them, and no far end yet. */
interface Reservation {
  readonly leg: Leg;
  readonly board: BoardPlace | undefined;
  sockets: RtpSockets | undefined;
  /** What was agreed upon meanwhile. */
  media: RtpMedia | undefined;
}

/** What a far end is made of. */
export interface RtpParts {
  readonly sockets: RtpSockets;
  readonly media: RtpMedia;
  readonly board: BoardPlace | undefined;
}

export interface ReservationsDeps {
  readonly onReserved: (leg: LegId, sockets: RtpSockets) => void;
  readonly onFailed: (leg: Leg, error: unknown) => void;
  /** Ports and an agreement are there. May throw. */
  readonly connect: (leg: Leg, parts: RtpParts) => void;
}

/** Legs between the moment that ports are taken for them and the moment that it is known what goes over these. */
export class RtpReservations {
  readonly #reservations = new TurnoverMap<LegId, Reservation>();
  readonly #resting = new RestingSockets();

  constructor(private readonly deps: ReservationsDeps) {}

  reserve({ local, ports, board }: CommandOf<'reserve-rtp'>, leg: Leg): void {
    const reservation: Reservation = { leg, board, sockets: undefined, media: undefined };
    this.#reservations.set(leg.id, reservation);
    const isWanted = (): boolean => this.#reservations.get(leg.id) === reservation;
    RtpSockets.reserve({ local, ports, random: Math.random, resting: this.#resting }).then(
      (sockets) => (isWanted() ? this.#reserved(reservation, sockets) : sockets.close()),
      (error: unknown) => (isWanted() ? this.deps.onFailed(leg, error) : undefined),
    );
  }

  /** False when there is no such leg here. */
  configure(leg: LegId, media: RtpMedia): boolean {
    const reservation = this.#reservations.get(leg);
    if (reservation === undefined) return false;
    reservation.media = media;
    this.#connect(reservation);
    return true;
  }

  /** The leg is closed; its ports are given back. */
  forget(leg: LegId): void {
    this.#reservations.get(leg)?.sockets?.close();
    this.#reservations.delete(leg);
  }

  /** Closes the sockets of legs that have ended; those of legs that end later are closed then. */
  close(): void {
    this.#resting.close();
  }

  #reserved(reservation: Reservation, sockets: RtpSockets): void {
    reservation.sockets = sockets;
    this.deps.onReserved(reservation.leg.id, sockets);
    this.#connect(reservation);
  }

  #connect(reservation: Reservation): void {
    const { leg, sockets, media, board } = reservation;
    if (sockets === undefined || media === undefined) return;
    try {
      this.deps.connect(leg, { sockets, media, board });
      this.#reservations.delete(leg.id);
    } catch (error) {
      this.deps.onFailed(leg, error);
    }
  }
}
