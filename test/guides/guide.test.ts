import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as client from '../../generated/client';
import { projectRoot } from '../../src/shared/project-root';
import * as testing from '../../src/testing/index';

type Program = (load: (name: string) => unknown) => Promise<void>;

/** What the package exports under these names. */
const packages: Readonly<Record<string, unknown>> = { 'patchbay/client': client, 'patchbay/testing': testing };

const load = (name: string): unknown => {
  if (packages[name] === undefined) throw new Error(`the package has no '${name}'`);
  return packages[name];
};

const text = readFileSync(join(projectRoot(__dirname), 'docs/guide.md'), 'utf8');
const programs = [...text.matchAll(/^## (.*)$[^]*?^```js\n([^]*?)^```$/gm)].map(([, title = '', code = '']) => ({
  title,
  code,
}));

/** The programs of the guide are modules: they import, and use await at their top level. */
function compiled(code: string): Program {
  const AsyncFunction = (async () => undefined).constructor as new (...texts: string[]) => Program;
  return new AsyncFunction('load', code.replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = load($2);'));
}

describe('the guide', () => {
  it('has a program in every section', () => {
    expect(programs.map(({ title }) => title)).toEqual(text.match(/^## .*$/gm)?.map((line) => line.slice(3)));
  });

  it.each(programs)('runs: $title', async ({ code }) => {
    expect(await compiled(code)(load)).toBe(undefined);
  });
});
