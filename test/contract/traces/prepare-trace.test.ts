import { unplayable } from './prepare-trace';
import { ownFolders, readTraceFolder } from './recording/trace-folder';

describe('the recordings of the project', () => {
  it('are played, except these', () => {
    const unplayed = new Map<string, string[]>();
    for (const { id, reason } of ownFolders.flatMap((path) =>
      readTraceFolder(path).traces.map((trace) => ({ id: trace.id, reason: unplayable(trace) })),
    ))
      if (reason !== undefined) unplayed.set(reason, [...(unplayed.get(reason) ?? []), id]);

    expect(Object.fromEntries([...unplayed].map(([reason, ids]) => [reason, ids.join(' ')]))).toEqual({});
  });
});
