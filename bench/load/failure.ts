/** A promise that only ever rejects: what waits for something else races it, to hear of trouble at once. */
export interface FailureSignal {
  readonly failed: Promise<never>;
  readonly fail: (error: Error) => void;
}

export function failureSignal(): FailureSignal {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Not every run waits for it until its end; a failure that comes after the end concerns nobody.
  failed.catch(() => undefined);
  return { failed, fail };
}
