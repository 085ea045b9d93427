import type { PhoneStep } from '../../config/phones/phone-script';
import type { SimulatedPhoneConfig } from '../../config/phones/simulated-phone';
import type { DeviceStateName } from '../../engine/device-state';
import type { PhoneCall } from './phone-call';

/** How many texts outside of calls are kept. */
const maxTexts = 100;

/** A simulated phone: what it does when it is called, and its calls. */
export class Phone {
  readonly texts: { readonly from: string; readonly body: string }[] = [];
  onCall: readonly PhoneStep[];
  readonly #calls = new Set<PhoneCall>();

  constructor(readonly config: SimulatedPhoneConfig) {
    this.onCall = config.onCall;
  }

  get name(): string {
    return this.config.name;
  }

  /** Those that are not over, the oldest first. */
  get calls(): readonly PhoneCall[] {
    return [...this.#calls];
  }

  get deviceState(): DeviceStateName {
    const calls = this.calls;
    const rings = calls.some(({ direction, state }) => direction === 'incoming' && state !== 'up');
    const others = calls.filter(({ direction, state }) => direction === 'outgoing' || state === 'up');
    if (others.length > 0 && others.every(({ isHeld }) => isHeld)) return 'ONHOLD';
    if (rings) return others.length > 0 ? 'RINGINUSE' : 'RINGING';
    return others.length > 0 ? 'INUSE' : 'NOT_INUSE';
  }

  add(call: PhoneCall): void {
    this.#calls.add(call);
    call.channel.onDestroyed(() => void this.#calls.delete(call));
  }

  keep(text: { readonly from: string; readonly body: string }): void {
    this.texts.push(text);
    if (this.texts.length > maxTexts) this.texts.shift();
  }
}
