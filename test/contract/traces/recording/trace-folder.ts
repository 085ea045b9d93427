import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../../../src/shared/project-root';
import type { ConfFiles } from '../../../support/server/running-server';
import { withHiddenActions } from './hidden-actions';
import { withPhoneActions } from '../phones/hidden-phone-actions';
import { readTrace } from './read-trace';
import type { Json, Trace } from './trace';

/** The traces that are part of the project. */
export const ownFolder = join(projectRoot(__dirname), 'test', 'data', 'traces');

/** Those and the ones with phones, which were made with another configuration. */
export const ownFolders: readonly string[] = [ownFolder, `${ownFolder}-sip`];

/** Traces and the configuration of the server that they were recorded with. */
export interface TraceFolder {
  readonly path: string;
  readonly setup: ConfFiles;
  readonly traces: readonly Trace[];
}

/** Reads a folder: `NNNN-name.json` files, and configuration files in `setup/`; without any, those of the project. */
export function readTraceFolder(path: string): TraceFolder {
  const traces = readdirSync(path)
    .filter((file) => /^\d{4}-.*\.json$/.test(file))
    .sort()
    .map((file) => readTrace(JSON.parse(readFileSync(join(path, file), 'utf8')) as Json))
    .map((trace) => withPhoneActions(withHiddenActions(trace)));
  const setup = join(path, 'setup');
  return { path, setup: readSetup(existsSync(setup) ? setup : join(ownFolder, 'setup')), traces };
}

let folders: readonly TraceFolder[] | undefined;

/** The folders to replay: the project's own, and those that PATCHBAY_TRACES names, separated as in PATH. Read once. */
export function traceFolders(): readonly TraceFolder[] {
  const others = (process.env['PATCHBAY_TRACES'] ?? '').split(delimiter).filter((path) => path !== '');
  folders ??= [...ownFolders, ...others].map(readTraceFolder);
  return folders;
}

function readSetup(path: string): ConfFiles {
  const names = readdirSync(path).filter((name) => name.endsWith('.conf'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}
