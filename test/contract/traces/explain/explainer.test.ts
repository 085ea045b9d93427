import type { Difference } from '../compare/difference';
import { parametersOf, segmentsOf } from '../compare/exchange';
import type { Exchange } from '../compare/exchange';
import { Explainer } from './explainer';
import { knownDifferences } from '../known/known-differences';
import { Placeholders } from '../compare/placeholders';
import type { Json, JsonObject, Step } from '../recording/trace';
import { ownFolders, readTraceFolder } from '../recording/trace-folder';
import { Transcript } from './transcript';

interface Asked {
  readonly request: string;
  readonly there: number;
  readonly here: number;
  readonly body?: Json;
  readonly recordedBody?: Json;
  /** Our answer. */
  readonly answer?: Json;
}

/** A replay in which these requests have been answered. */
function after(asked: readonly Asked[], steps: readonly Step[] = []) {
  const transcript = new Transcript({ id: '0000', name: '', about: '', steps }, new Placeholders());
  const explainer = new Explainer(knownDifferences, transcript);
  const explained = asked.map((one, place) => {
    const exchange = exchangeOf(one, String(place + 1));
    transcript.add(exchange);
    explainer.note(exchange);
    const difference = statusOf(exchange);
    const explanation = one.there === one.here ? undefined : explainer.explain(difference);
    if (one.there !== one.here) explainer.follow(difference);
    return explanation;
  });
  return { explained, explain: (difference: Difference) => explainer.explain(difference) };
}

function exchangeOf({ request, there, here, body, recordedBody, answer }: Asked, key: string): Exchange {
  const [method = '', target = ''] = request.split(' ');
  const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return {
    key,
    window: Number(key),
    method,
    target: `/ari${target}`,
    headers,
    segments: segmentsOf(`/ari${target}`),
    parameters: parametersOf({ target, headers, body: text }),
    recorded: { status: there, error: undefined, body: recordedBody },
    answer: { status: here, headers: {}, text: JSON.stringify(answer ?? { message: 'no' }) },
  };
}

function statusOf({ key, recorded, answer }: Exchange): Difference {
  const about = { subject: `request ${key}`, title: '', path: '', exchange: key };
  return { ...about, kind: 'status', expected: recorded.status, got: answer.status };
}

function about(kind: Difference['kind'], event: JsonObject, more: Partial<Difference> = {}): Difference {
  const [expected, got] = kind === 'extra event' ? [undefined, event] : [event, undefined];
  return { kind, subject: 'main', title: '', path: '', ws: 'main', window: 9, event, expected, got, ...more };
}

const created = (id: string, name = `Local/s@default-${id};1`): JsonObject => ({
  type: 'ChannelCreated',
  application: 'tapp',
  channel: { id, name },
});

/** What our server says when a parameter is not as it should be. */
const refused = (parameter: string, code = 'parameter-invalid'): Json => ({ message: 'no', code, parameter });

const refusedCall: Asked = {
  request: 'POST /channels/c1?endpoint=Local/s@default&app=tapp&timeout=soon',
  there: 200,
  here: 400,
  answer: refused('timeout'),
  recordedBody: { id: 'c1', name: 'Local/s@default-<seq-1>;1' },
};

describe('what follows from a known difference', () => {
  const { explained, explain } = after([refusedCall]);

  it('is known by its cause', () => {
    expect(explained).toEqual(['a bad value of a declared parameter is refused']);
  });

  it('are the events of a call that was refused only here, of both halves', () => {
    const because = 'consequence of: a bad value of a declared parameter is refused';

    expect(explain(about('missing event', created('c1')))).toBe(because);
    expect(explain(about('missing event', created('c1;2')))).toBe(because);
    expect(explain(about('missing event', created('<uniqueid-1>', 'Local/s@default-<seq-1>;2')))).toBe(because);
  });

  it('are not events that came before', () => {
    expect(explain(about('missing event', created('c1'), { window: 0 }))).toBeUndefined();
    expect(explain(about('missing event', created('c1'), { window: 1 }))).toBeDefined();
  });

  it('are not the events of other calls', () => {
    expect(explain(about('missing event', created('c2')))).toBeUndefined();
    expect(explain(about('extra event', created('c2')))).toBeUndefined();
  });

  it('are the states of the device that was not called', () => {
    const states = (device: string): Difference => ({
      kind: 'device states',
      subject: `watch device:${device}`,
      title: '',
      path: '',
      expected: ['INUSE'],
      got: [],
    });

    expect(explain(states('Local/s@default'))).toBeDefined();
    expect(explain(states('Local/t@default'))).toBeUndefined();
  });

  it('are answers about that call, and lists without it', () => {
    const list = (expected: Json, got: Json): Difference => ({
      kind: 'body',
      subject: 'request 3',
      title: '',
      path: '',
      exchange: '3',
      expected,
      got,
    });
    const later = after([
      refusedCall,
      { request: 'GET /channels/c1', there: 200, here: 404 },
      { request: 'GET /channels', there: 200, here: 200 },
      { request: 'GET /channels/c2', there: 200, here: 404 },
    ]);

    expect(later.explained.map((explanation) => explanation !== undefined)).toEqual([true, true, false, false]);
    expect(later.explain(list([{ id: 'c1' }, { id: 'c2' }], [{ id: 'c2' }]))).toBeDefined();
    expect(later.explain(list([{ id: 'c1' }, { id: 'c2' }], []))).toBeUndefined();
    expect(
      later.explain(list([{ id: 'c1' }, { id: 'c2', state: 'Up' }], [{ id: 'c2', state: 'Down' }])),
    ).toBeUndefined();
  });

  it('is only the variable that was set only here, not the channel that has it', () => {
    const set = (variable: string): JsonObject => ({
      type: 'ChannelVarset',
      variable,
      value: '5',
      channel: { id: 'c1' },
    });
    const here = after([
      { request: 'POST /channels/c1/variables', body: { variables: { N: 5 } }, there: 400, here: 204, answer: {} },
    ]);

    expect(here.explain(about('extra event', set('N')))).toBeDefined();
    expect(here.explain(about('extra event', set('M')))).toBeUndefined();
    expect(here.explain(about('missing event', { type: 'StasisEnd', channel: { id: 'c1' } }))).toBeUndefined();
  });

  it('is only the subscription that was taken only here', () => {
    const here = after([
      { request: 'POST /applications/tapp/subscription?eventSource=endpoint:Local', there: 422, here: 200, answer: {} },
      { request: 'GET /applications/tapp', there: 200, here: 200, answer: {} },
    ]);
    const listed = (path: string, got: Json): Difference => ({
      kind: 'body',
      subject: 'request 2',
      title: '',
      exchange: '2',
      path,
      expected: [],
      got,
    });

    expect(here.explain(listed('endpoint_ids', ['Local']))).toBeDefined();
    expect(here.explain(listed('endpoint_ids', ['PJSIP']))).toBeUndefined();
    expect(here.explain(listed('channel_ids', ['Local']))).toBeUndefined();
  });

  it('is that what waits behind a refused playback comes sooner', () => {
    const ended = (target: string): JsonObject => ({
      type: 'PlaybackFinished',
      application: 'tapp',
      playback: { id: 'p2', target_uri: target, state: 'done' },
    });
    const here = after([
      {
        request: 'POST /channels/c1/play/p1?media=sound:beep&skipms=x',
        there: 201,
        here: 400,
        answer: refused('skipms'),
      },
    ]);

    expect(here.explain(about('moment', ended('channel:c1')))).toBeDefined();
    expect(here.explain(about('moment', ended('channel:c2')))).toBeUndefined();
    expect(here.explain(about('event field', ended('channel:c1'), { path: 'playback.state' }))).toBeUndefined();
  });
});

describe('known differences', () => {
  const originate = 'POST /channels?endpoint=Local/s@default&app=tapp';

  it.each<[string, Asked]>([
    [
      'a value that does not fit',
      { request: `${originate}&timeout=abc`, there: 200, here: 400, answer: refused('timeout') },
    ],
    [
      'a value below the least one',
      { request: `${originate}&timeout=-5`, there: 200, here: 400, answer: refused('timeout') },
    ],
    [
      'a missing value',
      { request: 'POST /channels/c1/record?name=x', there: 422, here: 400, answer: refused('format') },
    ],
    ['a fault of the reference', { request: 'POST /channels?endpoint=Bogus/1&app=tapp', there: 500, here: 400 }],
    [
      'a direction by default',
      { request: 'POST /channels/c1/mute', there: 400, here: 204, recordedBody: { message: 'Direction is required' } },
    ],
    ['a path with an empty segment', { request: 'GET /channels//variable', there: 200, here: 404 }],
  ])('explain %s', (_what, asked) => {
    expect(after([asked]).explained).not.toEqual([undefined]);
  });

  it.each<[string, Asked]>([
    ['a good value', { request: `${originate}&timeout=5`, there: 200, here: 400, answer: refused('timeout') }],
    [
      'a value of another parameter',
      { request: `${originate}&timeout=abc`, there: 200, here: 400, answer: refused('app') },
    ],
    [
      'a value that was given',
      { request: 'POST /channels/c1/record?name=x&format=wav', there: 201, here: 400, answer: refused('format') },
    ],
    ['a request for no reason', { request: originate, there: 200, here: 400, answer: { message: 'no' } }],
  ])('do not explain that our server refuses %s', (_what, asked) => {
    expect(after([asked]).explained).toEqual([undefined]);
  });

  it.each<[string, Asked]>([
    ['accepts what was refused', { request: 'POST /channels?endpoint=&app=tapp', there: 400, here: 200 }],
    ['has a fault', { request: originate, there: 200, here: 500 }],
    ['does not find what is there', { request: 'GET /channels/c1', there: 200, here: 404 }],
    ['finds what is not there', { request: 'GET /channels/c1', there: 404, here: 200 }],
    ['does what was a conflict', { request: 'POST /channels/c1/dial', there: 409, here: 204 }],
    [
      'refuses an id that nobody has',
      { request: 'POST /channels/c1?endpoint=Local/s@default&app=tapp', there: 200, here: 409 },
    ],
  ])('do not explain that our server %s', (_what, asked) => {
    expect(after([asked]).explained).toEqual([undefined]);
  });

  it.each<[string, Difference]>([
    ['a missing event', about('missing event', { type: 'StasisEnd', channel: { id: 'c1' }, application: 'tapp' })],
    ['an extra event', about('extra event', { type: 'ChannelHold', channel: { id: 'c1' }, application: 'tapp' })],
    ['another order', about('order', { type: 'StasisStart', channel: { id: 'c1' }, application: 'tapp' })],
    ['another moment', about('moment', { type: 'ChannelHold', channel: { id: 'c1' }, application: 'tapp' })],
    [
      'another cause',
      about(
        'event field',
        { type: 'ChannelDestroyed', cause: 16, channel: { id: 'c1' } },
        { path: 'cause', expected: 16, got: 17 },
      ),
    ],
  ])('do not explain %s', (_what, difference) => {
    expect(after([]).explain(difference)).toBeUndefined();
  });

  it('have names of their own, and name recordings that there are', () => {
    const names = knownDifferences.map(({ name }) => name);
    const ids = new Set(ownFolders.flatMap((path) => readTraceFolder(path).traces).map(({ id }) => id));

    expect(new Set(names).size).toBe(names.length);
    expect(knownDifferences.flatMap(({ seenIn }) => seenIn).filter((id) => !ids.has(id))).toEqual([]);
  });
});
