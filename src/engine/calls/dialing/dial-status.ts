/** How a call that was placed is doing; empty at its start. */
export type DialStatus =
  | ''
  | 'RINGING'
  | 'PROGRESS'
  | 'PROCEEDING'
  | 'ANSWER'
  | 'BUSY'
  | 'CONGESTION'
  | 'NOANSWER'
  | 'CANCEL'
  | 'CHANUNAVAIL';
