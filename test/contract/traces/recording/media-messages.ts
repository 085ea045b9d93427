import type { JsonObject } from './trace';

/**
 * A text of a media socket in the shape of an event: its words by name, and numbers as numbers. What an error says is
 * left out, since the words are ours.
 */
export function readMediaText(text: string): JsonObject {
  const said = text.startsWith('{') ? fieldsOf(JSON.parse(text) as JsonObject) : wordsOf(text);
  return Object.fromEntries(Object.entries(said).filter(([name]) => name !== 'error_text'));
}

/** Audio. */
export function readMediaBytes(bytes: number): JsonObject {
  return { type: 'audio', bytes };
}

function fieldsOf({ event = '', ...rest }: JsonObject): JsonObject {
  return { type: event, ...rest };
}

function wordsOf(text: string): JsonObject {
  const [type = '', ...words] = text.replace(/ error_text:.*$/s, '').split(' ');
  const named = words.map((word) => /^([a-z_]+):(.*)$/.exec(word) ?? [word, 'word', word]);
  return { type, ...Object.fromEntries(named.map(([, name = '', value = '']) => [name, valueOf(value)])) };
}

function valueOf(text: string): string | number | boolean {
  if (/^\d+$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}
