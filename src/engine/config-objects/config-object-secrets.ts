import type { StoredField } from '../../storage/object-store';
import type { FieldProblem } from './config-object-failure';
import type { ConfigObject, FieldSchema, ObjectSchema } from './config-object-schema';

/** Shown in place of a secret that is set. No secret can be this text: sent back, it means "as it is". */
export const mask = '********';

const passwordInAddress = /(:\/\/[^/?#@:]*:)[^/?#@]*@/;
const secretInQuery = /([?&][^=&#]*(?:key|token|secret|pass|auth|sig)[^=&#]*=)[^&#]+/gi;

/** A value as it may be read. Secrets are write-only: they are shown to no user, whatever its rights. */
export function shownValue({ secret }: FieldSchema, value: string): string {
  if (secret === undefined || value === '') return value;
  if (secret === 'whole') return mask;
  return value.replace(passwordInAddress, `$1${mask}@`).replace(secretInQuery, `$1${mask}`);
}

/** What a value that was sent stands for. */
export type Meaning =
  | { readonly kind: 'new-value' }
  /** It repeats what is shown of the stored value, as a client does that reads an object, changes it and writes it back. */
  | { readonly kind: 'unchanged' }
  /** It contains the mask, and there is no secret that it could stand for. */
  | { readonly kind: 'mask-without-secret' };

export function meaningOf(field: FieldSchema, sent: string, stored: readonly StoredField[]): Meaning {
  if (field.secret === undefined || !sent.includes(mask)) return { kind: 'new-value' };
  const current = stored.findLast(({ attribute }) => attribute.toLowerCase() === field.name)?.value;
  return current !== undefined && shownValue(field, current) === sent
    ? { kind: 'unchanged' }
    : { kind: 'mask-without-secret' };
}

export interface SecretMove {
  readonly before: ConfigObject | undefined;
  readonly after: ConfigObject;
  /** Names of the fields that were sent with a new value. */
  readonly sent: ReadonlySet<string>;
}

/**
 * Secrets that would be sent to another server from now on. The client has to send them again: otherwise setting its
 * own address would reveal them.
 */
export function movedSecrets({ fields }: ObjectSchema, { before, after, sent }: SecretMove): readonly FieldProblem[] {
  if (before === undefined) return [];
  const isMoved = (name: string): boolean => before.values.get(name) !== after.values.get(name);
  return fields
    .filter(({ name }) => !sent.has(name) && (after.values.get(name) ?? '') !== '')
    .flatMap(({ name, sentTo = [] }) => {
      const moved = sentTo.find(isMoved);
      const reason = `${moved} decides where it is sent, so that it has to be given again with a new ${moved}`;
      return moved === undefined ? [] : [{ kind: 'does-not-fit', field: name, reason }];
    });
}
