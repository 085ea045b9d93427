import { basename } from 'node:path';
import { getSystemErrorMap } from 'node:util';

/** An audio file that cannot be read or written, with a readable reason. */
export class AudioFileError extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${basename(path)}: ${reason}`, options);
  }

  /** For errors of the operating system. */
  static from(path: string, cause: unknown): AudioFileError {
    return cause instanceof AudioFileError ? cause : new AudioFileError(path, systemReason(cause), { cause });
  }
}

/** In the system's words, without the paths that Node puts into its messages. */
function systemReason(error: unknown): string {
  const { errno, message } = (error ?? {}) as { readonly errno?: number; readonly message?: string };
  return getSystemErrorMap().get(Number(errno))?.[1] ?? message ?? String(error);
}
