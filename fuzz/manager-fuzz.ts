import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { actionTable } from '../src/manager/actions/action-table';
import { Random } from './random';
import type { Target } from './target';

export interface ManagerFuzz {
  readonly target: Target;
  readonly seed: number;
  readonly messages: number;
  /** Told the figures of the run. */
  readonly say?: (line: string) => void;
}

/** These would end what is tested. */
const leftOut: ReadonlySet<string> = new Set(['Logoff', 'ModuleLoad', 'Reload', 'Command']);
const actions = actionTable.filter(({ name }) => !leftOut.has(name));
const hostile = [
  ...['', '/', '//', '/((((/', '-1', '9'.repeat(400), '%n%s', '🤷'.repeat(50), '\u0000', ',,=,', ': : :', 'a@b/c;d'],
  ...['Local/100@default', 'Local/@', 'default', '100', '1', '/.*/', 'yes', 'PJSIP/nobody', 'CHANNEL(name)'],
];

/**
 * Sends random messages of the manager interface, a third of them broken, and returns what is wrong: an answer to
 * something that was not asked, two answers to one action, a connection that is lost, errors in the log, growth.
 */
export async function fuzzManager({
  target,
  seed,
  messages,
  say = () => undefined,
}: ManagerFuzz): Promise<readonly string[]> {
  const random = new Random(seed);
  const client = new FuzzClient(target.managerPort ?? 0, target);
  await client.logIn();
  // What grows up to a limit, such as variables and mailboxes, is there after a quarter.
  let before = await target.measure();
  for (let index = 0; index < messages; index += 1) {
    if (index === Math.floor(messages / 4)) before = await target.measure();
    client.send(index, random);
    if (index % 50 === 49) await client.caughtUp(`sync-${index}`);
  }
  await client.caughtUp('last');
  client.send(-1, random, 'Action: Hangup\r\nChannel: /.*/\r\n\r\n');
  await client.caughtUp('over');
  const after = await target.measure();
  client.close();
  const heaps = before && after && { before: before.heap, after: after.heap };
  const hasGrown = heaps !== undefined && heaps.after > heaps.before * 1.5 + 10_000_000;
  const wrong = client.findings.filter((finding) => finding.startsWith(wrongAnswer)).length;
  say(
    `${messages} messages, ${client.answers} answers, ${client.events} events; answers to a wrong ActionID: ${wrong}`,
  );
  if (heaps !== undefined)
    say(`heap after a quarter ${inMegabytes(heaps.before)}, at the end ${inMegabytes(heaps.after)}`);
  return [
    ...client.findings,
    ...target.errors(),
    ...(target.ending() === undefined ? [] : [`the server has ended: ${target.ending()}`]),
    ...(hasGrown ? [`the heap has grown from ${heaps.before} to ${heaps.after} bytes`] : []),
  ];
}

const wrongAnswer = 'an answer that was not asked for';
const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

class FuzzClient {
  readonly findings: string[] = [];
  answers = 0;
  events = 0;
  readonly #socket: Socket;
  readonly #asked = new Set<string>();
  #text = '';
  #awaited: { readonly id: string; readonly done: () => void } | undefined;
  #isOver = false;

  constructor(
    port: number,
    private readonly target: Pick<Target, 'user' | 'password'>,
  ) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('utf8');
    this.#socket.on('data', (chunk: string) => this.#read(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      if (!this.#isOver) this.findings.push('the connection was lost');
      this.#awaited?.done();
    });
  }

  logIn(): Promise<void> {
    const { user, password } = this.target;
    return this.#ask('login', `Action: Login\r\nUsername: ${user}\r\nSecret: ${password}\r\n`);
  }

  send(index: number, random: Random, text = messageOf(index, random, (id) => this.#asked.add(id))): void {
    this.#socket.write(text);
  }

  /** Waits until the server has answered everything that answers at once. */
  caughtUp(id: string): Promise<void> {
    // What was broken before may have no end: an empty line closes it.
    this.#socket.write('\r\n\r\n');
    return this.#ask(id, 'Action: Ping\r\n');
  }

  close(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }

  #ask(id: string, text: string): Promise<void> {
    this.#asked.add(id);
    return new Promise((done) => {
      this.#awaited = { id, done };
      if (this.#socket.destroyed) return done();
      this.#socket.write(`${text}ActionID: ${id}\r\n\r\n`);
    });
  }

  #read(chunk: string): void {
    this.#text += chunk;
    const messages = this.#text.split('\r\n\r\n');
    this.#text = messages.pop() ?? '';
    for (const message of messages) this.#judge(message.replace(/^Asterisk Call Manager[^\r]*\r\n/, ''));
  }

  #judge(message: string): void {
    const id = /^ActionID: (.*)$/m.exec(message)?.[1]?.trim();
    if (!/^(Response|Event): /.test(message)) this.findings.push(`neither answer nor event: ${message.slice(0, 200)}`);
    if (message.startsWith('Response: ')) this.answers += 1;
    else this.events += 1;
    if (!message.startsWith('Response: ') || id === undefined) return;
    if (!this.#asked.delete(id)) this.findings.push(`${wrongAnswer}, or a second one: ${id}`);
    if (this.#awaited?.id === id) this.#awaited.done();
  }
}

/** A third good, a third with hostile values, a third broken lines. `asks`: an id that may be answered. */
function messageOf(index: number, random: Random, asks: (id: string) => void): string {
  const { name, parameters } = random.pick(actions);
  const id = `fuzz-${index}`;
  const lines = [
    `Action: ${name}`,
    ...Object.values(parameters).map((each) => `${each.name}: ${random.pick(hostile)}`),
  ];
  const kind = random.below(3);
  if (kind < 2) {
    asks(id);
    const kept = kind === 0 ? lines : random.some(lines, 0.7);
    return `ActionID: ${id}\r\n${kept.join('\r\n')}\r\n\r\n`;
  }
  switch (random.below(5)) {
    case 0:
      return `${random.bytes(random.below(300)).toString('latin1').replaceAll('ActionID', '')}\r\n\r\n`;
    case 1:
      return `Action: ${name}\r\n${'x'.repeat(random.below(4000))}\r\n\r\n`;
    case 2:
      return `${Array.from({ length: random.below(300) }, (_, line) => `H${line}: v`).join('\n')}\n\n`;
    case 3:
      return '\r\n'.repeat(random.below(20));
    default:
      return `action ${name}\r\n: : :\r\n\r\n`;
  }
}
