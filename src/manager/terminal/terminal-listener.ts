import { chmodSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { ManagerServices } from '../manager-services';
import { completionsOf, noSuchCommand, runCommand } from '../commands/command-table';
import type { TerminalAnswer, TerminalRequest } from './terminal-protocol';

/** Bytes of a request, and terminals at the same time. */
const [longestRequest, mostTerminals] = [8192, 20];

/** Where terminals of this machine connect: a socket file that only the user of the server may open. */
export class TerminalListener {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(
    private readonly path: string,
    private readonly services: ManagerServices,
  ) {}

  /** A server that cannot have its terminal runs without it. */
  async open(): Promise<void> {
    const { log } = this.services;
    if (await isAnswered(this.path)) {
      log.warn({ file: this.path }, 'another server has the socket of the terminal');
      return;
    }
    rmSync(this.path, { force: true });
    const server = createServer((socket) => this.#accept(socket));
    try {
      await listening(server, this.path);
      this.#server = server;
    } catch (error) {
      log.warn({ file: this.path, error }, 'the terminal is not available');
    }
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    rmSync(this.path, { force: true });
  }

  #accept(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#sockets.size >= mostTerminals) return void socket.destroy();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const lines = createInterface({ input: socket });
    lines.on('line', (line) => {
      if (line.length > longestRequest) return void socket.destroy();
      void this.#answer(line).then((answer) => socket.write(`${JSON.stringify(answer)}\n`));
    });
  }

  async #answer(line: string): Promise<TerminalAnswer> {
    try {
      const { command, complete } = JSON.parse(line) as TerminalRequest;
      if (complete !== undefined) return { completions: completionsOf(complete) };
      const text = command ?? '';
      const output = runCommand(text, () => true, this.services);
      if (output === undefined || output === 'forbidden') return { lines: [noSuchCommand(text)], isUnknown: true };
      return { lines: await output };
    } catch (error) {
      this.services.log.error({ error }, 'a command of the terminal failed');
      return { lines: ['the command has failed; the log says why'], isUnknown: true };
    }
  }
}

/** Whether a server listens at the socket; a file that was left behind refuses connections. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The file is private from the moment it exists: it is made in the call of `listen`. */
function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const before = process.umask(0o177);
    try {
      server.listen(path, () => {
        chmodSync(path, 0o600);
        resolve();
      });
    } finally {
      process.umask(before);
    }
  });
}
