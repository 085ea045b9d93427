import type { Channel } from '../../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../../engine/calls/channel/dialplan-place';
import type { TransferProgress } from '../../../../engine/calls/transfer/transfer';
import { endsTransfer } from '../../../../engine/calls/transfer/transfer';
import type { BridgeMemberships } from '../bridge-memberships';
import type { CallApplicationDeps } from '../dial/dial-deps';
import { Consultation } from './consultation';
import { KeySequences } from './key-sequence';

export type FeatureDeps = Pick<
  CallApplicationDeps,
  'calls' | 'bridges' | 'dialplan' | 'sound' | 'transfers' | 'features' | 'events' | 'clock'
> & { readonly memberships: BridgeMemberships };

type Target = Pick<DialplanPlace, 'context' | 'extension'>;

type Kind = 'blind' | 'attended';

/** Milliseconds of a digit that was kept back, as the others hear it. */
const digitLength = 100;

/** Lets one member of a bridge of the dialplan transfer its partner by keys (features.conf). */
export class TransferKeys {
  readonly #sequences: KeySequences;
  #collecting: { readonly kind: Kind; digits: string; cancel: () => void } | undefined;
  #consultation: Consultation | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly deps: FeatureDeps,
    /** Whether transfers can be started by keys; otherwise keys only end one that was started without them. */
    private readonly offersTransfers = true,
  ) {
    this.#sequences = new KeySequences({
      clock: deps.clock,
      timeoutMs: () => deps.features().keyTimeout,
      pass: (digits) => this.#pass(digits),
    });
    channel.onDestroyed(() => this.#close());
  }

  /** For the bridge: true when the digit is not meant for the others. */
  readonly takesDigit = (digit: string): boolean => {
    if (this.#collecting !== undefined) {
      this.#dial(digit);
      return true;
    }
    const meaning = this.#sequences.take(digit, this.#codes());
    switch (meaning) {
      case 'passed':
        return false;
      case 'taken':
        return true;
      case 'blind':
      case 'attended':
        this.#collect(meaning);
        return true;
      default:
        this.#consultation?.keyed(meaning);
        return true;
    }
  };

  #codes(): ReadonlyMap<string, Kind | 'abort' | 'complete' | 'threeway'> {
    const { blindTransfer, attendedTransfer, abort, complete, threeWay } = this.deps.features();
    if (this.#consultation === undefined && !this.offersTransfers) return new Map();
    const codes =
      this.#consultation === undefined
        ? ([[blindTransfer, 'blind'] as const, [attendedTransfer, 'attended'] as const] as const)
        : ([[abort, 'abort'] as const, [complete, 'complete'] as const, [threeWay, 'threeway'] as const] as const);
    return new Map(codes.filter(([code]) => code !== ''));
  }

  get #context(): string {
    return this.channel.variables.get('TRANSFER_CONTEXT') || this.channel.position.place.context;
  }

  /** The partner hears music while the extension is dialled. */
  #collect(kind: Kind): void {
    const { sound } = this.deps;
    for (const other of this.#others()) sound().startMusic(other, undefined);
    void sound().startTone(this.channel, 'dial');
    this.#collecting = { kind, digits: '', cancel: () => undefined };
    this.#waitForDigit();
  }

  #dial(digit: string): void {
    const collecting = this.#collecting;
    if (collecting === undefined) return;
    if (collecting.digits === '') this.deps.sound().stopTone(this.channel);
    collecting.digits += digit;
    if (this.deps.dialplan.couldGrow(this.#context, collecting.digits)) this.#waitForDigit();
    else this.#dialled();
  }

  #waitForDigit(): void {
    const { clock, features } = this.deps;
    const collecting = this.#collecting;
    if (collecting === undefined) return;
    collecting.cancel();
    collecting.cancel = clock.after(features().extensionTimeout, () => this.#dialled());
  }

  #dialled(): void {
    const { sound, dialplan } = this.deps;
    const { kind = 'blind', digits: extension = '', cancel } = this.#collecting ?? {};
    cancel?.();
    this.#collecting = undefined;
    sound().stopTone(this.channel);
    const context = this.#context;
    if (!dialplan.hasExtension(context, extension)) return this.#resume();
    if (kind === 'blind') return this.#transferBlindly({ context, extension });
    return this.consult({ context, extension }) ? undefined : this.#resume();
  }

  /** Starts an attended transfer; false when there is not exactly one partner. */
  consult(target: Target): boolean {
    const [partner, ...more] = this.#others();
    if (partner === undefined || more.length > 0 || this.#consultation !== undefined) return false;
    this.#consultation = new Consultation(
      { transferer: this.channel, partner, takesDigit: this.takesDigit },
      this.deps,
    );
    void this.#consultation.start(target).then(() => (this.#consultation = undefined));
    return true;
  }

  #transferBlindly(target: Target): void {
    for (const other of this.#others()) this.deps.sound().stopMusic(other);
    this.deps.transfers.request({
      transferer: this.channel,
      destination: target.extension,
      target,
      handledBy: 'server',
      isKeyedIn: true,
      replaces: undefined,
      referredBy: undefined,
      report: (progress: TransferProgress) => {
        if (progress !== 'transferred' && endsTransfer(progress)) this.#resume();
      },
    });
  }

  /** Both talk again. */
  #resume(): void {
    for (const other of this.#others()) this.deps.sound().stopMusic(other);
  }

  #others(): readonly Channel[] {
    const { channel, deps } = this;
    return (
      deps.bridges
        .of(channel)
        ?.members()
        .filter((member) => member !== channel) ?? []
    );
  }

  #pass(digits: string): void {
    for (const other of this.#others())
      for (const digit of digits) other.line.send({ type: 'digit', digit, milliseconds: digitLength });
  }

  #close(): void {
    this.#collecting?.cancel();
    this.#collecting = undefined;
    this.#sequences.close();
  }
}

/**
 * Lets a member of a bridge of the dialplan talk to an extension before its partner goes there, without keys; false when
 * it is not in such a bridge with exactly one partner.
 */
export function transferAttended(channel: Channel, target: Target, deps: FeatureDeps): boolean {
  const bridge = deps.bridges.of(channel);
  const [partner, ...more] = bridge?.members().filter((member) => member !== channel) ?? [];
  if (bridge?.governedBy !== 'basic' || partner === undefined || more.length > 0) return false;
  deps.sound().startMusic(partner, undefined);
  return new TransferKeys(channel, deps, false).consult(target);
}
