import type { FieldProblem } from './config-object-failure';
import { itemsIn, listOf, someText, yesNo } from './config-object-kinds';
import type { FieldKind } from './config-object-kinds';
import { anyId } from './config-object-schema';
import type { ConfigObject, ObjectDirectory, ObjectSchema } from './config-object-schema';

const longestName = 73;

const application: FieldKind = {
  allowed: `the name of an application, at most ${longestName} characters`,
  read: (given) => (given.length > longestName ? { refused: given } : someText.read(given)),
};

/**
 * `res_ari/outbound_websocket`: a socket that we open towards applications. Deviation: the local user may have a hashed
 * password, because its rights are taken without logging in.
 */
export const outboundWebsocketSchema: ObjectSchema = {
  id: anyId,
  fields: [
    { name: 'websocket_client_id', kind: someText, default: '', required: true },
    { name: 'apps', kind: listOf(application), default: '', required: true },
    { name: 'local_ari_user', kind: someText, default: '', required: true },
    { name: 'subscribe_all', kind: yesNo, default: 'no' },
  ],
  check: (socket, others) => [
    ...clientProblems(socket, others),
    ...userProblems(socket, others),
    ...rivals(socket, others),
  ],
};

function clientProblems({ values }: ConfigObject, others: ObjectDirectory): readonly FieldProblem[] {
  const id = values.get('websocket_client_id') ?? '';
  const client = others.find({ configClass: 'res_websocket_client', objectType: 'websocket_client', id });
  if (client === undefined) return [unfit('websocket_client_id', `there is no websocket_client '${id}'`)];
  return client.values.get('connection_type') === ''
    ? [unfit('websocket_client_id', `the websocket_client '${id}' has no connection_type`)]
    : [];
}

function userProblems({ values }: ConfigObject, others: ObjectDirectory): readonly FieldProblem[] {
  const id = values.get('local_ari_user') ?? '';
  const user = others.find({ configClass: 'res_ari', objectType: 'user', id });
  return user === undefined ? [unfit('local_ari_user', `there is no user '${id}'`)] : [];
}

/** Two sockets for one application would each take the channels of the other. */
function rivals({ id, values }: ConfigObject, others: ObjectDirectory): readonly FieldProblem[] {
  const apps = new Set(itemsIn(values.get('apps') ?? ''));
  return others
    .list({ configClass: 'res_ari', objectType: 'outbound_websocket' })
    .filter((other) => other.id !== id)
    .flatMap((other) =>
      itemsIn(other.values.get('apps') ?? '')
        .filter((app) => apps.has(app))
        .map((app) => unfit('apps', `the application '${app}' is served by outbound_websocket '${other.id}' already`)),
    );
}

function unfit(field: string, reason: string): FieldProblem {
  return { kind: 'does-not-fit', field, reason };
}
