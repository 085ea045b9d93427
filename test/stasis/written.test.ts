import { Written, writeMembers } from '../../src/stasis/written';

describe('members that go into a message', () => {
  it('are written as JSON would write them', () => {
    const members = {
      plain: 'text',
      empty: '',
      quoted: 'say "hello" \\ back',
      control: 'a\nb\u0001\u007f',
      foreign: 'ünï 🙂 \ud83d \u2028',
      number: 1.5,
      yes: true,
      nothing: null,
      list: [1, { two: 2 }],
      object: { a: 'b' },
    };
    expect(JSON.parse(`{${writeMembers(members).slice(1)}}`)).toEqual(members);
    expect(`{${writeMembers(members).slice(1)}}`).toBe(JSON.stringify(members));
  });

  it('are left out without a value', () => {
    expect(writeMembers({ one: undefined, two: 2 })).toBe(',"two":2');
  });

  it('are taken over when they are written already', () => {
    expect(writeMembers({ channel: Written.of({ id: 'c1' }), digit: '1' })).toBe(',"channel":{"id":"c1"},"digit":"1"');
  });
});
