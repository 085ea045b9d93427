import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';

const root = projectRoot(__dirname);

interface PackedFile {
  readonly path: string;
  readonly size: number;
}

/** A project that has installed the packed package, and knows nothing else of this one. */
export class ForeignProject {
  private constructor(
    readonly folder: string,
    /** Of the tarball. */
    readonly files: readonly PackedFile[],
    readonly tarballSize: number,
  ) {}

  /** Packs what is built, and unpacks it where npm would. Its dependencies are those that are installed here. */
  static create(): ForeignProject {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-foreign-'));
    const args = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder];
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' })) as readonly {
      readonly filename: string;
      readonly size: number;
      readonly files: readonly PackedFile[];
    }[];
    if (packed === undefined) throw new Error('npm has packed nothing');
    const installed = join(folder, 'node_modules', 'patchbay');
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1']);
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const name of [...Object.keys(dependencies), 'ari-client', 'tsx', '@types/node'])
      link(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    linkPrograms(folder);
    cpSync(join(__dirname, 'foreign'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "name": "foreign", "version": "1.0.0", "private": true }\n');
    return new ForeignProject(folder, packed.files, packed.size);
  }

  /** For programs that are started as in a terminal of the project. Servers take any free ports. */
  get env(): NodeJS.ProcessEnv {
    const path = ['bin', 'node_modules/.bin'].map((name) => join(this.folder, name));
    return {
      PATH: [...path, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: this.folder,
      PATCHBAY_PORT: '0',
      PATCHBAY_SIP_PORT: '0',
    };
  }

  /** What a program of the project prints; fails when it fails. */
  run(program: string, ...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      // Only a program that hangs takes so long.
      timeout: 200_000,
      env: { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: '' },
    });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    return stdout + stderr;
  }

  /** A tool that is installed here. */
  tool(name: string): string {
    return join(root, 'node_modules', name);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let shared: ForeignProject | undefined;
/** Suites that have not ended yet. */
let declared = 0;

/** One project for all suites of a process, because packing takes longer than most of them. To be called at declaration. */
export function sharedForeignProject(): () => ForeignProject {
  declared += 1;
  let project: ForeignProject;
  beforeAll(() => {
    project = shared ??= ForeignProject.create();
  });
  afterAll(() => {
    declared -= 1;
    if (declared > 0) return;
    shared?.remove();
    shared = undefined;
  });
  return () => project;
}

/** Programs of packages, as npm links them, and an npx that only runs these: the real one takes a second each time. */
function linkPrograms(folder: string): void {
  const patchbay = join(folder, 'node_modules/patchbay/dist/bundle/main.js');
  chmodSync(patchbay, 0o755);
  link(patchbay, join(folder, 'node_modules/.bin/patchbay'));
  link(join(root, 'node_modules/.bin/tsx'), join(folder, 'node_modules/.bin/tsx'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
