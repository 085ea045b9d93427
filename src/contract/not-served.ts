/**
 * An operation that this server knows but cannot carry out as it is. Thrown by handlers that have checked everything
 * else first; every door answers it alike, and it is not a fault.
 */
export class NotServedError extends Error {
  override readonly name = 'NotServedError';
  readonly code: 'not-served' | 'module-not-loaded' = 'not-served';
}

/** The same for want of a module. `what` is the subject of a sentence: `a holding bridge`. */
export class ModuleMissingError extends NotServedError {
  override readonly code = 'module-not-loaded';

  constructor(what: string, module: string) {
    super(`${what} needs the module ${module}, which is not loaded`);
  }
}
