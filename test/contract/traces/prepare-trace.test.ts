import { unplayable } from './prepare-trace';
import { ownFolders, readTraceFolder } from './trace-folder';

describe('the recordings of the project', () => {
  it('are played, except these', () => {
    const unplayed = new Map<string, string[]>();
    for (const { id, reason } of ownFolders.flatMap((path) =>
      readTraceFolder(path).traces.map((trace) => ({ id: trace.id, reason: unplayable(trace) })),
    ))
      if (reason !== undefined) unplayed.set(reason, [...(unplayed.get(reason) ?? []), id]);

    expect(Object.fromEntries([...unplayed].map(([reason, ids]) => [reason, ids.join(' ')]))).toEqual({
      'it needs a softphone': '2216',
      'it needs calls over SIP':
        '2107 2201 2202 2203 2204 2205 2206 2207 2209 2210 2211 2213 2214 2215 2301 2302 2304 2305 2306 2307 2308 2309 ' +
        '2311 2312 2313 2401 2501 2502 2504 2505 2506 2508 2509 2510 2511',
      'it needs subscriptions over SIP': '2002 2003',
      'it needs transfers over SIP': '2403',
    });
  });
});
