import { parseArgs } from 'node:util';
import { sparkline } from './chart';
import { clusterUsage, soakCluster } from './cluster/cluster-cli';
import type { FigureName, Sample } from './figures';
import { figures } from './figures';
import type { SoakReport } from './soak';
import { soak } from './soak';
import { trendOf } from './trend';

const usage = `usage: npm run soak -- [--minutes N] [--seed N]

  --minutes N   how long                                                    (default 30)
  --seed N      repeats the choices of a run; without it new ones are made, and printed

${clusterUsage}`;

const options = { minutes: { type: 'string' }, seed: { type: 'string' } } as const;
const exitCodes = { flat: 0, grows: 1, misused: 2 } as const;
const names = Object.keys(figures) as FigureName[];

/** Milliseconds between two measurements; a short run has enough of them, too, for a line to be drawn through. */
const roundTimes = { least: 2000, most: 15_000, rounds: 60 };

async function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'cluster') return (await soakCluster(args.slice(1), say)) === 0 ? exitCodes.flat : exitCodes.grows;
  const { values } = parseArgs({ args: [...args], options });
  const minutes = positive('minutes', values.minutes ?? '30');
  const seed = positive('seed', values.seed ?? String(1 + Math.floor(Math.random() * 2 ** 31)));
  const time = minutes * 60_000;
  const roundTime = Math.min(roundTimes.most, Math.max(roundTimes.least, time / roundTimes.rounds));
  let isInterrupted = false;
  const faults: string[] = [];
  // The first signal ends the run with what it has measured so far, and so does a fault of the run itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => (isInterrupted = true));
  process.on('uncaughtException', (error: Error) => {
    isInterrupted = true;
    faults.push(`the soak test itself: ${error.stack ?? error.message}`);
  });
  say(`seed ${seed}: ${minutes} minutes, measured every ${(roundTime / 1000).toFixed(1)} s`);
  const started = Date.now();
  const report = await soak({
    seed,
    roundTime,
    rounds: Infinity,
    isOver: () => isInterrupted || Date.now() - started > time,
    onSample: (sample, scenarios) => say(`  ${minuteOf(started)} ${lineOf(sample)}, ${scenarios} scenarios`),
  });
  return judge({ ...report, failures: [...report.failures, ...faults] });
}

function judge({ samples, played, failures: failed }: SoakReport): number {
  say(
    `\nplayed: ${Object.entries(played)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}\n`,
  );
  const failures = samples.length === 0 ? [...failed, 'nothing was measured'] : failed;
  const growing = samples.length === 0 ? [] : names.filter((name) => !sayFigure(name, samples));
  if (growing.length > 0) say(`\nnot flat: ${growing.map((name) => figures[name].name).join(', ')}`);
  for (const failure of failures) say(`\nfailed: ${failure}`);
  const isFine = growing.length === 0 && failures.length === 0;
  say(isFine ? '\nflat, and nothing failed' : '');
  return isFine ? exitCodes.flat : exitCodes.grows;
}

/** Whether it is flat. */
function sayFigure(name: FigureName, samples: readonly Sample[]): boolean {
  const figure = figures[name];
  const values = samples.map((sample) => sample[name]);
  const written = (value: number): string => `${value.toFixed(figure.digits)}${figure.unit}`;
  const { gain, permitted, isFlat } = trendOf(values, figure);
  const range = `${written(Math.min(...values))} to ${written(Math.max(...values))}`;
  const verdict = `${isFlat ? 'flat' : 'GROWS'}: ${gain.toFixed(2)} of ${permitted.toFixed(2)} permitted`;
  say(`${figure.name.padEnd(26)} ${sparkline(values)}\n${''.padEnd(27)}${range}; ${verdict}`);
  return isFlat;
}

function lineOf({ heap, resident, descriptors, handles, stall }: Sample): string {
  const memory = `heap ${heap.toFixed(1)} MiB, resident ${resident.toFixed(0)} MiB`;
  return `${memory}, ${descriptors} descriptors, ${handles} handles, stall ${stall.toFixed(0)} ms`;
}

function minuteOf(started: number): string {
  const seconds = Math.round((Date.now() - started) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} cannot be '${text}': give a number above 0`);
  return value;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(exitCodes.misused);
  },
);
