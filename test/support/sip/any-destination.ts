import { Destinations } from '../../../src/shared/network/destinations';

/** Lets every address be connected to that a server would, which listens nowhere. */
export const anyDestination = new Destinations([]);
