/** Facts of a log line; the sentence beside them is constant. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * error: we must act. warn: a peer misbehaved, or we degraded. info: a call's life, and refused requests. debug:
 * protocol. security: successful and failed logins.
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

/** The destination of lines, and the levels in use. */
export interface LineTarget {
  readonly write: (level: LogLevel, fields: LogFields, sentence: string) => void;
  /** Asked before the fields are put together, which costs a hundred times more; all levels are wanted without it. */
  readonly wants?: (level: LogLevel) => boolean;
}

/** Builds a Logger over a target; a bare function takes every line. */
export function makeLogger(target: LineTarget | LineTarget['write'], always?: LogFields): Logger {
  const { write, wants = () => true } = typeof target === 'function' ? { write: target } : target;
  const at =
    (level: LogLevel) =>
    (fields: LogFields, sentence: string): void => {
      if (wants(level)) write(level, always === undefined ? fields : { ...always, ...fields }, sentence);
    };
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    security: at('security'),
    child: (fields) => makeLogger(target, { ...always, ...fields }),
  };
}
