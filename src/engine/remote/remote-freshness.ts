import type { IncomingHttpHeaders } from 'node:http';

/** How long an answer may be used again without asking (RFC 9111 §5.2.2), in milliseconds; 0 has it asked for each time. */
export interface Freshness {
  readonly isKept: boolean;
  readonly lifetime: number;
}

/** What the headers say of it; undefined when they say nothing. */
export function freshnessOf(headers: IncomingHttpHeaders): Freshness | undefined {
  const control = headers['cache-control'];
  if (control === undefined) return undefined;
  const directives = control
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  if (directives.includes('no-store')) return { isKept: false, lifetime: 0 };
  if (directives.some((directive) => /^no-cache($|=)/.test(directive))) return { isKept: true, lifetime: 0 };
  const ages = directives.map((directive) => Number(/^max-age="?(\d{1,9})"?$/.exec(directive)?.[1] ?? Number.NaN));
  const age = ages.find((seconds) => !Number.isNaN(seconds)) ?? 0;
  return { isKept: true, lifetime: Math.max(0, age - onTheWay(headers)) * 1000 };
}

/** Seconds that it has lain in caches between its server and us. */
function onTheWay({ age = '' }: IncomingHttpHeaders): number {
  return /^\d{1,9}$/.test(age) ? Number(age) : 0;
}
