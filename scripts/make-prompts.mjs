// Makes sounds/en and moh/ again, with espeak-ng and sox (Debian: apt-get install espeak-ng sox). Only who changes a
// prompt needs it: the results are part of the repository.
//
//   npx tsx scripts/make-prompts.mjs
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { G722 } from '../src/media/codecs/g722.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'sounds', 'en');
const rate = '16000';

const numbers = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
];
const tens = { 30: 'thirty', 40: 'forty', 50: 'fifty', 60: 'sixty', 70: 'seventy', 80: 'eighty', 90: 'ninety' };
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const ordinals = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh'],
  ...['twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth'],
  'twentieth',
];
const digits = {
  ...Object.fromEntries(numbers.map((word, number) => [number, word])),
  ...tens,
  ...Object.fromEntries(days.map((word, day) => [`day-${day}`, word])),
  ...Object.fromEntries(months.map((word, month) => [`mon-${month}`, word])),
  ...Object.fromEntries(ordinals.map((word, index) => [`h-${index + 1}`, word])),
  ...{ 'h-30': 'thirtieth', at: 'at', oclock: "o'clock", 'a-m': 'A M', 'p-m': 'P M' },
  ...{ today: 'today', yesterday: 'yesterday' },
  ...Object.fromEntries(
    ['hundred', 'thousand', 'million', 'billion', 'minus', 'oh', 'star', 'pound'].map((word) => [word, word]),
  ),
};

const signs = {
  'exclaimation-point': 'exclamation point',
  at: 'at',
  dollar: 'dollar',
  dash: 'dash',
  dot: 'dot',
  equals: 'equals',
  plus: 'plus',
  slash: 'slash',
  space: 'space',
  underscore: 'underscore',
  colon: 'colon',
  semicolon: 'semicolon',
  comma: 'comma',
  'question-mark': 'question mark',
  percent: 'percent',
  ampersand: 'ampersand',
  'open-parenthesis': 'open parenthesis',
  'close-parenthesis': 'close parenthesis',
  apostrophe: 'apostrophe',
  quote: 'quote',
  tilde: 'tilde',
  backslash: 'backslash',
};

/** The words of the phonetic alphabet, one for each letter. */
const alphabet = [
  ...['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliet', 'kilo', 'lima'],
  ...['mike', 'november', 'oscar', 'papa', 'quebec', 'romeo', 'sierra', 'tango', 'uniform', 'victor', 'whiskey'],
  ...['x-ray', 'yankee', 'zulu'],
];

const phrases = {
  'hello-world': 'Hello world.',
  goodbye: 'Goodbye.',
  'thank-you': 'Thank you.',
  'please-try-again': 'Please try again.',
  invalid: 'I am sorry, that is not valid.',
  'one-moment-please': 'One moment please.',
  'please-enter-your-number': 'Please enter your number, followed by the pound key.',
  'all-lines-busy': 'All lines are busy at the moment.',
  'your-call-is-recorded': 'This call is being recorded.',
  'leave-a-message': 'Please leave a message after the tone.',
  'demo-greeting': 'Welcome to Patchbay. Your call has arrived, and you are hearing it work.',
};

/** What conferences say, under the names that existing sets of prompts have. */
const conference = {
  'conf-getpin': 'Please enter the PIN of the conference, followed by the pound key.',
  'conf-invalidpin': 'This PIN does not fit.',
  'conf-onlyperson': 'You are the first in this conference.',
  'conf-onlyone': 'One other participant is in this conference.',
  'conf-thereare': 'In this conference, there are',
  'conf-otherinparty': 'other participants.',
  'conf-waitforleader': 'The conference begins as soon as its leader is here.',
  'conf-leaderhasleft': 'The leader has left.',
  'conf-placeintoconf': 'The conference begins now.',
  'conf-kicked': 'You have been removed from the conference.',
  'conf-muted': 'You are muted.',
  'conf-unmuted': 'You can be heard again.',
  'conf-locked': 'This conference takes no further participants.',
  'conf-lockednow': 'The conference is locked.',
  'conf-unlockednow': 'The conference is open.',
  'conf-now-muted': 'All participants are muted.',
  'conf-now-unmuted': 'All participants can be heard again.',
};

const spoken = {
  ...underFolder('digits', digits),
  ...underFolder('letters', signs),
  ...underFolder('phonetic', Object.fromEntries(alphabet.map((word) => [`${word.charAt(0)}_p`, word]))),
  ...phrases,
  ...conference,
};
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Sounds without speech: what they are, and how sox makes them. */
const tones = {
  beep: { text: '(a beep)', make: ['0.25', 'sine', '1000', 'gain', '-12', 'fade', '0.01', '0.25', '0.01'] },
  beeperr: {
    text: '(a low double beep)',
    make: ['0.15', 'sine', '425', 'gain', '-12', 'pad', '0', '0.1', 'repeat', '1'],
  },
  'confbridge-join': {
    text: '(a rising tone)',
    make: ['0.3', 'sine', '400/800', 'gain', '-18', 'fade', '0.02', '0.3', '0.05'],
  },
  'confbridge-leave': {
    text: '(a falling tone)',
    make: ['0.3', 'sine', '800/400', 'gain', '-18', 'fade', '0.02', '0.3', '0.05'],
  },
  'tone-test-1000': {
    text: '(one second of 1000 hertz, 20 decibels below full)',
    make: ['1', 'sine', '1000', 'gain', '-20'],
  },
  'tone-test-sweep': {
    text: '(two seconds from 300 to 3400 hertz)',
    make: ['2', 'sine', '300/3400', 'gain', '-20'],
  },
};

/** Seconds of silence, each under its number. */
const silences = Array.from({ length: 10 }, (_, index) => index + 1);

const scratch = mkdtempSync(join(tmpdir(), 'prompts-'));
try {
  for (const [id, text] of Object.entries(spoken)) speak(id, text);
  // The synthesiser says the name of a letter when it stands alone; in a sentence "a" would be an article.
  for (const letter of letters) speak(`letters/${letter}`, `<say-as interpret-as="characters">${letter}</say-as>`);
  for (const [id, { make }] of Object.entries(tones)) finish(id, ['-n'], ['synth', ...make]);
  silences.forEach(keepSilent);
  describe();
  makeMusic();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function underFolder(name, texts) {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [`${name}/${id}`, text]));
}

function speak(id, text) {
  const raw = join(scratch, 'spoken.wav');
  run('espeak-ng', ['-m', '-v', 'en-gb+f3', '-s', '150', '-p', '45', '-w', raw, text]);
  // Cut to the voice with a breath around it, and brought to one loudness.
  const trim = ['silence', '1', '0.01', '0.3%', 'reverse', 'silence', '1', '0.01', '0.3%', 'reverse'];
  finish(id, [raw], ['highpass', '80', ...trim, 'norm', '-5', 'pad', '0.03', '0.08']);
}

function finish(id, input, effects) {
  const raw = join(scratch, 'finished.raw');
  const from = input[0] === '-n' ? ['-r', rate, '-c', '1', ...input] : input;
  // -R: the same noise for dithering in every run, so that the same prompt gives the same bytes.
  const plain = ['-t', 'raw', '-L', '-r', rate, '-c', '1', '-b', '16', '-e', 'signed-integer'];
  run('sox', ['-R', ...from, ...plain, raw, ...effects]);
  const bytes = readFileSync(raw);
  const samples = Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at));
  const file = join(folder, `${id}.g722`);
  mkdirSync(dirname(file), { recursive: true });
  // A quarter of the size of plain samples: the prompts are the largest part of the package.
  writeFileSync(file, new G722().encode(samples));
}

/** As µ-law, where silence is one byte again and again, so that it takes no room in the package. */
function keepSilent(seconds) {
  mkdirSync(join(folder, 'silence'), { recursive: true });
  writeFileSync(join(folder, 'silence', `${seconds}.ulaw`), Buffer.alloc(seconds * 8000, 0xff));
}

/** The list that tells people, and the sounds resource, what is said. */
function describe() {
  const texts = {
    ...spoken,
    ...Object.fromEntries(letters.map((letter) => [`letters/${letter}`, letter.toUpperCase()])),
    ...Object.fromEntries(Object.entries(tones).map(([id, { text }]) => [id, text])),
    ...Object.fromEntries(silences.map((seconds) => [`silence/${seconds}`, `(silence, ${seconds} s)`])),
  };
  const lines = Object.keys(texts)
    .sort()
    .map((id) => `${id}: ${texts[id]}`);
  const head = '; What the sounds in this folder say. Made by scripts/make-prompts.mjs, as they are.\n';
  writeFileSync(join(folder, 'core-sounds-en.txt'), `${head}${lines.join('\n')}\n`);
}

/** Four quiet chords, one after another, for callers who wait. */
function makeMusic() {
  const chords = [
    ['C3', 'G3', 'E4', 'B4'],
    ['A2', 'E3', 'C4', 'G4'],
    ['F2', 'C3', 'A3', 'E4'],
    ['G2', 'D3', 'B3', 'D4'],
  ];
  const parts = chords.map((notes, index) => {
    const part = join(scratch, `chord-${index}.wav`);
    const strings = notes.flatMap((note) => ['pluck', note]);
    const delays = notes.map((_, at) => String(at * 0.5));
    const shape = ['delay', ...delays, 'remix', '-', 'fade', '0.01', '4', '0.5', 'norm', '-16'];
    run('sox', ['-R', '-n', '-r', '8000', '-b', '16', part, 'synth', '4', ...strings, ...shape]);
    return part;
  });
  mkdirSync(join(root, 'moh'), { recursive: true });
  const file = join(root, 'moh', 'four-chords.ulaw');
  run('sox', ['-R', ...parts, '-t', 'raw', '-e', 'mu-law', '-r', '8000', '-b', '8', '-c', '1', file]);
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}
