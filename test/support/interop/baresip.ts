import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { within } from '../eventually';
import { freePort } from '../server/http-process';
import type { ForeignProgram, ForeignPrograms } from './programs';
import { toneWav, wavSamples } from './wav';

export interface BaresipOptions {
  /** As in an account line, without the scheme: `alice@127.0.0.1:5060`. */
  readonly account: string;
  readonly password: string;
  /** Further parameters of the account: `;answermode=auto`. */
  readonly params?: string;
  /** Its applications besides those that calls need: `mwi`. */
  readonly applications?: readonly string[];
  /** Its address book. */
  readonly contacts?: string;
  /** In Hz: what it says in calls. */
  readonly tone?: number;
  /** Loaded besides the usual ones. */
  readonly modules?: readonly string[];
}

export interface BaresipEvent {
  readonly type: string;
  readonly param?: string;
  readonly peeruri?: string;
}

const modulePath = '/usr/lib/baresip/modules';
const moduleNames = ['g711', 'aufile', 'sndfile', 'srtp'];
const applicationNames = ['account', 'menu', 'ctrl_tcp'];

export function hasModule(name: string): boolean {
  return existsSync(join(modulePath, `${name}.so`));
}

/** The softphone baresip, driven through its control socket. It says a tone in calls, and keeps what it hears. */
export class Baresip {
  readonly events: BaresipEvent[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Those who wait for the answer to a command. */
  readonly #asking: ((answer: string) => void)[] = [];
  #arrived = Buffer.alloc(0);
  /** How many of the events have been waited for. */
  #seen = 0;

  private constructor(
    private readonly program: ForeignProgram,
    private readonly control: Socket,
    private readonly heardFolder: string,
  ) {
    control.on('data', (chunk: Buffer) => this.#take(chunk)).on('error', () => undefined);
  }

  static async start(programs: ForeignPrograms, { tone = 440, ...options }: BaresipOptions): Promise<Baresip> {
    const { account, password, params = '', modules = [], applications = [], contacts = '' } = options;
    const name = account.split('@')[0] ?? '';
    const port = await freePort();
    programs.write(`${name}/tone.wav`, toneWav(tone, 60));
    programs.write(`${name}/heard/empty`, '');
    const folder = join(programs.folder, name);
    programs.write(`${name}/config`, configuration(folder, port, { modules, applications }));
    programs.write(`${name}/contacts`, contacts);
    programs.write(`${name}/accounts`, `<sip:${account}>;auth_pass=${password};audio_codecs=pcmu${params}\n`);
    const program = programs.start('baresip', ['-f', folder]);
    await program.prints(/baresip is ready/);
    const control = createConnection(port, '127.0.0.1');
    await once(control, 'connect');
    return new Baresip(program, control, join(folder, 'heard'));
  }

  /** A command of its menu, as a person would type it: `dial`, `hold`, `sndcode`. */
  command(command: string, params = ''): void {
    const text = JSON.stringify({ command, params, token: command });
    this.control.write(`${Buffer.byteLength(text)}:${text},`);
  }

  /** What it answers to a command. */
  async ask(command: string, params = ''): Promise<string> {
    const answer = new Promise<string>((resolve) => this.#asking.push(resolve));
    this.command(command, params);
    return within(answer, () => `baresip does not answer ${command}:\n${this.report()}`);
  }

  /** The next event of a type, after those that were waited for before. */
  async until(type: string): Promise<BaresipEvent> {
    for (;;) {
      while (this.#seen < this.events.length) {
        const event = this.events[this.#seen];
        this.#seen += 1;
        if (event?.type === type) return event;
      }
      const arrived = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await within(arrived, () => `waited for ${type} of baresip, which reports:\n${this.report()}`);
    }
  }

  /** Waits until it has printed this. */
  async prints(pattern: RegExp): Promise<void> {
    await this.program.prints(pattern);
  }

  /** What it has heard in the calls that are over, as samples. */
  heard(): readonly Int16Array[] {
    return readdirSync(this.heardFolder)
      .filter((name) => name.endsWith('-dec.wav'))
      .map((name) => wavSamples(readFileSync(join(this.heardFolder, name))));
  }

  async stop(): Promise<void> {
    this.control.destroy();
    await this.program.stop();
  }

  #take(chunk: Buffer): void {
    this.#arrived = Buffer.concat([this.#arrived, chunk]);
    for (;;) {
      const colon = this.#arrived.indexOf(':');
      const length = Number(this.#arrived.toString('latin1', 0, Math.max(colon, 0)));
      if (colon < 0 || this.#arrived.length < colon + length + 2) break;
      const text = this.#arrived.toString('utf8', colon + 1, colon + 1 + length);
      this.#arrived = this.#arrived.subarray(colon + length + 2);
      const message = JSON.parse(text) as BaresipEvent & { readonly event?: boolean; readonly data?: string };
      if (message.event === true) this.events.push(message);
      else this.#asking.shift()?.(message.data ?? '');
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** What it has told and printed, for complaints. */
  report(): string {
    const lines = this.events.map(({ type, param = '' }) => `${type} ${param}`);
    return [...lines, this.program.printed].join('\n');
  }
}

function configuration(
  folder: string,
  controlPort: number,
  { modules, applications }: Required<Pick<BaresipOptions, 'modules' | 'applications'>>,
): string {
  return [
    'sip_listen 127.0.0.1:0',
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    `audio_source aufile,${join(folder, 'tone.wav')}`,
    `snd_path ${join(folder, 'heard')}`,
    `module_path ${modulePath}`,
    ...[...moduleNames, ...modules].map((name) => `module ${name}.so`),
    ...[...applicationNames, ...applications].map((name) => `module_app ${name}.so`),
    '',
  ].join('\n');
}
