import { Heap } from '../bench/measure/heap';
import type { Victim } from '../attack/harness/victim';

/** What is measured again and again, and how much of it may change between the beginning and the end. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Digits behind the point. */
  readonly digits: number;
  /** What may be gained by chance over the time that is judged: a share of the usual value, and so much more. */
  readonly noise: { readonly share: number; readonly more: number };
}

const count = { unit: '', digits: 0, noise: { share: 0, more: 0 } };

export const figures = {
  heap: { name: 'heap after collection', unit: ' MiB', digits: 2, noise: { share: 0.03, more: 1 } },
  resident: { name: 'resident memory', unit: ' MiB', digits: 0, noise: { share: 0.1, more: 12 } },
  descriptors: { name: 'descriptors', unit: '', digits: 0, noise: { share: 0, more: 3 } },
  handles: { name: 'active handles and timers', unit: '', digits: 0, noise: { share: 0, more: 3 } },
  stall: { name: 'longest stall of the loop', unit: ' ms', digits: 0, noise: { share: 1, more: 100 } },
  channels: { ...count, name: 'channels' },
  bridges: { ...count, name: 'bridges' },
  applications: { ...count, name: 'applications' },
  legs: { ...count, name: 'legs of the media thread' },
  plays: { ...count, name: 'plays of the media thread' },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;
export type Sample = Readonly<Record<FigureName, number>>;

const mebibyte = 2 ** 20;

/** Measures a server on which nothing happens at the moment. */
export async function measure(victim: Victim): Promise<Sample> {
  const heap = await new Heap(victim.inspector).bytesInUse();
  const stall = await victim.longestStall();
  await victim.watchLoop();
  return {
    heap: heap / mebibyte,
    resident: victim.residentBytes / mebibyte,
    descriptors: await victim.descriptors(),
    // Those of connections come and go with those who measure.
    handles: Number(await victim.inspector.evaluate(handlesExpression)),
    stall,
    channels: await victim.metric('channels'),
    bridges: await victim.metric('bridges'),
    applications: await victim.metric('applications'),
    legs: await victim.metric('media_legs'),
    plays: await victim.metric('media_plays'),
  };
}

const handlesExpression = 'process.getActiveResourcesInfo().filter((name) => !/^TCPSocketWrap$/.test(name)).length';
