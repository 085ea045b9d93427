import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { TerminalAnswer, TerminalRequest } from './terminal-protocol';

export interface TerminalOptions {
  /** The socket file of the server. */
  readonly path: string;
  /** Runs this one command; without it, commands are read from the input. */
  readonly command: string | undefined;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly complain: (text: string) => void;
}

/** A terminal of a running server. Resolves with the exit code. */
export async function runTerminal(options: TerminalOptions): Promise<number> {
  const { path, command, output, complain } = options;
  let link: TerminalLink;
  try {
    link = await TerminalLink.open(path);
  } catch {
    complain(`patchbay: there is no running server at ${path}; --state names the folder of another one`);
    return 1;
  }
  if (command === undefined) await converse(link, options);
  const { lines = [], isUnknown = false } = command === undefined ? {} : await link.ask({ command });
  for (const line of lines) output.write(`${line}\n`);
  link.close();
  return isUnknown ? 1 : 0;
}

/** Reads commands until the input or the server ends. */
async function converse(link: TerminalLink, { input, output }: TerminalOptions): Promise<void> {
  const reading = createInterface({
    input,
    output,
    prompt: 'patchbay> ',
    historySize: 500,
    completer: (text: string, done: (error: null, result: [string[], string]) => void) =>
      void link.ask({ complete: text }).then(({ completions = [] }) => done(null, [[...completions], text])),
  });
  void link.closed.then(() => reading.close());
  reading.prompt();
  for await (const text of reading) {
    if (['exit', 'quit'].includes(text.trim())) break;
    const { lines = [] } = text.trim() === '' ? {} : await link.ask({ command: text });
    for (const line of lines) output.write(`${line}\n`);
    reading.prompt();
  }
  reading.close();
}

/** The connection to the server: requests are answered in their order. */
class TerminalLink {
  readonly closed: Promise<void>;
  readonly #waiting: ((answer: TerminalAnswer) => void)[] = [];

  private constructor(private readonly socket: Socket) {
    createInterface({ input: socket }).on('line', (line) =>
      this.#waiting.shift()?.(JSON.parse(line) as TerminalAnswer),
    );
    socket.on('error', () => socket.destroy());
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        for (const answer of this.#waiting.splice(0)) answer({ lines: ['the server has stopped'] });
        resolve();
      });
    });
  }

  static open(path: string): Promise<TerminalLink> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      socket.once('error', reject);
      socket.once('connect', () => resolve(new TerminalLink(socket)));
    });
  }

  ask(request: TerminalRequest): Promise<TerminalAnswer> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.socket.write(`${JSON.stringify(request)}\n`);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
