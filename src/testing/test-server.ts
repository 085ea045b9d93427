import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { TestBay } from './start';
import { startPatchbay } from './start';

const options = {
  port: { type: 'string', default: '0' },
  dialplan: { type: 'string' },
  clock: { type: 'string', default: 'real' },
  patience: { type: 'string', default: '30' },
} as const;

export interface TestServerStreams {
  readonly input: Readable;
  readonly print: (line: string) => void;
}

/** A server for tests that are not written in JavaScript. Ends with the command close, or with its input. */
export async function runTestServer(args: readonly string[], { input, print }: TestServerStreams): Promise<void> {
  const { values } = parseArgs({ args: [...args], options });
  const { clock } = values;
  if (clock !== 'real' && clock !== 'virtual') throw new Error(`--clock must be real or virtual, got '${clock}'`);
  const dialplan = values.dialplan === undefined ? {} : { dialplan: readFileSync(values.dialplan, 'utf8') };
  const bay = await startPatchbay({
    ...dialplan,
    clock,
    port: whole('port', values.port),
    patience: whole('patience', values.patience),
  });
  try {
    print(JSON.stringify({ url: bay.url, user: bay.user, password: bay.password }));
    for await (const line of createInterface({ input })) {
      if (line.trim() === 'close') return;
      print(JSON.stringify(await obey(bay, line.trim())));
    }
  } finally {
    await bay.close();
  }
}

async function obey(bay: TestBay, line: string): Promise<unknown> {
  const [command = '', argument] = line.split(/\s+/);
  try {
    switch (command) {
      case 'advance':
        await bay.advance(argument ?? '');
        return { now: bay.now() };
      case 'drop-socket':
        return { dropped: bay.faults.dropSocket(argument) };
      case 'restart':
        await bay.faults.restart();
        return { url: bay.url };
      case 'story':
        return { lines: bay.log.lines, text: bay.log.text() };
      default:
        return { error: `unknown command '${command}': use advance, drop-socket, restart, story, close` };
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function whole(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`--${name} must be a whole number, got '${text}'`);
  return Number(text);
}
