import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
    for (const name of [...Object.keys(dependencies), 'ari-client', '@types/node', '@types/ws'])
      link(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    cpSync(join(__dirname, 'foreign'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "name": "foreign", "version": "1.0.0", "private": true }\n');
    return new ForeignProject(folder, packed.files, packed.size);
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

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
