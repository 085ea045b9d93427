import type { UserConfig } from '../config/server-config';
import type { ConfigObject } from '../engine/config-objects/config-object-schema';
import type { ObjectChange, ObjectGuard } from '../engine/config-objects/config-object-guard';
import { itemsIn } from '../engine/config-objects/config-object-kinds';
import { typeKey } from '../engine/config-objects/config-object-ref';
import type { Account } from './account';
import { covers, isUnlimited } from './account';
import { rightsOf } from './rights';
import { sipObjection } from './sip-object-guard';

export interface ObjectGuardDeps {
  /** The user of that name as configured now. */
  readonly findUser: (name: string) => UserConfig | undefined;
  /** The account of a user object; undefined when it cannot log in. */
  readonly readUser: (object: ConfigObject) => Account | undefined;
}

/**
 * A user cannot create or change an account, an outbound socket or a phone with more rights than its own. The rights before the
 * change count as well: changing the password of a stronger account would take it over.
 */
export function objectGuards(deps: ObjectGuardDeps): (actor: string) => ObjectGuard {
  return (name) => (change) => {
    const actor = deps.findUser(name);
    if (actor === undefined) return 'the user who asks no longer exists';
    return isUnlimited(actor) ? undefined : objectionOf({ ...deps, actor }, change);
  };
}

interface Question extends ObjectGuardDeps {
  readonly actor: UserConfig;
}

function objectionOf(question: Question, change: ObjectChange): string | undefined {
  switch (typeKey(change.type)) {
    case 'res_ari/user':
      return userObjection(question, change);
    case 'res_ari/outbound_websocket':
      return firstIn([change.before, change.after], (socket) => socketObjection(question, socket));
    case 'res_websocket_client/websocket_client':
      return clientObjection(question, change);
    default:
      return isSip(change) ? sipObjection(question.actor, change) : undefined;
  }
}

function isSip({ type: { configClass } }: ObjectChange): boolean {
  return configClass === 'res_pjsip' || configClass.startsWith('res_pjsip_');
}

function userObjection({ actor, readUser }: Question, { id, before, after }: ObjectChange): string | undefined {
  return firstIn([before, after], (object) => {
    const account = readUser(object);
    return account === undefined || covers(actor, account) ? undefined : tooStrong(`the user '${id}'`);
  });
}

function socketObjection({ actor, findUser }: Question, { values }: ConfigObject): string | undefined {
  const user = values.get('local_ari_user') ?? '';
  const account = findUser(user);
  if (account === undefined || !covers(actor, account)) return tooStrong(`the local_ari_user '${user}'`);
  const { mayUse } = rightsOf(actor);
  const foreign = itemsIn(values.get('apps') ?? '').find((app) => !mayUse(app));
  return foreign === undefined ? undefined : `this user may not use the application ${foreign}`;
}

/** The server a socket connects to acts with the rights of its local user. */
function clientObjection(question: Question, { id, others }: ObjectChange): string | undefined {
  const sockets = others
    .list({ configClass: 'res_ari', objectType: 'outbound_websocket' })
    .filter(({ values }) => values.get('websocket_client_id') === id);
  return firstIn(sockets, (socket) => {
    const objection = socketObjection(question, socket);
    return objection === undefined ? undefined : `outbound_websocket '${socket.id}' uses it: ${objection}`;
  });
}

function tooStrong(what: string): string {
  return `${what} has or would have rights that this user does not have`;
}

function firstIn(
  objects: readonly (ConfigObject | undefined)[],
  objection: (object: ConfigObject) => string | undefined,
): string | undefined {
  for (const object of objects) {
    const found = object === undefined ? undefined : objection(object);
    if (found !== undefined) return found;
  }
  return undefined;
}
