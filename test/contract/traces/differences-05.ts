import type { Listed } from './listed';

const takenIds = 'an id that is in use is refused, as the specification declares: 409';
const wholeLists = 'stopping a list ends all of it';
const noAnnouncer = 'what a bridge plays comes from no channel: nobody has it as a peer, and it has no device';

/** Playbacks. */
export const listed05: readonly Listed[] = [
  { trace: '0502', requests: [4], kind: 'body', path: /^(next_)?media_uri$/, why: { row: 17 } },
  { trace: '0502', kind: 'extra event', subject: / playback:pl2$/, why: { row: 17 } },

  { trace: '0503', requests: [2, 3], kind: 'status', why: { row: 8 } },
  { trace: '0503', requests: [14], kind: 'status', why: { row: 7 } },
  { trace: '0503', kind: 'missing event', subject: / playback:<uuid-1>$/, why: { row: 7 } },
  { trace: '0503', requests: [16], kind: 'status', why: takenIds },
  { trace: '0503', kind: 'missing event', subject: / playback:dup$/, times: 2, why: takenIds },
  {
    trace: '0503',
    kind: 'extra event',
    subject: / playback:e[235]$/,
    title: /^PlaybackFinished$/,
    why: { row: 15 },
  },

  { trace: '0504', requests: [27], kind: 'status', why: { row: 28 } },

  {
    trace: '0506',
    kind: 'missing event',
    subject: / playback:t(5|6|11)$/,
    title: /^Playback(Continuing|Started)$/,
    times: 6,
    why: wholeLists,
  },
  {
    trace: '0506',
    kind: 'extra event',
    subject: / playback:t[56]$/,
    title: /^PlaybackFinished$/,
    why: wholeLists,
  },
  {
    trace: '0506',
    subject: / playback:t11$/,
    title: /^PlaybackFinished$/,
    path: /^playback\.media_uri$/,
    why: wholeLists,
  },

  {
    trace: '0507',
    kind: 'extra event',
    subject: / playback:n[24]$/,
    title: /^PlaybackFinished$/,
    why: { row: 15 },
  },

  { trace: '0509', requests: [14], kind: 'status', why: { row: 8 } },
  { trace: '0509', requests: [19], kind: 'status', why: takenIds },
  { trace: '0509', kind: 'missing event', subject: / playback:bp8$/, times: 4, why: takenIds },
  { trace: '0509', kind: 'missing event', subject: / channel:p1$/, title: /"BRIDGEPEER"/, why: noAnnouncer },
  { trace: '0509', kind: 'device states', subject: /device:Announcer\//, why: noAnnouncer },

  { trace: '0511', kind: 'missing event', subject: / channel:p1$/, title: /"BRIDGEPEER"/, why: noAnnouncer },
  { trace: '0511', kind: 'device states', subject: /device:Announcer\//, why: noAnnouncer },
];
