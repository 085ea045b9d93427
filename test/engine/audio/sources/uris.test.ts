import * as fc from 'fast-check';
import { parseMediaUri } from '../../../../src/engine/audio/sources/media-uri';
import { sayCharacters, sayDigits, sayNumber } from '../../../../src/engine/audio/sources/say';
import type { Spoken } from '../../../../src/engine/audio/sources/say';

const words = (spoken: Spoken) =>
  'prompts' in spoken ? spoken.prompts.join(' ').replaceAll('digits/', '') : undefined;

describe('a number', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['7', '7'],
    ['20', '20'],
    ['42', '40 2'],
    ['-5', 'minus 5'],
    ['+13', '13'],
    ['100', '1 hundred'],
    ['219', '2 hundred 19'],
    ['1000', '1 thousand'],
    ['1001', '1 thousand 1'],
    ['12345', '12 thousand 3 hundred 40 5'],
    ['1000000', '1 million'],
    ['900020003', '9 hundred million 20 thousand 3'],
    ['2000000000', '2 billion'],
    ['0007', '7'],
  ])('%s is said', (text, said) => {
    expect(words(sayNumber(text))).toBe(said);
  });

  it.each(['', 'notanumber', '12a', '1.5', '--3', '1e3', '- 5'])('is none in %p', (text) => {
    expect(sayNumber(text)).toEqual({ refused: expect.stringContaining('not a whole number') as string });
  });

  it('is refused when there are no words for it', () => {
    expect(sayNumber('1000000000000')).toHaveProperty('refused');
    expect(words(sayNumber('999999999999'))).toContain('billion');
  });

  it('says back what was asked, for every number', () => {
    const scale: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };
    const heard = (said: string) => {
      let [total, group] = [0, 0];
      for (const word of said.split(' ')) {
        if (word === 'hundred') group *= 100;
        else if (scale[word] === undefined) group += Number(word);
        else [total, group] = [total + group * scale[word], 0];
      }
      return total + group;
    };
    fc.assert(
      fc.property(fc.oneof(fc.nat(3000), fc.nat(999_999_999_999)), (number) => {
        expect(heard(words(sayNumber(String(number))) ?? '')).toBe(number);
      }),
    );
  });
});

describe('digits', () => {
  it('are said one by one, and other signs passed over', () => {
    expect(words(sayDigits('12'))).toBe('1 2');
    expect(words(sayDigits('1a*#-0'))).toBe('1 star pound minus 0');
  });

  it('are refused when there is none', () => {
    expect(sayDigits('')).toHaveProperty('refused');
    expect(sayDigits('abc')).toHaveProperty('refused');
  });
});

describe('characters', () => {
  it('are spelled, in either case and without accents', () => {
    expect(sayCharacters('aB7/É @')).toEqual({
      prompts: ['letters/a', 'letters/b', 'digits/7', 'letters/slash', 'letters/e', 'letters/space', 'letters/at'],
    });
  });

  it('may be none at all, but not only such as have no name', () => {
    expect(sayCharacters('')).toEqual({ prompts: [] });
    expect(sayCharacters('語')).toHaveProperty('refused');
    expect(sayCharacters('語a')).toEqual({ prompts: ['letters/a'] });
  });
});

describe('a media URI', () => {
  it.each([
    ['sound:hello-world', { kind: 'sound', name: 'hello-world' }],
    ['sound:/a/b:c', { kind: 'sound', name: '/a/b:c' }],
    ['recording:a/b', { kind: 'recording', name: 'a/b' }],
    ['number:-5', { kind: 'number', text: '-5' }],
    ['digits:1*', { kind: 'digits', text: '1*' }],
    ['characters:', { kind: 'characters', text: '' }],
    ['tone:ring', { kind: 'tone', name: 'ring', zone: undefined }],
    ['tone:dial;tonezone=fr', { kind: 'tone', name: 'dial', zone: 'fr' }],
    ['tone:350+440/300,0/200;x=1;tonezone= de ', { kind: 'tone', name: '350+440/300,0/200', zone: 'de' }],
    ['tone:;tonezone=', { kind: 'tone', name: '', zone: undefined }],
  ])('%s is understood', (uri, wanted) => {
    expect(parseMediaUri(uri)).toEqual(wanted);
  });

  it.each(['', 'hello', 'Sound:x', 'http://x/y', 'sound', ' sound:x', '0/200'])('%p asks for nothing known', (uri) => {
    expect(parseMediaUri(uri)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('sound:') as string });
  });

  it('of a sound or recording needs a name', () => {
    expect(parseMediaUri('sound:')).toMatchObject({ kind: 'unknown' });
    expect(parseMediaUri('recording:')).toMatchObject({ kind: 'unknown' });
  });
});
