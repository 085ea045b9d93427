import type { Listed } from './listed';

const refused = 'the call that was refused above never was';

/** Calls and bridges. */
export const listed03To07: readonly Listed[] = [
  { trace: '0304', requests: [12], kind: 'status', why: { row: 9 } },
  { trace: '0304', requests: [13, 14], kind: 'status', why: refused },
  { trace: '0304', requests: [15], kind: 'status', why: { row: 7 } },
  { trace: '0304', kind: 'missing event', subject: / channel:l[67](;2)?$/, why: refused },
  { trace: '0304', kind: 'device states', subject: /Local\/s@default$/, why: refused },

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

  { trace: '0406', requests: [28], kind: 'status', why: { row: 7 } },
  { trace: '0406', requests: [29], kind: 'body', why: 'the move that was refused above did not take place' },
  { trace: '0406', subject: / channel:k8(;2)?$/, why: 'the move that was refused above did not take place' },
];
