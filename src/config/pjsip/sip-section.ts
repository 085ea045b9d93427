import type { ConfEntry } from '../reader/conf-file';
import type { Position } from '../reader/problem';
import type { OptionSource } from '../reader/section-schema';

/** Types of objects that this server acts on. */
export const sipTypes = [
  ...(['transport', 'endpoint', 'aor', 'auth', 'identify', 'registration'] as const),
  ...(['global', 'system', 'acl', 'domain_alias'] as const),
];
export type SipType = (typeof sipTypes)[number];

/** The class of configuration objects that a type belongs to, as existing servers have it. */
export function classOf(type: SipType): string {
  if (type === 'identify') return 'res_pjsip_endpoint_identifier_ip';
  if (type === 'registration') return 'res_pjsip_outbound_registration';
  return type === 'acl' ? 'res_pjsip_acl' : 'res_pjsip';
}

/** A section that says what an object is like: one of a file, or one that was made from a shorter form. */
export interface SipSection {
  readonly type: SipType;
  readonly section: OptionSource;
}

type Values = Readonly<Record<string, string | readonly string[]>>;

/** A section as if it had been written out where the shorter form stands. Empty texts are left out. */
export function madeSection(
  type: SipType,
  name: string,
  { at, values }: { readonly at: Position; readonly values: Values },
): SipSection {
  const { file, line } = at;
  const entries = Object.entries(values).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((each) => each !== '')
      .map((each): ConfEntry => ({ key, value: each, inherited: false, file, line })),
  );
  return { type, section: { name, file, line, entries } };
}
