import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** Which core a process is held to; the one that measures is idle while it waits, and needs none. */
export type Role = 'server' | 'load';

const coreOf: Readonly<Record<Role, string>> = { server: '0', load: '1' };

/** Keeps server and load out of each other's way, where the machine has two cores and the means to pin. */
export class Cores {
  readonly #hindrance = hindranceToPinning();

  pinned(role: Role, { program, args }: Command): Command {
    if (this.#hindrance !== undefined) return { program, args };
    return { program: 'taskset', args: ['-c', coreOf[role], program, ...args] };
  }

  describe(): string {
    return this.#hindrance === undefined
      ? `servers on core ${coreOf.server}, load on core ${coreOf.load}`
      : `NOT pinned (${this.#hindrance}): server and load may share a core, so compare CPU times, not rates`;
  }
}

function hindranceToPinning(): string | undefined {
  if (cpus().length < 2) return 'this machine has one core';
  const { status } = spawnSync('taskset', ['-c', '0', 'true']);
  return status === 0 ? undefined : 'taskset is not available';
}
