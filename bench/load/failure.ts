/** A promise that only ever rejects: waiting code races it, to fail immediately. */
export interface FailureSignal {
  readonly failed: Promise<never>;
  readonly fail: (error: Error) => void;
}

export function failureSignal(): FailureSignal {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Not every run waits for it until its end; a failure after the end is ignored.
  failed.catch(() => undefined);
  return { failed, fail };
}
