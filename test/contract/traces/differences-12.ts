import type { Listed } from './listed';

const noGsm = 'there is no codec for GSM here, and what cannot be heard is not carried';

/** Media websockets. */
export const listed12: readonly Listed[] = [
  { trace: '1203', requests: [21, 22, 23], kind: 'status', why: noGsm },
  { trace: '1203', kind: 'socket', subject: /^socket media-gs$/, why: noGsm },
  { trace: '1203', kind: 'missing event', subject: /(^media-gs| channel:gs)/, why: noGsm },
  { trace: '1203', requests: [27, 30, 31], kind: 'status', why: { row: 21 } },

  {
    trace: '1206',
    kind: 'socket',
    subject: /^socket media server$/,
    title: /^connection$/,
    times: 1,
    why: 'the parameters of one call are not added to the address of the next one',
  },

  { trace: '1207', requests: [9, 10], kind: 'status', why: { row: 10 } },
];
