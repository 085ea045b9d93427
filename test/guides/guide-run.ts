import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GuideBlock, Step } from './guide-page';
import { Terminal } from './terminal';

/** Ports that pages name. A run uses others, since several runs take place at the same time. */
const [httpPort, sipPort] = ['8088', '5060'];

export interface GuideRunOptions {
  /** Where the reader works. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A reader who does everything that a guide says: saves files, types commands, and compares what is printed. */
export class GuideRun {
  readonly #terminals = new Map<string, Terminal>();
  readonly #files = new Map<string, string>();
  #port: string | undefined;
  /** The page has stopped the server by a command. */
  #isStopping = false;

  constructor(private readonly options: GuideRunOptions) {}

  async follow(blocks: readonly GuideBlock[]): Promise<void> {
    for (const block of blocks) {
      if (block.kind === 'file') this.#save(block.path, block.text);
      if (block.kind === 'console') for (const step of block.steps) await this.#type(step, block.terminal);
    }
  }

  /** Ends what is still running, the latest first; servers have to end well. */
  async end(): Promise<void> {
    for (const terminal of [...this.#terminals.values()].reverse()) {
      const code = await (this.#isStopping && isServer(terminal.command) ? terminal.end() : terminal.interrupt());
      if (isServer(terminal.command) && code !== 0)
        throw new Error(`'${terminal.command}' ended with ${code}:\n${terminal.printed}`);
    }
    this.#terminals.clear();
  }

  async kill(): Promise<void> {
    await Promise.all([...this.#terminals.values()].map((terminal) => terminal.kill()));
  }

  #save(path: string, text: string): void {
    this.#files.set(path, text);
    const file = join(this.options.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const used = text.replaceAll(`:${sipPort}`, ':0');
    writeFileSync(file, this.#port === undefined ? used : used.replaceAll(httpPort, this.#port));
  }

  async #type({ command, output }: Step, name: string): Promise<void> {
    const terminal = command === undefined ? this.#running(name) : this.#start(command, name);
    this.#isStopping ||= /\bcore stop\b/.test(command ?? '');
    await terminal.prints(output.map((line) => this.#expected(line)));
    if (name === '') await terminal.succeeds();
    else if (command !== undefined && isServer(command)) this.#learnPort(terminal);
  }

  #start(command: string, name: string): Terminal {
    const typed = this.#port === undefined ? command : command.replaceAll(httpPort, this.#port);
    const terminal = Terminal.start(typed, { cwd: this.options.folder, env: this.options.env });
    this.#terminals.set(name === '' ? `command ${this.#terminals.size}` : name, terminal);
    return terminal;
  }

  #running(name: string): Terminal {
    const terminal = this.#terminals.get(name);
    if (terminal === undefined) throw new Error(`nothing runs in the terminal '${name}'`);
    return terminal;
  }

  #expected(line: string): string {
    return line.replaceAll(httpPort, this.#port ?? '…').replaceAll(sipPort, '…');
  }

  /** Files that name the usual port get the one that is in use. */
  #learnPort(terminal: Terminal): void {
    [, this.#port] = /http:\/\/127\.0\.0\.1:(\d+)\b/.exec(terminal.printed) ?? [];
    if (this.#port === undefined) throw new Error(`the page must wait until the server is ready:\n${terminal.printed}`);
    for (const [path, text] of this.#files) if (text.includes(httpPort)) this.#save(path, text);
  }
}

function isServer(command: string): boolean {
  return /\bpatchbay serve\b/.test(command);
}
