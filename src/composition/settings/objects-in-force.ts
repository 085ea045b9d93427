import { readOutboundSocket } from '../../config/files/interfaces/ari-outbound';
import { readUser } from '../../config/files/interfaces/ari-user';
import { isFile, isFolder } from '../../config/reader/conf-disk';
import { Findings } from '../../config/reader/findings';
import type { OptionSource } from '../../config/reader/section-schema';
import type { OutboundSocketConfig, ServerConfig, UserConfig, WebsocketClientConfig } from '../../config/server-config';
import { readClient } from '../../config/files/interfaces/websocket-client-conf';
import type { TypeRef } from '../../engine/config-objects/config-object-ref';
import { typeKey } from '../../engine/config-objects/config-object-ref';
import type { ConfigObject } from '../../engine/config-objects/config-object-schema';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';

/** The types of objects that the doors act on. */
export const doorTypes = {
  user: { configClass: 'res_ari', objectType: 'user' },
  outboundSocket: { configClass: 'res_ari', objectType: 'outbound_websocket' },
  websocketClient: { configClass: 'res_websocket_client', objectType: 'websocket_client' },
} as const satisfies Readonly<Record<string, TypeRef>>;

export interface ObjectSources {
  readonly config: ServerConfig;
  readonly objects: ConfigObjects;
  /** Names of the interface's resources. */
  readonly resources: readonly string[];
}

/** What the doors are to act on: sections of files and objects made at run time, as one set. */
export interface ObjectsInForce {
  readonly users: readonly UserConfig[];
  readonly outboundSockets: readonly OutboundSocketConfig[];
  readonly websocketClients: readonly WebsocketClientConfig[];
  /** Objects that make no sense beside the files as they are now; they are left out. */
  readonly unusable: readonly { readonly object: string; readonly reason: string }[];
}

export function objectsInForce({ config, objects, resources }: ObjectSources): ObjectsInForce {
  const { acls, directories } = config;
  const made = new MadeObjects(objects);
  const users = made.read(doorTypes.user, {
    except: config.users.map(({ name }) => name),
    reader: (section, findings) => readUser(section, { acls, resources, findings }),
  });
  const sockets = made.read(doorTypes.outboundSocket, {
    except: config.outboundSockets.map(({ id }) => id),
    reader: readOutboundSocket,
  });
  const clients = made.read(doorTypes.websocketClient, {
    except: config.websocketClients.map(({ id }) => id),
    reader: (section, findings) => readClient(section, { folder: directories.config, findings, isFile, isFolder }),
  });
  return {
    users: [...config.users, ...users],
    outboundSockets: [...config.outboundSockets, ...sockets],
    websocketClients: [...config.websocketClients, ...clients],
    unusable: made.unusable,
  };
}

/** What a user object says, in order or not. */
export function readUserObject(
  object: ConfigObject,
  { config, resources }: Pick<ObjectSources, 'config' | 'resources'>,
): UserConfig {
  const context = { acls: config.acls, resources, findings: new Findings() };
  return readUser(sectionOf(doorTypes.user, object), context);
}

interface Reading<Value> {
  /** Names that files have: theirs is the last word, and it was read with them. */
  readonly except: readonly string[];
  readonly reader: (section: OptionSource, findings: Findings) => Value;
}

/** Reads objects the way sections of files are read, so that one meaning holds for both. */
class MadeObjects {
  readonly unusable: { readonly object: string; readonly reason: string }[] = [];

  constructor(private readonly objects: ConfigObjects) {}

  read<Value>(type: TypeRef, { except, reader }: Reading<Value>): readonly Value[] {
    const listed = this.objects.list(type);
    if (listed.outcome !== 'found') return [];
    const made = listed.objects.filter(({ id }) => !except.includes(id));
    return made.flatMap((object) => {
      const findings = new Findings();
      const value = reader(sectionOf(type, object), findings);
      const [problem] = findings.problems;
      if (problem === undefined) return [value];
      this.unusable.push({ object: `${typeKey(type)}/${object.id}`, reason: `${problem.message}; ${problem.hint}` });
      return [];
    });
  }
}

/** Fields whose order across each other counts: the last rule that matches decides. */
const ordered: ReadonlySet<string> = new Set(['permit', 'deny', 'acl']);

function sectionOf(type: TypeRef, { id, values, given }: ConfigObject): OptionSource {
  const single = [...values].filter(([name, value]) => value !== '' && !ordered.has(name));
  const rules = given.filter(({ attribute }) => ordered.has(attribute));
  const options = [
    ['type', type.objectType] as const,
    ...single,
    ...rules.map(({ attribute, value }) => [attribute, value] as const),
  ];
  const file = typeKey(type);
  return {
    name: id,
    file,
    entries: options.map(([key, value]) => ({ key, value, inherited: false, file, line: 0 })),
  };
}
