import type { Module } from '../../src/modules/module';
import type { Hold } from '../../src/shared/module-use/hold';
import { ModuleRegistry } from '../../src/modules/module-registry';
import { makeLogger } from '../../src/shared/logger';

export interface Rig {
  readonly registry: ModuleRegistry<Parts>;
  /** What modules were told, in order: `start a`. */
  readonly told: string[];
  /** What was logged: level and sentence. */
  readonly logged: string[];
}

/** What the server hands to its modules; these need nothing of it. */
export type Parts = Readonly<Record<string, never>>;

/** A module whose `start` and `stop` say only what is of interest. */
interface Sketch extends Partial<Omit<Module<Parts>, 'start'>> {
  readonly name: string;
  readonly start?: (parts: Parts, hold: Hold) => Promise<void> | void;
  readonly stop?: () => Promise<void> | void;
}

export function aRegistry(...sketches: readonly Sketch[]): Rig {
  const told: string[] = [];
  const logged: string[] = [];
  const modules = sketches.map((sketch): Module<Parts> => {
    const { name, start = () => void told.push(`start ${name}`), stop = () => void told.push(`stop ${name}`) } = sketch;
    return {
      description: `the module ${name}`,
      supportLevel: 'core',
      dependsOn: [],
      ...sketch,
      start: async (parts, hold) => {
        await start(parts, hold);
        return stop;
      },
    };
  });
  const log = makeLogger((level, _, sentence) => void logged.push(`${level} ${sentence}`));
  const registry = new ModuleRegistry({ modules, log, now: () => 1234 });
  void registry.startUp(nothingConfigured, {});
  return { registry, told, logged };
}

/** A promise and what settles it. */
export function aGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

export const fails = (reason: string) => () => {
  throw new Error(reason);
};

export const nothingConfigured = { autoload: false, load: [], noload: [], require: [] };
