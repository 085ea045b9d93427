import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const linter = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');

/** A throw-away project with our rules, in which only these imports are looked at. */
function refusedImports(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-lint-'));
  try {
    for (const name of ['oxlint.config.mjs', 'tsconfig.json']) cpSync(join(root, name), join(folder, name));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { stdout } = spawnSync(process.execPath, [linter, '--config', 'oxlint.config.mjs', '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string; message: string }[];
    };
    return diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename, message }) => `${filename}: ${/'([^']+)'/.exec(message)?.[1]}`)
      .sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the directions of imports', () => {
  it('are held between the rooms of src, in folders too', () => {
    const refused = refusedImports({
      'src/engine/a.ts': "import '../server/x';\nimport '../media/x';\nimport '../../generated/x';\nimport './b';\n",
      'src/engine/calls/a.ts': "import '../../stasis/x';\nimport '../../shared/x';\nimport '../channel';\n",
      'src/shared/a.ts': "import '../config/x';\nimport '../main';\n",
      'src/server/a.ts': "import '../client/x';\nimport '../composition/x';\nimport '../engine/x';\n",
    });

    expect(refused).toEqual([
      'src/engine/a.ts: ../server/x',
      'src/engine/calls/a.ts: ../../stasis/x',
      'src/server/a.ts: ../client/x',
      'src/server/a.ts: ../composition/x',
      'src/shared/a.ts: ../config/x',
      'src/shared/a.ts: ../main',
    ]);
  });

  it('are held between the sub-rooms of a room', () => {
    const refused = refusedImports({
      'src/media/samples/a.ts': "import '../leg/x';\nimport '../protocol';\nimport '../../engine/x';\n",
      'src/media/leg/a.ts': "import '../samples/x';\nimport '../mixing/x';\n",
      'src/engine/audio/legs/a.ts': "import '../playing/x';\nimport '../../calls/x';\nimport '../../../server/x';\n",
      'src/dialplan/applications/flow/a.ts': "import '../../../handlers/x';\nimport '../../runner/x';\n",
    });

    expect(refused).toEqual([
      'src/dialplan/applications/flow/a.ts: ../../../handlers/x',
      'src/engine/audio/legs/a.ts: ../../../server/x',
      'src/engine/audio/legs/a.ts: ../playing/x',
      'src/media/leg/a.ts: ../mixing/x',
      'src/media/samples/a.ts: ../../engine/x',
      'src/media/samples/a.ts: ../leg/x',
    ]);
  });

  it('are held for what is generated and for the generator', () => {
    const refused = refusedImports({
      'generated/a.ts': "import '../src/engine/x';\nimport '../src/contract/x';\nimport '../codegen/x';\n",
      'codegen/emit/a.ts': "import '../../generated/x';\nimport '../model';\nimport 'node:fs';\n",
      'codegen/disk.ts': "import 'node:fs';\nimport '../test/x';\n",
    });

    expect(refused).toEqual([
      'codegen/disk.ts: ../test/x',
      'codegen/emit/a.ts: ../../generated/x',
      'codegen/emit/a.ts: node:fs',
      'generated/a.ts: ../codegen/x',
      'generated/a.ts: ../src/engine/x',
    ]);
  });
});
