import { createWriteStream, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { TapePlayer } from './player';
import { Recorder } from './recorder';
import type { ServerLinkOptions } from './server-link';
import { ServerLink } from './server-link';
import { ServerReplay } from './server-replay';
import type { NewStep, TapeStep } from './tape';
import { readTape, tapeEnd, tapeHead } from './tape';

export interface TapeCommandDeps {
  readonly print: (line: string) => void;
  /** Resolves when the command is to end. */
  readonly stopped: Promise<void>;
  readonly now: () => number;
  /** Keeps the process alive meanwhile; the result cancels it. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Records what an application and a server say to each other, until it is stopped. */
export async function runRecord(args: readonly string[], { print, stopped, now }: TapeCommandDeps): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { port: { type: 'string', default: '0' }, output: { type: 'string', default: 'session.json' } },
    allowPositionals: true,
  });
  const [address = '', surplus] = positionals;
  if (surplus !== undefined) throw new Error('record takes one address');
  const server = serverAt(address);
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
  const recorder = new Recorder({ url: server, write });
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

/** Plays a recorded session to an application, or to a server when its address is given. 1 when there is a difference. */
export async function runReplay(args: readonly string[], deps: TapeCommandDeps): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      user: { type: 'string', default: deps.env['PATCHBAY_USER'] ?? '' },
      password: { type: 'string', default: deps.env['PATCHBAY_PASSWORD'] ?? '' },
      timeout: { type: 'string', default: '5' },
    },
    allowPositionals: true,
  });
  const [file, address, surplus] = positionals;
  if (file === undefined || surplus !== undefined) throw new Error('replay needs the file of a recorded session');
  const steps = readTape(readFileSync(file, 'utf8'));
  if (address === undefined) return replayToApplication(steps, portOf(values.port), deps);
  const { user, password } = values;
  const timeoutMs = millisecondsOf(values.timeout);
  return replayToServer(steps, { url: serverAt(address), user, password, timeoutMs }, deps);
}

interface ServerUnderTest extends ServerLinkOptions {
  readonly timeoutMs: number;
}

/** Asks a server for the same as in the recorded session. */
async function replayToServer(
  steps: readonly TapeStep[],
  { timeoutMs, ...access }: ServerUnderTest,
  { print, after }: TapeCommandDeps,
): Promise<number> {
  const link = new ServerLink(access);
  try {
    const { requests, events, differences } = await new ServerReplay(steps, { link, timeoutMs, after }).run();
    for (const difference of differences) print(difference);
    print(`${requests} requests, ${events} events, ${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  } finally {
    link.end();
  }
}

/** Plays a recorded session to an application. 1 when the application asks for something else than it did. */
async function replayToApplication(
  steps: readonly TapeStep[],
  port: number,
  { print, stopped }: TapeCommandDeps,
): Promise<number> {
  const player = new TapePlayer(steps);
  try {
    print(JSON.stringify({ url: await player.listen(port), user: 'patchbay', password: 'patchbay' }));
    await Promise.race([player.finished, stopped]);
  } finally {
    await player.close();
  }
  const differences = player.differences();
  for (const difference of differences) print(JSON.stringify({ difference }));
  print(JSON.stringify({ differences: differences.length }));
  return differences.length === 0 ? 0 : 1;
}

function serverAt(address: string): URL {
  if (/^https?:/.test(address) && URL.canParse(address)) return new URL(address);
  throw new Error(`the address of the server must be like http://127.0.0.1:8088, got '${address}'`);
}

function millisecondsOf(text: string): number {
  const seconds = Number(text);
  if (text === '' || !(seconds > 0)) throw new Error(`--timeout must be seconds, got '${text}'`);
  return seconds * 1000;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`--port must be a port, got '${text}'`);
  return port;
}
