import type { Finding } from './compare';
import { compareValues } from './compare';
import type { Placeholders } from './placeholders';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';

/**
 * Holds an answer against one that the recorder has shortened. It did so in three ways: a line of a few values for each
 * object of a list, a sample of a list with the length of the whole, and `<11 entries>` for what is counted only.
 */
export function summaryFindings(recorded: Json, got: Json | undefined, placeholders: Placeholders): readonly Finding[] {
  if (typeof recorded === 'string') return countFindings('', recorded, got);
  if (isList(recorded)) return lineFindings(recorded.map(String), got);
  if (isObject(recorded) && isList(recorded['sample'])) return sampleFindings(recorded, got, placeholders);
  if (!isObject(recorded) || !isObject(got)) return [{ path: '', expected: recorded, got }];
  return Object.entries(recorded).flatMap(([key, value]) => {
    if (typeof value === 'string' && counted.test(value)) return countFindings(key, value, got[key]);
    if (!(key in got)) return [{ path: key, expected: value, got: undefined }];
    return compareValues(value, got[key], { placeholders }).map(({ path, ...rest }) => ({
      ...rest,
      path: path === '' ? key : `${key}.${path}`,
    }));
  });
}

const counted = /^<(\d+) (\w+)>$/;

/** How many there are of something is only compared where the reference alone decides it. */
function countFindings(path: string, recorded: string, got: Json | undefined): readonly Finding[] {
  const [, count, what] = counted.exec(recorded) ?? [];
  const found = isList(got) ? got.length : isObject(got) ? Object.keys(got).length : undefined;
  const isEnough = found !== undefined && (what === 'attributes' ? found === Number(count) : found > 0);
  return isEnough ? [] : [{ path, expected: recorded, got }];
}

/** A few of many, picked by name, and the length of the whole list, or only that there is one. */
function sampleFindings(recorded: JsonObject, got: Json | undefined, placeholders: Placeholders): readonly Finding[] {
  const ours = objectsIn(got);
  const { sample, total } = recorded;
  const size: readonly Finding[] =
    total === undefined || total === ours.length ? [] : [{ path: 'total', expected: total, got: ours.length }];
  const items = objectsIn(sample).flatMap((expected) => {
    const name = nameOf(expected);
    const one = ours.find((candidate) => nameOf(candidate) === name);
    const path = `sample.${name}`;
    if (one === undefined) return [{ path, expected, got: undefined }];
    return compareValues(expected, one, { placeholders }).map((finding) => ({
      ...finding,
      path: `${path}.${finding.path}`,
    }));
  });
  return [...size, ...items];
}

/** Lines such as `b1 mixing simple_bridge`: the name of an object and, at the same place in every line, the same field. */
function lineFindings(lines: readonly string[], got: Json | undefined): readonly Finding[] {
  const ours = new Map(objectsIn(got).map((object) => [nameOf(object), object]));
  const read = lines.map((line) => line.split(/:? /));
  const absent = read.filter(([name = '']) => !ours.has(name));
  const names = new Set(read.map(([name]) => name));
  const extra = [...ours.keys()].filter((name) => !names.has(name));
  const missing: readonly Finding[] =
    absent.length + extra.length === 0
      ? []
      : [{ path: '', expected: absent.map((words) => words.join(' ')), got: extra }];
  const present = read.filter(([name = '']) => ours.has(name));
  const width = Math.max(0, ...present.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, place) => place).slice(1);
  return [...missing, ...columns.flatMap((column) => columnFindings(column, present, ours))];
}

function columnFindings(
  column: number,
  lines: readonly (readonly string[])[],
  ours: ReadonlyMap<string, JsonObject>,
): readonly Finding[] {
  const rows = lines.map((words) => ({ word: words[column] ?? '', fields: flat(ours.get(words[0] ?? '') ?? {}) }));
  const paths = [...new Set(rows.flatMap(({ fields }) => [...fields.keys()]))];
  if (paths.some((path) => rows.every(({ word, fields }) => fields.get(path) === word))) return [];
  return [{ path: `[*] word ${column + 1}`, expected: lines.map((words) => words.join(' ')), got: [...ours.values()] }];
}

/** The texts of an object by path, also of the objects in it. Of a list it only counts what a line can say about it. */
function flat(object: JsonObject, prefix = ''): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    if (isObject(value)) for (const [path, text] of flat(value, `${prefix}${key}.`)) fields.set(path, text);
    else fields.set(`${prefix}${key}`, isList(value) ? (value.length === 0 ? 'none' : 'all') : textOf(value));
  }
  return fields;
}

function nameOf({ id, name }: JsonObject): string {
  return textOf(id ?? name);
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

function objectsIn(json: Json | undefined): readonly JsonObject[] {
  return isList(json) ? json.filter(isObject) : [];
}
