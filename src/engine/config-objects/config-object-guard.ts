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

/** Returns why a user may not make a change; undefined when allowed. Called right before the write. */
export type ObjectGuard = (change: ObjectChange) => string | undefined;

/** For what the server itself changes. */
export const noGuard: ObjectGuard = () => undefined;
