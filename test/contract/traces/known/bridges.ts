import type { Exchange } from '../compare/exchange';
import type { KnownDifference } from '../explain/known-difference';
import { textsIn } from '../compare/objects';
import { isObject, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';
import { inStatus, isSuccess } from './status';

const attributes = new Set([
  'mixing',
  'holding',
  'dtmf_events',
  'proxy_media',
  'video_sfu',
  'video_single',
  'sdp_label',
]);

/** Bridges. */
export const knownInBridges: readonly KnownDifference[] = [
  {
    name: 'attributes of bridges are known ones, and a feature alone means mixing',
    why: { row: 22 },
    seenIn: ['0701'],
    explains: inStatus(({ exchange, there, here }) => {
      if (exchange.segments[0] !== 'bridges') return false;
      const given = textsIn(exchange.parameters.get('type')).map((one) => one.trim());
      const isKnown = given.every((one) => attributes.has(one));
      return isKnown ? there >= 500 && isSuccess(here) : here === 400;
    }),
  },
  {
    name: 'variables of a new bridge stand in its member variables',
    why: { row: 13 },
    seenIn: ['0702', '0715'],
    hasConsequences: true,
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange === undefined || exchange.segments[0] !== 'bridges') return false;
      if (isMadeFromBody(exchange)) return difference.kind === 'status' || difference.path === 'bridgevars';
      const isVariable = exchange.segments[2] === 'variable' && exchange.answer.status === 404;
      return isVariable && transcript.before(exchange).some((made) => isMadeFromBody(made) && isOf(made, exchange));
    },
  },
  {
    name: 'a change of identity is reported when it happens',
    why: 'a change of identity is reported when it happens, not when the dialplan of the far half next looks',
    seenIn: ['0706'],
    explains: ({ kind, path, event }) =>
      event?.['type'] === 'ChannelCallerId' &&
      (kind === 'order' || (kind === 'event field' && path.startsWith('channel.dialplan.'))) &&
      isObject(event['channel']) &&
      textOf(event['channel']['name']).endsWith(';2'),
  },
  {
    name: 'a caller who becomes unknown is a change',
    why: 'a caller who becomes unknown is a change too',
    seenIn: ['0706'],
    explains: ({ kind, event }) => {
      const channel = isObject(event?.['channel']) ? event['channel'] : {};
      const caller = isObject(channel['caller']) ? channel['caller'] : {};
      const isUnknown = caller['name'] === '' && caller['number'] === '';
      return kind === 'extra event' && event?.['type'] === 'ChannelCallerId' && isUnknown;
    },
  },
  {
    name: 'clearing the video source takes effect',
    why: 'clearing the video source takes effect at once, as the specification says, and is a change; so is setting it again',
    seenIn: ['0709'],
    explains: ({ kind, path, event, exchange }, transcript) => {
      if (!isVideoCleared(transcript)) return false;
      if (kind === 'extra event') return event?.['type'] === 'BridgeVideoSourceChanged';
      return exchange !== undefined && kind === 'body' && /^video_(mode|source_id)$/.test(path);
    },
  },
];

/** A bridge whose variables the reference takes from the whole body. */
function isMadeFromBody({ method, segments, headers }: Exchange): boolean {
  const isJson = JSON.stringify(headers).toLowerCase().includes('json');
  return method === 'POST' && segments.length === 1 && segments[0] === 'bridges' && isJson;
}

function isOf(made: Exchange, { segments }: Exchange): boolean {
  return made.parameters.get('bridgeId') === segments[1];
}

function isVideoCleared({ exchanges }: Transcript): boolean {
  return exchanges.some(({ method, segments }) => method === 'DELETE' && segments[2] === 'videoSource');
}
