import { projectRoot } from '../../src/shared/project-root';
import type { Trace } from './traces/load-trace';
import { loadTraces, traceFolder } from './traces/load-trace';
import { awaited, beyondTheRunner, notYet } from './traces/not-yet';
import { inRealTime } from './traces/real-time';
import { describeOutcome, isEqualOutcome, summary } from './traces/report';
import type { Outcome } from './traces/run-traces';
import { runTraces } from './traces/run-traces';
import { Scenery } from './traces/stage';

const folder = traceFolder(projectRoot(__dirname));
const traces = folder === undefined ? [] : loadTraces(folder).filter(({ id }) => !(id in beyondTheRunner));
const due = traces.filter(({ id }) => awaited(id) === undefined);
const waiting = traces.filter(({ id }) => awaited(id) !== undefined);
const titled = (list: readonly Trace[]): [string, Trace][] => list.map((trace) => [trace.name, trace]);

if (folder === undefined)
  process.stdout.write('no recordings of the reference server here: set PATCHBAY_TRACES to replay them\n');

const whereTheyAre = folder === undefined ? describe.skip : describe;

whereTheyAre('recordings of the reference server', () => {
  const outcomes = new Map<Trace, Outcome>();

  beforeAll(async () => {
    const scenery = Scenery.make(folder ?? '');
    try {
      const isHasty = ({ id }: Trace): boolean => awaited(id) !== undefined;
      const isReal = ({ id }: Trace): boolean => inRealTime.has(id);
      for (const outcome of await runTraces(traces, { scenery, isHasty, isReal, width: 4, chances: 2 }))
        outcomes.set(outcome.trace, outcome);
    } finally {
      scenery.remove();
    }
    const apart = `${waiting.length} wait for later work, ${Object.keys(beyondTheRunner).length} cannot be played yet`;
    process.stdout.write(`${summary([...outcomes.values()])}; ${apart}\n`);
  }, 300_000);

  const outcomeOf = (trace: Trace): Outcome => {
    const outcome = outcomes.get(trace);
    if (outcome === undefined) throw new Error(`${trace.name} was not replayed`);
    return outcome;
  };

  it.each(titled(due))('%s replays equal', (_name, trace) => {
    const outcome = outcomeOf(trace);

    expect(isEqualOutcome(outcome) ? '' : describeOutcome(outcome, { most: 5 })).toBe('');
  });

  it.each(titled(waiting))('%s still waits for its work: once equal, it has to leave the list', (_name, trace) => {
    expect(outcomeOf(trace).differences).not.toEqual([]);
  });

  it('are known by number wherever a list names them', () => {
    const known = new Set(loadTraces(folder ?? '').map(({ id }) => id));
    const named = [...Object.keys(beyondTheRunner), ...Object.values(notYet).flat(), ...inRealTime];

    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });
});
