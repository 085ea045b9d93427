/**
 * Goes on with a value at once where it is there, and otherwise when it comes: a promise would put everything off by a
 * turn. What fails on the way to the value goes to `onError`.
 */
export function settle<Value>(
  start: () => Value | Promise<Value>,
  onValue: (value: Value) => void,
  onError: (error: Error) => void,
): void {
  let result: Value | Promise<Value>;
  try {
    result = start();
  } catch (error) {
    onError(asError(error));
    return;
  }
  if (result instanceof Promise) result.then(onValue, (error: unknown) => onError(asError(error)));
  else onValue(result);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
