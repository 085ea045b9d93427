import { openDatabase } from '../../src/storage/database';

// Writes until the disk refuses, which it soon does: the test limits the size of files. Then goes on with what it has.
const database = openDatabase(process.argv[2] ?? '');

async function fill(): Promise<{ readonly written: number; readonly refusal: unknown }> {
  for (let written = 0; ; written += 1) {
    try {
      await database.put('filled', String(written), '.'.repeat(10_000));
    } catch (refusal) {
      return { written, refusal };
    }
  }
}

async function main(): Promise<void> {
  const { written, refusal } = await fill();
  await database.delete('filled', '0');
  const left = database.list('filled').length;
  await database.close();
  process.stdout.write(JSON.stringify({ written, left, refusal: String(refusal) }));
}

void main();
