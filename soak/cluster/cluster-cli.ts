import { parseArgs } from 'node:util';
import { hasNats } from '../../test/support/cluster-rig';
import { playRounds } from './rounds';

export const clusterUsage = `       npm run soak -- cluster [--rounds N] [--seed N] [--only ROUND]

  Three nodes and three NATS servers: in each round something is killed, frozen or cut off in the middle of calls.

  --rounds N    how many                                                    (default 100)
  --seed N      repeats the choices of a run; without it new ones are made, and printed
  --only ROUND  one round of the run
`;

const options = { rounds: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } } as const;

/** Returns how many findings there are. */
export async function soakCluster(args: readonly string[], say: (line: string) => void): Promise<number> {
  if (!hasNats) throw new Error('nats-server is missing: apt-get install -y nats-server');
  const { values } = parseArgs({ args: [...args], options });
  const seed = whole('seed', values.seed) ?? 1 + Math.floor(Math.random() * 2 ** 31);
  const only = whole('only', values.only);
  const [from, to] = only === undefined ? [0, whole('rounds', values.rounds) ?? 100] : [only, only + 1];
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => (isInterrupted = true));
  say(`seed ${seed}: rounds ${from} to ${to - 1}`);
  const [started, all] = [Date.now(), [] as string[]];
  await playRounds({
    seed,
    from,
    to,
    isOver: () => isInterrupted,
    onRound: ({ round, fault, moment, calls, writes, findings, logs }) => {
      const seconds = Math.round((Date.now() - started) / 1000);
      const verdict = findings.length === 0 ? 'good' : `${findings.length} FINDINGS`;
      say(`  ${seconds} s, round ${round}: ${fault} during ${moment}, ${calls} calls, ${writes} values: ${verdict}`);
      for (const finding of findings) say(`    ${finding.slice(0, 1000)}`);
      if (findings.length > 0) {
        for (const line of logs) say(`      ${line.slice(0, 300)}`);
        say(`    again: npm run soak -- cluster --seed ${seed} --only ${round}`);
      }
      all.push(...findings);
    },
  });
  say(`findings: ${all.length}`);
  return all.length;
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`--${name} cannot be '${text}': give a whole number`);
  return Number(text);
}
