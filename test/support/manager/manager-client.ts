import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { within } from '../eventually';

/** A message of the server: its lines in order, and its fields by name. */
export interface Told {
  readonly lines: readonly string[];
  readonly names: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

export type Sent = Readonly<Record<string, string | readonly string[]>>;

type Match = Readonly<Record<string, string | RegExp>>;

/** A client of the manager interface that keeps everything it was told. */
export class ManagerClient {
  readonly told: Told[] = [];
  greeting = '';
  isClosed = false;
  #text = '';
  #ids = 0;
  readonly #waiting = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  /** Connects, and has read the greeting. */
  static async connect(
    port: number,
    open: (port: number) => Socket = (to) => connect(to, '127.0.0.1'),
  ): Promise<ManagerClient> {
    const client = new ManagerClient(open(port));
    await client.#until(() => client.greeting !== '' || client.isClosed);
    return client;
  }

  static async logIn(port: number, name = 'admin', secret = 'secret', more: Sent = {}): Promise<ManagerClient> {
    const client = await ManagerClient.connect(port);
    const { fields } = await client.ask({ Action: 'Login', Username: name, Secret: secret, ...more });
    if (fields['Response'] !== 'Success') throw new Error(`login failed: ${fields['Message']}`);
    return client;
  }

  /** Sends an action and gives its answer. */
  async ask(sent: Sent): Promise<Told> {
    this.#ids += 1;
    const id = `id-${this.#ids}`;
    this.send({ ActionID: id, ...sent });
    return this.heard({ Response: /./, ActionID: id });
  }

  /** Sends an action that is answered by a list; gives the items and the closing event. */
  async list(sent: Sent): Promise<{ readonly items: readonly Told[]; readonly end: Told }> {
    const { fields } = await this.ask(sent);
    if (fields['EventList'] !== 'start') throw new Error(`not a list: ${JSON.stringify(fields)}`);
    const id = fields['ActionID'] ?? '';
    const end = await this.heard({ EventList: 'Complete', ActionID: id });
    const items = this.told.filter((each) => each.fields['ActionID'] === id && each.fields['EventList'] === undefined);
    return { items: items.filter((each) => each.fields['Event'] !== undefined), end };
  }

  send(sent: Sent): void {
    const lines = Object.entries(sent).flatMap(([name, values]) =>
      (typeof values === 'string' ? [values] : values).map((value) => `${name}: ${value}\r\n`),
    );
    this.socket.write(`${lines.join('')}\r\n`);
  }

  /** Waits for a message with these fields, and gives the first. */
  async heard(match: Match, after = 0): Promise<Told> {
    let found: Told | undefined;
    await within(
      this.#until(() => {
        found = this.told.slice(after).find((each) => fits(each, match));
        return found !== undefined || this.isClosed;
      }),
      () => `there was no ${textOf(match)}, but ${this.told.map(({ lines }) => lines[0]).join(', ')}`,
    );
    if (found === undefined) throw new Error(`closed before ${textOf(match)}: ${JSON.stringify(this.told.at(-1))}`);
    return found;
  }

  /** All events of that name so far. */
  events(name?: string): readonly Told[] {
    return this.told.filter(
      ({ fields }) => fields['Event'] !== undefined && (name === undefined || fields['Event'] === name),
    );
  }

  async closed(): Promise<void> {
    await this.#until(() => this.isClosed);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.socket.destroy();
    await once(this.socket, 'close');
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #read(chunk: string): void {
    this.#text += chunk;
    if (this.greeting === '') {
      const end = this.#text.indexOf('\r\n');
      if (end === -1) return;
      this.greeting = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);
    }
    const messages = this.#text.split('\r\n\r\n');
    this.#text = messages.pop() ?? '';
    this.told.push(...messages.map(parse));
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

/** The `Key` of a login by challenge. */
export function md5Key(challenge: string, secret: string): string {
  return hash('md5', `${challenge}${secret}`);
}

function parse(message: string): Told {
  const lines = message.split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(': ');
    return colon === -1 ? [line.replace(/:$/, ''), ''] : [line.slice(0, colon), line.slice(colon + 2)];
  });
  return { lines, names: pairs.map(([name]) => name), fields: Object.fromEntries(pairs) };
}

function fits({ fields }: Told, match: Match): boolean {
  return Object.entries(match).every(([name, wanted]) => {
    const value = fields[name];
    if (value === undefined) return false;
    return typeof wanted === 'string' ? value === wanted : wanted.test(value);
  });
}

function textOf(match: Match): string {
  return Object.entries(match)
    .map(([name, wanted]) => `${name}: ${String(wanted)}`)
    .join(', ');
}
