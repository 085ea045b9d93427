import { createWriteStream, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { TapePlayer } from './player';
import { Recorder } from './recorder';
import type { NewStep } from './tape';
import { readTape, tapeEnd, tapeHead } from './tape';

export interface TapeCommandDeps {
  readonly print: (line: string) => void;
  /** Resolves when the command is to end. */
  readonly stopped: Promise<void>;
  readonly now: () => number;
}

/** Records what an application and a server say to each other, until it is stopped. */
export async function runRecord(args: readonly string[], { print, stopped, now }: TapeCommandDeps): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { port: { type: 'string', default: '0' }, output: { type: 'string', default: 'session.json' } },
    allowPositionals: true,
  });
  const [address = '', surplus] = positionals;
  if (!/^https?:/.test(address) || !URL.canParse(address) || surplus !== undefined)
    throw new Error('record needs the address of the server: patchbay record http://127.0.0.1:8088');
  const { output } = values;
  // Events may hold what callers say and type.
  const file = createWriteStream(output, { mode: 0o600 });
  const written = finished(file);
  file.write(tapeHead(output.replace(/^.*\/|\.json$/g, '')));
  const start = now();
  let steps = 0;
  const write = (step: NewStep): void => {
    const line = JSON.stringify({ ms: Math.round(now() - start), ...step });
    file.write(steps === 0 ? line : `,\n${line}`);
    steps += 1;
  };
  const recorder = new Recorder({ url: new URL(address), write });
  try {
    const url = await recorder.listen(portOf(values.port));
    print(JSON.stringify({ url, server: address, file: output }));
    await Promise.race([stopped, written]);
  } finally {
    await recorder.close();
    file.end(tapeEnd);
    await written;
  }
  print(JSON.stringify({ steps }));
  return 0;
}

/** Plays a recorded session to an application. 1 when the application asks for something else than it did. */
export async function runReplay(args: readonly string[], { print, stopped }: TapeCommandDeps): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { port: { type: 'string', default: '0' } },
    allowPositionals: true,
  });
  const [file, surplus] = positionals;
  if (file === undefined || surplus !== undefined) throw new Error('replay needs the file of a recorded session');
  const player = new TapePlayer(readTape(readFileSync(file, 'utf8')));
  try {
    print(JSON.stringify({ url: await player.listen(portOf(values.port)), user: 'patchbay', password: 'patchbay' }));
    await Promise.race([player.finished, stopped]);
  } finally {
    await player.close();
  }
  const differences = player.differences();
  for (const difference of differences) print(JSON.stringify({ difference }));
  print(JSON.stringify({ differences: differences.length }));
  return differences.length === 0 ? 0 : 1;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`--port must be a port, got '${text}'`);
  return port;
}
