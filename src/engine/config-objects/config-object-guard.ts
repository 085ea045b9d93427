import type { TypeRef } from './config-object-ref';
import type { ConfigObject, ObjectDirectory } from './config-object-schema';

/** A change of a configuration object that is about to be stored. */
export interface ObjectChange {
  readonly type: TypeRef;
  readonly id: string;
  readonly before: ConfigObject | undefined;
  readonly after: ConfigObject | undefined;
  readonly others: ObjectDirectory;
}

/** Says why somebody may not make a change; undefined when they may. Asked in the turn of the write itself. */
export type ObjectGuard = (change: ObjectChange) => string | undefined;

/** For what the server itself changes. */
export const noGuard: ObjectGuard = () => undefined;
