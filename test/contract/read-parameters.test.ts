import type { JsonValue } from '../../src/contract/json';
import type { ParameterSources } from '../../src/contract/read-parameters';
import { booleans, readParameters } from '../../src/contract/read-parameters';
import type { RouteParameter } from '../../src/contract/route';

const text: RouteParameter = { name: 'x', in: 'query', type: 'string' };
const integer: RouteParameter = { name: 'x', in: 'query', type: 'integer' };
const flag: RouteParameter = { name: 'x', in: 'query', type: 'boolean' };
const list: RouteParameter = { name: 'x', in: 'query', type: 'string', multiple: true };
const choice: RouteParameter = { name: 'x', in: 'query', type: 'string', enum: ['fail', 'Append'], ignoreCase: true };

describe('the sources of a parameter', () => {
  it('are the JSON body, then the query, then the form', () => {
    const [json, query, form] = [{ x: 'json' }, 'x=query', 'x=form'];

    expect(read(text, { json, query, form })).toBe('json');
    expect(read(text, { query, form })).toBe('query');
    expect(read(text, { form })).toBe('form');
    expect(read(text, {})).toBeUndefined();
  });

  it('are not mixed: a list in the query is not made longer by the form', () => {
    expect(read(list, { query: 'x=a', form: 'x=b' })).toEqual(['a']);
    expect(read(list, { json: { x: ['a'] }, query: 'x=b' })).toEqual(['a']);
  });

  it('are only the path for what stands in the path', () => {
    const inPath: RouteParameter = { name: 'x', in: 'path', type: 'string', required: true };
    const elsewhere = { json: { x: 'json' }, query: 'x=query', form: 'x=form' };

    expect(read(inPath, { ...elsewhere, path: { x: 'path' } })).toBe('path');
    expect(read(inPath, elsewhere)).toBeUndefined();
  });

  it('are only the JSON body for what belongs into the body', () => {
    const member: RouteParameter = { name: 'x', in: 'body', type: 'object' };

    expect(read(member, { json: { x: { a: '1' } } })).toEqual({ a: '1' });
    expect(read(member, { query: 'x=query', form: 'x=form' })).toBeUndefined();
  });

  it.each<[string, JsonValue]>([
    ['an object', { a: 1 }],
    ['an array', [1, 2]],
    ['a text', 'text'],
    ['nothing', null],
  ])('are the body itself where the parameter is the whole body: %s', (_, json) => {
    expect(read({ name: 'x', in: 'whole-body', type: 'json' }, { json })).toEqual(json);
  });

  it.each<[string, JsonValue]>([
    ['an array', ['x']],
    ['a text', 'x'],
    ['null', null],
    ['a number', 7],
  ])('leave a body that has no members to the query: %s', (_, json) => {
    expect(read(text, { json, query: 'x=query' })).toBe('query');
  });

  it('take a member that is null for one that is not given', () => {
    expect(read(text, { json: { x: null }, query: 'x=query' })).toBe('query');
    expect(read(list, { json: { x: null } })).toBeUndefined();
    expect(read({ name: 'x', in: 'body', type: 'object' }, { json: { x: null } })).toBeUndefined();
  });

  it('keep the last value of a parameter that is repeated but no list', () => {
    expect(read(text, { query: 'x=first&x=last' })).toBe('last');
  });

  it('ignore undeclared parameters', () => {
    const sources = sourcesOf({ json: { y: 1, x: 'json' }, query: 'z=2', form: 'w=3', path: { v: '4' } });

    expect(Object.keys(readParameters([text], sources))).toEqual(['x']);
  });
});

describe('a list', () => {
  it.each([
    ['repeated', 'x=a&x=b', ['a', 'b']],
    ['separated by commas', 'x=a,b', ['a', 'b']],
    ['both at once', 'x=a,b&x=c', ['a', 'b', 'c']],
    ['one value', 'x=a', ['a']],
    ['values with commas in quotes or brackets', 'x="a,b",f(c,d)&x=[e,f]', ['a,b', 'f(c,d)', '[e,f]']],
  ])('may be %s', (_, query, values) => {
    expect(read(list, { query })).toEqual(values);
    expect(read(list, { form: query })).toEqual(values);
  });

  it('is taken from a JSON array as it is', () => {
    expect(read(list, { json: { x: ['a,b', '"c"', ''] } })).toEqual(['a,b', '"c"', '']);
  });

  it('has one value when the JSON member is one text, whatever is in it', () => {
    expect(read(list, { json: { x: 'tone:350,440;tonezone=de' } })).toEqual(['tone:350,440;tonezone=de']);
  });

  it('has its values coerced one by one', () => {
    const numbers: RouteParameter = { ...integer, multiple: true };

    expect(read(numbers, { query: 'x=1,two&x=3' })).toEqual([1, 'two', 3]);
    expect(read(list, { json: { x: ['a', 1, true, null, {}] } })).toEqual(['a', '1', 'true', null, {}]);
  });

  it.each([
    ['the query', { query: 'x=' }],
    ['the form', { form: 'x=' }],
    ['a text', { json: { x: '' } }],
    ['an array', { json: { x: [] } }],
  ])('counts as not given when it is empty: %s', (_, sources) => {
    expect(read(list, sources)).toBeUndefined();
  });
});

describe('a number', () => {
  it.each([
    ['12', 12],
    ['-3', -3],
    ['+3', 3],
    [' 7 ', 7],
    ['007', 7],
    ['1.5', 1.5],
  ])('is read from %j', (given, value) => {
    expect(read(integer, { query: encoded(given) })).toBe(value);
    expect(read(integer, { json: { x: given } })).toBe(value);
  });

  it.each(['12abc', 'abc', '1e3', '0x10', '1,000', '.5', '5.', '--1', '١٢', 'NaN', 'Infinity', '9'.repeat(400), ' '])(
    'is not guessed from %j: the validator gets to see it as it came',
    (given) => {
      expect(read(integer, { query: encoded(given) })).toBe(given);
      expect(read(integer, { json: { x: given } })).toBe(given);
    },
  );

  it('is handed on from JSON with any other type, to be refused', () => {
    expect(read(integer, { json: { x: 1.5 } })).toBe(1.5);
    expect(read(integer, { json: { x: true } })).toBe(true);
    expect(read(integer, { json: { x: ['1'] } })).toEqual(['1']);
  });
});

describe('a boolean', () => {
  it.each(['true', 'TRUE', 'yes', 'Yes', 'y', 't', 'T', '1', 'on', 'ON', ' on '])('is true when it is %j', (given) => {
    expect(read(flag, { query: encoded(given) })).toBe(true);
    expect(read(flag, { json: { x: given } })).toBe(true);
  });

  it.each(['false', 'False', 'no', 'NO', 'n', 'f', 'F', '0', 'off', 'Off'])('is false when it is %j', (given) => {
    expect(read(flag, { query: encoded(given) })).toBe(false);
    expect(read(flag, { json: { x: given } })).toBe(false);
  });

  it('is taken from JSON as a boolean or as 0 and 1', () => {
    expect([true, false, 1, 0].map((x) => read(flag, { json: { x } }))).toEqual([true, false, true, false]);
  });

  it.each(['maybe', '2', 'yess', 'null'])('is not guessed from %j', (given) => {
    expect(read(flag, { query: encoded(given) })).toBe(given);
  });

  it('is not guessed from another number', () => {
    expect(read(flag, { json: { x: 2 } })).toBe(2);
  });

  it('has twelve spellings', () => {
    expect(booleans.size).toBe(12);
  });
});

describe('a text', () => {
  it.each<[JsonValue, JsonValue]>([
    [4711, '4711'],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
  ])('may be %j in JSON', (given, value) => {
    expect(read(text, { json: { x: given } })).toBe(value);
  });

  it.each<[JsonValue]>([[{ a: 1 }], [['a']]])('may not be %j, which is handed on to be refused', (given) => {
    expect(read(text, { json: { x: given } })).toEqual(given);
  });

  it('keeps its blanks', () => {
    expect(read(text, { query: 'x=%20a+' })).toBe(' a ');
  });

  it('is matched to the spelling of the enum where letter case does not matter', () => {
    expect(read(choice, { query: 'x=APPEND' })).toBe('Append');
    expect(read(choice, { json: { x: 'Fail' } })).toBe('fail');
    expect(read(choice, { query: 'x=other' })).toBe('other');
    expect(read({ ...choice, multiple: true }, { query: 'x=FAIL,append' })).toEqual(['fail', 'Append']);
  });

  it('is left alone where letter case does matter', () => {
    expect(read({ name: 'x', in: 'query', type: 'string', enum: ['fail'] }, { query: 'x=FAIL' })).toBe('FAIL');
  });
});

describe('an empty value', () => {
  it.each<[string, RouteParameter]>([
    ['a number', integer],
    ['a boolean', flag],
    ['one of an enum', choice],
    ['a required text', { ...text, required: true }],
  ])('counts as not given for %s', (_, parameter) => {
    expect(read(parameter, { query: 'x=' })).toBeUndefined();
    expect(read(parameter, { form: 'x' })).toBeUndefined();
    expect(read(parameter, { json: { x: '' } })).toBeUndefined();
  });

  it('is a value of its own for an optional text', () => {
    expect(read(text, { query: 'x=' })).toBe('');
    expect(read(text, { json: { x: '' } })).toBe('');
  });
});

describe('names that every object has', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  it.each(names)('are absent like any other when not given: %s', (name) => {
    for (const place of ['path', 'query', 'body'] as const) {
      const values = readParameters([{ name, in: place, type: 'string' }], sourcesOf({ json: {} }));

      expect(Object.keys(values)).toEqual([]);
      expect(values[name]).toBeUndefined();
    }
  });

  it.each(names)('are values like any other when given: %s', (name) => {
    const parameter: RouteParameter = { name, in: 'query', type: 'string' };

    expect(readParameters([parameter], sourcesOf({ query: `${name}=a` }))[name]).toBe('a');
    expect(readParameters([parameter], sourcesOf({ json: parsed(`{"${name}":"a"}`) }))[name]).toBe('a');
  });

  it.each(names)('are ignored as undeclared members: %s', (name) => {
    const json = parsed(`{"${name}":{"polluted":true},"x":"a"}`);
    const values = readParameters([text], sourcesOf({ json }));

    expect(Object.entries(values)).toEqual([['x', 'a']]);
    expect('polluted' in values).toBe(false);
    expect('polluted' in {}).toBe(false);
  });
});

interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly form?: string;
  readonly json?: JsonValue;
}

function read(parameter: RouteParameter, given: Given): JsonValue | undefined {
  return readParameters([parameter], sourcesOf(given))[parameter.name];
}

function sourcesOf({ path = {}, query = '', form, json }: Given): ParameterSources {
  return {
    path,
    query: new URLSearchParams(query),
    ...(form === undefined ? {} : { form: new URLSearchParams(form) }),
    ...(json === undefined ? {} : { json }),
  };
}

function encoded(value: string): string {
  return `x=${encodeURIComponent(value)}`;
}

/** Unlike a literal, JSON.parse makes `__proto__` a member. */
function parsed(json: string): JsonValue {
  return JSON.parse(json) as JsonValue;
}
