import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const benchUser = { user: 'bench', password: 'only-for-measuring' };

/** A configuration folder for a server under test, and the folder in which that server keeps its state. */
export class BenchConfig {
  // In memory where possible: the server waits for the disk before it acknowledges a change, and this is not a disk
  // test.
  readonly #root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'patchbay-bench-'));
  readonly folder = join(this.#root, 'config');
  readonly stateFolder = join(this.#root, 'state');

  /** `extra` comes besides the usual files, or in their places. */
  constructor(extra: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.folder);
    for (const [name, text] of Object.entries({ ...files, ...extra })) writeFileSync(join(this.folder, name), text);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** The usual ari.conf, with more settings in its section `general`. */
export function ariConf(more = ''): string {
  return `[general]\nenabled = yes\n${more}\n[${benchUser.user}]\ntype = user\npassword = ${benchUser.password}\n`;
}

const files: Readonly<Record<string, string>> = {
  'ari.conf': ariConf(),
  'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nsessionlimit = 5000\n',
  'modules.conf': '[modules]\nautoload = yes\n',
  // `s` is what calls are measured with, `hold` and `speak` are for calls that are to stay, silent and with a tone.
  'extensions.conf': `[default]
exten => s,1,NoOp()
 same => n,Answer()
 same => n,Wait(60)
 same => n,Hangup()
exten => hold,1,Answer()
 same => n,Wait(36000)
 same => n,Hangup()
exten => speak,1,Answer()
 same => n,PlayTones(440)
 same => n,Wait(36000)
 same => n,Hangup()
`,
  'logger.conf': '[logfiles]\nmessages.log => notice,warning,error\n',
};
