import fc from 'fast-check';
import { routes } from '../../generated/routes';
import { cases } from '../support/effort';
import type { OpenDoor, WireReply, WireRequest } from './doors';
import { openContractDoor, openFastDoor } from './doors';
import { requestsTo } from './spoilt-requests';

/** What is known to differ between our validators and the one that reads the document; ours refuse all of these. */
const knownDifferences: readonly {
  readonly why: string;
  readonly isAllowed: (refusal: Refusal) => boolean;
  readonly example: WireRequest;
}[] = [
  {
    why: 'the other validator takes whatever JavaScript reads as a number, hexadecimal, exponents and Infinity included',
    isAllowed: ({ given }) =>
      /^'.*'$/.test(given) && !/^'\s*[+-]?\d+(\.\d+)?\s*'$/.test(given) && !Number.isNaN(Number(given.slice(1, -1))),
    example: { method: 'POST', target: '/channels?endpoint=Local/1&timeout=1e3' },
  },
  {
    why: 'the other validator knows no upper bound of 64-bit integers, where ours stops at what JavaScript can hold',
    isAllowed: ({ given }) => /^-?\d/.test(given) && Math.abs(Number(given)) > Number.MAX_SAFE_INTEGER,
    example: { method: 'POST', target: '/channels?endpoint=Local/1&priority=9007199254740993' },
  },
];

/** What our validator says about a request that it does not let through. */
interface Refusal {
  readonly message: string;
  /** The value, as the message quotes it. */
  readonly given: string;
}

const seeds = [20_261_115, Date.now() & 0x7fffffff];
let ours: OpenDoor;
let theirs: OpenDoor;

beforeAll(async () => {
  // Behind the other door every parameter is right as far as we are concerned: only the document can object.
  const trusting = routes.map((route) => ({ ...route, validate: () => true }));
  [ours, theirs] = await Promise.all([openFastDoor(), openContractDoor({ routes: trusting })]);
});
afterAll(() => Promise.all([ours.close(), theirs.close()]));

/** Undefined: let through. */
async function ourRefusal(request: WireRequest): Promise<Refusal | undefined> {
  const { status, body } = await ours.ask(request);
  if (status < 300) return undefined;
  expect({ request, status }).toEqual({ request, status: 400 });
  const { message } = JSON.parse(body) as { readonly message: string };
  return { message, given: /cannot be (.*?): give/s.exec(message)?.[1] ?? '' };
}

async function theirRefusal(request: WireRequest): Promise<string | undefined> {
  theirs.violations.splice(0);
  const { status, body }: WireReply = await theirs.ask(request);
  if (status < 300) return undefined;
  // Only a body that is no JSON is refused before the document is asked.
  if (status !== 400) expect({ request, kind: theirs.violations[0]?.kind }).toEqual({ request, kind: 'request' });
  return body;
}

async function disagreement(request: WireRequest): Promise<object | undefined> {
  const [mine, other] = [await ourRefusal(request), await theirRefusal(request)];
  if ((mine === undefined) === (other === undefined)) return undefined;
  if (mine !== undefined && knownDifferences.some(({ isAllowed }) => isAllowed(mine))) return undefined;
  return { request, ours: mine?.message ?? 'accepted', theirs: other ?? 'accepted' };
}

const served = routes.filter(({ websocketProtocol }) => websocketProtocol === undefined);

describe('our validators and the one that reads the OpenAPI document', () => {
  it.each(served.map((route) => [route.operation, route] as const))('agree on requests to %s', async (_, route) => {
    for (const seed of seeds) {
      await fc.assert(
        fc.asyncProperty(requestsTo(route), async (request) => {
          expect(await disagreement(request)).toBeUndefined();
        }),
        { seed, numRuns: cases(route.parameters.length > 3 ? { few: 3, many: 100 } : { few: 2, many: 20 }) },
      );
    }
  });

  it('agree on the aliases of an operation', async () => {
    const spellings = served.flatMap((route) => route.aliases.map((path) => ({ ...route, path })));

    for (const route of spellings) {
      await fc.assert(
        fc.asyncProperty(requestsTo(route), async (request) => {
          expect(await disagreement(request)).toBeUndefined();
        }),
        { seed: seeds[0] ?? 0, numRuns: cases({ few: 1, many: 20 }) },
      );
    }
  });

  it.each(knownDifferences)('differ where it is known: $why', async ({ example, isAllowed }) => {
    const mine = await ourRefusal(example);

    expect(mine && isAllowed(mine)).toBe(true);
    expect(await theirRefusal(example)).toBeUndefined();
  });
});
