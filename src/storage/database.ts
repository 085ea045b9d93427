import { createHash } from 'node:crypto';
import { open } from 'lmdb';
import type { RootDatabase } from 'lmdb';
import { byCodeUnit } from './code-unit-order';
import { prepareDatabaseFile } from './database-file';
import type { PersistedEntry, Persistence, Storable } from './persistence';
import type { DatabaseUse } from './reserved-room';
import { ReservedRoom } from './reserved-room';
import { RoomyWrites } from './roomy-writes';

type Key = [namespace: string, key: string];

/** The key is kept beside its value, because not every text can be a key of the database as it is. */
interface Entry {
  readonly key: string;
  readonly value: Storable;
}

/**
 * The embedded database: one file, written by one server. A write is acknowledged when the operating system has
 * flushed it to the disk; a server killed at any moment finds every acknowledged write, whole, when it starts again.
 */
export class Database implements Persistence {
  readonly #db: RootDatabase<string, Key>;
  readonly #writes: RoomyWrites;
  #closed: Promise<void> | undefined;

  constructor(
    readonly file: string,
    db: RootDatabase<string, Key>,
  ) {
    this.#db = db;
    // The library types the statistics as an empty object.
    this.#writes = new RoomyWrites(new ReservedRoom(file, () => db.getStats() as DatabaseUse));
  }

  readonly get = (namespace: string, key: string): unknown => {
    this.#requireOpen();
    const text = this.#db.get(keyOf(namespace, key));
    return text === undefined ? undefined : entryIn(text).value;
  };

  readonly list = (namespace: string): readonly PersistedEntry[] => {
    this.#requireOpen();
    const entries = [...this.#db.getRange({ start: [namespace, firstKey], end: [namespace, lastKey] })];
    return entries.map(({ value }) => entryIn(value)).sort((one, other) => byCodeUnit(one.key, other.key));
  };

  readonly namespaces = (): readonly string[] => {
    this.#requireOpen();
    return [...new Set([...this.#db.getKeys()].map(([namespace]) => namespace))];
  };

  readonly put = (namespace: string, key: string, value: Storable): Promise<void> =>
    this.#write(keyOf(namespace, key), { key, value });

  readonly delete = (namespace: string, key: string): Promise<void> => this.#write(keyOf(namespace, key), undefined);

  /** Waits for the writes under way. */
  close(): Promise<void> {
    this.#closed ??= this.#writes.idle().then(() => this.#db.close());
    return this.#closed;
  }

  /** Without an entry, what is there is deleted. */
  async #write(key: Key, entry: Entry | undefined): Promise<void> {
    this.#requireOpen();
    try {
      const text = entry === undefined ? undefined : JSON.stringify(entry);
      const bytes = text === undefined ? 0 : Buffer.byteLength(text);
      await this.#writes.run(bytes, () => (text === undefined ? this.#db.remove(key) : this.#db.put(key, text)));
    } catch (error) {
      const reason = await reasonOf(error);
      throw new Error(`the database ${this.file} could not be written: ${messageOf(reason)}`, { cause: reason });
    }
  }

  #requireOpen(): void {
    if (this.#closed !== undefined) throw new Error(`the database ${this.file} is closed`);
  }
}

/** Opens the database, and makes file and folder where there are none. Throws a readable message when it cannot. */
export function openDatabase(file: string): Database {
  try {
    prepareDatabaseFile(file);
    const db = open<string, Key>(file, {
      noSubdir: true,
      encoding: 'string',
      // Makes a commit wait for the flush; by default lmdb reports a commit that may still be lost with the machine.
      overlappingSync: false,
      // Batches of an event turn have an unobserved promise: its rejection would end the process when the disk is full.
      eventTurnBatching: false,
    });
    return new Database(file, db);
  } catch (error) {
    throw new Error(`the database ${file} cannot be opened: ${messageOf(error)}`, { cause: error });
  }
}

const entryIn = (text: string): Entry => JSON.parse(text) as Entry;

const [firstKey, lastKey] = ['h', 'q'];
const longestPlainKey = 500;

/** Short printable keys stay readable (p…); others, which the database would refuse or mix up, are hashed (h…). */
function keyOf(namespace: string, key: string): Key {
  if (key.length <= longestPlainKey && !/[\p{Control}\p{Surrogate}]/u.test(key)) return [namespace, `p${key}`];
  // As JSON, where half a surrogate pair has a spelling of its own; as UTF-8 all halves are alike.
  return [namespace, `h${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`];
}

/** A failed commit is rejected with a promise of its reason, which has to be taken up or else ends the process. */
async function reasonOf(error: unknown): Promise<unknown> {
  if (typeof error !== 'object' || error === null || !('commitError' in error)) return error;
  const reason = Promise.resolve(error.commitError).then(
    () => error,
    (commitError: unknown) => commitError,
  );
  // It is known by now; should it ever not be, the caller must still get an answer.
  return Promise.race([reason, new Promise((resolve) => setImmediate(resolve, error))]);
}

function messageOf(error: unknown): string {
  const text =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  // Details of the native library are removed from the message: `File too large: Attempting to write page …`
  return text.replace(/: Attempting .*$/s, '');
}
