import { LogLine } from '../../src/logging/format-line';
import { redactFields, redactText } from '../../src/logging/redact';
import type { LogFields } from '../../src/shared/logger';

const redacted = (fields: LogFields): Record<string, unknown> => Object.fromEntries(redactFields(fields));

describe('texts on their way to the log', () => {
  it.each([
    ['GET /ari/events?api_key=anna:secret&app=x', 'GET /ari/events?api_key=***&app=x'],
    ['/ari/events?app=x&api_key=anna:secret', '/ari/events?app=x&api_key=***'],
    ['/ari?API_KEY=anna:secret', '/ari?API_KEY=***'],
    ['/ari?%61pi%5Fke%79=anna:secret', '/ari?%61pi%5Fke%79=***'],
    [`/ari?api_key=anna:se"c'r#e;t`, '/ari?api_key=***'],
    ['/redirect?to=%2Fari%3Fapi_key%3Danna%3Asecret', '/redirect?to=%2Fari%3Fapi_key%3D***'],
    ['{"api_key": "anna:sec ret", "app": "x"}', '{"api_key": *** "app": "x"}'],
    ['{"api_key":"anna:\\"sec ret"}', '{"api_key":***'],
    ['Authorization: Basic YW5uYTpzZWNyZXQ=\r\nHost: x', 'Authorization: ***\r\nHost: x'],
    ['authorization: Token secret', 'authorization: ***'],
    ['{"authorization":"Basic YW5uYTpzZWNyZXQ="}', '{"authorization":***'],
    ['it said Basic YW5uYTpzZWNyZXQ= to us', 'it said Basic ***= to us'],
    ['it said Bearer abcdefghijklmnopqrst to us', 'it said Bearer *** to us'],
    ['ws://anna:secret@example.org/x', 'ws://anna:***@example.org/x'],
    ['ws://anna:sec@ret@example.org/x', 'ws://anna:***@example.org/x'],
    ['http://example.org:8088/a@b', 'http://example.org:8088/a@b'],
    ['Basic manners', 'Basic manners'],
    ['sip:anna@example.org:5060', 'sip:anna@example.org:5060'],
  ])('keep everything but secrets: %j', (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  it('are cut when they are very long, secrets at the cut included', () => {
    expect(redactText('x'.repeat(1_000_000))).toHaveLength(8193);
    for (const before of [8180, 8185, 32_755, 32_760]) {
      expect(redactText(`${'x'.repeat(before)} ws://anna:secret@host`)).not.toContain('secret');
    }
  });

  it.each(['api_key=', 'api_key="', '://a:', '"\\', 'basic ', 'authorization: ', 'a.', '%61', '://:@'])(
    // A pattern that backtracks would not come back before the runner loses patience.
    'are read to the end though they consist of many %j',
    (part) => {
      expect(redactText(part.repeat(100_000)).length).toBeLessThan(10_000);
    },
  );
});

describe('fields on their way to the log', () => {
  it('lose the values of names that are secret, at any depth', () => {
    const fields = redacted({
      api_key: 'anna:secret',
      apiKey: 'anna:secret',
      password: 'secret',
      headers: { Authorization: 'Basic YW5uYTpzZWNyZXQ=', 'Proxy-Authorization': 'x', Cookie: 'secret', Host: 'h' },
      rawHeaders: ['Host', 'h', 'authorization', 'anything secret'],
      pairs: [['api_key', 'anna:secret']],
      map: new Map([['api_key', 'anna:secret']]),
      query: new URLSearchParams({ api_key: 'anna:secret', app: 'x' }),
      url: new URL('http://anna:secret@host/?api_key=anna:secret'),
      request: { url: '/ari?api_key=anna:secret' },
    });

    expect(JSON.stringify(fields)).not.toContain('secret');
    expect(fields).toMatchObject({ headers: { Host: 'h' }, rawHeaders: ['Host', 'h', 'authorization', '***'] });
  });

  it('lose secrets in the messages of errors and of their causes', () => {
    const cause = new Error('no answer from ws://anna:secret@host');
    const { error } = redacted({ error: new Error('GET /?api_key=anna:secret failed', { cause }) });

    expect(error).toContain('api_key=***');
    expect(error).toContain('caused by Error: no answer from ws://anna:***@host');
    expect(error).not.toContain('secret');
  });

  it('may hold anything at all', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle['self'] = circle;
    const fields = redacted({
      circle,
      nothing: undefined,
      none: null,
      nan: NaN,
      big: 10n,
      call: () => undefined,
      symbol: Symbol('s'),
      date: new Date(0),
      noDate: new Date(NaN),
      bytes: Buffer.from('abc'),
      set: new Set([1, 2]),
      ['__proto__']: 'own',
      trap: {
        get bad(): string {
          throw new Error('no');
        },
      },
    });

    expect(fields).toMatchObject({
      none: null,
      nan: 'NaN',
      big: '10',
      call: '[function]',
      symbol: 'Symbol(s)',
      date: '1970-01-01T00:00:00.000Z',
      noDate: 'invalid date',
      bytes: '[3 bytes]',
      set: [1, 2],
      trap: '[unreadable]',
    });
    expect(Object.keys(fields)).not.toContain('nothing');
    expect(JSON.stringify(fields).length).toBeLessThan(2000);
  });

  it('that cannot even be listed do no harm', () => {
    const hostile = {
      get trap(): string {
        throw new Error('no');
      },
    };

    expect(redacted(hostile)).toEqual({ fields: '[unreadable]' });
  });

  it('stay small, however large the object behind them', () => {
    const wide = (depth: number): unknown => (depth === 0 ? 'leaf' : Array.from({ length: 30 }, () => wide(depth - 1)));

    expect(JSON.stringify(redacted({ wide: wide(4) })).length).toBeLessThan(20_000);
  });
});

describe('a line of the log', () => {
  const aLine = (sentence: string, fields: Record<string, unknown> = {}): LogLine =>
    new LogLine({ time: 'now', level: 'notice', pid: 42, sentence, fields });

  it('is one line, whatever its texts hold', () => {
    const line = aLine('a\nb', {
      name: 'x\r\n[now] ERROR[42]: forged',
      bell: '\u0007\u009b31m\u2028',
      turned: '\u202e',
    });

    for (const format of ['default', 'plain', 'json'] as const) {
      expect(line.as(format)).toMatch(/^[^\p{Cc}\u2028\u202e]*\n$/u);
    }
    expect(line.as('plain')).toBe(
      '[now] NOTICE: a\\u000ab name="x\\r\\n[now] ERROR[42]: forged" bell="\\u0007\\u009b31m\\u2028" turned="\\u202e"\n',
    );
    expect(JSON.parse(line.as('json'))).toMatchObject({ message: 'a\nb', bell: '\u0007\u009b31m\u2028' });
  });

  it('quotes what could be mistaken for something else', () => {
    expect(aLine('s', { empty: '', equals: 'a=b', quote: '"', plain: 'a:b/c', 'odd name': 1 }).as('plain')).toBe(
      '[now] NOTICE: s empty="" equals="a=b" quote="\\"" plain=a:b/c "odd name"=1\n',
    );
  });

  it('keeps its own members in JSON when fields have the same names', () => {
    expect(JSON.parse(aLine('s', { time: 1, level: 2, message: 3 }).as('json'))).toEqual({
      time: 'now',
      level: 'NOTICE',
      message: 's',
      _time: 1,
      _level: 2,
      _message: 3,
    });
  });

  it('hides secrets in its sentence too', () => {
    expect(aLine('GET /?api_key=anna:secret').as('default')).toBe('[now] NOTICE[42]: GET /?api_key=***\n');
  });
});
