import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Client } from '../../generated/client';
import { connect } from '../../generated/client';
import type { ConnectOptions } from '../client/connect-options';
import type { EmbeddedOptions, EmbeddedServer } from '../composition/embedded';
import { startEmbedded } from '../composition/embedded';
import { SteadyClock } from '../media/thread/clock';
import { inThreadMedia } from '../media/thread/media-in-thread';
import { StoryBook } from '../observe/story';
import type { Observation } from '../engine/call-story';
import { Tap } from '../observe/tap';
import { projectRoot } from '../shared/project-root';
import { CallLog } from './call-log';
import type { Duration } from './duration';
import { milliseconds } from './duration';
import { Faults } from './faults';
import type { Pacer } from './pacer';
import { RealPacer, VirtualPacer } from './pacer';
import { seededIds } from './seeded-ids';
import { PatchbayTestError } from './test-error';
import { TestPhone } from './test-phone';
import { VirtualTime } from './virtual-time';

export interface TestOptions extends EmbeddedOptions {
  /** `virtual`: time stands still until the test lets it pass. `real` unless given. */
  readonly clock?: 'virtual' | 'real';
  /** Of the ids that the server makes; the same seed gives the same ids. */
  readonly seed?: string | number;
  /**
   * Milliseconds of the machine's time that a client in another process may need to react, with a virtual clock; 0
   * unless given.
   */
  readonly patience?: number;
}

/** Starts a server for a test. */
export async function startPatchbay(options: TestOptions = {}): Promise<TestBay> {
  const bay = new TestBay(options);
  await bay.open();
  return bay;
}

/** A server in a test, with its phones, its clock and its faults. */
export class TestBay {
  readonly faults: Faults;
  readonly log: CallLog;
  readonly #tap = new Tap();
  readonly #stories = new StoryBook(this.#tap);
  readonly #virtual: VirtualTime | undefined;
  readonly #pacer: Pacer;
  readonly #phones = new Map<string, TestPhone>();
  readonly #clients = new Set<Client>();
  readonly #uuid: () => string;
  #activity = 0;
  #server: EmbeddedServer | undefined;

  constructor(private readonly options: TestOptions) {
    this.#virtual = options.clock === 'virtual' ? new VirtualTime() : undefined;
    this.#pacer =
      this.#virtual === undefined
        ? new RealPacer()
        : new VirtualPacer({
            time: this.#virtual,
            activity: () => this.#activity,
            patience: options.patience ?? 0,
          });
    this.#uuid = seededIds(options.seed ?? 'patchbay');
    this.#tap.onSighting(() => (this.#activity += 1));
    this.log = new CallLog(this.#tap, this.#stories);
    this.faults = new Faults({
      clock: () => this.#pacer.clock,
      dropSockets: (application) => this.#running.patchbay.dropSockets(application),
      restart: () => this.#restart(),
    });
  }

  /** Where its interface is: `http://127.0.0.1:12345`. */
  get url(): string {
    return this.#running.url;
  }

  get user(): string {
    return this.#running.user;
  }

  get password(): string {
    return this.#running.password;
  }

  /** The folder of recordings, logs and stored objects. */
  get state(): string {
    return this.#running.state;
  }

  /** Milliseconds since 1970, by the clock of the server. */
  now(): number {
    return this.#pacer.clock.now();
  }

  /** The phone of that name; it is made when there is none. It rings when it is called, until it is told otherwise. */
  phone(name: string, { context = 'default', callerId = '' } = {}): TestPhone {
    const known = this.#phones.get(name);
    if (known !== undefined) return known;
    const driver = (): EmbeddedServer['patchbay']['simulatedPhones'] => this.#running.patchbay.simulatedPhones;
    if (driver().find(name) === undefined)
      driver().add({ name, context, callerId, language: '', onCall: [{ do: 'ring', milliseconds: undefined }] });
    const phone = new TestPhone(name, {
      driver,
      until: (condition, within) => this.#pacer.until(condition, within),
      settle: () => this.#pacer.settle(),
      ladder: (channelId) => (channelId === undefined ? '' : this.log.text(channelId)),
      events: (channelId) => this.log.events(channelId),
      findSound: soundFile,
    });
    this.#phones.set(name, phone);
    return phone;
  }

  /** Calls back with everything that happens. The result ends that. */
  observe(listener: (line: Observation) => void): () => void {
    return this.#tap.on(listener);
  }

  /** A typed client of an application, on the clock of the server. It is closed with the server. */
  async connect(application: string, options: Partial<ConnectOptions> = {}): Promise<Client> {
    const { url, user, password } = this.#running;
    const clock = this.#virtual === undefined ? {} : { clock: this.#virtual };
    const opened = connect({ url, user, password, apps: [application], ...clock, ...options });
    const client = await opened;
    this.#clients.add(client);
    return client;
  }

  /** Lets time pass: `30s`, `250ms`, or a number of milliseconds. */
  async advance(duration: Duration): Promise<void> {
    await this.#pacer.pass(milliseconds(duration));
  }

  /** Waits until everything that was sent has arrived and been handled, without time passing. */
  settle(): Promise<void> {
    return this.#pacer.settle();
  }

  /** Lets time pass until the condition holds; fails when it does not within 30 seconds, unless told. */
  async until(
    condition: () => boolean,
    { within = '30s', what = 'the condition' }: { readonly within?: Duration; readonly what?: string } = {},
  ): Promise<void> {
    const limit = milliseconds(within);
    if (!(await this.#pacer.until(condition, limit)))
      throw new PatchbayTestError(`${what} does not hold within ${limit / 1000} s`, this.log.text());
  }

  /** Fails when a call, bridge, playback or recording is left over. */
  async expectQuiet(): Promise<void> {
    await this.settle();
    const left = Object.entries(this.#running.patchbay.counts()).filter(
      ([what, count]) => mustBeGone.has(what) && count > 0,
    );
    if (left.length === 0) return;
    const list = left.map(([what, count]) => `${count} ${what}`).join(', ');
    throw new PatchbayTestError(`something is left over: ${list}`, this.log.text());
  }

  /** Closes everything: clients that it has made, calls, the server. Idempotent. */
  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    this.#clients.clear();
    const server = this.#server;
    this.#server = undefined;
    await this.#closed(server);
    this.log.close();
    this.#stories.close();
  }

  async open(port = this.options.port ?? 0): Promise<void> {
    const virtual = this.#virtual;
    this.#server = await startEmbedded(
      { ...this.options, port },
      {
        clock: this.#pacer.clock,
        tap: this.#tap,
        stories: this.#stories,
        interceptors: [this.faults.interceptor],
        uuid: this.#uuid,
        media: inThreadMedia(virtual === undefined ? new SteadyClock() : new SteadyClock(virtual.media)),
      },
    );
  }

  get #running(): EmbeddedServer {
    if (this.#server === undefined) throw new Error('the server is closed');
    return this.#server;
  }

  async #restart(): Promise<void> {
    const { driver, port } = { driver: this.#running.patchbay.simulatedPhones, port: Number(new URL(this.url).port) };
    const phones = driver.list().map(({ config, onCall }) => ({ ...config, onCall }));
    const before = this.#server;
    this.#server = undefined;
    await this.#closed(before);
    await this.open(port);
    for (const phone of phones) this.#running.patchbay.simulatedPhones.add(phone);
  }

  /** A server that stops waits for timers of its own, so virtual time has to pass meanwhile. */
  async #closed(server: EmbeddedServer | undefined): Promise<void> {
    if (server === undefined) return;
    let isClosed = false;
    const closing = server.close().finally(() => (isClosed = true));
    while (!isClosed && (await this.#pacer.until(() => isClosed, 1000)) === false) continue;
    await closing;
  }
}

const mustBeGone: ReadonlySet<string> = new Set([
  ...['channels', 'bridges', 'sessions', 'dialplanRuns', 'playbacks', 'recordings', 'mediaLegs', 'mediaTasks'],
]);

/** A file, or a sound of the server by its name. */
function soundFile(name: string): string | undefined {
  if (isAbsolute(name) || name.startsWith('.')) return existsSync(name) ? resolve(name) : undefined;
  const path = join(projectRoot(), 'sounds', 'en', name);
  const folder = dirname(path);
  const found = existsSync(folder)
    ? readdirSync(folder).find((file) => file.startsWith(`${basename(name)}.`))
    : undefined;
  return found === undefined ? undefined : join(folder, found);
}
