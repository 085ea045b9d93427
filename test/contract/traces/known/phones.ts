import type { Json } from '../trace';
import { isObject, listOf, textOf } from '../trace';
import type { KnownDifference } from '../known-difference';
import { differOnlyBy } from './lists';

/** Phones and the objects that describe them. */
export const knownInPhones: readonly KnownDifference[] = [
  {
    name: 'registered contacts do not become fields of their address of record',
    why: 'a registration is not part of the object: with the reference an update turns it into a contact that never expires, twice',
    seenIn: ['2601'],
    explains: ({ kind, title, expected, got }) =>
      kind === 'body' && title.includes('/res_pjsip/aor/') && differOnlyBy({ expected, got }, attributeOf, isContact),
  },
  {
    name: 'an update of an address of record registers nothing',
    why: 'the contact that the reference tells of is the registered one, made a second time by the update of the object',
    seenIn: ['2601'],
    explains: ({ kind, event, window = 0 }, { exchanges }) => {
      const info = event?.['contact_info'];
      if (kind !== 'missing event' || event?.['type'] !== 'ContactStatusChange' || !isObject(info)) return false;
      return (
        info['contact_status'] === 'NonQualified' &&
        exchanges.some(
          ({ method, segments, window: at, recorded: { body } }) =>
            method === 'PUT' &&
            at <= window &&
            segments.slice(2).join('/') === `dynamic/res_pjsip/aor/${textOf(info['aor'])}` &&
            listOf(body).some((field) => isObject(field) && field['value'] === info['uri']),
        )
      );
    },
  },
  {
    name: 'the transport has the port that it was given',
    why: 'in a replay the system chooses the port, and the configuration says 0',
    seenIn: ['2602'],
    explains: ({ kind, title, path, got }) =>
      kind === 'body' && title.includes('/res_pjsip/transport/') && path === '[*].value' && got === '127.0.0.1:0',
  },
];

function attributeOf(field: Json): string {
  return isObject(field) ? textOf(field['attribute']) : '';
}

function isContact(attribute: string): boolean {
  return attribute === 'contact';
}
