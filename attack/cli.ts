import { parseArgs } from 'node:util';
import { allAttacks } from './all-attacks';
import type { Attack } from './attack';
import type { AttackFigures, AttackResult } from './range';
import { AttackRange, ratioOf } from './range';

const usage = `usage: npm run attack [-- NAME... [--short] [--list]]

  NAME      only attacks whose name starts like this; all of them unless given
  --short   small sizes, as in the test suite
  --list    says what there is, and attacks nothing
`;

const options = { short: { type: 'boolean' }, list: { type: 'boolean' } } as const;
const exitCodes = { fine: 0, succeeded: 1, misused: 2 } as const;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const chosen = chosenBy(positionals);
  if (values.list === true) {
    for (const { name, does, holds } of chosen) say(`${name}\n  ${does};\n  ${holds}.`);
    return exitCodes.fine;
  }
  const range = new AttackRange({ isShort: values.short === true, say: (progress) => say(`     ${progress}`) });
  // Servers are processes of their own: they would outlive us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void range.close().then(() => process.exit(exitCodes.succeeded)));
  try {
    return await carryOut(chosen, range);
  } finally {
    await range.close();
  }
}

function chosenBy(starts: readonly string[]): readonly Attack[] {
  for (const start of starts)
    if (!allAttacks.some(({ name }) => name.startsWith(start))) throw new Error(`there is no attack '${start}'`);
  return allAttacks.filter(({ name }) => starts.length === 0 || starts.some((start) => name.startsWith(start)));
}

async function carryOut(attacks: readonly Attack[], range: AttackRange): Promise<number> {
  const [succeeded, notRun]: [string[], string[]] = [[], []];
  for (const [index, attack] of attacks.entries()) {
    say(`${index + 1}/${attacks.length} ${attack.name}: ${attack.does}`);
    const result = await range.run(attack);
    for (const line of linesOf(attack, result)) say(line);
    if (result.outcome === 'not run') notRun.push(attack.name);
    else if (result.breaches.length > 0) succeeded.push(attack.name);
  }
  const count = attacks.length - succeeded.length - notRun.length;
  say(`\n${count} of ${attacks.length} attacks were withstood`);
  if (notRun.length > 0) say(`not run: ${notRun.join(', ')}`);
  if (succeeded.length > 0) say(`succeeded: ${succeeded.join(', ')}`);
  return succeeded.length === 0 ? exitCodes.fine : exitCodes.succeeded;
}

function linesOf({ name }: Attack, result: AttackResult): string[] {
  if (result.outcome === 'not run') return [`NOT RUN  ${name}: ${result.reason}`];
  const verdict = result.breaches.length === 0 ? 'withstood' : 'SUCCEEDED';
  return [`${verdict} ${name}: ${textOf(result.figures)}`, ...result.breaches.map((breach) => `     ${breach}`)];
}

function textOf({ seconds, health, memory, stall }: AttackFigures): string {
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  return [
    ...(health === undefined ? [] : [`${health.answers} checks, longest ${health.longest.toFixed(0)} ms`]),
    `memory ${mebibytes(memory.before)} -> ${mebibytes(memory.peak)} MiB (x ${ratioOf({ memory })})`,
    ...(stall === undefined ? [] : [`longest stall ${stall.toFixed(0)} ms`]),
    `${seconds.toFixed(1)} s`,
  ].join(', ');
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
