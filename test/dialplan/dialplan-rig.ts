import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialplan } from '../../src/dialplan/plan/dialplan';
import { loadDialplan } from '../../src/dialplan/plan/load-dialplan';
import { formatIgnored } from '../../src/config/reader/ignored';
import { formatProblem } from '../../src/config/reader/problem';

export interface RigOptions {
  readonly applications?: readonly string[];
  readonly now?: () => number;
}

const others = {
  'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\n',
  'ari.conf': '[anna]\ntype = user\npassword = secret\n',
};

export interface ReadPlan {
  readonly dialplan: Dialplan;
  /** Without the folder in front of file names. */
  readonly problems: readonly string[];
  readonly notices: readonly string[];
  readonly isSound: boolean;
}

/** What a configuration folder with this extensions.conf, and perhaps other files, makes of it. */
export function planOf(
  extensions: string,
  options: RigOptions = {},
  more: Readonly<Record<string, string>> = {},
): ReadPlan {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-dialplan-'));
  try {
    for (const [name, text] of Object.entries({ ...others, 'extensions.conf': extensions, ...more }))
      writeFileSync(join(folder, name), text);
    const { now = () => 0, applications } = options;
    const loaded = loadDialplan({ folder, env: {}, flags: {} }, { now, applications });
    if (loaded.dialplan === undefined) throw new Error('there is no dialplan');
    const short = (text: string): string => text.replaceAll(`${folder}/`, '');
    return {
      dialplan: loaded.dialplan,
      problems: loaded.problems.map((problem) => short(formatProblem(problem))),
      notices: [...loaded.notices, ...formatIgnored(loaded.ignored)].map(short),
      isSound: loaded.config !== undefined,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The dialplan of a file that must be sound. */
export function soundPlan(extensions: string, options: RigOptions = {}): Dialplan {
  const { dialplan, problems } = planOf(extensions, options);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return dialplan;
}
