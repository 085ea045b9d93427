import type { Attack, AttackContext } from './attack';
import type { HealthReport } from './harness/health-watch';
import { HealthWatch } from './harness/health-watch';
import { Peak } from './harness/peak';
import { Victim } from './harness/victim';

export interface AttackFigures {
  readonly seconds: number;
  /** Undefined when no client had to be served. */
  readonly health: HealthReport | undefined;
  /** Bytes of the process, before and at most. */
  readonly memory: { readonly before: number; readonly peak: number };
  /** Milliseconds; undefined where the attack ends the server. */
  readonly stall: number | undefined;
}

export type AttackResult =
  | { readonly outcome: 'not run'; readonly reason: string }
  | { readonly outcome: 'run'; readonly breaches: readonly string[]; readonly figures: AttackFigures };

export interface RangeOptions {
  /** Small sizes, and one server for all attacks that ask for the same configuration. */
  readonly isShort: boolean;
  readonly say: (progress: string) => void;
}

/**
 * Milliseconds: how long others may wait for an answer, and how often they ask. Short runs are part of the suite, whose
 * machine may be busy, and which others wait for.
 */
const watchOf = { full: { timeoutMs: 5000, pauseMs: 10 }, short: { timeoutMs: 60_000, pauseMs: 100 } };

/** Carries out attacks, one after another, and says what they have done to the server. */
export class AttackRange {
  readonly #health = new HealthWatch();
  /** By their configuration. */
  readonly #shared = new Map<string, Victim>();

  constructor(private readonly options: RangeOptions) {}

  async run(attack: Attack): Promise<AttackResult> {
    const reason = attack.hindrance?.();
    if (reason !== undefined) return { outcome: 'not run', reason };
    const victim = await this.#victim(attack);
    try {
      const result = await this.#attack(attack, victim);
      if (this.#isShared(attack) && result.breaches.length === 0) return { outcome: 'run', ...result };
      if (this.#isShared(attack)) this.#shared.delete(keyOf(attack));
      const breaches = [...result.breaches, ...(await endingOf(attack, victim))];
      return { outcome: 'run', ...result, breaches };
    } finally {
      if (this.#shared.get(keyOf(attack)) !== victim) await victim.remove();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#health.close(), ...[...this.#shared.values()].map((victim) => victim.remove())]);
  }

  async #victim(attack: Attack): Promise<Victim> {
    const { files, limits } = attack;
    if (!this.#isShared(attack)) return Victim.start({ files, limits });
    const victim = this.#shared.get(keyOf(attack)) ?? (await Victim.start({ files, limits }));
    this.#shared.set(keyOf(attack), victim);
    return victim;
  }

  #isShared({ limits, serves }: Attack): boolean {
    return this.options.isShort && serves !== 'none' && limits === undefined;
  }

  async #attack(attack: Attack, victim: Victim): Promise<{ breaches: string[]; figures: AttackFigures }> {
    const { serves = 'all', growth = 3 } = attack;
    const [descriptors, errors, started] = [await victim.descriptors(), victim.errors.length, performance.now()];
    await victim.watchLoop();
    const watch = this.options.isShort ? watchOf.short : watchOf.full;
    const memory = new Peak(() => victim.residentBytes);
    if (serves !== 'none') this.#health.begin(victim.origin, { users: serves === 'all', ...watch });
    const breaches = await this.#assault(attack, victim);
    const health = serves === 'none' ? undefined : await this.#health.end();
    const figures = {
      seconds: (performance.now() - started) / 1000,
      health,
      memory: memory.end(),
      stall: victim.isAlive ? await victim.longestStall() : undefined,
    };
    if (figures.memory.peak > growth * figures.memory.before)
      breaches.push(`the process grew ${ratioOf(figures)} times`);
    breaches.push(...(health?.failures ?? []).map((failure) => `another client was not served: ${failure}`));
    if (serves !== 'none') breaches.push(...(await aftermathOf(victim, descriptors)));
    const { excusedErrors } = attack;
    breaches.push(...victim.errors.slice(errors).filter((line) => excusedErrors?.test(line) !== true));
    return { breaches, figures };
  }

  async #assault(attack: Attack, victim: Victim): Promise<string[]> {
    const closing: (() => unknown)[] = [];
    const context: AttackContext = {
      victim,
      size: ({ full, short }) => (this.options.isShort ? short : full),
      say: this.options.say,
      closeAfterwards: (close) => closing.push(close),
    };
    try {
      await attack.run(context);
      return [];
    } catch (error) {
      return [shortReasonOf(error)];
    } finally {
      for (const close of closing.reverse()) await close();
    }
  }
}

function keyOf({ files, limits }: Attack): string {
  return JSON.stringify({ files, limits });
}

/** Every server has to stop when it is asked to, whatever was done to it. */
async function endingOf({ serves }: Attack, victim: Victim): Promise<string[]> {
  if (serves === 'none') return [];
  const { code } = await victim.stop();
  return code === 0 ? [] : [`asked to stop, it ended with code ${code}`];
}

export function ratioOf({ memory }: Pick<AttackFigures, 'memory'>): string {
  return (memory.peak / memory.before).toFixed(1);
}

/** Messages may quote what was sent, which is large. */
function shortReasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replaceAll(/(.{1,3})\1{20,}/gs, '$1…').slice(0, 2000);
}

async function aftermathOf(victim: Victim, descriptors: number): Promise<string[]> {
  if (!victim.isAlive) return [victim.lastWords];
  try {
    await victim.clear();
    await victim.untilQuiet(descriptors);
    return [];
  } catch (error) {
    return [shortReasonOf(error)];
  }
}
