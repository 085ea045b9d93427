/** What a field can hold; a field without a value is left out. */
export type FieldValue = string | number | undefined;
export type Field = readonly [name: string, value: FieldValue];
export type Fields = readonly Field[];

// A value with a line break would be read as further header fields, or as a message of ours.
const lineBreaks = /[\r\n]+/g;
const notInNames = /[\r\n:]+/g;

/** Header lines, without the empty line that closes a message. */
export function writeFields(fields: Fields): string {
  let text = '';
  for (const [name, value] of fields) text += writeField(name, value);
  return text;
}

/** One header line; empty without a value. */
export function writeField(name: string, value: FieldValue): string {
  return value === undefined ? '' : `${name}: ${safe(value)}\r\n`;
}

/** A value in one line. */
export function safe(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return hasLineBreak(value) ? value.replace(lineBreaks, ' ') : value;
}

/** A name that a client has chosen, such as that of a variable. */
export function safeName(name: string): string {
  return name.replace(notInNames, ' ').trim();
}

function hasLineBreak(value: string): boolean {
  return value.includes('\n') || value.includes('\r');
}
