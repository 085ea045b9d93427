import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic } from '../../support/http-client';
import type { ConfFiles } from '../../support/running-server';
import { RunningServer } from '../../support/running-server';
import { OutboundPeer } from './outbound-peer';
import { makeSounds } from './sounds';
import type { StageClock } from './stage-clock';

/** What all stages share: the configuration of the recordings, and sounds like theirs. */
export class Scenery {
  private constructor(
    readonly files: ConfFiles,
    readonly data: string,
  ) {}

  static make(traces: string): Scenery {
    const setup = join(traces, 'setup');
    const names = readdirSync(setup).filter((name) => name.endsWith('.conf'));
    const data = mkdtempSync(join(tmpdir(), 'patchbay-trace-sounds-'));
    makeSounds(data);
    return new Scenery(Object.fromEntries(names.map((name) => [name, readFileSync(join(setup, name), 'utf8')])), data);
  }

  remove(): void {
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Where the server for media was. */
const mediaServer = '127.0.0.1:18111';

interface Props {
  readonly files: ConfFiles;
  readonly clock: StageClock;
  readonly outbound: OutboundPeer;
  readonly media: OutboundPeer;
}

/** A server of its own under the recorded configuration, and the peers that this configuration names. */
export class Stage {
  /** The server's clock. */
  readonly clock: StageClock;
  readonly outbound: OutboundPeer;
  /** The server to which media sockets are opened. */
  readonly media: OutboundPeer;
  readonly #files: ConfFiles;
  #server: RunningServer;

  private constructor(server: RunningServer, { files, clock, outbound, media }: Props) {
    this.#server = server;
    this.#files = files;
    this.clock = clock;
    this.outbound = outbound;
    this.media = media;
  }

  static async build(scenery: Scenery, clock: StageClock): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-trace-'));
    symlinkSync(join(scenery.data, 'moh'), join(folder, 'moh'));
    const outbound = await OutboundPeer.listen('events');
    const media = await OutboundPeer.listen('media');
    const clients = scenery.files['websocket_client.conf'] ?? '';
    const files = {
      ...scenery.files,
      'http.conf': (scenery.files['http.conf'] ?? '').replace(/bindport=\d+/, 'bindport=0'),
      'websocket_client.conf': clients.replace(mediaServer, `127.0.0.1:${media.port}`),
      'asterisk.conf': `[directories]\nastdatadir => ${scenery.data}\n`,
    };
    try {
      return new Stage(await RunningServer.start(files, folder, clock), { files, clock, outbound, media });
    } catch (error) {
      await outbound.close();
      await media.close();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get origin(): string {
    return this.#server.origin;
  }

  /** What is elsewhere than in the recordings. */
  get addresses(): readonly (readonly [recorded: string, ours: string])[] {
    return [[mediaServer, `127.0.0.1:${this.media.port}`]];
  }

  /** What the recordings call `<root>`. */
  get root(): string {
    return join(this.#server.folder, 'state');
  }

  /** The text of a file as the recordings began with it. */
  original(name: string): string {
    return this.#files[name] ?? '';
  }

  configure(name: string, text: string): void {
    this.#server.configure(name, text.replaceAll('127.0.0.1:18112', `127.0.0.1:${this.outbound.port}`));
  }

  /** Puts every file back as it was. */
  restore(): void {
    for (const [name, text] of Object.entries(this.#files)) this.configure(name, text);
  }

  /** Reloads a module, as the recorder did without showing it. */
  async reload(module: string): Promise<void> {
    const headers = { authorization: basic('asterisk:asterisk') };
    await fetch(`${this.origin}/ari/asterisk/modules/${module}`, { method: 'PUT', headers });
  }

  /** Starts the server anew with the files as they are: the way back when the interface is off. */
  async restart(): Promise<void> {
    await this.#server.stop();
    this.#server = await RunningServer.start(this.#files, this.#server.folder, this.clock);
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.outbound.close();
    await this.media.close();
  }
}
