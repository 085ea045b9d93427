import { knownDifferences } from './known/known-differences';
import { unplayable } from './prepare-trace';
import { describeOutcome } from './report';
import { runTrace, staleIn } from './replay/run-trace';
import { makeSounds, removeSounds } from './sounds';
import type { Topic } from './recording/topics';
import { topicOf } from './recording/topics';
import type { Trace } from './recording/trace';
import type { TraceFolder } from './recording/trace-folder';
import { ownFolders, traceFolders } from './recording/trace-folder';

/** Describes a test for every recording of a topic: of the project's, and of the folders that PATCHBAY_TRACES names. */
export function replayTopic(topic: Topic): void {
  let sounds = '';
  beforeAll(() => void (sounds = makeSounds()));
  afterAll(() => removeSounds(sounds));

  const played = traceFolders().flatMap((folder) =>
    folder.traces
      .filter((trace) => topicOf(trace) === topic && unplayable(trace) === undefined)
      .map((trace): [name: string, trace: Trace, folder: TraceFolder] => [trace.name, trace, folder]),
  );

  it.each(played)('%s replays equal', async (_name, trace, { path, setup }) => {
    const outcome = await runTrace(trace, { files: setup, sounds }, { known: knownDifferences });

    expect(outcome.differences.length === 0 ? '' : describeOutcome(outcome, { most: 5 })).toBe('');
    // Another folder may use the same numbers for other recordings.
    if (ownFolders.includes(path)) expect(staleIn(outcome, knownDifferences).map(({ name }) => name)).toEqual([]);
  });
}
