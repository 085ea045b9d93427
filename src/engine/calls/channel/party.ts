/** A person or line at one end of a call. */
export interface Party {
  readonly name: string;
  readonly number: string;
  /** The octet that says whether the number may be shown, and who has checked it. */
  readonly presentation: number;
}

export const unknownParty: Party = { name: '', number: '', presentation: 0 };

/** Whether two parties have the same name and number. */
export function looksLike(one: Party, other: Party): boolean {
  return one.name === other.name && one.number === other.number;
}

/**
 * Reads a caller id as people write it: `Name <number>`, `"Name" <number>`, `<number>`, a number alone or a name alone.
 * A missing `>` is forgiven.
 */
export function parseParty(text: string): Pick<Party, 'name' | 'number'> {
  const open = text.lastIndexOf('<');
  if (open === -1) {
    const bare = unquoted(text.trim());
    return /^[\d*#+\s().-]+$/.test(bare) && /\d|[*#]/.test(bare)
      ? { name: '', number: bare.replace(/[\s().-]/g, '') }
      : { name: bare, number: '' };
  }
  const close = text.indexOf('>', open);
  const number = text.slice(open + 1, close === -1 ? undefined : close).trim();
  return { name: unquoted(text.slice(0, open).trim()), number: number.replace(/[\s()]/g, '') };
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text;
}
