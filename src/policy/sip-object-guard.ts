import type { UserConfig } from '../config/server-config';
import type { ObjectChange } from '../engine/config-objects/config-object-guard';
import { itemsIn } from '../engine/config-objects/config-object-kinds';
import type { ConfigObject, ObjectDirectory } from '../engine/config-objects/config-object-schema';
import { rightsOf } from './rights';

/** Types whose objects users who may control calls can make: phones, and who they are recognised as. */
const openTypes: ReadonlySet<string> = new Set(['endpoint', 'aor', 'auth', 'identify', 'registration']);

/**
 * Why a limited user may not change an object of SIP; undefined when it may. A phone calls every extension of its context,
 * which is what originating calls comes to, and credentials that the server proves itself with are worth what they open
 * elsewhere: who chooses the server that they are sent to could use them there.
 */
export function sipObjection(actor: UserConfig, { type, id, before, after, others }: ObjectChange): string | undefined {
  const { objectType } = type;
  if (!openTypes.has(objectType)) return `only a user without limits may change a ${objectType}`;
  if (!rightsOf(actor).mayReach('channels', 'POST'))
    return `a phone could call with this ${objectType}, and this user may not originate calls`;
  const user = [before, after].find((object) => object !== undefined && usesCredentials(objectType, object));
  if (user !== undefined) return sentElsewhere(`outbound_auth of this ${objectType}`);
  const endpoint = objectType === 'aor' ? endpointOver(id, others) : undefined;
  return endpoint === undefined ? undefined : sentElsewhere(`outbound_auth of the endpoint '${endpoint.id}'`);
}

function usesCredentials(objectType: string, { values }: ConfigObject): boolean {
  return (objectType === 'endpoint' || objectType === 'registration') && (values.get('outbound_auth') ?? '') !== '';
}

/** An endpoint that sends its credentials to the contacts of this address of record. */
function endpointOver(aor: string, others: ObjectDirectory): ConfigObject | undefined {
  return others
    .list({ configClass: 'res_pjsip', objectType: 'endpoint' })
    .find(
      (endpoint) => usesCredentials('endpoint', endpoint) && itemsIn(endpoint.values.get('aors') ?? '').includes(aor),
    );
}

function sentElsewhere(what: string): string {
  return `${what} sends stored credentials, and only a user without limits may decide where`;
}
