import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '../..');

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
    const program = ts.createProgram([join(this.folder, entry)], {
      ...settings(),
      noEmit: false,
      outDir: join(this.folder, 'dist'),
      rootDir: this.folder,
      // Keeps `src` where the generated imports expect it, although it is only a link.
      preserveSymlinks: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    });
    const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
    return found.map((diagnostic) => this.#format(diagnostic));
  }

  copyToDist(path: string): void {
    this.write(join('dist', path), readFileSync(join(this.folder, path), 'utf8'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #format({ file, start, messageText }: ts.Diagnostic): string {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    if (file === undefined) return text;
    const { line } = file.getLineAndCharacterOfPosition(start ?? 0);
    return `${file.fileName.slice(this.folder.length + 1)}(${line + 1}): ${text}`;
  }
}

function settings(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8')) as {
    config: object;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}
