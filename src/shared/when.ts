/** Goes on with a value: at once when it is there, and otherwise when it comes. */
export function when<Value, Result>(
  value: Value | Promise<Value>,
  go: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(go) : go(value);
}
