import fc from 'fast-check';
import { readConfFile } from '../../../src/config/reader/conf-file';
import type { ConfDisk } from '../../../src/config/reader/conf-disk';
import { Findings } from '../../../src/config/reader/findings';
import { readDialplan } from '../../../src/dialplan/plan/read-dialplan';
import { showDialplan } from '../../../src/dialplan/plan/show-dialplan';
import { cases } from '../../support/effort';

function read(text: string) {
  const disk: ConfDisk = {
    readFile: (path) => (path === '/x/extensions.conf' ? { kind: 'text', text } : { kind: 'missing' }),
    listFolder: () => [],
  };
  const findings = new Findings();
  const conf = readConfFile('/x/extensions.conf', { folder: '/x', disk });
  return { dialplan: readDialplan(conf, { findings, applications: ['NoOp'], now: () => 0 }), findings };
}

const anyText = fc.string({ unit: 'binary', maxLength: 30 });
const piece = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      's',
      '100',
      '_X.',
      '_[1-3]!',
      '1',
      'n',
      'n+2',
      's',
      'hint',
      '(a)',
      'NoOp()',
      'Set(a=b)',
      ',',
      '/',
      '(',
      ')',
      '=',
      '>',
      '&',
      '-',
      '|',
      '*',
      '9:00-17:00',
      '$' + '{A}',
      '\\',
      ';',
      '"',
    ),
  },
  { weight: 1, arbitrary: anyText },
);
const key = fc.constantFrom('exten => ', 'same => ', 'include => ', 'ignorepat => ', 'switch => ', 'exten += ', '');
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(key, fc.array(piece, { maxLength: 6 })).map(([name, pieces]) => `${name}${pieces.join(',')}`),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(key, fc.array(piece, { maxLength: 6 })).map(([name, pieces]) => `${name}${pieces.join('')}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('[a]', '[b](a)', '[c](!)', '[a](+)', '[globals]', '[general]', '[__proto__]'),
  },
  { weight: 1, arbitrary: anyText },
);

describe('any text', () => {
  it('reads as a dialplan with complaints that name their lines, and never as an exception', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), anyText, (lines, dialled) => {
        const { dialplan, findings } = read(['[a]', ...lines].join('\n'));

        expect(findings.problems.filter(({ line: number = 0 }) => number < 1)).toEqual([]);
        for (const { name } of dialplan.contexts) {
          dialplan.find(name, dialled);
          dialplan.step(name, dialled, 1);
          dialplan.hintsOf(name);
          dialplan.couldMatchMore(name, dialled);
        }
        expect(typeof showDialplan(dialplan.contexts, '/x')).toBe('string');
      }),
      { numRuns: cases({ few: 100, many: 500 }) },
    );
  });

  it('that is the argument of an application arrives as it was written', () => {
    // What the reader of .conf files takes for comments, escapes and ends of lines is not the dialplan's business.
    const anyData = fc.string({ unit: 'grapheme' }).filter((text) => !/[;\r\n\\\u0085\u2028\u2029]/.test(text));
    fc.assert(
      fc.property(anyData, (data) => {
        const { dialplan, findings } = read(`[a]\nexten => s,1,NoOp(${data})\n`);

        expect(findings.problems).toEqual([]);
        expect(dialplan.step('a', 's', 1)?.data).toBe(data);
      }),
    );
  });

  it('that an extension is called by is found under that name and keeps its place in the order of lines', () => {
    const name = fc.stringMatching(/^[a-z0-9*#]{1,10}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (names, steps) => {
          const lines = names.flatMap((each) => [
            `exten => ${each},1,NoOp(${each} 1)`,
            ...Array.from({ length: steps - 1 }, (_, index) => `same => n,NoOp(${each} ${index + 2})`),
          ]);
          const { dialplan, findings } = read(`[a]\n${lines.join('\n')}\n`);

          expect(findings.problems).toEqual([]);
          const found = names.flatMap((each) =>
            Array.from({ length: steps }, (_, index) => dialplan.step('a', each, index + 1)?.data),
          );
          expect(found).toEqual(
            names.flatMap((each) => Array.from({ length: steps }, (_, index) => `${each} ${index + 1}`)),
          );
        },
      ),
    );
  });
});
