import type { Listed } from './listed';

const completeOnly = 'nothing is stored before a recording is complete';
const unwritable = 'this format cannot be written here: 422';
const notHeldUp = 'the recordings that were refused above did not hold it up';
const noRecorder = 'what records a bridge is no channel: nobody has it as a peer, and it has no device';

/** Recordings. */
export const listed06: readonly Listed[] = [
  { trace: '0601', requests: [4], kind: 'body', why: completeOnly },
  { trace: '0601', requests: [5], kind: 'status', why: completeOnly },

  { trace: '0602', subject: / recording:rec$/, path: /^recording\.state$/, why: { row: 30 } },
  { trace: '0602', requests: [36, 39, 40, 45, 48], kind: 'status', why: { row: 28 } },
  { trace: '0602', requests: [38, 41, 47, 49], kind: 'body', why: { row: 28 } },
  { trace: '0602', kind: 'missing event', subject: / recording:rq2?$/, title: /^RecordingStarted$/, why: { row: 28 } },
  { trace: '0602', subject: / recording:rq2?$/, path: /^recording\.state$/, why: { row: 28 } },

  { trace: '0604', requests: [2, 3, 4, 5], kind: 'status', why: { row: 8 } },
  { trace: '0604', requests: [11], kind: 'status', why: { row: 21 } },
  {
    trace: '0604',
    subject: / recording:blocker\/inside$/,
    why: 'a recording that could not be written has failed',
  },
  { trace: '0604', requests: [29], kind: 'status', why: { row: 29 } },
  { trace: '0604', kind: 'missing event', subject: / recording:inb$/, why: { row: 29 } },

  { trace: '0605', requests: [16, 17, 19], kind: 'status', why: unwritable },
  { trace: '0605', requests: [21], kind: 'body', why: unwritable },
  { trace: '0605', kind: 'missing event', subject: / recording:f-(gsm|WAV|wav49)$/, why: unwritable },
  { trace: '0605', subject: / recording:f-sln16$/, path: /^recording\.duration$/, why: { row: 36 } },
  {
    trace: '0605',
    subject: / recording:sil$/,
    path: /^recording\.(silence_)?duration$/,
    why: 'the silence that ended it is part of it and counts; the reference cuts it off and counts it as talking',
  },
  { trace: '0605', kind: 'extra event', subject: / recording:f-pcm$/, why: notHeldUp },

  { trace: '0607', requests: [14], kind: 'status', why: { row: 8 } },
  { trace: '0607', requests: [17], kind: 'status', why: { row: 21 } },
  { trace: '0607', requests: [20], kind: 'status', why: { row: 7 } },
  { trace: '0607', kind: 'missing event', subject: / channel:r1$/, title: /"BRIDGEPEER"/, why: noRecorder },
  { trace: '0607', subject: / channel:r1$/, title: /^ChannelLeftBridge$/, path: /^bridge\.channels$/, why: noRecorder },
  { trace: '0607', kind: 'device states', subject: /device:Recorder\//, why: noRecorder },

  { trace: '0608', requests: [10], kind: 'status', why: { row: 33 } },

  { trace: '0609', requests: [3], kind: 'body', why: 'where nothing is heard, silence is recorded' },
];
