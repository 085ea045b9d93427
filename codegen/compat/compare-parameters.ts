import type { Finding } from './change';
import { breaking, compatible } from './change';
import { compareEnums, sentRules } from './compare-enums';
import type { SurfaceParameter } from './surface';

/**
 * The changes for a client that sends the older parameter: every value must still be accepted with the same meaning.
 */
export function* compareParameter(before: SurfaceParameter, after: SurfaceParameter): Generator<Finding, void> {
  yield* comparePlace(before, after);
  yield* compareType(before, after);
  yield* compareNeed(before, after);
  yield* compareEnums(before, after, sentRules);
  yield* compareSpelling(before, after);
  yield* compareBound(before, after, minimum);
  yield* compareBound(before, after, maximum);
  for (const key of ['maxLength', 'maxItems', 'maxProperties'] as const) yield* compareSize(before, after, key);
}

export function describeParameter({ in: place, type, required, multiple }: SurfaceParameter): string {
  return `${required ? 'required' : 'optional'} ${type}${multiple ? ', several allowed,' : ''} in ${places[place]}`;
}

const places: Readonly<Record<SurfaceParameter['in'], string>> = {
  path: 'the path',
  query: 'the query',
  body: 'the body',
  'whole-body': 'the whole body',
};

function* comparePlace(before: SurfaceParameter, after: SurfaceParameter): Generator<Finding, void> {
  if (before.in === after.in) return;
  // A query parameter is taken from a member of the body just as well, so clients need not change.
  if (before.in === 'body' && after.in === 'query')
    yield compatible('may stand in the query too, was in the body only');
  else yield breaking(`moved from ${places[before.in]} to ${places[after.in]}`);
}

/** Types that take every value of another, and read it as the same. */
const widenings: Readonly<Record<string, readonly string[]>> = { int32: ['int64', 'number'], int64: ['number'] };

function* compareType(before: SurfaceParameter, after: SurfaceParameter): Generator<Finding, void> {
  if (before.type !== after.type) {
    const detail = `has the type ${after.type} now, was ${before.type}`;
    yield widens(before.type, after.type) ? compatible(detail) : breaking(detail);
  }
  if (!before.multiple && after.multiple) yield compatible('takes several values now, was one');
  if (before.multiple && !after.multiple) yield breaking('takes one value now, was several');
}

function widens(before: string, after: string): boolean {
  if (before.endsWith('[]') && after.endsWith('[]')) return widens(before.slice(0, -2), after.slice(0, -2));
  return Object.hasOwn(widenings, before) && widenings[before]?.includes(after) === true;
}

function* compareNeed(before: SurfaceParameter, after: SurfaceParameter): Generator<Finding, void> {
  // Only an optional parameter has a default: a default that changes together with `required` is not a separate change.
  if (!before.required && after.required) yield breaking('is required now, was optional');
  else if (before.required && !after.required) yield compatible('is optional now, was required');
  else if (before.default !== after.default) yield compareDefaults(before.default, after.default);
}

/** A first default says what the server did all along; another one makes it do something else for the same request. */
function compareDefaults(before: SurfaceParameter['default'], after: SurfaceParameter['default']): Finding {
  if (before === undefined) return compatible(`has the default ${JSON.stringify(after)} now, had none`);
  if (after === undefined) return breaking(`has no default any more, was ${JSON.stringify(before)}`);
  return breaking(`has the default ${JSON.stringify(after)} now, was ${JSON.stringify(before)}`);
}

function* compareSpelling(before: SurfaceParameter, after: SurfaceParameter): Generator<Finding, void> {
  // Without a list of values there is no spelling to compare; compareEnums has said what there is to say.
  if (before.enum === undefined || after.enum === undefined) return;
  if (before.ignoreCase && !after.ignoreCase) yield breaking('is case-sensitive now');
  if (!before.ignoreCase && after.ignoreCase) yield compatible('takes upper and lower case alike now');
}

/**
 * A lower bound than before is breaking; a higher one is not a change, and neither is the first bound, since values
 * were never unlimited.
 */
function* compareSize(
  older: SurfaceParameter,
  newer: SurfaceParameter,
  key: 'maxLength' | 'maxItems' | 'maxProperties',
): Generator<Finding, void> {
  const [before, after] = [older[key], newer[key]];
  if (before === undefined || after === undefined || after >= before) return;
  yield breaking(`has the ${key} ${after} now, was ${before}`);
}

interface Bound {
  readonly key: 'minimum' | 'maximum';
  readonly narrower: (after: number, before: number) => boolean;
}

const minimum: Bound = { key: 'minimum', narrower: (after, before) => after > before };
const maximum: Bound = { key: 'maximum', narrower: (after, before) => after < before };

function* compareBound(
  older: SurfaceParameter,
  newer: SurfaceParameter,
  { key, narrower }: Bound,
): Generator<Finding, void> {
  const [before, after] = [older[key], newer[key]];
  if (before === after) return;
  if (before === undefined) yield breaking(`has the ${key} ${after ?? ''} now, had none`);
  else if (after === undefined) yield compatible(`has no ${key} any more, was ${before}`);
  else {
    const detail = `has the ${key} ${after} now, was ${before}`;
    yield narrower(after, before) ? breaking(detail) : compatible(detail);
  }
}
