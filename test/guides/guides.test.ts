import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { sharedForeignProject } from '../package/foreign-project';
import type { GuideBlock } from './guide-page';
import { blocksOf } from './guide-page';
import { GuideRun } from './guide-run';

const root = projectRoot(__dirname);
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const names = readdirSync(join(root, 'docs/guides')).map((file) => file.replace(/\.md$/, ''));
const guides = names.map((name) => ({ name, blocks: blocksOf(textOf(`docs/guides/${name}.md`)) }));
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Files that all examples have alike; one page shows them. */
const common = ['config/ari.conf', 'config/http.conf'];

/** Why a block is not run. A new reason is written here as well, so that leaving out a block is a decision. */
const knownReasons: readonly string[] = [
  'the suite installs the packed package',
  'a softphone is needed',
  'output of an earlier version of the application',
  'needs systemd; the suite checks the unit and runs its commands',
  'needs a container runtime; the suite checks the files and runs their commands',
];

/** The first Python that has the libraries of its guide. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import requests, websocket']).status === 0,
);
const runnable = guides.filter(({ name }) => name !== 'python' || python !== undefined);

describe('the guides, followed in a project that has installed the package', () => {
  const project = sharedForeignProject();

  if (python === undefined)
    it.skip('python (skipped: apt-get install -y python3-requests python3-websocket)', () => undefined);

  it.each(runnable)('$name', async ({ name, blocks }) => {
    const folder = join(project().folder, 'guides', name);
    mkdirSync(folder, { recursive: true });
    for (const file of common.filter((each) => existsSync(join(root, 'examples', name, each))))
      cpSync(join(root, 'examples', name, file), join(folder, file));
    if (name === 'python')
      writeFileSync(join(project().folder, 'bin/python3'), `#!/bin/sh\nexec ${python} "$@"\n`, { mode: 0o755 });
    const run = new GuideRun({ folder, env: project().env });

    try {
      await run.follow(blocks);
      await run.end();
    } finally {
      await run.kill();
    }
  });
});

describe('the pages of the guides', () => {
  it('leave out only blocks that cannot be run', () => {
    const reasons = guides.flatMap(({ blocks }) =>
      blocks.flatMap((each) => (each.kind === 'skipped' ? each.reason : [])),
    );

    expect(reasons.filter((reason) => !knownReasons.includes(reason))).toEqual([]);
    expect(knownReasons.filter((reason) => !reasons.includes(reason))).toEqual([]);
  });

  it.each(examples)('show the files of the example %s as they are', (name) => {
    const guide = guides.find((each) => each.name === name);

    expect(filesOf(guide?.blocks ?? [])).toEqual(filesIn(name));
  });

  it.each(examples)('have the commands that the README of the example %s gives', (name) => {
    const typed = guides.find((each) => each.name === name)?.blocks.flatMap(commandsOf) ?? [];
    const [, block = ''] = /```sh\n([^]*?)```/.exec(textOf(`examples/${name}/README.md`)) ?? [];
    const commands = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => !typed.includes(command))).toEqual([]);
  });

  it.each(examples.filter((name) => existsSync(join(root, 'examples', name, 'config'))))(
    'let the example %s have the user and the listener of all others',
    (name) => {
      for (const file of common) expect(textOf(`examples/${name}/${file}`)).toBe(textOf(`examples/first-call/${file}`));
    },
  );
});

function commandsOf(block: GuideBlock): readonly (string | undefined)[] {
  return block.kind === 'console' ? block.steps.map(({ command }) => command) : [];
}

/** Texts by name, without those that all examples share. */
function filesOf(blocks: readonly GuideBlock[]): Readonly<Record<string, string>> {
  const files = blocks.flatMap((block) => (block.kind === 'file' ? [[block.path, block.text] as const] : []));
  return Object.fromEntries(files.filter(([path]) => !common.includes(path)));
}

function filesIn(example: string): Readonly<Record<string, string>> {
  const folder = join(root, 'examples', example);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => path !== 'README.md' && !common.includes(path));
  return Object.fromEntries(files.map((path) => [path, textOf(join('examples', example, path))]));
}
