// Compiles src/ and generated/ into dist/, copies the generated JavaScript that tsc leaves alone, and renders docs/, so that
// the server needs neither compiler nor Markdown when it runs.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
run(tsc, '-p', 'tsconfig.build.json');
run('--import', 'tsx', 'codegen/render-docs.ts', 'dist/docs');
run('scripts/bundle-client.mjs', 'dist/client.browser.mjs');

mkdirSync(join(root, 'dist/generated'), { recursive: true });
for (const name of readdirSync(join(root, 'generated'))) {
  if (name.endsWith('.js') || name.endsWith('.d.ts'))
    cpSync(join(root, 'generated', name), join(root, 'dist/generated', name));
}
run('scripts/public-types.mjs');
run('scripts/bundle-server.mjs');

function run(...args) {
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
