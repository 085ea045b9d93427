import { setFlagsFromString } from 'node:v8';

/**
 * For the whole process, to be called before compiled code is loaded: V8 takes that only from a process with the same flags.
 *
 * V8 notes which objects survive its first collections, and allocates the later ones of that kind in the old generation.
 * After a burst of calls that would be all objects of a call, for good: they stay, with everything that they refer to,
 * until the next full collection. Calls are short, and cheaper to collect while they are young.
 */
export function allocateCallsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
