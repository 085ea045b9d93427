import { compareValues } from './compare';
import { compareResponse } from './compare-response';
import { Placeholders } from './placeholders';
import type { Json, ResponseStep } from '../recording/trace';

const findings = (expected: Json, got: Json): readonly string[] =>
  compareValues(expected, got, { placeholders: new Placeholders() }).map(({ path }) => path);

describe('a value held against the recorded one', () => {
  it.each<[string, Json, Json]>([
    ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['another moment', { timestamp: '2026-11-15T00:18:51.581+0000' }, { timestamp: '2027-01-01T10:00:00.000+0000' }],
    ['another product', { version: 'GIT-master-f0c1c1a7b7' }, { version: 'Patchbay 1.0.0' }],
    ['declared fields of a channel beside the recorded ones', { dialplan: {} }, { dialplan: {}, app_name: 'Stasis' }],
    ['the attributes of a bridge', { bridge_class: 'stasis' }, { bridge_class: 'stasis', type: 'mixing' }],
    ['lists that have no order', { channel_ids: ['a', 'b'] }, { channel_ids: ['b', 'a'] }],
    ['a duration that was measured', { duration_ms: 100 }, { duration_ms: 118 }],
    ['a duration that was measured and names no unit', { duration: 1183 }, { duration: 1200 }],
  ])('is equal in spite of %s', (_what, expected, got) => {
    expect(findings(expected, got)).toEqual([]);
  });

  it.each<[string, Json, Json, string[]]>([
    ['a missing field', { a: { b: 1 } }, { a: {} }, ['a.b']],
    ['a field that was not recorded', { cause: 16 }, { cause: 16, soft: true }, ['soft']],
    ['another value', { dialplan: { priority: 1 } }, { dialplan: { priority: 2 } }, ['dialplan.priority']],
    ['a number for a text', { value: '1' }, { value: 1 }, ['value']],
    [
      'another order of a list that has one',
      { channels: ['a', 'b'] },
      { channels: ['b', 'a'] },
      ['channels[0]', 'channels[1]'],
    ],
    ['another length of a list', { args: ['a'] }, { args: [] }, ['args']],
    [
      'a moment of another format',
      { timestamp: '2026-11-15T00:18:51.581+0000' },
      { timestamp: '2026-11-15T00:18:51Z' },
      ['timestamp'],
    ],
  ])('shows %s', (_what, expected, got, paths) => {
    expect(findings(expected, got)).toEqual(paths);
  });

  it('points at the field when one member of a set has changed', () => {
    const rules = { placeholders: new Placeholders(), isSet: true };
    const expected = [
      { id: 'a', state: 'Up' },
      { id: 'b', state: 'Up' },
    ];
    const got = [
      { id: 'b', state: 'Down' },
      { id: 'a', state: 'Up' },
    ];

    expect(compareValues(expected, got, rules).map(({ path }) => path)).toEqual(['[*].state']);
  });
});

describe('an answer held against the recorded one', () => {
  const recorded: ResponseStep = {
    ms: 0,
    kind: 'response',
    n: 7,
    error: undefined,
    isSummarised: false,
    status: 404,
    headers: {},
    body: { message: 'Channel not found' },
  };
  const compare = (
    step: Partial<ResponseStep>,
    answer: { status?: number; text?: string; headers?: Record<string, string> },
  ) =>
    compareResponse({
      title: 'GET /ari/channels/x',
      recorded: { ...recorded, ...step },
      answer: { status: 404, headers: {}, text: '{"message":"no channel x"}', ...answer },
      placeholders: new Placeholders(),
    }).map(({ kind, path }) => [kind, path]);

  it('may word its error in its own way, but has to word it', () => {
    expect(compare({}, {})).toEqual([]);
    expect(compare({}, { text: '{"error":"x"}' })).toEqual([['body', 'message']]);
  });

  it('needs the same status, and says with which message it has another one', () => {
    expect(compare({}, { status: 409 })).toEqual([['status', '"no channel x"']]);
  });

  it('may not have begun yet what the recorded one had begun already', () => {
    const state = (text: string): string => JSON.stringify({ id: 'p1', state: text });
    const begun = { status: 201, body: { id: 'p1', state: 'playing' } };

    expect(compare(begun, { status: 201, text: state('queued') })).toEqual([]);
    expect(compare(begun, { status: 201, text: state('failed') })).toEqual([['body', 'state']]);
    expect(compare({ ...begun, status: 200 }, { status: 200, text: state('queued') })).toEqual([['body', 'state']]);
  });

  it.each([
    ['as long', 'audio/wav', '19564', true],
    ['half a second shorter', 'audio/wav', '11564', true],
    ['a second longer', 'audio/wav', '35564', false],
    ['empty', 'audio/wav', '44', false],
    ['something else', 'audio/basic', '19564', false],
  ])('with a file that is %s', (_how, type, length, isEqual) => {
    const headers = { 'content-type': type, 'content-length': length };
    const file = { status: 200, body: '<19564 bytes of audio/wav>' };

    expect(compare(file, { status: 200, text: 'RIFF', headers })).toEqual(isEqual ? [] : [['body', '']]);
  });

  it('needs the recorded headers, and no permission for other origins beside them', () => {
    expect(compare({ headers: { Allow: 'OPTIONS,GET' } }, { headers: { allow: 'OPTIONS' } })).toEqual([
      ['header', 'allow'],
    ]);
    expect(compare({}, { headers: { 'access-control-allow-origin': '*' } })).toEqual([
      ['header', 'access-control-allow-origin'],
    ]);
  });

  it.each<[string, Json, Json, string[]]>([
    [
      'a line for each object',
      ['b1 mixing', 'b2 holding'],
      [
        { id: 'b2', type: 'holding' },
        { id: 'b1', type: 'mixing' },
      ],
      [],
    ],
    ['a line that says something else', ['b1 mixing'], [{ id: 'b1', type: 'holding' }], ['[*] word 2']],
    ['a line for what is not there', ['b1 mixing', 'b2 mixing'], [{ id: 'b1', type: 'mixing' }], ['']],
    ['a sample and a length', { total: 2, sample: [{ id: 'a', n: 1 }] }, [{ id: 'a', n: 1 }, { id: 'b' }], []],
    ['another length', { total: 3, sample: [{ id: 'a', n: 1 }] }, [{ id: 'a', n: 1 }, { id: 'b' }], ['total']],
    ['another sample', { total: 1, sample: [{ id: 'a', n: 1 }] }, [{ id: 'a', n: 2 }], ['sample.a.n']],
    ['a number of entries', { apis: '<2 entries>' }, { apis: [1, 2, 3] }, []],
    ['a number of attributes', '<2 attributes>', [1, 2, 3], ['']],
  ])('shortened by the recorder to %s', (_how, body, ours, paths) => {
    const shortened = { status: 200, body, isSummarised: true };

    expect(compare(shortened, { status: 200, text: JSON.stringify(ours) })).toEqual(
      paths.map((path) => ['body', path]),
    );
  });
});
