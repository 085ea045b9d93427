import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually';
import type { Finished, PatchbayProcess, ProcessExtras, Workshop } from './http-process';
import type { AppSocket } from '../sockets/socket-peer';
import { Sockets } from '../sockets/socket-peer';
import { Rest } from '../sockets/socket-rest';

const usual = {
  'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n',
  'ari.conf': '[general]\nenabled = yes\n\n[asterisk]\ntype = user\npassword = asterisk\n',
  'logger.conf': '[general]\n[logfiles]\nmessages => notice,warning,error\n',
  'extensions.conf': '[default]\nexten => up,1,Answer(,i)\n same => n,Wait(600)\n',
};

/** A server in a process of its own, with its files in a folder, and the ways to it. */
export class ServedProcess {
  readonly rest: Rest;
  readonly #sockets: Sockets;

  private constructor(
    readonly folder: string,
    readonly process: PatchbayProcess,
    readonly origin: string,
  ) {
    this.rest = new Rest(origin);
    this.#sockets = new Sockets(() => origin);
  }

  static async start(
    workshop: Workshop,
    files: Readonly<Record<string, string>> = {},
    extras?: ProcessExtras,
  ): Promise<ServedProcess> {
    return ServedProcess.startIn(workshop, workshop.folder({ ...usual, ...files }), extras);
  }

  /** On the files of one that was there before. */
  static async startIn(workshop: Workshop, folder: string, extras?: ProcessExtras): Promise<ServedProcess> {
    const process = workshop.start(['serve', '--config', folder, '--state', join(folder, 'state')], extras);
    return new ServedProcess(folder, process, await process.ready());
  }

  open(query: string): Promise<AppSocket> {
    return this.#sockets.open(query);
  }

  configure(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  get logFile(): string {
    return join(this.folder, 'state', 'log', 'messages');
  }

  get log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  /** Waits until the log says so. */
  async logged(words: RegExp): Promise<void> {
    await eventually(
      () => words.test(this.log),
      () => `the log does not say ${words.source}:\n${this.log}`,
    );
  }

  async page(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.origin}${path}`);
    return { status: response.status, text: await response.text() };
  }

  /** Waits until `/readyz` has that status, and gives what it says. */
  async readiness(status: number): Promise<string> {
    let last = { status: 0, text: '' };
    await eventually(
      async () => (last = await this.page('/readyz')).status === status,
      () => `/readyz stays at ${last.status} ${last.text}`,
    );
    return last.text;
  }

  signal(name: NodeJS.Signals): void {
    this.process.child.kill(name);
  }

  get finished(): Promise<Finished> {
    return this.process.finished;
  }

  closeSockets(): Promise<void> {
    return this.#sockets.closeAll();
  }
}
