import type { ServerConfig, StoreMapping, UserConfig } from '../config/server-config';
import type { ObjectStore } from '../config/stores/object-store';
import { MemoryPersistence } from '../config/stores/memory-persistence';
import type { Persistence } from '../config/stores/persistence';
import { PersistentStore } from '../config/stores/persistent-store';
import { SectionStore } from '../config/stores/section-store';
import { itemsIn } from '../engine/config-object-kinds';
import { outboundWebsocketSchema } from '../engine/config-object-outbound-websocket';
import type { ConfigObject, ObjectSchema } from '../engine/config-object-schema';
import { userSchema } from '../engine/config-object-user';
import { websocketClientSchema } from '../engine/config-object-websocket-client';
import { ConfigObjects } from '../engine/config-objects';
import type { Logger } from '../shared/logger';

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
  readonly log: Logger;
}

export interface KnownObjects {
  readonly objects: ConfigObjects;
  /** Shows the sections of files as they are now. */
  readonly takeFiles: (config: ServerConfig) => void;
}

/** The configuration objects this server knows, over the stores that sorcery.conf gives them. */
export function makeConfigObjects({ config, database, resources, log }: ObjectTypesDeps): KnownObjects {
  const objects = new ConfigObjects({ log });
  const files = new FileSections(config);
  const known: readonly KnownType[] = [
    { configClass: 'res_ari', objectType: 'user', schema: userSchema({ acls: [], resources }), file: 'ari.conf' },
    { configClass: 'res_ari', objectType: 'outbound_websocket', schema: outboundWebsocketSchema, file: 'ari.conf' },
    {
      configClass: 'res_websocket_client',
      objectType: 'websocket_client',
      schema: websocketClientSchema,
      file: 'websocket_client.conf',
    },
  ];
  for (const type of known) {
    const lines = config.stores.filter(
      ({ configClass, objectType }) => configClass === type.configClass && objectType === type.objectType,
    );
    const stores =
      lines.length === 0
        ? [files.storeOf(type)]
        : lines.map((line) => storeFor(line, { database, log, files: () => files.storeOf(type) }));
    objects.register({ ...type, stores });
  }
  return { objects, takeFiles: (next) => files.replace(next) };
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

  constructor(private config: ServerConfig) {}

  storeOf(type: KnownType): ObjectStore {
    const store = new SectionStore();
    this.#stores.push({ store, type });
    this.#fill(store, type);
    return store;
  }

  replace(config: ServerConfig): void {
    this.config = config;
    for (const { store, type } of this.#stores) this.#fill(store, type);
  }

  #fill(store: SectionStore, { configClass, objectType, file }: KnownType): void {
    const sections = this.config.objects.filter(
      (object) => object.file === file && object.type.replaceAll('-', '_') === objectType,
    );
    store.replace(`${configClass}/${objectType}`, sections);
  }
}

/** A user that was made at run time, as the doors need it. */
export function userOf({ id, values, given }: ConfigObject): UserConfig {
  const value = (name: string): string => values.get(name) ?? '';
  const scope = (name: string): readonly string[] | undefined =>
    value(name) === '' ? undefined : itemsIn(value(name));
  return {
    name: id,
    password: value('password'),
    passwordFormat: value('password_format') as UserConfig['passwordFormat'],
    readOnly: value('read_only') === 'yes',
    // In the order they were given: the last rule that matches decides.
    rules: given.flatMap(({ attribute, value: networks }) =>
      attribute === 'permit' || attribute === 'deny'
        ? itemsIn(networks).map((network) => ({ action: attribute, network }) as const)
        : [],
    ),
    scopes: { resources: scope('resources'), methods: scope('methods'), applications: scope('applications') },
  };
}
