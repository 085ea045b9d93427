import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblem } from '../config/reader/problem';
import { loadDialplan } from '../dialplan/plan/load-dialplan';
import { Description } from '../server/docs/description';
import { projectRoot } from '../shared/project-root';
import { contentNames, serverModules } from './module-contents/catalogue';
import type { Patchbay } from './patchbay';
import type { PatchbayOptions } from './patchbay-options';
import { startPatchbay } from './patchbay';

/** How a program starts a server of its own. Nothing is required. */
export interface EmbeddedOptions {
  /** The text of extensions.conf; a line before the first section is in `[default]`. */
  readonly dialplan?: string;
  /** Texts of other configuration files, by name: `{ 'phones.conf': '…' }`. They replace the shipped ones. */
  readonly files?: Readonly<Record<string, string>>;
  /** Port of the interface; any free one unless given. */
  readonly port?: number;
  /** Address to listen on; 127.0.0.1 unless given. */
  readonly host?: string;
  /** The user of the interface, `patchbay` unless given; not used when `files` has an ari.conf. */
  readonly user?: string;
  readonly password?: string;
  /** Folder for recordings, logs and stored objects; a temporary one unless given, which goes with the server. */
  readonly state?: string;
}

export type EmbeddedParts = Pick<
  PatchbayOptions,
  'clock' | 'media' | 'tap' | 'stories' | 'interceptors' | 'uuid' | 'technologies'
>;

export interface EmbeddedServer {
  readonly patchbay: Patchbay;
  /** `http://127.0.0.1:12345` */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The folder of recordings, logs and stored objects. */
  readonly state: string;
  /** Changes configuration files; a reload reads them. */
  readonly configure: (files: Readonly<Record<string, string>>) => void;
  /** Ends all calls and closes everything. Idempotent. */
  readonly close: () => Promise<void>;
}

const usualUser = 'patchbay';

/** Starts a server from options, with the shipped configuration where they say nothing. */
export async function startEmbedded(options: EmbeddedOptions, parts: EmbeddedParts = {}): Promise<EmbeddedServer> {
  const { user = usualUser, password = usualUser } = options;
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'));
  const state = options.state ?? join(folder, 'state');
  const configure = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'etc', name), text, { mode: 0o600 });
  };
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(join(folder, 'etc'));
    configure(configurationOf({ ...options, user, password }));
    const patchbay = await start(folder, state, parts);
    const close = async (): Promise<void> => {
      await patchbay.close();
      remove();
    };
    return { patchbay, url: patchbay.urls[0] ?? '', user, password, state, configure, close };
  } catch (error) {
    remove();
    throw error;
  }
}

function start(folder: string, state: string, parts: EmbeddedParts): Promise<Patchbay> {
  const root = projectRoot();
  const { resources } = new Description(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const now = (parts.clock ?? { now: Date.now }).now;
  const read = (): Pick<PatchbayOptions, 'config' | 'dialplan'> => {
    const modules = serverModules.map(({ name }) => name);
    const flags = { config: join(folder, 'etc'), state };
    const source = { folder, shippedData: root, env: {}, flags, resources, modules };
    const { config, dialplan, problems } = loadDialplan(source, { applications: contentNames('applications'), now });
    if (config === undefined || dialplan === undefined) throw new Error(problems.map(formatProblem).join('\n'));
    return { config, dialplan };
  };
  return startPatchbay({
    ...read(),
    ...parts,
    readAgain: read,
    projectFolder: root,
    version,
    resources,
    contract: false,
  });
}

/** The shipped files, except those that say where to listen, who may log in and what happens to calls. */
function configurationOf(options: EmbeddedOptions & Required<Pick<EmbeddedOptions, 'user' | 'password'>>) {
  const { dialplan = '', files = {}, port = 0, host = '127.0.0.1', user, password } = options;
  const shipped = join(projectRoot(), 'config');
  const base = readdirSync(shipped).map((name) => [name, readFileSync(join(shipped, name), 'utf8')] as const);
  return {
    ...Object.fromEntries(base),
    'asterisk.conf': '',
    'http.conf': `[general]\nenabled = yes\nbindaddr = ${host}\nbindport = ${port}\nsession_keep_alive = 600000\n`,
    'ari.conf': `[general]\nenabled = yes\n\n[${user}]\ntype = user\npassword = ${password}\n`,
    'logger.conf': '[general]\n[logfiles]\nmessages.log => notice,warning,error\n',
    'phones.conf': '[general]\n',
    'extensions.conf': /^\s*\[/.test(dialplan) ? dialplan : `[default]\n${dialplan}`,
    ...files,
  };
}
