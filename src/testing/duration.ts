const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** A number of milliseconds, or a text such as `30s`, `1.5s`, `250ms`, `2min`. */
export type Duration = number | string;

export function milliseconds(duration: Duration): number {
  if (typeof duration === 'number' && duration >= 0) return duration;
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h)$/.exec(String(duration).trim()) ?? [];
  if (digits === '') throw new TypeError(`a duration is a number of milliseconds or such as '30s', got '${duration}'`);
  return Number(digits) * (units[unit] ?? 1);
}
