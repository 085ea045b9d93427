import type { JsonValue } from '../../src/contract/json';
import { changedFilter, makePassage, openFilter } from '../../src/stasis/event-filter';

const [start, end] = [{ type: 'StasisStart' }, { type: 'StasisEnd', note: 'kept' }];
const present = { allowed: [start], disallowed: [end] };

describe('a filter', () => {
  it.each<[string, JsonValue | undefined, object | undefined]>([
    ['no body clears both lists', undefined, openFilter],
    ['an empty object clears both', {}, openFilter],
    ['an empty array clears both', [], openFilter],
    ['one list replaces only itself', { allowed: [end] }, { allowed: [end], disallowed: [end] }],
    ['an empty list empties itself', { disallowed: [] }, { allowed: [start], disallowed: [] }],
    ['other keys leave both as they are', { colour: 'red' }, present],
    ['a bare array stands for both', [start], { allowed: [start], disallowed: [start] }],
    ['a list that is none is refused', { allowed: 'StasisStart' }, undefined],
    ['an entry without a type is refused', { allowed: [{ kind: 'x' }] }, undefined],
    ['an entry with an empty type is refused', { disallowed: [{ type: '' }] }, undefined],
    ['a bare array of other things is refused', ['StasisStart'], undefined],
    ['a text is refused', 'StasisStart', undefined],
  ])('%s', (_, body, wanted) => {
    expect(changedFilter(present, body)).toEqual(wanted);
  });

  it('lets everything pass while nothing is named, and what is disallowed never', () => {
    expect(makePassage(openFilter)('Anything')).toBe(true);
    expect(makePassage({ allowed: [start], disallowed: [] })('StasisEnd')).toBe(false);
    expect(makePassage({ allowed: [start], disallowed: [start] })('StasisStart')).toBe(false);
  });
});
