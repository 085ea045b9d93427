import type { RtpMedia, RtpPayload } from '../../protocol-rtp';
import { formatOfPayload } from './payload-types';

/** What packets of one payload type hold. */
export type PayloadUse =
  | { readonly kind: 'audio'; readonly format: string; readonly clockRate: number }
  | { readonly kind: 'events'; readonly clockRate: number }
  | { readonly kind: 'noise' };

const types = 128;

/** What comes without having been agreed upon. */
const unasked: readonly (PayloadUse | undefined)[] = Array.from({ length: types }, (_, type) =>
  formatOfPayload(type)?.kind === 'noise' ? { kind: 'noise' } : undefined,
);

/** What the packets of a stream hold, by their payload type. */
export class PayloadMap {
  readonly #uses: readonly (PayloadUse | undefined)[];

  constructor({ audio, events }: RtpMedia['receive']) {
    const uses = unasked.slice();
    for (const { type, clockRate } of events) uses[type] = { kind: 'events', clockRate };
    for (const payload of audio) uses[payload.type] = audioUse(payload);
    this.#uses = uses;
  }

  useOf(type: number): PayloadUse | undefined {
    return this.#uses[type];
  }
}

function audioUse({ format, clockRate }: RtpPayload): PayloadUse {
  return { kind: 'audio', format, clockRate };
}
