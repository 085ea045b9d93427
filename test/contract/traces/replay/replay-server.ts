import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { basic } from '../../../support/server/http-client';
import type { ConfFiles } from '../../../support/server/running-server';
import { RunningServer } from '../../../support/server/running-server';
import { AudioSocketPeers } from './audio-socket-peers';
import { PhoneAgents } from '../phones/phone-agents';
import { ReplayClock } from './replay-clock';
import type { ReplayMedia } from './replay-media';
import { replayMedia } from './replay-media';
import type { Trace } from '../recording/trace';
import { websocketAddresses, WebsocketPeers } from './websocket-peers';

export interface ReplaySetup {
  /** Configuration files by name, as the recording was made with them. */
  readonly files: ConfFiles;
  /** A folder with sounds and music. */
  readonly sounds: string;
}

type Addresses = readonly (readonly [recorded: string, ours: string])[];

interface Peers {
  readonly websockets: WebsocketPeers;
  readonly audioSockets: AudioSocketPeers;
  readonly phones: PhoneAgents;
}

/** A server of its own under the recorded configuration, and the programs of the recorder that it talks to. */
export class ReplayServer {
  readonly clock: ReplayClock;
  readonly peers: Peers;
  /** What is elsewhere than in the recording. */
  readonly addresses: Addresses;
  readonly #files: ConfFiles;
  #server: RunningServer;
  #media: ReplayMedia;

  private constructor(
    server: RunningServer,
    given: Pick<ReplayServer, 'clock' | 'peers' | 'addresses' | 'media'> & { readonly files: ConfFiles },
  ) {
    this.#server = server;
    this.#media = given.media;
    this.#files = given.files;
    this.clock = given.clock;
    this.peers = given.peers;
    this.addresses = given.addresses;
  }

  static async start(trace: Trace, { files: recorded, sounds }: ReplaySetup): Promise<ReplayServer> {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-replay-'));
    symlinkSync(join(sounds, 'moh'), join(folder, 'moh'));
    const peers = await listen(trace);
    try {
      const addresses = addressesOf(trace, recorded, peers);
      const files = {
        ...moved(recorded, addresses),
        'http.conf': (recorded['http.conf'] ?? '').replace(/bindport=\d+/, 'bindport=0'),
        ...movedListener(recorded),
        'asterisk.conf': `[directories]\nastdatadir => ${sounds}\n`,
      };
      const clock = new ReplayClock();
      const media = replayMedia(clock);
      const server = await RunningServer.start(files, folder, clock, media);
      const listener = listenerOf(recorded);
      const all = listener === undefined ? addresses : [...addresses, [listener, sipAddress(server)] as const];
      for (const agent of peers.phones.all) agent.serve(sipPort(server));
      return new ReplayServer(server, { files, clock, peers, addresses: all, media });
    } catch (error) {
      await close(peers);
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get origin(): string {
    return this.#server.origin;
  }

  get media(): ReplayMedia {
    return this.#media;
  }

  /** Where phones reach it: `127.0.0.1:12345`. */
  get sipAddress(): string {
    return sipAddress(this.#server);
  }

  /** What the recordings call `<root>`. */
  get root(): string {
    return join(this.#server.folder, 'state');
  }

  /** The text of a configuration file as the recording began with it. */
  original(name: string): string {
    return this.#files[name] ?? '';
  }

  configure(name: string, text: string): void {
    const [ours] = Object.values(moved({ [name]: text }, this.addresses));
    this.#server.configure(name, ours ?? '');
  }

  /** Sets options of `[general]`, the first section, from the original file on; null takes an option out. */
  setOptions(name: string, options: Readonly<Record<string, string | null>>): void {
    const [first = '', ...lines] = this.original(name).split('\n');
    const end = lines.findIndex((line) => line.startsWith('['));
    const kept = lines.filter((line, place) => place >= end || !((/^\w+/.exec(line)?.[0] ?? '') in options));
    const added = Object.entries(options).flatMap(([option, value]) => (value === null ? [] : [`${option}=${value}`]));
    this.configure(name, [first, ...added, ...kept].join('\n'));
  }

  /** Puts every configuration file back as it was. */
  restoreFiles(): void {
    for (const [name, text] of Object.entries(this.#files)) this.#server.configure(name, text);
  }

  async reload(module: string): Promise<void> {
    const headers = { authorization: basic('asterisk:asterisk') };
    await fetch(`${this.origin}/ari/asterisk/modules/${module}`, { method: 'PUT', headers });
  }

  /** Starts the server anew with the files as they were. */
  async restart(): Promise<void> {
    await this.#server.stop();
    this.#media = replayMedia(this.clock);
    this.#server = await RunningServer.start(this.#files, this.#server.folder, this.clock, this.#media);
  }

  /** Writes a file below the folder of the recordings. */
  writeRecording(name: string): void {
    const file = join(this.root, 'spool', 'recording', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }

  async close(): Promise<void> {
    await this.#server.close();
    await close(this.peers);
  }
}

async function listen(trace: Trace): Promise<Peers> {
  return {
    websockets: await WebsocketPeers.listen(),
    audioSockets: await AudioSocketPeers.listen(trace),
    phones: await PhoneAgents.open(trace),
  };
}

async function close({ websockets, audioSockets, phones }: Peers): Promise<void> {
  phones.close();
  await websockets.close();
  await audioSockets.close();
}

function addressesOf({ steps }: Trace, files: ConfFiles, { websockets, audioSockets, phones }: Peers): Addresses {
  const added = steps.filter((step) => step.kind === 'config').flatMap((step) => Object.values(step.files).flat());
  return [
    ...websocketAddresses(files['websocket_client.conf'] ?? '').map(
      (address) => [address, websockets.configuredAddress] as const,
    ),
    ...websocketAddresses(added.join('\n')).map((address) => [address, websockets.addedAddress] as const),
    ...audioSockets.addresses,
    ...phones.addresses,
  ];
}

/** Where the recorded server had its phones send their requests. */
function listenerOf(files: ConfFiles): string | undefined {
  return /^bind\s*=\s*(\S+)/m.exec(files['pjsip.conf'] ?? '')?.[1];
}

/** The same configuration on a free port. */
function movedListener(files: ConfFiles): ConfFiles {
  const text = files['pjsip.conf'];
  return text === undefined ? {} : { 'pjsip.conf': text.replace(/^(bind\s*=\s*[^:\s]+):\d+/gm, '$1:0') };
}

function sipPort({ phones: [first] }: RunningServer): number {
  return first?.port ?? 0;
}

function sipAddress(server: RunningServer): string {
  return `127.0.0.1:${sipPort(server)}`;
}

function moved(files: ConfFiles, addresses: Addresses): ConfFiles {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      addresses.reduce((so, [recorded, ours]) => so.replaceAll(recorded, ours), text),
    ]),
  );
}
