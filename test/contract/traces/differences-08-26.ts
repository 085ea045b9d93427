import type { Listed } from './listed';

const oneOrAll = 'all of a kind can be subscribed to and taken back alike, as `channel:` or by the name that is shown';
const unlisted = 'device states are remembered by name: they do not keep an application listed that has no socket';
const everyTechnology =
  'every technology is an endpoint of its own: a subscription to it brings what happens to its channels';

/** Applications, other resources, frames. */
export const listed08To26: readonly Listed[] = [
  {
    trace: '0802',
    requests: [25],
    path: /^device_names$/,
    why: 'of a list with a bad source nothing is subscribed to',
  },
  { trace: '0802', requests: [8], kind: 'status', why: everyTechnology },
  { trace: '0802', requests: [9, 10, 20, 25, 26, 27, 29, 31], path: /^endpoint_ids$/, why: everyTechnology },
  { trace: '0802', kind: 'extra event', subject: /^main channel:c1;2$/, times: 3, why: everyTechnology },

  { trace: '0804', requests: [11, 12, 33, 34, 35, 40, 41], kind: 'status', why: oneOrAll },
  {
    trace: '0804',
    requests: [36, 37, 42, 43],
    path: /^(channel_ids|bridge_ids|endpoint_ids)$/,
    why: oneOrAll,
  },
  { trace: '0804', kind: 'extra event', subject: /^main (channel:c1(;2)?|bridge:b1)$/, why: oneOrAll },
  { trace: '0804', kind: 'missing event', subject: /^main channel:w2$/, title: /"V" "3"/, why: { row: 26 } },

  { trace: '0806', requests: [10, 12], kind: 'body', why: unlisted },
  { trace: '0806', requests: [11], kind: 'status', why: unlisted },

  { trace: '0809', subject: /^socket (commas|spaces)$/, why: { row: 21 } },
  { trace: '0809', subject: /^socket all-bogus$/, why: { row: 7 } },
  { trace: '0809', requests: [1], why: { row: 7 } },
  { trace: '0809', subject: /^socket wspath$/, why: 'the event socket has one path, /ari/events' },

  { trace: '0901', requests: [12, 14], kind: 'status', why: { row: 7 } },
  { trace: '0901', requests: [15, 16], kind: 'status', why: { row: 8 } },

  { trace: '0903', requests: [13, 18, 22, 24], kind: 'status', why: { row: 8 } },
  { trace: '0903', requests: [15], kind: 'status', why: { row: 1 } },
  {
    trace: '0903',
    requests: [25],
    kind: 'status',
    why: 'mailboxes are always there; in this recording their module was not',
  },

  { trace: '0904', requests: [18], kind: 'status', why: 'an empty list counts as not given' },
  { trace: '0904', kind: 'extra event', title: /"bad"/, why: 'an empty list counts as not given' },
  { trace: '0904', requests: [19, 20], kind: 'status', why: { row: 21 } },

  { trace: '0905', kind: 'extra event', title: /^CallClaimed/, why: { row: 6 } },

  { trace: '0907', requests: [9], kind: 'status', why: { row: 5 } },
  { trace: '0907', kind: 'extra event', subject: / channel:t4;2$/, title: /^CallClaimed/, why: { row: 6 } },
  { trace: '0907', subject: / channel:t5;2$/, path: /^cause(_txt)?$/, why: { row: 37 } },

  {
    trace: '1001',
    title: /"slash"/,
    path: /^status_code$/,
    why: 'a uri with a leading slash is told what to write instead',
  },

  {
    trace: '1002',
    title: /^RESTResponse\(""\)$/,
    path: /^uri$/,
    why: 'the uri of a refused frame is echoed where it can be read',
  },
  { trace: '1002', title: /"patch"/, path: /^status_code$/, why: 'PATCH is a method, only of no path here: 405' },
  { trace: '1002', title: /"ctcharset"/, why: 'a content type may carry parameters, as over HTTP' },
  { trace: '1002', subject: /^socket main$/, title: /^closing code$/, why: { row: 18 } },
  { trace: '1002', requests: [1], why: { row: 18 } },
  { trace: '1002', kind: 'extra event', title: /"big2"/, why: { row: 18 } },

  {
    trace: '1301',
    requests: [7],
    kind: 'body',
    why: 'an application that has an inbound socket stays when the outbound one goes',
  },

  { trace: '2001', requests: [12], kind: 'body', why: 'a number written as a text is that number, wherever it stands' },
  {
    trace: '2001',
    kind: 'missing event',
    subject: /device:MWI:500$/,
    why: 'a number written as a text is that number: the messages never sank to none in between',
  },
  { trace: '2001', requests: [15, 17, 19], kind: 'status', why: { row: 8 } },
  { trace: '2001', requests: [21, 23, 25], kind: 'status', why: { row: 7 } },
  { trace: '2001', requests: [16, 18, 20, 22, 24, 26, 32, 36, 37, 38, 39, 40, 41], why: { row: 7 } },
  { trace: '2001', kind: 'missing event', subject: /device:MWI:60\d$/, why: { row: 7 } },
];
