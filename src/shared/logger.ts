/** Facts of a log line; the sentence beside them is constant. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * error: we must act. warn: a peer misbehaved, or we degraded. info: a call's life, and refused requests. debug:
 * protocol. security: who was let in, and who was not.
 */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'security';

export interface Logger {
  readonly error: (fields: LogFields, sentence: string) => void;
  readonly warn: (fields: LogFields, sentence: string) => void;
  readonly info: (fields: LogFields, sentence: string) => void;
  readonly debug: (fields: LogFields, sentence: string) => void;
  readonly security: (fields: LogFields, sentence: string) => void;
  /** A logger whose every line carries these fields too. */
  readonly child: (fields: LogFields) => Logger;
}

/** Builds a Logger from one function that takes a finished line. */
export function makeLogger(
  write: (level: LogLevel, fields: LogFields, sentence: string) => void,
  always: LogFields = {},
): Logger {
  const at =
    (level: LogLevel) =>
    (fields: LogFields, sentence: string): void =>
      write(level, { ...always, ...fields }, sentence);
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    security: at('security'),
    child: (fields) => makeLogger(write, { ...always, ...fields }),
  };
}
