import { routes } from '../../generated/routes';
import type { JsonValue } from '../../src/contract/json';
import type { RouteParameter } from '../../src/contract/route';

/** More than any parameter takes. */
const long = 'x'.repeat(1_048_577);
const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`m${at}`, '']));
const list = (item: JsonValue): JsonValue => Array.from({ length: 2000 }, () => item);

/** Values of the right type that are far too large. */
function excesses({ type, multiple, enum: values = [''] }: RouteParameter): readonly JsonValue[] {
  const one = type === 'string' ? (values[0] ?? '') : type === 'boolean' ? true : 1;
  if (multiple) return [list(one), ...(values[0] === '' && type === 'string' ? [[long]] : [])];
  switch (type) {
    case 'string':
      return values[0] === '' ? [long] : [];
    case 'object':
      return [wide, { member: long }];
    case 'array':
      return [list({ attribute: 'a', value: 'v' }), [{ attribute: long, value: 'v' }]];
    default:
      return [];
  }
}

const bounded = routes.flatMap((route) =>
  route.parameters.flatMap((parameter) =>
    excesses(parameter).map((value, at) => ({
      title: `${route.operation} ${parameter.name} (${at})`,
      route,
      parameter,
      value,
    })),
  ),
);

describe('every text, list and object of the interface has a bound', () => {
  it.each(bounded)('$title', ({ route, parameter, value }) => {
    route.validate({ [parameter.name]: value });

    const refused = (route.validate.errors ?? []).filter(({ instancePath }) =>
      instancePath.startsWith(`/${parameter.name}`),
    );
    expect(refused.map(({ keyword }) => keyword)).toEqual([expect.stringMatching(/^max(Length|Items|Properties)$/)]);
  });
});
