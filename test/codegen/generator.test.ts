import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driftOf, readInput, writeFiles } from '../../codegen/disk';
import { generate } from '../../codegen/generate';
import type { GeneratorInput } from '../../codegen/generate';
import { watch } from '../../codegen/watch';
import { realGeneration, realInput } from './real-generation';

const root = join(__dirname, '../..');
const input = realInput;

/** The input after an edit of one file of the spec. */
function edited(name: string, edit: (text: string) => string): GeneratorInput {
  const spec = input.spec.map(({ path, text }) => ({ path, text: path.endsWith(`/${name}`) ? edit(text) : text }));
  expect(spec).not.toEqual(input.spec);
  return { ...input, spec };
}

/** Without the parameter `skipms` of `channels.play`. */
function withoutSkip(text: string): string {
  const declaration = JSON.parse(text) as {
    apis: { operations: { nickname: string; parameters: { name: string }[] }[] }[];
  };
  for (const operation of declaration.apis.flatMap(({ operations }) => operations)) {
    if (operation.nickname === 'play')
      operation.parameters = operation.parameters.filter(({ name }) => name !== 'skipms');
  }
  return JSON.stringify(declaration, null, 2);
}

/** With an optional parameter `voice` of `sounds.list` that names no version. */
function withVoice(text: string): string {
  const voice =
    '{ "name": "voice", "paramType": "query", "description": "Who speaks.", "required": false, "type": "string" }';
  return text.replace(/"parameters": \[(?=\s*\{)/, `"parameters": [${voice},`);
}

describe('generation', () => {
  it('leaves the prose of the spec to the client and the reference', () => {
    const operations = realGeneration().files.find(({ path }) => path === 'generated/operations.ts')?.text ?? '';
    const comments = [...operations.matchAll(/\/\*\*(.*?)\*\//gs)].map(([, text = '']) => text.trim());

    expect(comments).toContain('GET /channels/{channelId}');
    expect(comments.filter((text) => !/^(GET|POST|PUT|DELETE) \/\S+$|^The whole interface/.test(text))).toEqual([]);
  });

  it('gives exactly the files that are committed', () => {
    expect(driftOf(root, realGeneration().files)).toEqual([]);
  });

  it('gives the same bytes again, in whatever order the files were read', () => {
    const again = generate({ ...input, spec: [...input.spec].reverse() });

    expect(again.files).toEqual(realGeneration().files);
  });

  it('demands a major version when a parameter is removed', () => {
    expect(() => generate(edited('channels.json', withoutSkip))).toThrow(
      /breaks the version rules against the released 2\.0\.0; they demand 3\.0\.0:\n- .*channels\.play\.skipms/,
    );
  });

  it('demands a new minor version when a parameter is added without one', () => {
    expect(() => generate(edited('sounds.json', withVoice))).toThrow(
      /they demand 2\.1\.0:\n[^]*parameter sounds\.list\.voice is new/,
    );
  });

  it('lets texts change freely', () => {
    const reworded = edited('sounds.json', (text) => text.replace('"summary": "', '"summary": "Simply '));

    expect(generate(reworded).model.version).toBe(realGeneration().model.version);
  });
});

describe('the files on disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-drift-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const files = [
    { path: 'generated/a.ts', text: 'a\n' },
    { path: 'docs/api/versions/b.md', text: 'b\n' },
  ];

  it('are reported as missing, stale or orphaned', () => {
    writeFiles(folder, files);
    appendFileSync(join(folder, 'generated/a.ts'), ' ');
    rmSync(join(folder, 'docs/api/versions/b.md'));
    writeFileSync(join(folder, 'docs/api/c.md'), 'c\n');

    expect(driftOf(folder, files)).toEqual([
      { path: 'docs/api/c.md', kind: 'orphaned' },
      { path: 'docs/api/versions/b.md', kind: 'missing' },
      { path: 'generated/a.ts', kind: 'stale' },
    ]);
  });

  it('are brought back by writing, which touches only what differs', () => {
    writeFiles(folder, files);
    writeFileSync(join(folder, 'generated/orphan.ts'), '');

    expect(writeFiles(folder, files)).toEqual([{ path: 'generated/orphan.ts', kind: 'orphaned' }]);
    expect(writeFiles(folder, files)).toEqual([]);
  });
});

describe('watching', () => {
  it('regenerates after a save, survives a broken spec, and stops when told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-watch-'));
    cpSync(join(root, 'api-docs'), join(folder, 'api-docs'), { recursive: true });
    cpSync(join(root, 'codegen/emit/templates'), join(folder, 'codegen/emit/templates'), { recursive: true });
    const stop = new AbortController();
    const said: string[] = [];
    const runs = new Runs();
    const step = async (): Promise<void> => {
      runs.count();
      writeFiles(folder, generate({ ...readInput(folder), lock: undefined }).files);
    };
    const watching = watch({ root: folder, step, stop: stop.signal, say: (line) => said.push(line) });
    await runs.reach(1);

    writeFileSync(join(folder, 'api-docs/sounds.json'), '{');
    await runs.reach(2);
    cpSync(join(root, 'api-docs/sounds.json'), join(folder, 'api-docs/sounds.json'));
    await runs.reach(3);
    stop.abort();
    await watching;
    rmSync(folder, { recursive: true, force: true });

    expect(said.some((line) => /sounds\.json:1 .*not JSON/.test(line))).toBe(true);
  });
});

/** Counts runs and lets a test wait for one. */
class Runs {
  #done = 0;
  #waiting: { readonly wanted: number; readonly resolve: () => void }[] = [];

  count(): void {
    this.#done += 1;
    for (const { wanted, resolve } of this.#waiting) if (this.#done >= wanted) resolve();
  }

  reach(wanted: number): Promise<void> {
    if (this.#done >= wanted) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ wanted, resolve }));
  }
}

describe('a spec to generate from', () => {
  const undecided = (text: string): string => text.replace(/"limited": "own",\s*/, '');
  const unnamed = (text: string): string => text.replace(/("paramType": "path",\s*)"names": "channel",\s*/, '$1');
  const unowned = (text: string): string => text.replace(/"owner": "every",\s*/, '');
  const misowned = (text: string): string => text.replace('"channel:channelId"', '"channel:channel"');
  const strange = (text: string): string =>
    text.replace('"names": "channel",\n              "onAnyNode": true', '"names": "nothing", "onAnyNode": true');
  const everywhere = (text: string): string =>
    text.replace('"names": "channel"', '"names": "channel", "onAnyNode": true');
  const nearNothing = (text: string): string => text.replace('"names": "bridge"', '"names": "nothing"');
  const named = (text: string): string => text.replace('"paramType": "path",', '"paramType": "path", "names": "new",');

  it.each([
    ['an operation says nothing of limited users', 'channels.json', undecided, /list does not say what users may do/],
    ['a path parameter does not say what it names', 'channels.json', unnamed, /'channelId' does not say what it names/],
    ['an operation does not say who owns it', 'channels.json', unowned, /list does not say which node of a cluster/],
    ['an owner is not a parameter', 'channels.json', misowned, /get has no parameter 'channel'/],
    ['what is on any node is not a channel', 'bridges.json', strange, /'channel' names no channels/],
    ['the owner is on any node', 'channels.json', everywhere, /its node has what 'originator' names/],
    [
      'a call is made near something else',
      'channels.json',
      nearNothing,
      /'bridge' cannot choose the node of originate/,
    ],
    ['a parameter of a refused operation names something', 'server.json', named, /getObject is refused as a whole/],
  ])('is refused where %s', (_, file, edit, message) => {
    expect(() => generate(edited(file, edit))).toThrow(message);
  });
});
