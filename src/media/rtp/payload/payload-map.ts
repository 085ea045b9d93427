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

/** The map that was made last. */
let latest: { readonly receive: RtpMedia['receive']; readonly map: PayloadMap } | undefined;

/** What the packets of a stream hold, by their payload type. */
export class PayloadMap {
  readonly #uses: readonly (PayloadUse | undefined)[];

  private constructor({ audio, events }: RtpMedia['receive']) {
    const uses = unasked.slice();
    for (const { type, clockRate } of events) uses[type] = { kind: 'events', clockRate };
    for (const payload of audio) uses[payload.type] = audioUse(payload);
    this.#uses = uses;
  }

  /** Legs with the same terms share the object of these, and then the map as well. */
  static of(receive: RtpMedia['receive']): PayloadMap {
    if (latest?.receive !== receive) latest = { receive, map: new PayloadMap(receive) };
    return latest.map;
  }

  useOf(type: number): PayloadUse | undefined {
    return this.#uses[type];
  }
}

function audioUse({ format, clockRate }: RtpPayload): PayloadUse {
  return { kind: 'audio', format, clockRate };
}
