import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { openDatabase } from '../../src/storage/database';
import type { StoredObject } from '../../src/storage/object-store';
import { PersistentStore } from '../../src/storage/persistent-store';
import { makeLogger } from '../../src/shared/logger';
import { cases } from '../support/effort';
import { sourceOptions } from '../support/server/source-program';
import { fieldsAfter, ids, objectType } from './written-steps';

const rounds = cases({ few: 3, many: 50 });
const root = resolve(__dirname, '../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-killed-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The last acknowledged step of each object. */
type Acknowledged = ReadonlyMap<string, number>;

/** Lets a process write from where the last one got to, and kills it at a random moment. Tells what it acknowledged. */
async function writeUntilKilled(file: string, reached: Acknowledged): Promise<Acknowledged> {
  const firstSteps = ids.map((id) => String((reached.get(id) ?? 0) + 1));
  const writer = spawn(
    process.execPath,
    [...sourceOptions(), join(__dirname, 'endless-writer.ts'), file, ...firstSteps],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const over = once(writer, 'close');
  let output = '';
  const writing = new Promise<void>((started) => {
    writer.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      started();
    });
  });
  await Promise.race([writing, over]);
  await passed(Math.random() * 150);
  writer.kill('SIGKILL');
  expect(await over).toEqual([null, 'SIGKILL']);
  return new Map([...reached, ...acknowledgedIn(output)]);
}

/** Later lines win; what follows the last line break was cut off. */
function acknowledgedIn(output: string): [string, number][] {
  const lines = output.split('\n').slice(0, -1);
  return lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]);
}

async function found(file: string): Promise<readonly StoredObject[]> {
  const database = openDatabase(file);
  try {
    return new PersistentStore({ persistence: database, log: makeLogger(() => undefined) }).list(objectType);
  } finally {
    await database.close();
  }
}

describe('a server that is killed while it writes', () => {
  it('has every acknowledged change of its objects afterwards, and none by halves', async () => {
    const file = join(folder, 'state.lmdb');
    let reached: Acknowledged = new Map();

    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = await writeUntilKilled(file, reached);
      const objects = await found(file);

      reached = new Map(
        ids.map((id) => {
          const last = acknowledged.get(id) ?? 0;
          const fields = objects.find((object) => object.id === id)?.fields;
          // The step after the last acknowledged one may have reached the disk, but no other.
          const step = [last, last + 1].find((candidate) => isAfter(candidate, fields));
          expect({ id, last, step }).toEqual({ id, last, step: expect.any(Number) as number });
          return [id, step ?? last];
        }),
      );
    }

    expect([...reached.values()].every((step) => step > rounds)).toBe(true);
  });
});

function isAfter(step: number, fields: StoredObject['fields'] | undefined): boolean {
  return JSON.stringify(fieldsAfter(step)) === JSON.stringify(fields);
}
