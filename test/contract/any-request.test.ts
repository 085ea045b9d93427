import fc from 'fast-check';
import { routes } from '../../generated/routes';
import { describeFailure } from '../../src/contract/describe-failure';
import type { JsonValue } from '../../src/contract/json';
import { booleans, readParameters } from '../../src/contract/read-parameters';
import type { RouteParameter } from '../../src/contract/route';
import { cases } from '../support/effort';

const anyRoute = fc.constantFrom(...routes);
const anyText = fc.string({ unit: 'binary', maxLength: 12 });
const someText = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const oddName = fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '');
const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;

describe('any request', () => {
  it('is accepted or refused by name, and never throws', () => {
    fc.assert(
      fc.property(
        anyRoute.chain((route) => fc.tuple(fc.constant(route), anyRequestTo(route.parameters))),
        ([route, sources]) => {
          const params = readParameters(route.parameters, sources);
          if (route.validate(params)) return;

          const message = describeFailure(route.parameters, params, route.validate.errors ?? []);

          expect(message).toMatch(/^parameter '\w+' (is required|cannot be|has too many values|is wrong at)/);
        },
      ),
      { numRuns: cases({ few: 100, many: 500 }) },
    );
  });

  it('leaves its body as it was', () => {
    fc.assert(
      fc.property(
        anyRoute.chain((route) => fc.tuple(fc.constant(route), anyBodyTo(route.parameters))),
        ([route, json]) => {
          const before = JSON.stringify(json);
          route.validate(readParameters(route.parameters, { path: {}, query: new URLSearchParams(), json }));

          expect(JSON.stringify(json)).toBe(before);
        },
      ),
    );
  });
});

describe('any request with valid values', () => {
  it('is accepted with exactly these values', () => {
    fc.assert(
      fc.property(
        anyRoute.chain((route) => fc.tuple(fc.constant(route), validRequestTo(route.parameters))),
        ([route, given]) => {
          const params = readParameters(route.parameters, sourcesOf(given));
          const valid = route.validate(params);

          expect(route.validate.errors ?? []).toEqual([]);
          expect(valid).toBe(true);
          for (const { parameter, value } of given) expect(params[parameter.name]).toEqual(value);
        },
      ),
      { numRuns: cases({ few: 100, many: 500 }) },
    );
  });
});

type Sources = Parameters<typeof readParameters>[1];

function anyRequestTo(parameters: readonly RouteParameter[]): fc.Arbitrary<Sources> {
  const texts = fc.array(fc.tuple(anyNameOf(parameters), anyText), { maxLength: 6 });
  const path = fc.dictionary(anyNameOf(parameters), anyText);
  return fc
    .record({ path, query: texts, form: texts, json: fc.oneof(anyBodyTo(parameters), anyJson) })
    .map(({ query, form, ...rest }) => ({
      ...rest,
      query: new URLSearchParams(query),
      form: new URLSearchParams(form),
    }));
}

function anyBodyTo(parameters: readonly RouteParameter[]): fc.Arbitrary<JsonValue> {
  return fc.dictionary(anyNameOf(parameters), anyJson);
}

function anyNameOf(parameters: readonly RouteParameter[]): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('nobody', ...parameters.map(({ name }) => name)), oddName);
}

/** One parameter of a request: the value meant, the text it is sent as, and whether it goes into the query. */
interface GivenValue {
  readonly parameter: RouteParameter;
  readonly value: JsonValue;
  readonly text: string;
  readonly inQuery: boolean;
}

/** All required parameters and some of the others. */
function validRequestTo(parameters: readonly RouteParameter[]): fc.Arbitrary<GivenValue[]> {
  const each = parameters.map((parameter) => {
    const one = fc
      .tuple(validValueOf(parameter), fc.boolean())
      .map(([{ value, text }, inQuery]): GivenValue => ({ parameter, value, text, inQuery }));
    return parameter.required
      ? one.map((given) => [given])
      : fc.oneof(
          fc.constant([]),
          one.map((given) => [given]),
        );
  });
  return fc.tuple(...each).map((given) => given.flat());
}

function validValueOf(parameter: RouteParameter): fc.Arbitrary<{ value: JsonValue; text: string }> {
  const one = validSingleOf(parameter);
  if (!parameter.multiple) return one;
  return fc.array(one, { minLength: 1, maxLength: 127 }).map((values) => ({
    value: values.map(({ value }) => value),
    text: values.map(({ text }) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(','),
  }));
}

function validSingleOf(parameter: RouteParameter): fc.Arbitrary<{ value: JsonValue; text: string }> {
  const { type, enum: values, minimum = -(2 ** 31), maximum = 2 ** 31 - 1, required } = parameter;
  if (values) return fc.constantFrom(...values).map((value) => ({ value, text: value }));
  switch (type) {
    case 'string':
      return (required ? someText : anyText).map((value) => ({ value, text: value }));
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum, max: maximum }).map((value) => ({ value, text: String(value) }));
    case 'boolean':
      return fc.constantFrom(...booleans).map(([text, value]) => ({ value, text }));
    case 'object':
      return fc.dictionary(anyText, anyJson).map(inBody);
    case 'array':
      return fc.array(fc.record({ attribute: anyText, value: anyText })).map(inBody);
    case 'json':
      return anyJson.map(inBody);
  }
}

function inBody(value: JsonValue): { value: JsonValue; text: string } {
  return { value, text: '' };
}

function sourcesOf(given: readonly GivenValue[]): Sources {
  const placed = (place: RouteParameter['in']) => given.filter(({ parameter }) => parameter.in === place);
  const inQuery = placed('query').filter((one) => one.inQuery);
  const members = [...placed('query').filter((one) => !one.inQuery), ...placed('body')];
  const [whole] = placed('whole-body');
  return {
    path: Object.fromEntries(placed('path').map(({ parameter, text }) => [parameter.name, text])),
    query: new URLSearchParams(inQuery.map(({ parameter, text }): [string, string] => [parameter.name, text])),
    json: whole ? whole.value : Object.fromEntries(members.map(({ parameter, value }) => [parameter.name, value])),
  };
}
