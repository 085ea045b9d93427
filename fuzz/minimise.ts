import type { HttpCase } from './http-case';

/** Makes a failing request smaller, part by part, as long as it goes on failing and there is time (in milliseconds). */
export async function minimise(
  one: HttpCase,
  stillFails: (smaller: HttpCase) => Promise<boolean>,
  atMost: number,
): Promise<HttpCase> {
  const deadline = Date.now() + atMost;
  let best = one;
  for (let tries = 0; tries < 300;) {
    let progress = false;
    for (const candidate of smallerThan(best)) {
      if (Date.now() >= deadline) return best;
      tries += 1;
      if (!(await stillFails(candidate))) continue;
      best = candidate;
      progress = true;
      break;
    }
    if (!progress) break;
  }
  return best;
}

/** One at a time: most are never looked at, and each costs a copy. */
function* smallerThan(one: HttpCase): Generator<HttpCase> {
  for (const headers of fewer(one.headers)) yield { ...one, headers };
  for (const target of smallerTargets(one.target)) yield { ...one, target };
  for (const body of smallerBodies(one.body)) yield { ...one, body };
  if (one.framing === 'chunked') yield { ...one, framing: 'length' };
}

function* smallerTargets(target: string): Generator<string> {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const pairs = query === '' ? [] : query.split('&');
  for (const rest of fewer(pairs)) yield rest.length === 0 ? path : `${path}?${rest.join('&')}`;
  const shorter = path.replace(/[^/]{9,}/, (segment) => segment.slice(0, segment.length / 2));
  if (shorter !== path) yield query === '' ? shorter : `${shorter}?${query}`;
}

function* smallerBodies(body: Buffer): Generator<Buffer> {
  if (body.length === 0) return;
  yield Buffer.alloc(0);
  for (const text of smallerJson(body)) yield Buffer.from(text);
  const middle = Math.floor(body.length / 2);
  if (middle > 0) yield* [body.subarray(0, middle), body.subarray(middle)];
}

/** Without one of its members, or with one of them made trivial. */
function smallerJson(body: Buffer): string[] {
  try {
    const value = JSON.parse(body.toString()) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const entries = Object.entries(value as Record<string, unknown>);
    const simpler = entries.map((_, at) =>
      entries.map(([name, inner], index) => [name, index === at ? 0 : inner] as const),
    );
    return [...withoutEach(entries), ...simpler]
      .map((rest) => JSON.stringify(Object.fromEntries(rest)))
      .filter((text) => text.length < body.length);
  } catch {
    return []; // no JSON, or too deep to be written again
  }
}

/** Many are halved first; of a few, each is left out in turn. */
function fewer<Item>(items: readonly Item[]): Item[][] {
  const middle = Math.floor(items.length / 2);
  return items.length > 20 ? [items.slice(0, middle), items.slice(middle)] : withoutEach(items);
}

function withoutEach<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, at) => items.filter((__, index) => index !== at));
}
