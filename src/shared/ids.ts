declare const brand: unique symbol;

type Brand<Name extends string> = string & { readonly [brand]: Name };

/** A leg of the audio side. It is not the id of a channel: a channel can get another leg. */
export type LegId = Brand<'LegId'>;

/** For whoever makes ids, and for tests. */
export const legId = (text: string): LegId => text as LegId;
