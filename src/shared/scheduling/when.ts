/** Continues with a value: synchronously when it is available, otherwise when it resolves. */
export function when<Value, Result>(
  value: Value | Promise<Value>,
  go: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(go) : go(value);
}
