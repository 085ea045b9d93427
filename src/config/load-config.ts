import { join, resolve } from 'node:path';
import { readAclConf } from './files/interfaces/acl-conf';
import { readAmdConf } from './files/sound/amd-conf';
import { readAriConf } from './files/interfaces/ari-conf';
import type { PasswordCheck } from './files/interfaces/ari-user';
import { readAsteriskConf } from './files/asterisk-conf';
import type { AsteriskConf } from './files/asterisk-conf';
import { isFile, isFolder, realDisk, runCommand } from './reader/conf-disk';
import type { ConfFile } from './reader/conf-file';
import { readCelConf } from './files/cel-conf';
import { readFeaturesConf } from './files/features-conf';
import { readPjsipNotifyConf } from './files/pjsip-notify-conf';
import { readConfbridgeConf } from './files/sound/confbridge-conf';
import { readClusterConf } from './files/cluster-conf';
import { ConfFolder } from './reader/conf-folder';
import { crossCheck, reachableAddress } from './cross-checks';
import { checkDirectories, chooseDirectories } from './directories';
import type { FolderCheck } from './directories';
import { readDspConf } from './files/sound/dsp-conf';
import { filesWithObjects, objectFiles, objectsOf } from './file-objects';
import { Findings } from './reader/findings';
import { readGlobals } from './files/globals-conf';
import { readHttpConf } from './files/interfaces/http-conf';
import { readHttpMediaCacheConf } from './files/sound/http-media-cache-conf';
import type { Ignored } from './reader/ignored';
import { wholeFile } from './reader/ignored';
import { readIndicationsConf } from './files/sound/indications-conf';
import { readLoggerConf } from './files/logger-conf';
import { thisMachine } from './machine';
import type { Machine } from './machine';
import type { ManagerContext } from './files/interfaces/manager-conf';
import { readManagerConf } from './files/interfaces/manager-conf';
import { readModulesConf } from './files/modules-conf';
import { readMusicOnHoldConf } from './files/sound/musiconhold-conf';
import { readOverrides } from './overrides';
import type { Environment, Flags, Overrides } from './overrides';
import { readPjsip } from './pjsip/read-pjsip';
import { formatPlace, formatProblem } from './reader/problem';
import type { Place, Problem } from './reader/problem';
import { readMediaSocketConf } from './files/sound/media-socket-conf';
import { readRtpConf } from './files/sound/rtp-conf';
import type { Directories, ServerConfig } from './server-config';
import { readSorceryConf } from './files/sorcery-conf';
import { whyUnused } from './unused-files';
import { readWebsocketClientConf } from './files/interfaces/websocket-client-conf';

/** Where the configuration comes from: flags beat the environment, the environment beats the files. */
export interface ConfigSource {
  /** Read when neither `--config` nor PATCHBAY_CONFIG names another folder. */
  readonly folder: string;
  readonly env: Environment;
  readonly flags: Flags;
  /** The folder of the shipped sounds, for a configuration that names none; without it, `data` in the state folder. */
  readonly shippedData?: string;
  /** Names of the interface's resources, which scopes of users are checked against. */
  readonly resources?: readonly string[];
  /** Names of the server's modules, to find unknown ones in modules.conf. */
  readonly modules?: readonly string[];
  /** Finds passwords that can never match. */
  readonly passwordProblem?: PasswordCheck;
  /** Finds folders that cannot be written to; without it none is checked. */
  readonly folderProblem?: FolderCheck;
  /**
   * Parses the contexts of extensions.conf, which src/config does not understand; its problems are reported with the
   * others.
   */
  readonly readExtensions?: (conf: ConfFile, findings: Findings) => void;
  readonly machine?: Machine;
}

/** The configuration, or all its problems: a server with a problem must not start. */
export interface LoadedConfig {
  /** The folder it was looked for in. */
  readonly folder: string;
  readonly config: ServerConfig | undefined;
  readonly problems: readonly Problem[];
  /** Notices: worth knowing, but nothing to change. */
  readonly notices: readonly string[];
  /** What is ignored, in the order of files and lines. */
  readonly ignored: readonly Ignored[];
}

export function loadConfig(source: ConfigSource): LoadedConfig {
  const findings = new Findings();
  const overrides = readOverrides(source.flags, source.env, findings);
  const path = overrides.config ?? source.folder;
  const config = isFolder(path) ? readFolder(path, { source, overrides, findings }) : undefined;
  if (config === undefined)
    findings.problem({ file: path }, 'there is no such folder', 'name a folder with .conf files: --config DIR');
  const problems = inReadingOrder(findings.problems);
  const { notices } = findings;
  const ignored = oncePerPlace(findings.ignored);
  return { config: problems.length === 0 ? config : undefined, folder: path, problems, notices, ignored };
}

interface Reading {
  readonly source: ConfigSource;
  readonly overrides: Overrides;
  readonly findings: Findings;
}

function readFolder(path: string, { source, overrides, findings }: Reading): ServerConfig {
  const machine = source.machine ?? thisMachine();
  const base = resolve(machine.currentFolder, path);
  const folder = new ConfFolder(path, { disk: realDisk, findings });
  if (folder.isEmpty) findings.problem({ file: path }, 'the folder has no .conf file', 'name the folder that has them');
  const asterisk = readAsteriskConf(folder.read('asterisk.conf'), { folder: base, machine, findings });
  // Only now it is known whether the other files may run commands.
  const disk = asterisk.execIncludes ? { ...realDisk, runCommand } : realDisk;
  const read = (name: string) => folder.read(name, disk);
  const acls = readAclConf(read('acl.conf'), findings);
  const http = readHttpConf(read('http.conf'), { folder: base, acls, overrides, findings, isFile });
  const [{ resources, passwordProblem }, httpReachable] = [source, reachableAddress(http)];
  const ari = readAriConf(read('ari.conf'), { acls, resources, passwordProblem, findings });
  const clients = readWebsocketClientConf(read('websocket_client.conf'), { folder: base, findings, isFile, isFolder });
  const stores = readSorceryConf(read('sorcery.conf'), findings);
  const sip = readPjsip(
    { pjsip: read('pjsip.conf'), wizard: read('pjsip_wizard.conf'), phones: read('phones.conf') },
    { findings, acls, folder: base, isFile, stores, sipPort: overrides.sipPort, httpReachable },
  );
  const config: ServerConfig = {
    directories: readDirectories({ asterisk, machine, base }, { source, overrides, findings }),
    options: asterisk.options,
    http,
    ari: ari.general,
    acls,
    users: ari.users.map(({ value }) => value),
    outboundSockets: ari.outboundSockets.map(({ value }) => value),
    websocketClients: clients.map(({ value }) => value),
    logger: readLoggerConf(read('logger.conf'), findings),
    modules: readModulesConf(read('modules.conf'), {
      present: folder.has('modules.conf'),
      known: source.modules,
      findings,
    }),
    stores,
    objects: objectFiles
      .flatMap((name) => objectsOf(name, read(name)))
      .concat(filesWithObjects(stores).flatMap((name) => objectsOf(name, folder.peek(name, disk))))
      .concat(sip.objects),
    globals: readGlobals(read('extensions.conf')),
    ...readMediaFiles(read, findings),
    remoteMedia: readHttpMediaCacheConf(read(mediaCacheFile(folder)), { acls, findings }),
    pjsip: sip.config,
    simulatedPhones: sip.simulatedPhones,
    ...readManagerFiles(read, { folder: base, acls, passwordProblem, isFile, findings, httpReachable }),
  };
  source.readExtensions?.(read('extensions.conf'), findings);
  crossCheck({ ari, http, clients }, findings);
  noticeWhatIsOff(config, { folder, findings });
  return config;
}

/** Other ways to the server, and other servers. */
function readManagerFiles(
  read: (name: string) => ConfFile,
  context: ManagerContext,
): Pick<ServerConfig, 'manager' | 'cel' | 'cluster'> {
  return {
    cluster: readClusterConf(read('cluster.conf'), context),
    manager: {
      ...readManagerConf(read('manager.conf'), context),
      notifyOptions: readPjsipNotifyConf(read('pjsip_notify.conf')),
    },
    cel: readCelConf(read('cel.conf'), context.findings),
  };
}

type MediaTopics = Pick<
  ServerConfig,
  'indications' | 'music' | 'mediaSockets' | 'rtp' | 'detection' | 'answeringMachine' | 'conferences' | 'features'
>;

function readMediaFiles(read: (name: string) => ConfFile, findings: Findings): MediaTopics {
  return {
    indications: readIndicationsConf(read('indications.conf'), findings),
    music: readMusicOnHoldConf(read('musiconhold.conf'), findings),
    mediaSockets: readMediaSocketConf(read('chan_websocket.conf'), findings),
    rtp: readRtpConf(read('rtp.conf'), findings),
    detection: readDspConf(read('dsp.conf'), findings),
    answeringMachine: readAmdConf(read('amd.conf'), findings),
    conferences: readConfbridgeConf(read('confbridge.conf'), findings),
    features: readFeaturesConf(read('features.conf'), findings),
  };
}

/** Existing servers name the file after the module. */
function mediaCacheFile(folder: ConfFolder): string {
  const [ours, theirs] = ['http_media_cache.conf', 'res_http_media_cache.conf'];
  return folder.has(ours) || !folder.has(theirs) ? ours : theirs;
}

function readDirectories(
  { asterisk, machine, base }: { asterisk: AsteriskConf; machine: Machine; base: string },
  { source, overrides, findings }: Reading,
): Directories {
  const { currentFolder } = machine;
  const { shippedData } = source;
  const sources = { configFolder: base, stateFolder: overrides.state, asterisk, currentFolder, shippedData };
  const chosen = chooseDirectories(sources);
  if (source.folderProblem !== undefined) checkDirectories(chosen, { sources, findings, check: source.folderProblem });
  return chosen;
}

function noticeWhatIsOff(config: ServerConfig, { folder, findings }: { folder: ConfFolder; findings: Findings }): void {
  const { http, ari, users } = config;
  const [httpConf, ariConf] = [{ file: join(folder.path, 'http.conf') }, { file: join(folder.path, 'ari.conf') }];
  if (!http.enabled) findings.notice(httpConf, 'the server will not listen: [general] does not say enabled = yes');
  else if (!ari.enabled) findings.notice(ariConf, 'the interface is switched off: [general] says enabled = no');
  else if (users.length === 0)
    findings.notice(ariConf, 'there are no users, so logging in is impossible: add a section with type = user');
  for (const name of folder.passedOver())
    findings.ignore({ file: join(folder.path, name) }, wholeFile, whyUnused(name));
}

/** File by file and line by line, each problem once: two files may include the same faulty third one. */
function inReadingOrder(problems: readonly Problem[]): readonly Problem[] {
  const once = new Map(problems.map((problem) => [formatProblem(problem), problem]));
  return byPlace([...once.values()]);
}

function oncePerPlace(ignored: readonly Ignored[]): readonly Ignored[] {
  const once = new Map(ignored.map((row) => [`${formatPlace(row)} ${row.what}`, row]));
  return byPlace([...once.values()]);
}

function byPlace<Placed extends Place>(all: readonly Placed[]): readonly Placed[] {
  const files = [...new Set(all.map(({ file }) => file))];
  return all.toSorted(
    (left, right) => files.indexOf(left.file) - files.indexOf(right.file) || (left.line ?? 0) - (right.line ?? 0),
  );
}
