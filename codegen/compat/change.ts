/** One difference between two surfaces. */
export interface Change {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly what: What;
  /** `channels.originate.label`; for a value of an enum `channels.hangup.reason=busy`. */
  readonly id: string;
  /** What happened, to be read after the id: `is required now, was optional`. */
  readonly detail: string;
  readonly impact: Impact;
}

export type What = 'resource' | 'operation' | 'parameter' | 'value' | 'event' | 'model' | 'property' | 'header';

/** `breaking`: a client written for the older surface may fail on the newer one. */
export type Impact = 'breaking' | 'compatible';

/** A finding of a rule about an entry; the caller knows the entry. */
export interface Finding {
  readonly detail: string;
  readonly impact: Impact;
  /** Set when a single value of an enum came or went. */
  readonly value?: { readonly kind: 'added' | 'removed'; readonly text: string };
}

export const breaking = (detail: string): Finding => ({ detail, impact: 'breaking' });
export const compatible = (detail: string): Finding => ({ detail, impact: 'compatible' });

/** What stands on the left and not on the right. */
export function missing<Item>(from: readonly Item[] = [], others: readonly Item[] = []): Item[] {
  return from.filter((item) => !others.includes(item));
}
