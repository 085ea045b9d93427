// Makes the typed client one ES module for browsers, without anything of Node: node scripts/bundle-client.mjs FILE
// The bundler is the one that comes with tsx.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [, , outfile = join(root, 'dist/client.browser.mjs')] = process.argv;
const tsx = createRequire(import.meta.url).resolve('tsx/package.json');
const { build } = createRequire(tsx)('esbuild');

/** Modules that browsers have others for. */
const replaced = /\/(http-transport|socket-link)$/;

await build({
  entryPoints: [join(root, 'generated/client.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  // Whatever is left of Node fails the build.
  platform: 'browser',
  target: 'es2022',
  banner: { js: '// The typed client of Patchbay for browsers: needs fetch and WebSocket. MIT.' },
  logLevel: 'error',
  plugins: [
    {
      name: 'browser',
      setup: ({ onResolve }) =>
        onResolve({ filter: replaced }, ({ path }) => ({
          path: join(root, 'src/client/browser', `${replaced.exec(path)?.[1]}.ts`),
        })),
    },
  ],
});
