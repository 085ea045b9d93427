import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { Stopper } from '../../../shared/scheduling/stop-signal';
import { causes } from './hangup-cause';

/** Why a channel ends: in the numbers of Q.850, and in those of its technology where it has its own (486). */
export interface Ending {
  readonly cause: number;
  readonly technologyCause?: number | undefined;
}

/** What the far end has said about its hangup. */
export interface FarEndHangup {
  /** Q.850. Without it, the channel keeps the cause that it has. */
  readonly cause?: number | undefined;
  readonly technologyCause?: number | undefined;
  /** The cause that the hangup request reports, where the channel does not end with that one. */
  readonly requestCause?: number | undefined;
}

/** What a hangup request reports. */
export interface HangupRequest {
  readonly cause: number | undefined;
  readonly technologyCause: number | undefined;
}

/** Why a channel ends, as other parts see it: they set causes, but only the channel itself begins to end. */
export type HangupReason = Pick<ChannelEnding, 'cause' | 'technologyCause' | 'set' | 'setDefault'>;

/** Whether a channel is to end, and why. */
export class ChannelEnding {
  readonly #stopper = new Stopper();
  #cause: number | undefined;
  #technologyCause: number | undefined;

  /** Fires when the channel is to end. */
  get signal(): StopSignal {
    return this.#stopper.signal;
  }

  /** Undefined as long as no cause is known. */
  get knownCause(): number | undefined {
    return this.#cause;
  }

  get cause(): number {
    return this.#cause ?? causes.unknown;
  }

  get technologyCause(): number | undefined {
    return this.#technologyCause;
  }

  /** Both causes as the far end and the records get them. */
  get both(): Ending {
    return { cause: this.cause, technologyCause: this.#technologyCause };
  }

  /**
   * Takes note of why the channel is going to end, without ending it yet. The technology's cause is kept unless another
   * one is given.
   */
  set(ending: number | Partial<Ending>): void {
    const { cause, technologyCause }: Partial<Ending> = typeof ending === 'number' ? { cause: ending } : ending;
    this.#cause = cause ?? this.#cause;
    this.#technologyCause = technologyCause ?? this.#technologyCause;
  }

  /** A cause that counts only where no other one is known. */
  setDefault(cause: number): void {
    this.#cause ??= cause;
  }

  /** The number by which the technology has told the far end; one that is known already stays. */
  told(technologyCause: number | undefined): void {
    this.#technologyCause ??= technologyCause;
  }

  /** The far end has hung up: its causes count where no others were known before. The result is what is reported. */
  farEnd({ cause, technologyCause, requestCause }: FarEndHangup): HangupRequest {
    // A negative number is not a cause of the network, so it is not the cause of the channel's end either.
    if (cause !== undefined) this.#cause ??= Math.max(cause, causes.unknown);
    this.#technologyCause ??= technologyCause;
    return { cause: requestCause ?? cause ?? this.#cause, technologyCause: this.#technologyCause };
  }

  /** Idempotent. */
  begin(): void {
    this.#stopper.abort();
  }
}
