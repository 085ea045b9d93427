import { mask } from '../engine/config-objects/config-object-secrets';

/** Variables whose values are keys: knowing one is enough to take over the media of the call. */
const keys: ReadonlySet<string> = new Set(['MEDIA_WEBSOCKET_CONNECTION_ID', 'AUDIOSOCKET_UUID']);

/** Technologies whose dial strings hold such keys. */
const keyedTechnologies = ['AudioSocket/', 'WebSocket/'];

/** Operations whose answers hold what callers type, write and prove: nothing of it could be masked for certain. */
export const revealing: ReadonlySet<string> = new Set([
  'channels.getSipTrace',
  'channels.getStory',
  'server.getSipMessages',
]);

/**
 * Whether the value of a variable, or of a function with its arguments, may be shown to a user who may not control
 * calls. An evaluated argument could produce the name of a key.
 */
export function isHarmless(variable: string): boolean {
  return !variable.includes('$') && ![...keys].some((key) => variable.includes(key));
}

/** An answer, or an event, with masks in place of all keys. The same object where it has none. */
export function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const entries = Object.entries(fields).map(([name, field]) => [name, shownField(name, field, fields)] as const);
  return Object.fromEntries(entries);
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function shownField(name: string, field: unknown, { variable, peer }: Readonly<Record<string, unknown>>): unknown {
  if (keys.has(name)) return mask;
  if (name === 'value' && typeof variable === 'string' && !isHarmless(variable)) return mask;
  if (name === 'dialstring' && isKeyed(peer)) return mask;
  return withoutKeys(field);
}

function isKeyed(channel: unknown): boolean {
  const { name = '' } = (channel ?? {}) as { readonly name?: string };
  return keyedTechnologies.some((technology) => name.startsWith(technology));
}

const suspicious = new RegExp([...keys, ...keyedTechnologies].join('|'));

/** A serialised message without its last brace. Nearly all of them contain no key. */
export function messageWithoutKeys(head: string): string {
  if (!suspicious.test(head)) return head;
  return JSON.stringify(withoutKeys(JSON.parse(`${head}}`))).slice(0, -1);
}
