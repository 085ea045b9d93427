// Copies the type declarations that the exports of the package reach, from dist/ to dist/types: node scripts/public-types.mjs
// The others are half of all files, and only the build needs them.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const types = join(dist, 'types');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.values(exports)
  .flatMap((target) => target.types ?? [])
  .map((path) => join(dist, relative(types, join(root, path))));

rmSync(types, { recursive: true, force: true });
for (const file of reachableFrom(entries)) cpSync(file, join(types, relative(dist, file)));

function reachableFrom(files) {
  const found = new Set(files);
  // A set that grows meanwhile is walked to its new end.
  for (const file of found) for (const imported of importsOf(file)) found.add(imported);
  return found;
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import|import\()\s*["'](\.[^"']*)["']/g)].map(([, path]) => path);
  return specifiers.map((path) => {
    const declaration = `${resolve(dirname(file), path)}.d.ts`;
    if (!existsSync(declaration))
      throw new Error(`${relative(root, file)} imports '${path}', which has no declarations`);
    return declaration;
  });
}
