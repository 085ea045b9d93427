import type { ServerOperations } from '../../../generated/operations';
import { describeConfigFailure } from '../../engine/config-objects/config-object-failure';
import type { ConfigFailure } from '../../engine/config-objects/config-object-failure';
import type { ObjectGuard } from '../../engine/config-objects/config-object-guard';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import { needRoom } from '../room';

export interface ObjectHandlersDeps {
  readonly objects: ConfigObjects;
  /** Prevents a user from gaining rights by changing objects. */
  readonly guardAgainst: (user: string) => ObjectGuard;
}

type ObjectOperations = 'getObject' | 'updateObject' | 'deleteObject';

export const objectHandlers = (deps: ObjectHandlersDeps): Pick<ServerOperations, ObjectOperations> => ({
  getObject: (ref) => {
    const result = deps.objects.get(ref);
    if (result.outcome === 'found') return { status: 200, body: result.fields };
    return { status: status[result.outcome], message: describeConfigFailure(ref, result) };
  },

  updateObject: async ({ configClass, objectType, id, fields }, { user }) => {
    const ref = { configClass, objectType, id };
    const present = deps.objects.list(ref);
    if (present.outcome === 'found' && present.objects.every((object) => object.id !== id))
      needRoom('objects of this type', present.objects.length);
    const result = await deps.objects.put(ref, fields, deps.guardAgainst(user));
    if ('fields' in result) return { status: 200, body: result.fields };
    return { status: status[result.outcome], message: describeConfigFailure(ref, result) };
  },

  deleteObject: async (ref, { user }) => {
    const result = await deps.objects.delete(ref, deps.guardAgainst(user));
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
  forbidden: 403,
} as const satisfies Record<ConfigFailure['outcome'], number>;
