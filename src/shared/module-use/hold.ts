/** Counts one more user of something until the result is called. The refusal to unload names the user. */
export type Hold = (user: string) => () => void;

/** A module as seen by its users. */
export interface NeededModule {
  readonly name: string;
  readonly isLoaded: () => boolean;
  readonly hold: Hold;
}

/** For something that is never unloaded. */
export const uncounted: Hold = () => nothing;

const nothing = (): void => undefined;
