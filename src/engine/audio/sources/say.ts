/** The prompts that say something, in their order; or why it cannot be said. */
export type Spoken = { readonly prompts: readonly string[] } | { readonly refused: string };

const scales = ['', 'thousand', 'million', 'billion'] as const;
/** Digits that the scales above can name. */
const maxDigits = 3 * scales.length;

/** A whole number as one says it: `-42` is minus, forty, two. */
export function sayNumber(text: string): Spoken {
  const [, sign, digits] = /^\s*([+-]?)(\d+)\s*$/.exec(text) ?? [];
  if (digits === undefined) return { refused: `'${shortened(text)}' is not a whole number` };
  const significant = digits.replace(/^0+(?=\d)/, '');
  if (significant.length > maxDigits) return { refused: `${shortened(text)} is too large to be said` };
  const number = Number(significant);
  const minus = sign === '-' && number !== 0 ? ['digits/minus'] : [];
  return { prompts: [...minus, ...(number === 0 ? ['digits/0'] : groups(number))] };
}

/** The prompts of each group of three digits, the highest first. */
function groups(number: number): string[] {
  return scales
    .flatMap((scale, power) => {
      const group = Math.floor(number / 1000 ** power) % 1000;
      return group === 0 ? [] : [[...belowThousand(group), ...(scale === '' ? [] : [`digits/${scale}`])]];
    })
    .reverse()
    .flat();
}

function belowThousand(number: number): string[] {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const said = hundreds === 0 ? [] : [`digits/${hundreds}`, 'digits/hundred'];
  if (rest === 0) return said;
  if (rest <= 20) return [...said, `digits/${rest}`];
  const ones = rest % 10;
  return [...said, `digits/${rest - ones}`, ...(ones === 0 ? [] : [`digits/${ones}`])];
}

const digitNames: ReadonlyMap<string, string> = new Map([
  ...[...'0123456789'].map((digit) => [digit, `digits/${digit}`] as const),
  ['*', 'digits/star'],
  ['#', 'digits/pound'],
  ['-', 'digits/minus'],
]);

/** Digit by digit. Other characters are ignored; at least one digit is required. */
export function sayDigits(text: string): Spoken {
  const prompts = [...text].flatMap((sign) => digitNames.get(sign) ?? []);
  if (prompts.length === 0) return { refused: `'${shortened(text)}' has no digit in it` };
  return { prompts };
}

/** Existing sets of prompts misspell the first of these, so we have to look for it under that name. */
const signNames: Readonly<Record<string, string>> = {
  '!': 'letters/exclaimation-point',
  '@': 'letters/at',
  $: 'letters/dollar',
  '-': 'letters/dash',
  '.': 'letters/dot',
  '=': 'letters/equals',
  '+': 'letters/plus',
  '/': 'letters/slash',
  ' ': 'letters/space',
  '*': 'digits/star',
  '#': 'digits/pound',
  _: 'letters/underscore',
  ':': 'letters/colon',
  ';': 'letters/semicolon',
  ',': 'letters/comma',
  '?': 'letters/question-mark',
  '%': 'letters/percent',
  '&': 'letters/ampersand',
  '(': 'letters/open-parenthesis',
  ')': 'letters/close-parenthesis',
  "'": 'letters/apostrophe',
  '"': 'letters/quote',
  '~': 'letters/tilde',
  '\\': 'letters/backslash',
};

/** Sign by sign, letters in either case and without their accents. Characters without a name are ignored. */
export function sayCharacters(text: string): Spoken {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const prompts = [...plain].flatMap((sign) => characterName(sign) ?? []);
  if (prompts.length === 0 && text !== '') return { refused: `no sign of '${shortened(text)}' can be said` };
  return { prompts };
}

function characterName(sign: string): string | undefined {
  if (/^[a-z]$/.test(sign)) return `letters/${sign}`;
  if (/^\d$/.test(sign)) return `digits/${sign}`;
  return Object.hasOwn(signNames, sign) ? signNames[sign] : undefined;
}

/** Long texts are shortened in messages. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
