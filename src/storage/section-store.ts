import { byCodeUnit } from './code-unit-order';
import type { ObjectStore, StoredObject } from './object-store';

type Sections = ReadonlyMap<string, StoredObject>;

/** Objects as the sections of a configuration file give them: only read, and replaced when the file is read again. */
export class SectionStore implements ObjectStore {
  readonly canWrite = false;
  readonly #types = new Map<string, Sections>();

  /** Takes the sections of one type in place of those it had. */
  replace(type: string, sections: readonly StoredObject[]): void {
    this.#types.set(type, new Map(sections.map((section) => [section.id, withoutType(section)])));
  }

  readonly list = (type: string): readonly StoredObject[] =>
    [...(this.#types.get(type)?.values() ?? [])].sort((one, other) => byCodeUnit(one.id, other.id));

  readonly get = (type: string, id: string): StoredObject | undefined => this.#types.get(type)?.get(id);

  readonly put = async (type: string, id: string): Promise<void> => refuse(type, id);

  readonly delete = async (type: string, id: string): Promise<void> => refuse(type, id);
}

/** `type = user` says which sections of a file are meant; it is not a property of the object. */
function withoutType({ id, fields }: StoredObject): StoredObject {
  return { id, fields: fields.filter(({ attribute }) => attribute.toLowerCase() !== 'type') };
}

function refuse(type: string, id: string): never {
  throw new Error(`${type} '${id}' cannot be written: configuration files are only read`);
}
