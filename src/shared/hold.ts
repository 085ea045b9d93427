/** Counts one more user of something until the result is called. The user is named to whoever wants to take it away. */
export type Hold = (user: string) => () => void;

/** A module as those see it who cannot do without. */
export interface NeededModule {
  readonly name: string;
  readonly isLoaded: () => boolean;
  readonly hold: Hold;
}

/** For what nobody takes away. */
export const uncounted: Hold = () => nothing;

const nothing = (): void => undefined;
