/**
 * Silences @ipcom/asterisk-ari, which tells about every step it takes, and notes its timers: its heartbeat outlives it,
 * because closing removes the listener that would have stopped it. The result undoes both. To be called when a suite
 * begins, not when it is declared: suites that share a process would undo it for each other.
 */
export function noteLeftovers(): () => void {
  const timers = jest.spyOn(global, 'setInterval');
  const silenced = (['log', 'warn', 'error'] as const).map((level) =>
    jest.spyOn(console, level).mockImplementation(() => undefined),
  );
  return () => {
    for (const { value } of timers.mock.results) clearInterval(value as NodeJS.Timeout);
    for (const spy of [timers, ...silenced]) spy.mockRestore();
  };
}
