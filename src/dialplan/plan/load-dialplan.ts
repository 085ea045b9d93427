import type { ConfFile } from '../../config/reader/conf-file';
import type { Findings } from '../../config/reader/findings';
import type { ConfigSource, LoadedConfig } from '../../config/load-config';
import { loadConfig } from '../../config/load-config';
import type { Problem } from '../../config/reader/problem';
import { formatProblem } from '../../config/reader/problem';
import type { Dialplan } from './dialplan';
import type { DialplanReading } from './read-dialplan';
import { readDialplan } from './read-dialplan';

/** The whole configuration. A problem in the dialplan is a problem of the configuration like any other. */
export interface LoadedDialplan extends LoadedConfig {
  /** What of the dialplan could be read; without the file an empty one, without a folder none. */
  readonly dialplan: Dialplan | undefined;
  /** Those of the problems that stand in extensions.conf and what it includes. */
  readonly dialplanProblems: readonly Problem[];
}

/** Reads the configuration folder with its dialplan, at the start and again for every reload. */
export function loadDialplan(source: ConfigSource, options: Omit<DialplanReading, 'findings'>): LoadedDialplan {
  let dialplan: Dialplan | undefined = undefined as Dialplan | undefined;
  const own = new Set<string>();
  const readExtensions = (conf: ConfFile, findings: Findings): void => {
    const before = findings.problems.length;
    dialplan = readDialplan(conf, { ...options, findings });
    for (const problem of [...conf.problems, ...findings.problems.slice(before)]) own.add(formatProblem(problem));
  };
  const loaded = loadConfig({ ...source, readExtensions });
  const dialplanProblems = loaded.problems.filter((problem) => own.has(formatProblem(problem)));
  return { ...loaded, dialplan, dialplanProblems };
}
