/** Runs an action in a later turn, after the current request has been answered. Injected for tests. */
export type Soon = (action: () => void) => void;

export const soon: Soon = (action) => void setImmediate(action);
