import type { HttpCase } from './http-case';

/** Makes a failing request smaller, part by part, as long as it goes on failing. */
export async function minimise(one: HttpCase, stillFails: (smaller: HttpCase) => Promise<boolean>): Promise<HttpCase> {
  let best = one;
  for (let tries = 0; tries < 300;) {
    const candidates = smallerThan(best);
    let progress = false;
    for (const candidate of candidates) {
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

function smallerThan(one: HttpCase): HttpCase[] {
  return [
    ...withoutEach(one.headers).map((headers) => ({ ...one, headers })),
    ...smallerTargets(one.target).map((target) => ({ ...one, target })),
    ...smallerBodies(one.body).map((body) => ({ ...one, body })),
    ...(one.framing === 'chunked' ? [{ ...one, framing: 'length' as const }] : []),
  ];
}

function smallerTargets(target: string): string[] {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const pairs = query === '' ? [] : query.split('&');
  const shorter = path.replace(/[^/]{9,}/, (segment) => segment.slice(0, segment.length / 2));
  const fewer = pairs.length > 50 ? halves(pairs) : withoutEach(pairs);
  return [
    ...fewer.map((rest) => (rest.length === 0 ? path : `${path}?${rest.join('&')}`)),
    ...(shorter === path ? [] : [query === '' ? shorter : `${shorter}?${query}`]),
  ];
}

function smallerBodies(body: Buffer): Buffer[] {
  if (body.length === 0) return [];
  return [
    Buffer.alloc(0),
    ...smallerJson(body).map((text) => Buffer.from(text)),
    ...halves([...body]).map((part) => Buffer.from(part)),
  ];
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

function withoutEach<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, at) => items.filter((__, index) => index !== at));
}

function halves<Item>(items: readonly Item[]): Item[][] {
  const middle = Math.floor(items.length / 2);
  return items.length < 2 ? [] : [items.slice(0, middle), items.slice(middle)];
}
