import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderMarkdown } from './pages/markdown';

const root = join(__dirname, '..');
const source = join(root, 'docs');
const [output = 'dist/docs'] = process.argv.slice(2);
const target = join(root, output);

// A page that is no longer there must not be served from an earlier build.
rmSync(target, { recursive: true, force: true });
for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
  const page = join(target, path.replace(/\.md$/, '.json'));
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, JSON.stringify(renderMarkdown(readFileSync(join(source, path), 'utf8'))));
}
