import { randomInt } from 'node:crypto';
import { openAudioSocket } from './audio-socket/open-audio-socket';
import { Leg } from './leg';
import type { MediaTargets } from './media-targets';
import type { TickWork } from './media-work';
import type { NetworkPlace } from '../shared/network-place';
import type { OutsideEnd } from './outside-end';
import { reasonOf } from './play';
import type { MediaNotice, OutsideCommand, StreamCommand } from './protocol';
import { openRtp } from './rtp/open-rtp';
import { StreamEnd } from './stream/stream-end';

export interface OutsideDeps {
  readonly targets: MediaTargets;
  readonly tell: (notice: MediaNotice) => void;
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
    if (targets.legs.has(id) || this.#opening.has(id))
      return tell({ tell: 'leg-failed', leg: id, reason: `there is a leg ${id} already` });
    if (command.do === 'open-stream') return this.#openStream(command);
    const ticket = Symbol(id);
    this.#opening.set(id, ticket);
    void this.#open(command, ticket);
  }

  start(leg: string): void {
    this.#ends.get(leg)?.start?.();
  }

  sendDigit(leg: string, digit: string, milliseconds: number): void {
    this.#ends.get(leg)?.sendDigit(digit, milliseconds);
  }

  stream(command: StreamCommand): void {
    this.#streams.get(command.leg)?.apply(command);
  }

  /** Before a tick: everybody who has heard something takes part in it. */
  take(work: TickWork): void {
    for (const end of this.#ends.values()) if (end.take()) work.arrivals.push(end.leg);
  }

  /** After a tick. */
  give(tick: number): void {
    for (const end of this.#ends.values()) end.give(tick);
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

  #openStream(command: OpenStream): void {
    const { leg: id, form } = command;
    const { targets, tell } = this.deps;
    const leg = new Leg(id, form.rate);
    try {
      const end = new StreamEnd(command, { leg, tell });
      leg.far = end;
      targets.legs.set(id, leg);
      this.#ends.set(id, end);
      this.#streams.set(id, end);
    } catch (error) {
      tell({ tell: 'leg-failed', leg: id, reason: reasonOf(error) });
    }
  }

  async #open(command: Exclude<OutsideCommand, OpenStream>, ticket: symbol): Promise<void> {
    const { leg: id, form } = command;
    const { targets, tell } = this.deps;
    const leg = new Leg(id, form.rate);
    try {
      const { end, local } = await this.#openEnd(command, leg);
      if (this.#opening.get(id) !== ticket) return end.detach();
      leg.far = end;
      targets.legs.set(id, leg);
      this.#ends.set(id, end);
      tell({ tell: 'leg-opened', leg: id, local });
    } catch (error) {
      if (this.#opening.get(id) === ticket) tell({ tell: 'leg-failed', leg: id, reason: reasonOf(error) });
    } finally {
      if (this.#opening.get(id) === ticket) this.#opening.delete(id);
    }
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
          onDigit: (digit, duration) => tell({ tell: 'digit-signalled', leg: id, digit, duration }),
          randomNumber: () => randomInt(2 ** 32),
        });
      case 'open-audio-socket':
        return openAudioSocket(command, {
          leg,
          onEnded: (end) => tell({ tell: 'leg-ended', leg: id, ...end }),
          onDropped: (direction, milliseconds) => tell({ tell: 'audio-dropped', leg: id, direction, milliseconds }),
        });
    }
  }
}
