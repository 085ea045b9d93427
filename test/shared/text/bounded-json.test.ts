import { maxJsonDepth, maxJsonValues, parseBoundedJson } from '../../../src/shared/text/bounded-json';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a JSON text of a peer', () => {
  it.each([
    ['as many levels as allowed', nested(maxJsonDepth)],
    ['more lists than levels are allowed', `[${'[],{},'.repeat(maxJsonDepth)}1]`],
    ['brackets in strings', JSON.stringify(['[{'.repeat(1000), '\\"[', 'a"[['.repeat(100)])],
    ['as many values as allowed', `[${'1,'.repeat(maxJsonValues - 1)}1]`],
    ['commas in strings', JSON.stringify([','.repeat(2 * maxJsonValues)])],
  ])('is read with %s', (_what, text) => {
    expect(parseBoundedJson(text)).toEqual({ outcome: 'read', value: JSON.parse(text) as unknown });
  });

  it.each([
    ['nested more than 100 levels deep', nested(maxJsonDepth + 1)],
    ['nested more than 100 levels deep', `${' '.repeat(maxJsonValues)}${nested(100_000)}`],
    ['more than 20000 values', `[${'1,'.repeat(maxJsonValues)}1]`],
    ['not valid', '[1,'],
  ])('is refused when it is or has %s', (reason, text) => {
    expect(parseBoundedJson(text)).toEqual({ outcome: 'refused', reason: expect.stringContaining(reason) as string });
  });
});
