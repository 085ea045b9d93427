import type { Trace } from './trace';

/** The same function, which works out its result once for each recording: rules ask for it at every difference. */
export function perTrace<Result>(work: (trace: Trace) => Result): (trace: Trace) => Result {
  const results = new WeakMap<Trace, { readonly result: Result }>();
  return (trace) => {
    const known = results.get(trace) ?? { result: work(trace) };
    results.set(trace, known);
    return known.result;
  };
}
