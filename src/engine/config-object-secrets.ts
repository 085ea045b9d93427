import type { StoredField } from '../config/stores/object-store';
import type { FieldSchema } from './config-object-schema';

/** Shown in place of a secret that is set. No secret can be this text: sent back, it means "as it is". */
export const mask = '********';

const passwordInAddress = /(:\/\/[^/?#@:]*:)[^/?#@]*@/;
const secretInQuery = /([?&][^=&#]*(?:key|token|secret|pass|auth|sig)[^=&#]*=)[^&#]+/gi;

/** A value as anybody may read it. Secrets are write-only: nobody is shown one, whatever rights they have. */
export function shownValue({ secret }: FieldSchema, value: string): string {
  if (secret === undefined || value === '') return value;
  if (secret === 'whole') return mask;
  return value.replace(passwordInAddress, `$1${mask}@`).replace(secretInQuery, `$1${mask}`);
}

/** What a value that was sent stands for. */
export type Meaning =
  | { readonly kind: 'new-value' }
  /** It repeats what is shown of the stored value, as a client does that reads an object, changes it and writes it back. */
  | { readonly kind: 'unchanged'; readonly stored: string }
  /** It contains the mask, and there is no secret that it could stand for. */
  | { readonly kind: 'mask-without-secret' };

export function meaningOf(field: FieldSchema, sent: string, stored: readonly StoredField[]): Meaning {
  if (field.secret === undefined || !sent.includes(mask)) return { kind: 'new-value' };
  const current = stored.findLast(({ attribute }) => attribute.toLowerCase() === field.name)?.value;
  return current !== undefined && shownValue(field, current) === sent
    ? { kind: 'unchanged', stored: current }
    : { kind: 'mask-without-secret' };
}
