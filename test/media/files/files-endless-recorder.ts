import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAudioWriter } from '../../../src/media/files/audio-writer';

/** Records for ever into the file that it is given, until somebody kills it or the disk refuses; says either. */
const [path = '', format = '', how = ''] = process.argv.slice(2);
const writer = makeAudioWriter({ path, format, appends: how === 'append' });
const frame = new Int16Array(8000).fill(1000);

function bytesOnDisk(): number {
  const hidden = readdirSync(dirname(path)).filter((name) => name.startsWith('.'));
  return hidden.reduce((sum, name) => sum + statSync(join(dirname(path), name)).size, 0);
}

async function record(): Promise<void> {
  await writer.ready;
  const before = bytesOnDisk();
  for (let told = false; ;) {
    writer.write(frame);
    if (!told && bytesOnDisk() > before) told = process.stdout.write('recording\n');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

record().catch(async (error: unknown) => {
  await writer.discard();
  process.stdout.write(String(error));
});
