/**
 * Continues with a value synchronously when it is available, otherwise when it resolves: a promise would defer
 * everything by a turn. Errors go to `onError`.
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
