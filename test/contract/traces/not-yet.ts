/** Recordings that wait for work still to be done, by what they wait for. One that has become equal has to leave. */
export const notYet: Readonly<Record<string, readonly string[]>> = {
  'configuration of SIP': ['2602'],
};

/** Recordings that this runner cannot play yet, and why. They are counted apart. */
export const beyondTheRunner: Readonly<Record<string, string>> = {
  '2601': 'the phones of the recording are not played',
};

/** What a recording waits for; undefined when it has to be equal now. */
export function awaited(trace: string): string | undefined {
  return Object.entries(notYet).find(([, traces]) => traces.includes(trace))?.[0];
}
