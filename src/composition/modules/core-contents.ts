import type { Contents } from './contents';

/** What every server has, whichever modules it runs. */
export const coreContents = {
  applications: [
    'Answer',
    'BackGround',
    'Busy',
    'Congestion',
    'Goto',
    'GotoIf',
    'GotoIfTime',
    'Hangup',
    'Incomplete',
    'MSet',
    'MessageSend',
    'NoOp',
    'Proceeding',
    'Progress',
    'RaiseException',
    'Ringing',
    'SayAlpha',
    'SayDigits',
    'SayNumber',
    'Set',
    'Wait',
    'WaitExten',
  ],
  functions: ['EXCEPTION', 'MESSAGE', 'MESSAGE_DATA'],
  technologies: ['Local'],
  resources: [],
} as const satisfies Contents;
