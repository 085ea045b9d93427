import { randomInt } from 'node:crypto';
import { openAudioSocket } from './audio-socket/open-audio-socket';
import { Leg } from './leg';
import type { MediaTargets } from './media-targets';
import type { TickWork } from './media-work';
import type { NetworkPlace } from '../shared/network-place';
import type { OutsideEnd } from './outside-end';
import { reasonOf, stackOf } from './play';
import type { MediaNotice, OutsideCommand, StreamCommand } from './protocol';
import { openRtp } from './rtp/open-rtp';
import { StreamEnd } from './stream/stream-end';

export interface OutsideDeps {
  readonly targets: MediaTargets;
  readonly tell: (notice: MediaNotice) => void;
  readonly closeLeg: (leg: string) => void;
  readonly now: () => number;
}

type OpenStream = Extract<OutsideCommand, { readonly do: 'open-stream' }>;

/** All legs that lead out of the server, and those that are about to. */
export class OutsideEnds {
  readonly #ends = new Map<string, OutsideEnd>();
  /** Those of them whose audio the deciding side carries. */
  readonly #streams = new Map<string, StreamEnd>();
  /** Legs that are being opened; a leg that is closed meanwhile is taken out. */
  readonly #opening = new Map<string, symbol>();

  constructor(private readonly deps: OutsideDeps) {}

  open(command: OutsideCommand): void {
    const { leg: id } = command;
    const { targets, tell } = this.deps;
    if (targets.legs.has(id)) return tell({ tell: 'leg-failed', leg: id, reason: `there is a leg ${id} already` });
    const leg = new Leg(id, command.form.rate);
    // There from now on, though its far end is not yet: what it is told meanwhile counts when it is.
    targets.legs.set(id, leg);
    if (command.do === 'open-stream') return this.#openStream(command, leg);
    const ticket = Symbol(id);
    this.#opening.set(id, ticket);
    void this.#open(command, leg, ticket);
  }

  start(leg: string): void {
    this.#ends.get(leg)?.start?.();
  }

  sendDigit(leg: string, digit: string, milliseconds: number): void {
    this.#ends.get(leg)?.sendDigit(digit, milliseconds);
  }

  reportRtp(leg: string): void {
    this.deps.tell({ tell: 'rtp-statistics', leg, statistics: this.#ends.get(leg)?.statistics });
  }

  stream(command: StreamCommand): void {
    try {
      this.#streams.get(command.leg)?.apply(command);
    } catch (error) {
      this.#break(command.leg, error);
    }
  }

  /** Before a tick: everybody who has heard something takes part in it. */
  take(work: TickWork): void {
    for (const [leg, end] of this.#ends) {
      try {
        if (end.take()) work.arrivals.push(end.leg);
      } catch (error) {
        this.#break(leg, error);
      }
    }
  }

  /** After a tick. */
  give(tick: number): void {
    for (const [leg, end] of this.#ends) {
      try {
        end.give(tick);
      } catch (error) {
        this.#break(leg, error);
      }
    }
  }

  /** The leg is closed, or was never opened. */
  forget(leg: string): void {
    this.#ends.delete(leg);
    this.#streams.delete(leg);
    this.#opening.delete(leg);
  }

  /** What is still being opened is closed when it is. */
  close(): void {
    this.#opening.clear();
  }

  /** A fault of ours, met by one far end, ends that one and leaves the others their audio. */
  #break(leg: string, error: unknown): void {
    if (!this.#ends.has(leg)) return;
    this.deps.closeLeg(leg);
    this.deps.tell({ tell: 'leg-broken', leg, reason: reasonOf(error), stack: stackOf(error) });
  }

  #openStream(command: OpenStream, leg: Leg): void {
    try {
      const end = new StreamEnd(command, { leg, tell: this.deps.tell });
      this.#connect(leg, end);
      this.#streams.set(leg.id, end);
    } catch (error) {
      this.#fail(leg, error);
    }
  }

  async #open(command: Exclude<OutsideCommand, OpenStream>, leg: Leg, ticket: symbol): Promise<void> {
    const isWanted = (): boolean => this.#opening.get(leg.id) === ticket;
    try {
      const { end, local } = await this.#openEnd(command, leg);
      if (!isWanted()) return end.detach();
      this.#opening.delete(leg.id);
      this.#connect(leg, end);
      this.deps.tell({ tell: 'leg-opened', leg: leg.id, local });
    } catch (error) {
      if (isWanted()) this.#fail(leg, error);
    }
  }

  #connect(leg: Leg, end: OutsideEnd): void {
    leg.far = end;
    this.#ends.set(leg.id, end);
  }

  #fail({ id }: Leg, error: unknown): void {
    this.deps.closeLeg(id);
    this.deps.tell({ tell: 'leg-failed', leg: id, reason: reasonOf(error) });
  }

  #openEnd(
    command: Exclude<OutsideCommand, OpenStream>,
    leg: Leg,
  ): Promise<{ readonly end: OutsideEnd; readonly local: NetworkPlace }> {
    const { tell, now } = this.deps;
    const { leg: id } = command;
    switch (command.do) {
      case 'open-rtp':
        return openRtp(command, {
          ...{ leg, now },
          onFault: (error) => this.#break(id, error),
          onDigit: (digit, duration) => tell({ tell: 'digit-signalled', leg: id, digit, duration }),
          randomNumber: () => randomInt(2 ** 32),
        });
      case 'open-audio-socket':
        return openAudioSocket(command, {
          leg,
          onFault: (error) => this.#break(id, error),
          onEnded: (end) => tell({ tell: 'leg-ended', leg: id, ...end }),
          onDropped: (direction, milliseconds) => tell({ tell: 'audio-dropped', leg: id, direction, milliseconds }),
        });
    }
  }
}
