import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/storage/database';
import { openDatabase } from '../../../src/storage/database';
import { MemoryPersistence } from '../../../src/storage/memory-persistence';
import type { ObjectStore, StoredField } from '../../../src/storage/object-store';
import { PersistentStore } from '../../../src/storage/persistent-store';
import { SectionStore } from '../../../src/storage/section-store';
import { outboundWebsocketSchema } from '../../../src/engine/config-objects/config-object-outbound-websocket';
import { userSchema } from '../../../src/engine/config-objects/config-object-user';
import { websocketClientSchema } from '../../../src/engine/config-objects/config-object-websocket-client';
import { typeKey } from '../../../src/engine/config-objects/config-object-ref';
import { ConfigObjects } from '../../../src/engine/config-objects/config-objects';
import type { Logger } from '../../../src/shared/logger';
import { makeLogger } from '../../../src/shared/logger';

export const users = { configClass: 'res_ari', objectType: 'user' };
export const sockets = { configClass: 'res_ari', objectType: 'outbound_websocket' };
export const clients = { configClass: 'res_websocket_client', objectType: 'websocket_client' };

export const user = (id: string) => ({ ...users, id });
export const socket = (id: string) => ({ ...sockets, id });
export const client = (id: string) => ({ ...clients, id });

/** `fields({ password: 'pw' })` as a client would send it. */
export function fields(values: Readonly<Record<string, string>>): readonly StoredField[] {
  return Object.entries(values).map(([attribute, value]) => ({ attribute, value }));
}

/** The opposite: the fields of an answer as an object, because their order does not matter. */
export function valuesOf(result: object): Record<string, string> | undefined {
  if (!('fields' in result)) return undefined;
  const shown = result.fields as readonly StoredField[];
  return Object.fromEntries(shown.map(({ attribute, value }) => [attribute, value]));
}

const names = { acls: () => ['office'], resources: ['applications', 'channels', 'server'] };
const schemas = [
  { ...users, schema: userSchema(names) },
  { ...sockets, schema: outboundWebsocketSchema },
  { ...clients, schema: websocketClientSchema },
];

/** A server's worth of stores: the sections of files, memory, and a database in a folder of its own. */
export class Stage {
  readonly lines: string[] = [];
  readonly log: Logger = makeLogger((level, _fields, sentence) => this.lines.push(`${level} ${sentence}`));
  readonly sections = new SectionStore();
  readonly memory = new PersistentStore({ persistence: new MemoryPersistence(), log: this.log });
  readonly #folder = mkdtempSync(join(tmpdir(), 'patchbay-objects-'));
  readonly #opened: Database[] = [];

  database(): Database {
    const database = openDatabase(join(this.#folder, 'state.lmdb'));
    this.#opened.push(database);
    return database;
  }

  /** All types, each over these stores in this order; a user from the file is always there. */
  objects(...stores: readonly ObjectStore[]): ConfigObjects {
    this.sections.replace(typeKey(users), [
      { id: 'reader', fields: fields({ type: 'user', password: 'readerpw', read_only: 'yes' }) },
    ]);
    const objects = new ConfigObjects({ log: this.log });
    for (const type of schemas) objects.register({ ...type, stores });
    return objects;
  }

  async clear(): Promise<void> {
    await Promise.all(this.#opened.map((database) => database.close()));
    rmSync(this.#folder, { recursive: true });
  }
}
