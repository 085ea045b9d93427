import type { Disposer } from '../../modules/module';
import type { Hold } from '../../shared/module-use/hold';

/** What a module can bring by name. */
export const contentKinds = [
  'applications',
  'functions',
  'technologies',
  'codecs',
  'fileFormats',
  'bridgeTechnologies',
  'objectStores',
  'resources',
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The names of what a module brings. */
export type Contents = Readonly<Partial<Record<ContentKind, readonly string[]>>>;

/** Makes things of one kind available to calls and clients, and unavailable again. */
export interface Registrar {
  /** The names of all things of this kind that there is code for. */
  readonly names: readonly string[];
  /** Makes one available until the result is called. `hold` counts those who use it. */
  readonly register: (name: string, hold: Hold) => Disposer | Promise<Disposer>;
}

export type Registrars = Readonly<Record<ContentKind, Registrar>>;

/** A registrar of the things in a library. */
export function registrarOf<Thing>(
  library: ReadonlyMap<string, Thing>,
  register: (name: string, thing: Thing, hold: Hold) => Disposer | Promise<Disposer>,
): Registrar {
  return {
    names: [...library.keys()],
    register: (name, hold) => {
      const thing = library.get(name);
      if (thing === undefined) throw new Error(`there is no '${name}' in this server`);
      return register(name, thing, hold);
    },
  };
}

/** Makes everything in `contents` available, or nothing when something of it does not exist. */
export async function registerAll(registrars: Registrars, contents: Contents, hold: Hold): Promise<Disposer> {
  const undo: Disposer[] = [];
  const removeAll: Disposer = async () => {
    for (const remove of undo.splice(0)) await remove();
  };
  try {
    for (const kind of contentKinds)
      for (const name of contents[kind] ?? []) undo.push(await registrars[kind].register(name, hold));
  } catch (error) {
    await removeAll();
    throw error;
  }
  return removeAll;
}

/**
 * What is wrong with who brings what, if anything: everything that there is code for is brought exactly once, by a module
 * or by every server.
 */
export function ownershipFaults(registrars: Registrars, brought: (kind: ContentKind) => readonly string[]): string[] {
  return contentKinds.flatMap((kind) => {
    const { names } = registrars[kind];
    const owned = brought(kind);
    return [
      ...names.filter((name) => !owned.includes(name)).map((name) => `no module brings ${name} of the ${kind}`),
      ...owned.filter((name) => !names.includes(name)).map((name) => `${name} is not one of the ${kind}`),
      ...owned.filter((name, at) => owned.indexOf(name) !== at).map((name) => `several bring ${name} of the ${kind}`),
    ];
  });
}
