import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { hasNats } from '../../test/support/cluster-rig';
import { tableOf } from './matrix-table';
import type { RoundReport } from './rounds';
import { matrix, playRounds } from './rounds';

export const clusterUsage = `       npm run soak -- cluster [--rounds N | --matrix] [--seed N] [--only ROUND]

  Three nodes and three NATS servers: in each round something is killed, frozen or cut off in the middle of calls.

  --rounds N    how many                                                    (default 100)
  --matrix      every fault at every moment once, and a table of them, in place of rounds at random
  --seed N      repeats the choices of a run; without it new ones are made, and printed
  --only ROUND  one round of the run
`;

const options = {
  rounds: { type: 'string' },
  matrix: { type: 'boolean' },
  seed: { type: 'string' },
  only: { type: 'string' },
} as const;

/** Returns how many findings there are. */
export async function soakCluster(args: readonly string[], say: (line: string) => void): Promise<number> {
  if (!hasNats) throw new Error('nats-server is missing: apt-get install -y nats-server');
  const { values } = parseArgs({ args: [...args], options });
  const seed = whole('seed', values.seed) ?? 1 + Math.floor(Math.random() * 2 ** 31);
  const only = whole('only', values.only);
  const isMatrix = values.matrix === true;
  const rounds = isMatrix ? Infinity : (whole('rounds', values.rounds) ?? 100);
  const [from, to] = only === undefined ? [0, rounds] : [only, only + 1];
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => (isInterrupted = true));
  say(`seed ${seed}: ${isMatrix ? 'the matrix' : `rounds ${from} to ${to - 1}`}, with ${natsVersion()}`);
  const [started, reports] = [Date.now(), [] as RoundReport[]];
  const again = `npm run soak -- cluster --seed ${seed}${isMatrix ? ' --matrix' : ''} --only`;
  await playRounds({
    seed,
    from,
    to,
    ...(isMatrix ? { plans: matrix } : {}),
    isOver: () => isInterrupted,
    onRound: (report) => {
      reports.push(report);
      const seconds = Math.round((Date.now() - started) / 1000);
      for (const line of linesOf(report, again)) say(`  ${line.replace('{at}', `${seconds} s`)}`);
    },
  });
  for (const line of isMatrix ? tableOf(reports) : []) say(line);
  const findings = reports.reduce((sum, report) => sum + report.findings.length, 0);
  say(`rounds: ${reports.length}, findings: ${findings}`);
  return findings;
}

function natsVersion(): string {
  return spawnSync('nats-server', ['--version'], { encoding: 'utf8' }).stdout.trim();
}

function linesOf({ round, fault, moment, calls, writes, findings, logs }: RoundReport, again: string): string[] {
  const verdict = findings.length === 0 ? 'good' : `${findings.length} FINDINGS`;
  const line = `{at}, round ${round}: ${fault} during ${moment}, ${calls} calls, ${writes} values: ${verdict}`;
  if (findings.length === 0) return [line];
  return [
    line,
    ...findings.map((finding) => `  ${finding.slice(0, 1000)}`),
    ...logs.map((log) => `    ${log.slice(0, 300)}`),
    `  again: ${again} ${round}`,
  ];
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`--${name} cannot be '${text}': give a whole number`);
  return Number(text);
}
