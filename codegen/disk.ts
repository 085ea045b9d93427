import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFileName } from './compat/surface-text';
import type { GeneratedFile } from './emit/emitter';
import type { GeneratorInput } from './generate';
import type { SourceText } from './spec/source-file';

/** Folders that hold nothing but generated files, so that whatever else lies there is an orphan. */
export const outputFolders: readonly string[] = ['generated', 'docs/api', 'docs/manager'];

export type Drift = { readonly path: string; readonly kind: 'stale' | 'missing' | 'orphaned' };

/** Everything below the project root that the generator reads. */
export function readInput(root: string): GeneratorInput {
  return {
    spec: readSpec(join(root, 'api-docs')),
    templates: readTemplates(join(__dirname, 'emit', 'templates')),
    lock: readOptional(join(root, lockFileName)),
  };
}

/** The spec files of a folder, named as if they lay in `api-docs/`. */
export function readSpec(folder: string): SourceText[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ path: `api-docs/${name}`, text: readFileSync(join(folder, name), 'utf8') }));
}

function readTemplates(folder: string): Map<string, string> {
  const names = namesIn(folder).filter((name) => name.endsWith('.hbs'));
  return new Map(names.map((name) => [name.replace(/\.hbs$/, ''), readFileSync(join(folder, name), 'utf8')]));
}

export function readOptional(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined;
}

/** Where the files on disk differ from what generation gives; empty when they are the same to the byte. */
export function driftOf(root: string, files: readonly GeneratedFile[]): Drift[] {
  const wanted = new Set(files.map(({ path }) => path));
  const orphaned = outputFolders.flatMap((folder) => filesBelow(root, folder)).filter((path) => !wanted.has(path));
  const different = files.flatMap(({ path, text }): Drift[] => {
    const present = readOptional(join(root, path));
    if (present === undefined) return [{ path, kind: 'missing' }];
    return present === text ? [] : [{ path, kind: 'stale' }];
  });
  return [...different, ...orphaned.map((path): Drift => ({ path, kind: 'orphaned' }))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

/** Brings the disk to what generation gives, touching only what differs, and says what that was. */
export function writeFiles(root: string, files: readonly GeneratedFile[]): Drift[] {
  const drift = driftOf(root, files);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const { path } of drift) {
    const text = texts.get(path);
    if (text === undefined) rmSync(join(root, path));
    else writeText(join(root, path), text);
  }
  return drift;
}

export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesBelow(root: string, folder: string): string[] {
  if (statSync(join(root, folder), { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

/** Sorted by code unit, not by locale: the same order on every machine. */
function namesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
