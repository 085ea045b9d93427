import { isDeepStrictEqual } from 'node:util';
import { identityOf } from './compare-event';
import type { EventStep, JsonObject } from './load-trace';
import { isObject } from './load-trace';

/** How far apart the two were in the recordings, in milliseconds. */
const apart = 20;

/**
 * Who listened to everything was told twice about whatever a bridge played or recorded: once for the bridge and once
 * for all. Here an event comes once (row 26), so of two in a row the second one is not expected.
 */
export class Twins {
  readonly #last = new Map<string, { readonly event: JsonObject; readonly ms: number }>();

  isSecond({ ws, event, ms }: EventStep): boolean {
    if (!isAboutBridgeMedia(event)) return false;
    const key = `${ws} ${identityOf(event).replace(/^\S+/, '')}`;
    const before = this.#last.get(key);
    const isSecond = before !== undefined && ms - before.ms <= apart && isSame(before.event, event);
    if (isSecond) this.#last.delete(key);
    else this.#last.set(key, { event, ms });
    return isSecond;
  }
}

function isAboutBridgeMedia({ playback, recording }: JsonObject): boolean {
  const subject = playback ?? recording;
  const target = isObject(subject) ? subject['target_uri'] : undefined;
  return typeof target === 'string' && target.startsWith('bridge:');
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return isDeepStrictEqual({ ...one, timestamp: '' }, { ...other, timestamp: '' });
}
