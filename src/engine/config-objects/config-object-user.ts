import type { FieldProblem } from './config-object-failure';
import { itemsIn, network, oneOf, someOf, someText, yesNo } from './config-object-kinds';
import type { FieldKind } from './config-object-kinds';
import { idOf } from './config-object-schema';
import type { ConfigObject, ObjectSchema } from './config-object-schema';

export interface UserNames {
  /** Names of the rule sets of acl.conf, which may be others after a reload. */
  readonly acls: () => readonly string[];
  /** Names of the interface's resources. */
  readonly resources: readonly string[];
}

/** `res_ari/user`: who may use the interface. deny stands before permit, the order in which they usually make sense. */
export function userSchema({ acls, resources }: UserNames): ObjectSchema {
  return {
    id: idOf('1 to 255 characters, none of them a colon or a control character', /^[^\p{Control}:]{1,255}$/u),
    fields: [
      { name: 'password_format', kind: oneOf('plain', 'crypt', 'scrypt'), default: 'plain' },
      { name: 'password', kind: someText, default: '', required: true, secret: 'whole' },
      { name: 'read_only', kind: yesNo, default: 'no' },
      { name: 'deny', kind: someOf(network), default: '', quiet: true },
      { name: 'permit', kind: someOf(network), default: '', quiet: true },
      { name: 'acl', kind: someOf(someText), default: '', quiet: true },
      { name: 'resources', kind: someOf(resourceName(resources)), default: '', quiet: true },
      { name: 'methods', kind: someOf(oneOf('GET', 'POST', 'PUT', 'DELETE')), default: '', quiet: true },
      { name: 'applications', kind: someOf(someText), default: '', quiet: true },
    ],
    check: (user) => unknownAcls(user, acls()),
  };
}

/** The ecosystem calls the server's own resource asterisk. */
function resourceName(known: readonly string[]): FieldKind {
  const names = oneOf(...known);
  return { ...names, read: (given) => names.read(given.toLowerCase() === 'asterisk' ? 'server' : given) };
}

/** Without the rules it names, a user could connect from anywhere. */
function unknownAcls({ values }: ConfigObject, known: readonly string[]): readonly FieldProblem[] {
  return itemsIn(values.get('acl') ?? '')
    .filter((name) => !known.includes(name))
    .map((name) => ({
      kind: 'does-not-fit',
      field: 'acl',
      reason: `there is no acl '${name}'${known.length === 0 ? '' : `; known are ${known.join(', ')}`}`,
    }));
}
