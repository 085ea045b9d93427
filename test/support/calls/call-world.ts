import { BusySocket } from '../sockets/busy-socket';
import { lineOf } from './call-events';
import { within } from '../eventually';
import type { AppName } from './call-model';
import type { CallRig } from './call-rig';
import { LegalEvents, LegalVisits } from './legal-events';
import type { Message } from '../sockets/socket-peer';

/** How far each socket had been read at some moment. */
export interface Mark {
  readonly all: number;
  readonly apps: ReadonlyMap<AppName, number>;
}

/** A real server with an application that hears everything and some that come and go. */
export class CallWorld {
  readonly #sockets = new Map<AppName, BusySocket>();
  readonly #visits: string[] = [];
  readonly #known = new Set<AppName>();
  #asked = 0;

  private constructor(
    private readonly rig: CallRig,
    private readonly everything: BusySocket,
  ) {}

  static async open(rig: CallRig): Promise<CallWorld> {
    return new CallWorld(rig, await BusySocket.open(rig.server.origin, 'app=all&subscribeAll=yes'));
  }

  mark(): Mark {
    const apps = new Map([...this.#sockets].map(([app, { events }]) => [app, events.length]));
    return { all: this.everything.events.length, apps };
  }

  post = (target: string, status: number): Promise<void> => this.#expect('POST', target, status);
  delete = (target: string, status: number): Promise<void> => this.#expect('DELETE', target, status);

  async get(target: string): Promise<unknown> {
    return (await this.#ask('GET', target)).body;
  }

  /** Waits until whoever hears everything has heard this since. */
  all(line: string, { all }: Mark): Promise<Message> {
    return this.#wait(this.everything, line, all);
  }

  /** Waits until the application has heard this since. */
  app(name: AppName, line: string, { apps }: Mark): Promise<Message> {
    const socket = this.#sockets.get(name);
    if (socket === undefined) throw new Error(`the application ${name} is not connected`);
    return this.#wait(socket, line, apps.get(name) ?? 0);
  }

  /** Waits until both ends of a call are gone. */
  async gone(id: string, mark: Mark): Promise<void> {
    for (const end of [id, `${id};2`]) {
      const isEnd = (message: Message): boolean => lineOf(message).startsWith(`ChannelDestroyed ${end} `);
      await within(this.everything.event(isEnd, mark.all), () => `${end} has not gone`);
    }
  }

  /** The last thing that the application has heard of this kind came after the one before in the list, and so on. */
  inOrder(name: AppName, beginnings: readonly string[], { apps }: Mark): void {
    const lines = (this.#sockets.get(name)?.events ?? []).slice(apps.get(name) ?? 0).map(lineOf);
    let before = lines.length;
    for (const beginning of [...beginnings].reverse()) {
      before = lines.slice(0, before).findLastIndex((line) => line.startsWith(beginning));
      if (before < 0) throw new Error(`not in the order ${beginnings.join(', ')}:\n${lines.join('\n')}`);
    }
  }

  async connect(app: AppName): Promise<void> {
    this.#sockets.set(app, await BusySocket.open(this.rig.server.origin, `app=${app}`));
  }

  async disconnect(app: AppName): Promise<void> {
    const socket = this.#sockets.get(app);
    if (socket === undefined) return;
    await socket.close();
    const visits = new LegalVisits(!this.#known.has(app));
    this.#known.add(app);
    for (const event of socket.events) visits.take(event);
    this.#visits.push(...visits.violations);
    this.#sockets.delete(app);
    await this.rig.sockets(this.#sockets.size + 1);
  }

  /** Ends everything that is left, and gives back what happened in an order that is not allowed. */
  async close(): Promise<readonly string[]> {
    for (const kind of ['channels', 'bridges'])
      for (const { id } of (await this.get(`/${kind}`)) as readonly { readonly id: string }[])
        await this.#ask('DELETE', `/${kind}/${encodeURIComponent(id)}`);
    while (this.rig.server.counts().channels > 0) await new Promise(setImmediate);
    for (const app of [...this.#sockets.keys()]) await this.disconnect(app);
    await this.everything.ask('GET', '/server/ping');
    await this.everything.close();
    await this.rig.quiet();
    const order = new LegalEvents();
    for (const event of this.everything.events) order.take(event);
    return [...order.finish(), ...this.#visits];
  }

  async #expect(method: string, target: string, status: number): Promise<void> {
    const answer = await this.#ask(method, target);
    if (answer.status === status) return;
    throw new Error(`${method} ${target}: ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
  }

  /** By both doors in turn. */
  #ask(method: string, target: string): Promise<{ readonly status: number; readonly body: unknown }> {
    this.#asked += 1;
    return this.#asked % 2 === 0 ? this.everything.ask(method, target) : this.rig.rest.call(method, target);
  }

  #wait(socket: BusySocket, line: string, from: number): Promise<Message> {
    const complaint = (): string => `no '${line}' among\n${socket.events.slice(from).map(lineOf).join('\n')}`;
    return within(
      socket.event((message) => lineOf(message) === line, from),
      complaint,
    );
  }
}
