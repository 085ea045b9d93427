import type { ServerConfig, StoreMapping } from '../../config/server-config';
import type { ObjectStore } from '../../storage/object-store';
import { MemoryPersistence } from '../../storage/memory-persistence';
import type { Persistence } from '../../storage/persistence';
import { PersistentStore } from '../../storage/persistent-store';
import { SectionStore } from '../../storage/section-store';
import { SwitchedStore } from '../../storage/switched-store';
import { typeKey, withUnderscores } from '../../engine/config-objects/config-object-ref';
import { outboundWebsocketSchema } from '../../engine/config-objects/config-object-outbound-websocket';
import type { ObjectSchema } from '../../engine/config-objects/config-object-schema';
import { userSchema } from '../../engine/config-objects/config-object-user';
import { websocketClientSchema } from '../../engine/config-objects/config-object-websocket-client';
import { ConfigObjects } from '../../engine/config-objects/config-objects';
import type { Logger } from '../../shared/logger';
import type { ProvidedNames } from '../../shared/module-use/provided-names';
import { sipObjectsFile } from '../../config/pjsip/read-pjsip';
import { sipTypes } from '../../config/pjsip/sip-section';
import { sipObjectSchema } from '../../drivers/pjsip/object-schemas';
import { doorTypes } from './objects-in-force';
import { refOf } from '../parts/sip';

interface KnownType {
  readonly configClass: string;
  readonly objectType: string;
  readonly schema: ObjectSchema;
  /** Where its sections stand when sorcery.conf says nothing. */
  readonly file: string;
}

export interface ObjectTypesDeps {
  readonly config: ServerConfig;
  readonly database: Persistence;
  readonly resources: readonly string[];
  /** The kinds of stores that there are at present. */
  readonly kinds: ProvidedNames<StoreKind>;
  readonly log: Logger;
}

export type StoreKind = StoreMapping['store'];

export interface KnownObjects {
  readonly objects: ConfigObjects;
  /** Shows the sections of files as they are now. */
  readonly takeFiles: (config: ServerConfig) => void;
  /** The types whose objects are kept in a kind of store: `res_ari/user`. */
  readonly typesIn: (kind: StoreKind) => readonly string[];
}

/** The configuration objects this server knows, over the stores that sorcery.conf gives them. */
export function makeConfigObjects({ config, database, resources, kinds, log }: ObjectTypesDeps): KnownObjects {
  const objects = new ConfigObjects({ log });
  const files = new FileSections(config);
  const acls = (): readonly string[] => [...files.config.acls.keys()];
  const known: readonly KnownType[] = [
    { ...doorTypes.user, schema: userSchema({ acls, resources }), file: 'ari.conf' },
    { ...doorTypes.outboundSocket, schema: outboundWebsocketSchema, file: 'ari.conf' },
    { ...doorTypes.websocketClient, schema: websocketClientSchema, file: 'websocket_client.conf' },
    ...sipTypes.map((type) => ({ ...refOf(type), schema: sipObjectSchema(type), file: sipObjectsFile })),
  ];
  const used: { readonly type: string; readonly kind: StoreKind }[] = [];
  for (const type of known) {
    const lines = linesFor(type, config.stores);
    const stores = lines.map(
      (line) =>
        new SwitchedStore(storeFor(line, { database, log, files: () => files.storeOf(type) }), () =>
          kinds.has(line.store),
        ),
    );
    objects.register({ ...type, stores });
    used.push(...lines.map(({ store: kind }) => ({ type: typeKey(type), kind })));
  }
  return {
    objects,
    takeFiles: (next) => files.replace(next),
    typesIn: (kind) => used.filter((use) => use.kind === kind).map(({ type }) => type),
  };
}

/** Sections of the file are in force whether or not sorcery.conf mentions it, so they are also shown. */
function linesFor({ configClass, objectType }: KnownType, all: readonly StoreMapping[]): readonly StoreMapping[] {
  const lines = all.filter(
    (line) => line.configClass === configClass && withUnderscores(line.objectType) === objectType,
  );
  if (lines.some(({ store }) => store === 'config')) return lines;
  return [...lines, { configClass, objectType, store: 'config', options: '' }];
}

interface Stores extends Pick<ObjectTypesDeps, 'database' | 'log'> {
  readonly files: () => ObjectStore;
}

function storeFor(line: StoreMapping, { database, log, files }: Stores): ObjectStore {
  switch (line.store) {
    case 'config':
      return files();
    case 'memory':
      return new PersistentStore({ persistence: new MemoryPersistence(), log });
    case 'astdb':
    case 'database':
      return new PersistentStore({ persistence: database, log });
  }
}

/** The stores that show sections of files. A user who was taken out of a file must not live on in one of them. */
class FileSections {
  readonly #stores: { readonly store: SectionStore; readonly type: KnownType }[] = [];

  #config: ServerConfig;

  constructor(config: ServerConfig) {
    this.#config = config;
  }

  /** The files as they were read last. */
  get config(): ServerConfig {
    return this.#config;
  }

  storeOf(type: KnownType): ObjectStore {
    const store = new SectionStore();
    this.#stores.push({ store, type });
    this.#fill(store, type);
    return store;
  }

  replace(config: ServerConfig): void {
    this.#config = config;
    for (const { store, type } of this.#stores) this.#fill(store, type);
  }

  #fill(store: SectionStore, { configClass, objectType, file }: KnownType): void {
    const sections = this.#config.objects.filter(
      (object) => object.file === file && withUnderscores(object.type) === objectType,
    );
    store.replace(`${configClass}/${objectType}`, sections);
  }
}
