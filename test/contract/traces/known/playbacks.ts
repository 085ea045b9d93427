import type { KnownDifference } from '../explain/known-difference';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, listOf, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';
import { inStatus } from './status';

/** Playbacks. */
export const knownInPlaybacks: readonly KnownDifference[] = [
  {
    name: 'a playback that cannot begin has failed',
    why: { row: 15 },
    seenIn: ['0503', '0507'],
    explains: ({ kind, event }, transcript) =>
      kind === 'extra event' &&
      event?.['type'] === 'PlaybackFinished' &&
      isObject(event['playback']) &&
      event['playback']['state'] === 'failed' &&
      recordedEnds(idOf(event), transcript) === 0,
  },
  {
    name: 'stopping a list ends all of it',
    why: 'stopping a list ends all of it',
    seenIn: ['0506'],
    explains: ({ kind, event, path }, transcript) => {
      if (event === undefined || !textOf(event['type']).startsWith('Playback') || !isStopped(idOf(event), transcript))
        return false;
      const isMissing =
        kind === 'missing event' && event['type'] !== 'PlaybackFinished' && isList(idOf(event), transcript);
      const isExtra = kind === 'extra event' && recordedEnds(idOf(event), transcript) === 0;
      return isMissing || isExtra || (kind === 'event field' && path === 'playback.media_uri');
    },
  },
  {
    name: 'a playback that is stopped while it waits is reported at once',
    why: { row: 28 },
    seenIn: ['0504'],
    explains: ({ kind, event }, transcript) => {
      const isEnd = kind === 'moment' && event?.['type'] === 'PlaybackFinished';
      return isEnd && isStopped(idOf(event), transcript) && !hasStarted(idOf(event), transcript);
    },
  },
  {
    name: 'a playback that is stopped while it waits is over',
    why: { row: 28 },
    seenIn: ['0504'],
    explains: inStatus(
      ({ exchange: { method, segments }, there, here }, transcript) =>
        method === 'GET' &&
        segments[0] === 'playbacks' &&
        there === 200 &&
        here === 404 &&
        isStopped(segments[1] ?? '', transcript),
    ),
  },
  {
    name: 'what a bridge plays or records comes from no channel',
    why: 'what plays into a bridge or records it is no channel: nobody has it as a peer, and no list shows it',
    seenIn: ['0509', '0511', '0607'],
    explains: ({ kind, event, path, expected }, transcript) => {
      if (kind === 'event field') return path === 'bridge.channels' && isHelperList(expected, transcript);
      if (kind !== 'missing event' || event?.['variable'] !== 'BRIDGEPEER') return false;
      return isHelper(textOf(event['value'])) || (event['value'] === '' && hadHelper(event, transcript));
    },
  },
];

/** The names by which the reference calls its own channels in bridges. */
function isHelper(peers: string): boolean {
  return peers.split(',').every((peer) => /^(Announcer|Recorder)\//.test(peer));
}

/** Whether the last one that the channel had as a peer, in the recording, was no party. */
function hadHelper(event: JsonObject, { recorded }: Transcript): boolean {
  const place = recorded.findIndex((step) => step.event === event);
  const before = recorded
    .slice(0, place)
    .filter(
      (step) =>
        step.event['variable'] === 'BRIDGEPEER' &&
        channelOf(step.event) === channelOf(event) &&
        step.event['value'] !== '',
    );
  return isHelper(textOf(before.at(-1)?.event['value'] ?? ''));
}

/** Ids that no channel of ours has, while something plays into the bridge or records it. */
function isHelperList(expected: Json | undefined, { recorded }: Transcript): boolean {
  const known = new Set(recorded.map(({ event }) => channelOf(event)));
  const ids = listOf(expected);
  return ids.length > 0 && ids.every((id) => typeof id === 'string' && /^<uniqueid-\d+>$/.test(id) && !known.has(id));
}

function channelOf({ channel }: JsonObject): string {
  return isObject(channel) ? textOf(channel['id']) : '';
}

function idOf({ playback }: JsonObject): string {
  return isObject(playback) ? textOf(playback['id']) : '';
}

function recordedEnds(playback: string, { recorded }: Transcript): number {
  return recorded.filter(({ event }) => event['type'] === 'PlaybackFinished' && idOf(event) === playback).length;
}

function hasStarted(playback: string, { recorded }: Transcript): boolean {
  return recorded.some(({ event }) => event['type'] === 'PlaybackStarted' && idOf(event) === playback);
}

function isStopped(playback: string, { exchanges }: Transcript): boolean {
  return exchanges.some(
    ({ method, segments: [room, id] }) => method === 'DELETE' && room === 'playbacks' && id === playback,
  );
}

function isList(playback: string, { recorded }: Transcript): boolean {
  return recorded.some(
    ({ event }) => idOf(event) === playback && isObject(event['playback']) && 'next_media_uri' in event['playback'],
  );
}
