/** Thrown for a session description that cannot be read; nothing else is thrown because of what a peer has sent. */
export class SdpRefusal extends Error {
  constructor(
    /** Counted from one. */
    readonly line: number,
    readonly reason: string,
  ) {
    super(`session description, line ${line}: ${reason}`);
  }
}
