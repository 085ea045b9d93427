import type { Listed } from './listed';

const refused = 'the call that was refused above never was';
const notMoved = 'the move that was refused above did not take place';
const afterTheEnd = 'nothing is reported about a channel after its ChannelDestroyed';
const presentValues =
  'the variables shown with a channel are the present ones, under their names without underscores; the reference shows old values until something else changes';

/** Calls. */
export const listed03To04: readonly Listed[] = [
  { trace: '0304', requests: [12], kind: 'status', why: { row: 9 } },
  { trace: '0304', requests: [13, 14], kind: 'status', why: refused },
  { trace: '0304', requests: [15], kind: 'status', why: { row: 7 } },
  { trace: '0304', kind: 'missing event', subject: / channel:l[67](;2)?$/, why: refused },
  { trace: '0304', kind: 'device states', subject: /Local\/s@default$/, why: refused },
  { trace: '0304', kind: 'missing event', subject: / channel:l[58]$/, title: /"AppDial2"/, why: afterTheEnd },

  { trace: '0305', requests: [4, 5], kind: 'status', why: { row: 10 } },
  { trace: '0305', kind: 'missing event', subject: / channel:e[35]$/, why: { row: 12 } },
  { trace: '0305', kind: 'device states', subject: /Local\/s@default$/, why: { row: 12 } },

  {
    trace: '0307',
    requests: [4],
    path: /^dialplan/,
    mayBeAbsent: true,
    why: 'it was looked at six milliseconds before Answer was over',
  },

  { trace: '0308', subject: / channel:t[34](;2)?$/, path: /^cause(_txt)?$/, why: { row: 37 } },
  {
    trace: '0308',
    kind: 'order',
    subject: / channel:t5$/,
    title: /^Dial\(""\)$/,
    why: 'a far end that hangs up at once raced with the report that it is called; here a call is reported before it is made',
  },

  { trace: '0310', requests: [14, 15, 16, 17, 18, 19, 20], kind: 'status', why: { row: 1 } },
  { trace: '0310', kind: 'extra event', subject: / channel:v[2-8](;2)?$/, why: { row: 1 } },
  { trace: '0310', requests: [21, 22], kind: 'status', why: { row: 7 } },
  { trace: '0310', kind: 'missing event', subject: / channel:v(9|10)(;2)?$/, why: { row: 7 } },
  { trace: '0310', requests: [25], path: /^channelvars$/, why: presentValues },
  { trace: '0310', subject: / channel:v13$/, path: /^(channel|peer)\.channelvars$/, why: presentValues },

  { trace: '0404', requests: [1], kind: 'status', why: { row: 8 } },
  { trace: '0404', kind: 'missing event', subject: / channel:<uniqueid-[12]>$/, why: { row: 8 } },
  { trace: '0404', requests: [4], kind: 'status', why: { row: 10 } },
  { trace: '0404', kind: 'missing event', subject: / channel:d[23]$/, why: { row: 12 } },
  { trace: '0404', requests: [14], path: /^channelvars$/, why: presentValues },
  { trace: '0404', subject: / channel:d4$/, path: /^channel\.channelvars$/, why: presentValues },
  { trace: '0404', requests: [16], kind: 'status', why: { row: 1 } },
  { trace: '0404', kind: 'extra event', subject: / channel:d5(;2)?$/, why: { row: 1 } },

  {
    trace: '0406',
    subject: / channel:k7$/,
    title: /"STASISSTATUS" "SUCCESS"/,
    path: /^channel\.dialplan\.(context|exten)$/,
    why: 'where a channel has been sent is shown at once, even if there is no such place',
  },
  { trace: '0406', kind: 'missing event', subject: / channel:k7$/, title: /"AppDial2"/, why: afterTheEnd },
  { trace: '0406', requests: [28], kind: 'status', why: { row: 7 } },
  { trace: '0406', requests: [29], kind: 'body', why: notMoved },
  { trace: '0406', subject: / channel:k8(;2)?$/, why: notMoved },

  { trace: '0411', requests: [14], kind: 'status', why: { row: 35 } },

  { trace: '0412', requests: [2, 3, 14, 15], kind: 'status', why: { row: 11 } },

  { trace: '0413', requests: [32, 33], kind: 'status', why: { row: 21 } },
  { trace: '0413', requests: [52, 54, 56, 60, 62], path: /^channelvars/, why: presentValues },
  { trace: '0413', subject: / channel:v1$/, path: /^channel\.channelvars/, why: presentValues },

  { trace: '0414', requests: [4], path: /^variables\.A$/, why: { row: 17 } },
  { trace: '0414', requests: [13], kind: 'status', why: { row: 21 } },
  { trace: '0414', requests: [21, 22, 23, 24, 25, 26], kind: 'status', why: { row: 1 } },
  { trace: '0414', kind: 'extra event', subject: / channel:v1$/, title: /"(N|GOOD)"/, why: { row: 1 } },

  { trace: '0415', requests: [11], kind: 'status', why: { row: 12 } },
  {
    trace: '0415',
    kind: 'device states',
    subject: /device:Snoop\//,
    why: 'what listens in on a channel is no device, so the reference calls its state invalid whenever it ends',
  },

  {
    trace: '0416',
    requests: [1],
    path: /^channelvars\.STASISSTATUS$/,
    why: 'the answer raced with the application there; here it goes out before the call begins',
  },
  { trace: '0416', requests: [6], kind: 'status', why: { row: 12 } },
  { trace: '0416', requests: [10], kind: 'status', why: { row: 21 } },
  { trace: '0416', requests: [12, 16], kind: 'status', why: { row: 7 } },
  { trace: '0416', kind: 'missing event', subject: / channel:<uniqueid-1>$/, why: { row: 7 } },
  {
    trace: '0416',
    kind: 'device states',
    subject: /device:UnicastRTP\//,
    why: 'a state that has not changed is not reported: another call of the same device is still up',
  },

  { trace: '0417', requests: [2], kind: 'status', why: { row: 10 } },
  { trace: '0417', requests: [7], kind: 'status', why: { row: 21 } },
  {
    trace: '0417',
    kind: 'device states',
    subject: /device:AudioSocket\//,
    why: 'a call to a program is no device: the reference takes the name of the channel for one, without the end of its UUID',
  },
];
