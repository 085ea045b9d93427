import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPatchbay } from '../../../src/composition/patchbay';
import type { Patchbay } from '../../../src/composition/patchbay';
import type { PatchbayOptions } from '../../../src/composition/patchbay-options';
import type { Counts } from '../../../src/composition/metrics/counts';
import type { Dialplan } from '../../../src/dialplan/plan/dialplan';
import { loadDialplan } from '../../../src/dialplan/plan/load-dialplan';
import { formatProblem } from '../../../src/config/reader/problem';
import type { ServerConfig } from '../../../src/config/server-config';
import { Description } from '../../../src/server/docs/description';
import type { MediaLink } from '../../../src/media/protocol';
import type { Clock } from '../../../src/shared/time/clock';
import { projectRoot } from '../../../src/shared/project-root';
import { CountingClock } from '../counting-clock';

const root = projectRoot(__dirname);
/** Reading the description takes longer than starting the server. */
const { resources } = new Description(root);

/** Configuration files by name; what is not given is what a quiet server on loopback needs. */
export type ConfFiles = Readonly<Record<string, string>>;

const quiet: ConfFiles = {
  // Connections stay open: one that is closed for idleness may be chosen for the next request at the same moment.
  'http.conf':
    '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nsessionlimit = 5000\nsession_keep_alive = 600000\n',
  'ari.conf':
    '[general]\nenabled = yes\n\n[asterisk]\ntype = user\npassword = asterisk\n\n[reader]\ntype = user\nread_only = yes\npassword = readerpw\n',
  'logger.conf': '[general]\n[logfiles]\nmessages => notice,warning,error,security\n',
  'modules.conf': '[modules]\nautoload = yes\n',
};

/** A real server in this process, on a free port, with its files in a folder of its own. */
export class RunningServer {
  private constructor(
    readonly folder: string,
    private readonly patchbay: Patchbay,
    private readonly clock: CountingClock,
  ) {}

  static async start(
    files: ConfFiles = {},
    folder: string = mkdtempSync(join(tmpdir(), 'patchbay-server-')),
    time?: Clock,
    media?: MediaLink,
    technologies?: PatchbayOptions['technologies'],
  ): Promise<RunningServer> {
    mkdirSync(join(folder, 'etc'), { recursive: true });
    // A technology of a test may have the name of one of ours.
    const own =
      technologies === undefined ? {} : { 'modules.conf': '[modules]\nautoload = yes\nnoload = chan_phone\n' };
    for (const [name, text] of Object.entries({ ...quiet, ...own, ...files }))
      writeFileSync(join(folder, 'etc', name), text);
    const clock = new CountingClock(time);
    const patchbay = await startPatchbay({
      ...read(folder),
      readAgain: () => read(folder),
      projectFolder: root,
      version: '0.0.0-test',
      resources,
      contract: false,
      clock,
      ...(media === undefined ? {} : { media }),
      ...(technologies === undefined ? {} : { technologies }),
    });
    return new RunningServer(folder, patchbay, clock);
  }

  /** `http://127.0.0.1:12345` */
  get origin(): string {
    const [url] = this.patchbay.urls;
    if (url === undefined) throw new Error('this server does not listen');
    return url;
  }

  /** Where phones reach it. */
  get phones(): Patchbay['phones'] {
    return this.patchbay.phones;
  }

  /** The port of the manager interface, the one with TLS where that is asked for. */
  managerPort(isSecure = false): number {
    const found = this.patchbay.managers.find((address) => address.isSecure === isSecure);
    if (found === undefined) throw new Error('this server has no manager interface');
    return found.port;
  }

  /** What is there now, and how many timers run. */
  counts(): Counts & { readonly timers: number } {
    return { ...this.patchbay.counts(), timers: this.clock.running };
  }

  /** Changes a configuration file; a reload of the module reads it. */
  configure(name: string, text: string): void {
    writeFileSync(join(this.folder, 'etc', name), text);
  }

  /** Stops it and leaves its files, for a start on the same folder. */
  stop(): Promise<void> {
    return this.patchbay.close();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function read(folder: string): { readonly config: ServerConfig; readonly dialplan: Dialplan } {
  const flags = { config: join(folder, 'etc'), state: join(folder, 'state') };
  const source = { folder, env: {}, flags, resources };
  const { config, dialplan, problems } = loadDialplan(source, { now: Date.now });
  if (config === undefined || dialplan === undefined) throw new Error(problems.map(formatProblem).join('\n'));
  return { config, dialplan };
}
