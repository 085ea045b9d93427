import fc from 'fast-check';
import { join } from 'node:path';
import { compareSurfaces } from '../../../codegen/compat/compare';
import { formatReport } from '../../../codegen/compat/report';
import { checkRelease } from '../../../codegen/compat/rules';
import { surfaceOf } from '../../../codegen/compat/surface';
import { readSpec } from '../../../codegen/disk';
import { buildModel } from '../../../codegen/model/build-model';
import { nextMajor } from '../../../codegen/model/version';
import { loadSpec } from '../../../codegen/spec/load-spec';
import type { SpecDraft } from './compat-support';
import { aModel, anOperation, aParameter, surfaceAfter, text } from './compat-support';

const released = surfaceAfter();
const judge = (edit: (draft: SpecDraft) => void) => checkRelease(released, surfaceAfter(edit));

const withoutLabel = (draft: SpecDraft): void => {
  const parameters = draft.parameters('ring');
  parameters.splice(parameters.indexOf(draft.parameter('ring.label')), 1);
};

describe('the version that the rules demand', () => {
  it.each<[string, (draft: SpecDraft) => void, string]>([
    ['stays as it is when nothing changed', () => undefined, '1.0.0'],
    ['stays as it is when only texts changed', (draft) => (draft.operation('ring')['summary'] = 'Ring it.'), '1.0.0'],
    [
      'is the next minor when something was added',
      (draft) => draft.parameters('ring').push(aParameter('x', {})),
      '1.1.0',
    ],
    ['is the next major when a parameter was removed', withoutLabel, '2.0.0'],
    [
      'is the next major when something was added and something was removed',
      (draft) => {
        withoutLabel(draft);
        draft.parameters('ring').push(aParameter('x', {}));
      },
      '2.0.0',
    ],
  ])('%s', (_title, edit, demanded) => {
    expect(judge(edit).demanded).toBe(demanded);
  });
});

describe('a spec that follows the rules', () => {
  it.each<[string, (draft: SpecDraft) => void]>([
    ['may stay as it is', () => undefined],
    ['may add a dated parameter', (draft) => draft.parameters('ring').push(aParameter('colour', { since: ['1.1.0'] }))],
    [
      'may add an operation whose parameters carry no dates of their own',
      (draft) =>
        draft.add(
          'hush',
          '/phones/hush',
          anOperation({ type: 'Phone', since: ['1.1.0'], parameters: [aParameter('a', {})] }),
        ),
    ],
    [
      'may add a dated model and a dated property that uses it',
      (draft) => {
        draft.models.set('Bell', { ...aModel('Bell', { tone: text }, []), since: ['1.1.0'] });
        draft.properties('Phone')['bell'] = { $ref: 'Bell', description: 'Its bell.', since: ['1.1.0'] };
      },
    ],
    [
      'may date a new value by itself',
      (draft) => {
        draft.parameter('ring.mode')['enum'] = ['long', 'short', 'silent'];
        draft.parameter('ring.mode')['enumSince'] = { silent: ['1.1.0'] };
      },
    ],
    [
      'may date a new value at its parameter',
      (draft) => {
        draft.parameter('ring.mode')['enum'] = ['long', 'short', 'silent'];
        draft.parameter('ring.mode')['since'] = ['1.0.0', '1.1.0'];
      },
    ],
    [
      'may date a change of a property at its model',
      (draft) => {
        draft.model('Phone')['required'] = ['id', 'nick'];
        draft.model('Phone')['since'] = ['1.0.0', '1.1.0'];
      },
    ],
    [
      'may drop a value that clients only read, if the property says when',
      (draft) => {
        draft.property('Phone.state')['enum'] = ['idle'];
        draft.property('Phone.state')['since'] = ['1.0.0', '1.1.0'];
      },
    ],
    [
      'may change an operation that says when',
      (draft) => {
        draft.path('list').aliases.push('/phones/all');
        draft.operation('list')['since'] = ['1.0.0', '1.1.0'];
      },
    ],
    [
      'may remove a parameter at the next major',
      (draft) => {
        withoutLabel(draft);
        draft.operation('ring')['since'] = ['1.0.0', '2.0.0'];
      },
    ],
    ['may raise the major without breaking anything', (draft) => draft.since.push('2.0.0')],
    [
      'may raise the major for mere additions',
      (draft) => draft.parameters('ring').push(aParameter('colour', { since: ['2.0.0'] })),
    ],
  ])('%s', (_title, edit) => {
    expect(judge(edit).problems).toEqual([]);
  });

  it('goes on adding at the same version until that is released', () => {
    const first = (draft: SpecDraft) => draft.parameters('ring').push(aParameter('colour', { since: ['1.1.0'] }));
    const second = (draft: SpecDraft) => {
      first(draft);
      draft.parameters('ring').push(aParameter('weight', { since: ['1.1.0'] }));
    };

    expect(judge(second).problems).toEqual([]);
    expect(checkRelease(surfaceAfter(first), surfaceAfter(second)).demanded).toBe('1.2.0');
  });
});

describe('a spec that breaks the rules', () => {
  it.each<[string, (draft: SpecDraft) => void, string[]]>([
    [
      'removes a parameter without a new major',
      withoutLabel,
      [
        'the spec says version 1.0.0, but what breaks clients (phones.ring.label is gone: optional string in the query) demands 2.0.0: add "2.0.0" to the \'since\' of phones.ring',
      ],
    ],
    [
      'removes a parameter at a new minor',
      (draft) => {
        withoutLabel(draft);
        draft.operation('ring')['since'] = ['1.0.0', '1.1.0'];
      },
      [
        'the spec says version 1.1.0, but what breaks clients (phones.ring.label is gone: optional string in the query) demands 2.0.0: write "2.0.0" wherever it says "1.1.0"',
      ],
    ],
    [
      'removes an operation and more',
      (draft) => {
        draft.operations.delete('list');
        withoutLabel(draft);
      },
      [
        'the spec says version 1.0.0, but what breaks clients (phones.list is gone: GET /phones, and 1 more) demands 2.0.0: add "2.0.0" to the \'since\' of phones',
      ],
    ],
    [
      'removes a model that nothing is left to tell of',
      (draft) => draft.models.delete('Request'),
      [
        'the spec says version 1.0.0, but what breaks clients (Request is gone) demands 2.0.0: add "2.0.0" to the \'since\' of the resource it was part of',
      ],
    ],
    [
      'adds a parameter without a date',
      (draft) => draft.parameters('ring').push(aParameter('colour', {})),
      [
        'the spec says version 1.0.0, but a compatible change demands 1.1.0: date what changed with "1.1.0"',
        'parameter phones.ring.colour is new, but dated 1.0.0 while 1.0.0 is released: give it "since": ["1.1.0"]',
      ],
    ],
    [
      'adds a parameter that everybody has to give',
      (draft) => draft.parameters('ring').push(aParameter('colour', { required: true })),
      [
        'the spec says version 1.0.0, but what breaks clients (phones.ring.colour is new: required string in the query) demands 2.0.0: date what changed with "2.0.0"',
        'parameter phones.ring.colour is new, but dated 1.0.0 while 1.0.0 is released: give it "since": ["2.0.0"]',
      ],
    ],
    [
      'dates one addition and forgets the other',
      (draft) => {
        draft.parameters('ring').push(aParameter('colour', { since: ['1.1.0'] }));
        draft.properties('Phone')['bell'] = { ...text };
      },
      ['property Phone.bell is new, but dated 1.0.0 while 1.0.0 is released: give it "since": ["1.1.0"]'],
    ],
    [
      'changes an operation without a date',
      (draft) => {
        draft.parameter('ring.label')['since'] = ['1.0.0', '1.1.0'];
        draft.path('list').aliases.push('/phones/all');
      },
      [
        'operation phones.list is reachable at /phones/all too, but no version tells of it: add "1.1.0" to the \'since\' of phones.list',
        'operation phones.list is reachable at /telephones/all too, but no version tells of it: add "1.1.0" to the \'since\' of phones.list',
      ],
    ],
    [
      'changes a parameter and dates only its operation',
      (draft) => {
        draft.parameter('ring.count')['required'] = false;
        draft.operation('ring')['since'] = ['1.0.0', '1.1.0'];
      },
      [
        'parameter phones.ring.count is optional now, was required, but no version tells of it: add "1.1.0" to the \'since\' of phones.ring.count',
      ],
    ],
    [
      'adds a value without a date',
      (draft) => {
        draft.parameter('ring.mode')['enum'] = ['long', 'short', 'silent'];
        draft.parameter('ring.label')['since'] = ['1.0.0', '1.1.0'];
      },
      ['\'silent\' is a new value of phones.ring.mode, but not dated: add "silent": ["1.1.0"] to its \'enumSince\''],
    ],
    [
      'drops a value that clients read without a date',
      (draft) => {
        draft.property('Phone.state')['enum'] = ['idle'];
        draft.parameter('ring.label')['since'] = ['1.0.0', '1.1.0'];
      },
      [
        "'ringing' of Phone.state is no longer a value, but no version tells of it: add \"1.1.0\" to the 'since' of Phone.state",
      ],
    ],
    [
      'dates additions of a breaking release with the old major',
      (draft) => {
        withoutLabel(draft);
        draft.operation('ring')['since'] = ['1.0.0', '2.0.0'];
        draft.parameters('ring').push(aParameter('colour', { since: ['1.1.0'] }));
      },
      ['phones.ring.colour says 1.1.0, but after 1.0.0 comes 1.1.0 or 2.0.0, once: write "2.0.0"'],
    ],
    [
      'skips minor versions',
      (draft) => {
        for (const name of ['a', 'b', 'c', 'd', 'e'])
          draft.parameters('ring').push(aParameter(name, { since: ['1.7.0'] }));
      },
      [
        'phones.ring.a, phones.ring.b, phones.ring.c and 2 more say 1.7.0, but after 1.0.0 comes 1.1.0 or 2.0.0, once: write "1.1.0"',
      ],
    ],
    [
      'skips a major version',
      (draft) => {
        draft.add(
          'hush',
          '/phones/hush',
          anOperation({ type: 'Phone', since: ['3.0.0'], parameters: [aParameter('a', {})] }),
        );
        draft.add('mute', '/phones/mute', anOperation({ type: 'Phone', since: ['3.0.0'] }));
      },
      ['phones.hush and phones.mute say 3.0.0, but after 1.0.0 comes 1.1.0 or 2.0.0, once: write "1.1.0"'],
    ],
    [
      'raises the patch number',
      (draft) => (draft.parameter('ring.label')['since'] = ['1.0.0', '1.0.1']),
      ['the spec says version 1.0.1, but a compatible change demands 1.1.0: write "1.1.0" wherever it says "1.0.1"'],
    ],
    [
      'uses two versions for one release',
      (draft) => {
        draft.parameters('ring').push(aParameter('colour', { since: ['1.1.0'] }));
        draft.parameters('ring').push(aParameter('weight', { since: ['1.2.0'] }));
      },
      ['phones.ring.weight says 1.2.0, but after 1.0.0 comes 1.1.0 or 2.0.0, once: write "1.1.0"'],
    ],
    [
      'dates what is released anew',
      (draft) => (draft.parameter('ring.label')['since'] = ['1.1.0']),
      [
        'phones.ring.label was released with the \'since\' "1.0.0", but says "1.1.0" now: put "1.0.0" back, and let only versions newer than 1.0.0 follow',
      ],
    ],
    [
      'dates an operation anew, which is told once and not for each of its parameters',
      (draft) => (draft.operation('ring')['since'] = ['1.1.0']),
      [
        'phones.ring was released with the \'since\' "1.0.0", but says "1.1.0" now: put "1.0.0" back, and let only versions newer than 1.0.0 follow',
      ],
    ],
    [
      'dates a value anew that is released',
      (draft) => {
        draft.parameter('ring.label')['since'] = ['1.0.0', '1.1.0'];
        draft.parameter('ring.mode')['enumSince'] = { short: ['1.1.0'] };
      },
      ["'short' of phones.ring.mode was released without a version, but its 'enumSince' says 1.1.0: remove it there"],
    ],
  ])('is told so when it %s', (_title, edit, problems) => {
    expect(judge(edit).problems).toEqual(problems);
  });

  it('is told so when it forgets that a released entry had changed before', () => {
    const dated = (label: string[], silent: object) => (draft: SpecDraft) => {
      draft.since.push('1.2.0');
      draft.parameter('ring.label')['since'] = label;
      draft.parameter('ring.mode')['enumSince'] = silent;
    };
    const before = surfaceAfter(dated(['1.0.0', '1.1.0'], { short: ['1.2.0'] }));
    const after = surfaceAfter(dated(['1.0.0'], {}));

    expect(checkRelease(before, after).problems).toEqual([
      'phones.ring.label was released with the \'since\' "1.0.0", "1.1.0", but says "1.0.0" now: put "1.0.0", "1.1.0" back, and let only versions newer than 1.2.0 follow',
      "'short' of phones.ring.mode was released with 1.2.0, but its 'enumSince' says nothing: put \"1.2.0\" back",
    ]);
  });

  it('is told so when its version falls although nothing changed', () => {
    const before = surfaceAfter((draft) => draft.since.push('1.2.0'));

    expect(checkRelease(before, released).problems[0]).toBe(
      'the spec says version 1.0.0, but 1.2.0 is released: put "1.2.0" back',
    );
  });
});

describe('the report', () => {
  const reportOf = (edit: (draft: SpecDraft) => void): string => {
    const after = surfaceAfter(edit);
    return formatReport(released, after, checkRelease(released, after));
  };

  it('lists what happened, marks what breaks, and says what is missing', () => {
    const report = reportOf((draft) => {
      withoutLabel(draft);
      draft.add('hush', '/phones/hush', anOperation({ type: 'Phone', since: ['1.1.0'] }));
      draft.parameters('ring').push(aParameter('colour', {}));
      draft.parameter('ring.volume')['maximum'] = '9';
    });

    expect(report).toBe(`Interface 1.0.0 -> 1.1.0

Added (2)
    operation  phones.hush         is new: GET /phones/hush
    parameter  phones.ring.colour  is new: optional string in the query

Changed (1)
  ! parameter  phones.ring.volume  has the maximum 9 now, was 10

Removed (1)
  ! parameter  phones.ring.label  is gone: optional string in the query

4 changes: 2 breaking (marked !), 2 compatible.
The rules demand version 2.0.0; the spec says 1.1.0.

Missing (2)
  - the spec says version 1.1.0, but what breaks clients (phones.ring.label is gone: optional string in the
    query, and 1 more) demands 2.0.0: write "2.0.0" wherever it says "1.1.0"
  - parameter phones.ring.colour is new, but dated 1.0.0 while 1.0.0 is released: give it "since": ["2.0.0"]
`);
  });

  it('is short when nothing happened', () => {
    expect(reportOf(() => undefined)).toBe(`Interface 1.0.0 -> 1.0.0

Nothing that clients can see has changed.
The rules demand version 1.0.0; the spec says 1.0.0.
Nothing is missing.
`);
  });
});

describe('the spec of this project', () => {
  const surface = surfaceOf(buildModel(loadSpec(readSpec(join(__dirname, '../../../api-docs')))));

  it('differs in nothing from itself', () => {
    expect(compareSurfaces(surface, surface)).toEqual([]);
    expect(checkRelease(surface, surface)).toEqual({ changes: [], demanded: surface.version, problems: [] });
  });

  it('demands a major as soon as any one of its parameters is removed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...surface.parameters), ({ id }) => {
        const parameters = surface.parameters.filter((parameter) => parameter.id !== id);
        const { demanded, problems } = checkRelease(surface, { ...surface, parameters });

        expect(demanded).toBe(nextMajor(surface.version));
        expect(problems).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });
});
