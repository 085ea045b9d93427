import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** A throw-away project around generated files: our compiler settings, our src/, and whatever the test adds. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'patchbay-project-'));

  constructor(files: readonly { readonly path: string; readonly text: string }[]) {
    for (const name of ['src', 'node_modules']) symlinkSync(join(root, name), join(this.folder, name));
    for (const { path, text } of files) this.write(path, text);
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** `file(line): message` for every error in the project's own files; JavaScript is left in `dist/`. */
  compile(entry: string): string[] {
    this.write('tsconfig.json', JSON.stringify(settingsFor(entry)));
    const { stdout, error } = spawnSync(process.execPath, [compiler, '--project', '.', '--pretty', 'false'], {
      cwd: this.folder,
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    return stdout.split('\n').flatMap(diagnosticOf);
  }

  copyToDist(path: string): void {
    this.write(join('dist', path), readFileSync(join(this.folder, path), 'utf8'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function settingsFor(entry: string): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      outDir: 'dist',
      rootDir: '.',
      // Keeps `src` where the generated imports expect it, although it is only a link.
      preserveSymlinks: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: [entry],
    include: [],
  };
}

/** `file(line,column): error TS0000: message`, and further lines that are indented. */
function diagnosticOf(line: string): string[] {
  const found = /^(?:(?<file>[^(]+)\((?<line>\d+),\d+\): )?error TS\d+: (?<text>.*)$/.exec(line);
  if (found?.groups === undefined) return [];
  const { file, line: at, text = '' } = found.groups;
  return [file === undefined ? text : `${file}(${at}): ${text}`];
}
