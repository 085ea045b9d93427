/**
 * The reason with which signals of calls fire. Made once: an abort without a reason makes an exception with a stack
 * trace, and that costs more than everything else about it.
 */
export const callOver: Error = new Error('the call is over');
