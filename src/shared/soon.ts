/** Runs an action in a later turn, after what is going on now has been answered. Injected where tests want to wait. */
export type Soon = (action: () => void) => void;

export const soon: Soon = (action) => void setImmediate(action);
