/** A place in the dialplan. */
export interface DialplanPlace {
  readonly context: string;
  readonly extension: string;
  readonly priority: number;
}

/** What a channel is doing: the application it runs, and what it was given. */
export interface RunningApplication {
  readonly name: string;
  readonly data: string;
}

export const idle: RunningApplication = { name: '', data: '' };
/** What a channel shows that is used for an outgoing call. */
export const outgoingLine: RunningApplication = { name: 'AppDial2', data: '(Outgoing Line)' };
export const dialledLine: RunningApplication = { name: 'AppDial', data: '(Outgoing Line)' };
