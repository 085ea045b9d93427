import type { Listed } from './listed';

const noSuchModule = 'there are no queues here, and each module of ours has its own users';
const emptyList = 'an empty list counts as not given';
const noStructure = 'a path that breaks off between ids leads nowhere';

/** Server, HTTP and credentials. */
export const listed01To02: readonly Listed[] = [
  { trace: '0101', requests: [5], why: { row: 17 } },
  { trace: '0101', requests: [6, 7], kind: 'status', why: { row: 7 } },
  { trace: '0101', requests: [9], kind: 'body', why: emptyList },

  { trace: '0103', requests: [1], path: /^sample$/, why: noSuchModule },
  { trace: '0103', requests: [5], kind: 'status', why: noSuchModule },
  { trace: '0103', requests: [3], kind: 'status', why: { row: 34 } },

  { trace: '0104', requests: [7, 8, 12], why: { row: 35 } },
  { trace: '0104', requests: [15, 16], why: { row: 14 } },

  { trace: '0105', requests: [12], kind: 'status', why: { row: 7 } },
  { trace: '0105', requests: [36, 37, 38, 39], kind: 'status', why: 'there is no class res_aeap here' },
  { trace: '0105', requests: [45, 46], kind: 'status', why: noStructure },

  { trace: '0106', path: /^_svn_revision$/, why: 'our description is not kept in Subversion' },
  {
    trace: '0106',
    path: /^(swaggerVersion|resourcePath)$/,
    why: 'our description is strict Swagger 1.2, the reference has 1.1',
  },

  { trace: '0201', requests: [22], kind: 'status', why: { row: 19 } },

  { trace: '0202', requests: [13, 15], why: { row: 32 } },

  { trace: '0203', requests: [5, 10], path: /^allow$/, why: 'the event socket is opened by a GET, so GET is allowed' },
  { trace: '0203', requests: [13, 17], kind: 'status', why: { row: 38 } },
  { trace: '0203', requests: [14], kind: 'status', why: 'no operation lives at the root, whatever its method' },
  { trace: '0203', requests: [23], kind: 'status', why: { row: 33 } },
  { trace: '0203', requests: [27], kind: 'status', why: 'the root of the server leads to its documentation' },

  {
    trace: '0204',
    requests: [20, 22],
    path: /^value$/,
    why: 'a number or a boolean given for a text is taken as its text',
  },
  { trace: '0204', requests: [34], kind: 'status', why: 'a long request line is read as far as headers may reach' },

  { trace: '0205', requests: [4, 5, 6, 10, 11, 27, 28], kind: 'status', why: { row: 7 } },
  { trace: '0205', requests: [8, 9], kind: 'status', why: { row: 8 } },
  { trace: '0205', requests: [24, 25, 26], kind: 'body', why: 'the calls that were refused above never were' },
  {
    trace: '0205',
    kind: 'missing event',
    subject: /^main (channel:p-|playback:)/,
    why: 'what was refused above never was',
  },

  {
    trace: '0206',
    requests: [3],
    path: /^end$/,
    why: 'HTTP/1.0 without keep-alive ends with the answer (RFC 9112 §9.3)',
  },
  {
    trace: '0206',
    requests: [7],
    path: /^(allow|end)$/,
    why: 'a method that HTTP does not know is refused before the path is looked at',
  },
  { trace: '0206', requests: [10], kind: 'status', why: { row: 33 } },

  { trace: '0207', requests: [10], kind: 'status', why: 'an interface that is switched off says so' },
];
