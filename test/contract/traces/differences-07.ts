import type { Listed } from './listed';

const presentValues =
  'the variables shown with a bridge are the present ones; the reference shows old ones until something else changes';
const identityAtOnce =
  'a change of identity is reported when it happens, not when the dialplan of the far half next looks';

/** Bridges. */
export const listed07: readonly Listed[] = [
  { trace: '0701', requests: [5, 6, 8, 9, 19, 20, 21], kind: 'status', why: { row: 22 } },
  { trace: '0701', requests: [17], kind: 'status', why: { row: 21 } },
  { trace: '0701', requests: [24], kind: 'body', why: { row: 22 } },
  { trace: '0701', kind: 'extra event', subject: / bridge:b[5689]$/, why: { row: 22 } },
  { trace: '0701', kind: 'missing event', subject: / bridge:b20$/, why: { row: 22 } },

  { trace: '0702', requests: [12], kind: 'status', why: { row: 13 } },
  { trace: '0702', subject: / bridge:x3$/, path: /^bridge\.bridgevars$/, why: { row: 13 } },
  { trace: '0702', requests: [13], kind: 'status', why: { row: 1 } },
  { trace: '0702', requests: [14], kind: 'status', why: { row: 7 } },
  { trace: '0702', kind: 'missing event', subject: / bridge:x5$/, why: { row: 7 } },
  { trace: '0702', requests: [17], kind: 'body', why: { row: 7 } },

  {
    trace: '0706',
    kind: 'event field',
    subject: / channel:(a1|b1|a2);2$/,
    title: /^ChannelCallerId$/,
    path: /^channel\.dialplan\./,
    why: identityAtOnce,
  },
  {
    trace: '0706',
    kind: 'order',
    subject: / channel:(a1|b1|a2);2$/,
    title: /^ChannelCallerId$/,
    why: identityAtOnce,
  },
  {
    trace: '0706',
    kind: 'extra event',
    subject: / channel:b1;2$/,
    title: /^ChannelCallerId$/,
    why: 'a caller who becomes unknown is a change too',
  },

  {
    trace: '0709',
    requests: [15],
    path: /^video_(mode|source_id)$/,
    why: 'clearing the video source takes effect at once, as the specification says',
  },
  {
    trace: '0709',
    kind: 'extra event',
    subject: / bridge:b1$/,
    title: /^BridgeVideoSourceChanged$/,
    why: 'clearing the video source is a change, and so is setting it again',
  },

  { trace: '0710', requests: [24], kind: 'status', why: { row: 1 } },
  { trace: '0710', requests: [32], path: /^bridgevars$/, why: { row: 1 } },
  { trace: '0710', kind: 'event field', path: /^bridge\.bridgevars$/, why: { row: 1 } },

  {
    trace: '0711',
    kind: 'device states',
    subject: /device:Announcer\//,
    why: 'what a bridge plays comes from no channel: it has no device',
  },

  { trace: '0715', requests: [2, 3, 6, 9, 10], kind: 'status', why: { row: 13 } },
  { trace: '0715', requests: [5], path: /^bridgevars$/, why: { row: 13 } },
  { trace: '0715', requests: [14], path: /^bridgevars$/, why: presentValues },
  { trace: '0715', subject: / bridge:q1$/, path: /^bridge\.bridgevars$/, why: presentValues },
  { trace: '0715', requests: [17], kind: 'status', why: { row: 7 } },
  { trace: '0715', kind: 'missing event', subject: / bridge:q3$/, why: { row: 7 } },
  { trace: '0715', requests: [21], kind: 'status', why: { row: 1 } },
];
