import { join, resolve } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { compareSurfaces } from './compat/compare';
import { formatReport } from './compat/report';
import { checkRelease, demandRelease, ReleaseError } from './compat/rules';
import type { Surface } from './compat/surface';
import { surfaceOf } from './compat/surface';
import { formatSurface, LockError, lockFileName, parseSurface } from './compat/surface-text';
import type { Drift } from './disk';
import { driftOf, readInput, readOptional, writeFiles, writeText } from './disk';
import { readEarlierSpec } from './earlier-spec';
import type { Generated } from './generate';
import { generate } from './generate';
import { buildModel } from './model/build-model';
import { loadSpec } from './spec/load-spec';
import { SpecError } from './spec/problem';
import type { SourceText } from './spec/source-file';
import { UsageError } from './usage-error';
import { validateOpenApi } from './validate-openapi';
import { watch } from './watch';

const usage = `usage:
  npm run generate               write generated/ and docs/api/ from api-docs/, docs/dialplan.md from src/dialplan,
                                 docs/manager/ from src/manager
  npm run generate -- --watch    the same, again after every save
  npm run generate:check         fail when they are not what that gives
  npm run api:diff [-- PLACE]    what changed since the last release, or since PLACE: a git revision or a folder
  npm run api:release            record the present interface as released
`;

const root = resolve(__dirname, '..');
const lockFile = join(root, lockFileName);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main([command, ...rest]: readonly string[]): Promise<number> {
  switch (command) {
    case 'generate':
      return rest.includes('--watch') ? watchUntilInterrupted() : regenerate();
    case 'check':
      return check();
    case 'diff':
      return diff(rest[0]);
    case 'release':
      return release();
    default:
      process.stderr.write(usage);
      return 2;
  }
}

async function regenerate(): Promise<number> {
  const started = performance.now();
  const { files, model } = await generateAndValidate();
  const drift = writeFiles(root, files);
  for (const { path, kind } of drift) say(`${written[kind]} ${path}`);
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const took = Math.round(performance.now() - started);
  say(`interface ${model.version}: ${files.length} files, ${lines} lines, ${drift.length} changed (${took} ms)`);
  return 0;
}

async function watchUntilInterrupted(): Promise<number> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
  await watch({ root, step: regenerate, stop: interrupted.signal, say });
  return 0;
}

const written: Readonly<Record<Drift['kind'], string>> = { stale: 'updated', missing: 'created', orphaned: 'removed' };

let validated: string | undefined;

/** Nothing is written unless an independent judge accepts the OpenAPI document; while watching, only a changed one. */
async function generateAndValidate(): Promise<Generated> {
  const generated = generate(readInput(root));
  const openApi = generated.files.find(({ path }) => path === 'generated/openapi.json');
  if (openApi !== undefined && openApi.text !== validated) {
    await validateOpenApi(JSON.parse(openApi.text) as OpenAPIV3_1.Document);
    validated = openApi.text;
  }
  return generated;
}

async function check(): Promise<number> {
  const drift = driftOf(root, (await generateAndValidate()).files);
  for (const { path, kind } of drift) process.stderr.write(`${kind}: ${path}\n`);
  if (drift.length > 0) process.stderr.write('run: npm run generate\n');
  return drift.length > 0 ? 1 : 0;
}

function diff(place: string | undefined): number {
  const after = surfaceOfSpec(readInput(root).spec);
  const before = place === undefined ? released() : surfaceOfSpec(readEarlierSpec(root, place));
  // Which version is due depends on the last release, whatever the changes are listed against.
  const result = { ...checkRelease(releasedOr(before), after), changes: compareSurfaces(before, after) };
  say(formatReport(before, after, result));
  return result.problems.length > 0 ? 1 : 0;
}

function release(): number {
  const lock = readOptional(lockFile);
  const after = surfaceOfSpec(readInput(root).spec);
  if (lock !== undefined) demandRelease(parseSurface(lock), after);
  writeText(lockFile, formatSurface(after));
  say(`${lockFileName} now records interface ${after.version}; commit it`);
  return 0;
}

function releasedOr(otherwise: Surface): Surface {
  const lock = readOptional(lockFile);
  return lock === undefined ? otherwise : parseSurface(lock);
}

function released(): Surface {
  const lock = readOptional(lockFile);
  if (lock === undefined)
    throw new UsageError(`nothing has been released yet: there is no ${lockFileName}; name a git revision or a folder`);
  return parseSurface(lock);
}

function surfaceOfSpec(spec: readonly SourceText[]): Surface {
  return surfaceOf(buildModel(loadSpec(spec)));
}

const toldInOneBreath = [SpecError, ReleaseError, LockError, UsageError];

/** Usage errors are reported in one line; a stack is for faults of the generator itself. */
function explain(error: unknown): string {
  if (toldInOneBreath.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  },
);
