import type { ServerOperations } from '../../generated/operations';
import { describeConfigFailure } from '../engine/config-object-failure';
import type { ConfigFailure } from '../engine/config-object-failure';
import type { ConfigObjects } from '../engine/config-objects';

export interface ObjectHandlersDeps {
  readonly objects: ConfigObjects;
  /** Whether passwords are shown to a user. Whoever may not change them must not read them either. */
  readonly maySeeSecrets: (user: string) => boolean;
}

type ObjectOperations = 'getObject' | 'updateObject' | 'deleteObject';

export const objectHandlers = (deps: ObjectHandlersDeps): Pick<ServerOperations, ObjectOperations> => ({
  getObject: (ref, { user }) => {
    const result = deps.objects.get(ref, { secrets: deps.maySeeSecrets(user) ? 'shown' : 'masked' });
    if (result.outcome === 'found') return { status: 200, body: result.fields };
    return { status: status[result.outcome], message: describeConfigFailure(ref, result) };
  },

  updateObject: async ({ fields, ...ref }) => {
    const result = await deps.objects.put(ref, fields);
    if ('fields' in result) return { status: 200, body: result.fields };
    return { status: status[result.outcome], message: describeConfigFailure(ref, result) };
  },

  deleteObject: async (ref) => {
    const result = await deps.objects.delete(ref);
    if (result.outcome === 'deleted') return { status: 204 };
    return { status: status[result.outcome], message: describeConfigFailure(ref, result) };
  },
});

const status = {
  'unknown-class': 404,
  'unknown-type': 404,
  'unknown-id': 404,
  'fields-required': 400,
  'invalid-fields': 400,
  'read-only': 403,
} as const satisfies Record<ConfigFailure['outcome'], number>;
