// Joins what is in dist/ into a few files in dist/bundle, which is what the package ships: node scripts/bundle-server.mjs
// A server has more than a thousand modules, and finding and reading them takes longer than running them. A module of the
// bundle still runs when it is required, so that what is loaded later costs nothing before. The bundler is the one of tsx.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const bundle = join(dist, 'bundle');
const load = createRequire(import.meta.url);
const { build } = createRequire(load.resolve('tsx/package.json'))('esbuild');

/** Entries of the server, which share their modules: `index` and `testing` hand out the same classes. */
const entries = { main: 'src/main.js', index: 'src/index.js', testing: 'src/testing/index.js' };
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  packages: 'external',
  logLevel: 'error',
};

/**
 * Modules with a file of their own. What `patchbay/client` exports is one module for all, so that its classes are the same
 * everywhere; `compiled-code` is what loads the server.
 */
const ownFiles = {
  name: 'own files',
  setup: ({ onResolve }) =>
    onResolve({ filter: /(generated\/client|\/compiled-code)$/ }, ({ path }) => ({
      path: `./${basename(path)}.js`,
      external: true,
    })),
};

/** Modules that are loaded when they are needed have to be found by the bundler. */
const laterModules = {
  name: 'later modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(main|load-[a-z-]+)\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      return { contents: text.replace(/\b(?:load|loadLater)\('(\.[^']+)'\)/g, "require('$1')") };
    }),
};

rmSync(bundle, { recursive: true, force: true });
await bundleServer();
for (const [name, file] of Object.entries(entries)) writeEntry(name, file);
await build({ ...common, entryPoints: [join(dist, 'generated/client.js')], outfile: join(bundle, 'client.js') });
await build({
  ...common,
  entryPoints: [join(dist, 'src/media/thread/media-worker.js')],
  outfile: join(bundle, 'media-worker.js'),
});
for (const name of ['compiled-code.js', 'garbage-collection.js']) cpSync(join(dist, 'src', name), join(bundle, name));
cpSync(join(dist, 'generated/models.js'), join(bundle, 'models.js'));

async function bundleServer() {
  const lines = Object.entries(entries).map(([name, file]) => `exports.${name} = () => require('./${file}');`);
  await build({
    ...common,
    stdin: { contents: lines.join('\n'), resolveDir: dist },
    outfile: join(bundle, 'server.js'),
    plugins: [ownFiles, laterModules],
  });
  // V8 keeps a text that is not all ASCII in twice the memory. Of these characters only those in comments are left.
  const file = join(bundle, 'server.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, '?'));
}

/** The names are written out: ES modules find what a CommonJS module exports in its text. */
function writeEntry(name, file) {
  if (name === 'main') return writeProgram();
  const lines = Object.keys(load(join(dist, file))).map((exported) => `exports.${exported} = server.${exported};\n`);
  const text = `'use strict';\nconst server = require('./server.js').${name}();\n${lines.join('')}`;
  writeFileSync(join(bundle, `${name}.js`), text);
}

/** Only the program keeps compiled code: a library leaves that to the program that loads it. */
function writeProgram() {
  const build = createHash('sha256')
    .update(readFileSync(join(bundle, 'server.js')))
    .digest('hex')
    .slice(0, 16);
  const start = `loadCompiled(require.resolve('./server.js'), '${build}').main();`;
  const file = join(bundle, 'main.js');
  const lines = [`require('./garbage-collection.js').collectForCalls();`, `require('./compiled-code.js').${start}`];
  writeFileSync(file, `#!/usr/bin/env node\n'use strict';\n${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
}
