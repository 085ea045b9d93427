import type { BrokenSpec } from '../../support/spec/spec-builder';
import { aParameter, aSpec, get, problemsIn } from '../../support/spec/spec-builder';

describe('a parameter that cannot be', () => {
  it.each<BrokenSpec>([
    {
      fault: 'a parameter declared twice',
      spec: aSpec().set(`${get}/parameters/3`, aParameter({ name: 'depth' })),
      problem:
        "api-docs/things.json:84 #/apis/1/operations/0/parameters/3/name: parameter 'depth' is declared twice; every parameter has one name and one place",
    },
    {
      fault: 'a path parameter that is not in the path',
      spec: aSpec().set(
        'things#/apis/0/operations/0/parameters/0',
        aParameter({ name: 'thingId', paramType: 'path', required: true }),
      ),
      problem:
        "api-docs/things.json:26 #/apis/0/operations/0/parameters/0/name: path parameter 'thingId' is not in the path; put {thingId} into the path or change its paramType",
    },
    {
      fault: 'a path parameter that may be missing',
      spec: aSpec().set(`${get}/parameters/0/required`, false),
      problem:
        "api-docs/things.json:54 #/apis/1/operations/0/parameters/0/required: path parameter 'thingId' is optional; a path parameter is always required",
    },
    {
      fault: 'a part of the path that nobody declares',
      spec: aSpec().remove(`${get}/parameters/0`),
      problem: `api-docs/things.json:49 #/apis/1/operations/0/parameters: {thingId} of the path is not declared; add a parameter 'thingId' with paramType "path"`,
    },
    {
      fault: 'a whole body in the query',
      spec: aSpec().set('things#/apis/0/operations/0/parameters/0', aParameter({ wholeBody: true })),
      problem: `api-docs/things.json:31 #/apis/0/operations/0/parameters/0/wholeBody: 'wholeBody' outside the body; only a parameter with paramType "body" can be the whole body`,
    },
    {
      fault: 'a whole body that is shared',
      spec: aSpec().set('things#/apis/0/operations/0/parameters', [
        aParameter({ paramType: 'body', wholeBody: true }),
        aParameter({ name: 'more' }),
      ]),
      problem:
        'api-docs/things.json:31 #/apis/0/operations/0/parameters/0/wholeBody: other parameters would have to share the body; an operation with a whole body takes nothing else but path parameters',
    },
    {
      fault: 'a structured query parameter',
      spec: aSpec().set(`${get}/parameters/3`, aParameter({ type: 'object' })),
      problem:
        'api-docs/things.json:83 #/apis/1/operations/0/parameters/3: a query parameter of type object; only a body parameter can be structured; use allowMultiple for a list',
    },
    {
      fault: 'a model as a query parameter',
      spec: aSpec().set(`${get}/parameters/3`, {
        name: 'size',
        paramType: 'query',
        description: 'How big.',
        required: false,
        $ref: 'Part',
      }),
      problem:
        'api-docs/things.json:83 #/apis/1/operations/0/parameters/3: a query parameter of type Part; only a body parameter can be structured; use allowMultiple for a list',
    },
    {
      fault: 'a path parameter with several values',
      spec: aSpec().set(`${get}/parameters/0/allowMultiple`, true),
      problem:
        'api-docs/things.json:56 #/apis/1/operations/0/parameters/0/allowMultiple: a path parameter with several values; remove allowMultiple',
    },
    {
      fault: 'a range of a string',
      spec: aSpec().set(`${get}/parameters/2/maximum`, '9'),
      problem:
        'api-docs/things.json:82 #/apis/1/operations/0/parameters/2/maximum: a range on type string; only integers and numbers have a range',
    },
    {
      fault: 'a length of a number',
      spec: aSpec().set(`${get}/parameters/1/maxLength`, 9),
      problem:
        "api-docs/things.json:66 #/apis/1/operations/0/parameters/1/maxLength: maxLength on 'depth' of type integer; only texts without a list of values, and objects, have one",
    },
    {
      fault: 'a list that takes nothing',
      spec: aSpec().set(`${get}/parameters/3`, aParameter({ allowMultiple: true, maxItems: 0 })),
      problem: 'api-docs/things.json:90 #/apis/1/operations/0/parameters/3/maxItems: maxItems 0; give at least 1',
    },
    {
      fault: 'a range upside down',
      spec: aSpec().set(`${get}/parameters/1/minimum`, '10').remove(`${get}/parameters/1/defaultValue`),
      problem:
        'api-docs/things.json:63 #/apis/1/operations/0/parameters/1/minimum: minimum 10 is above maximum 9; swap them',
    },
    {
      fault: 'a default of a required parameter',
      spec: aSpec().set(`${get}/parameters/1/required`, true),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/defaultValue: a required parameter with a default; make it optional or remove the default',
    },
    {
      fault: 'a default of a list',
      spec: aSpec().set(`${get}/parameters/1/allowMultiple`, true),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/defaultValue: a list with a default; remove it: a list that is not given is absent',
    },
    {
      fault: 'a default of an object',
      spec: aSpec().set(`${get}/parameters/3`, aParameter({ paramType: 'body', type: 'object', defaultValue: 'none' })),
      problem:
        'api-docs/things.json:89 #/apis/1/operations/0/parameters/3/defaultValue: a default on type object; remove it: only strings, numbers and booleans have one',
    },
    {
      fault: 'a default of another type',
      spec: aSpec().set(`${get}/parameters/1/defaultValue`, '1'),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/defaultValue: default "1" is no integer; give a value of type integer',
    },
    {
      fault: 'a usual default of another type',
      spec: aSpec().remove(`${get}/parameters/1/defaultValue`).set(`${get}/parameters/1/usualDefault`, '1'),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/usualDefault: default "1" is no integer; give a value of type integer',
    },
    {
      fault: 'a usual default beside another one',
      spec: aSpec().set(`${get}/parameters/1/usualDefault`, 1),
      problem:
        'api-docs/things.json:66 #/apis/1/operations/0/parameters/1/usualDefault: beside a default that is always filled in; give one of them',
    },
    {
      fault: 'a default that is not whole',
      spec: aSpec().set(`${get}/parameters/1/defaultValue`, 1.5),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/defaultValue: default 1.5 is no integer; give a value of type integer',
    },
    {
      fault: 'a default outside the enum',
      spec: aSpec().set(`${get}/parameters/2/defaultValue`, 'sideways'),
      problem:
        "api-docs/things.json:82 #/apis/1/operations/0/parameters/2/defaultValue: default 'sideways' is not in the enum; use one of up, down",
    },
    {
      fault: 'a default below the minimum',
      spec: aSpec().set(`${get}/parameters/1/defaultValue`, -1),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/defaultValue: default -1 is below the minimum 0; raise it or lower the minimum',
    },
    {
      fault: 'a default above the maximum',
      spec: aSpec().set(`${get}/parameters/1/defaultValue`, 10),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/defaultValue: default 10 is above the maximum 9; lower it or raise the maximum',
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});

describe('an enum that does not fit its values', () => {
  it.each<BrokenSpec>([
    {
      fault: 'versions of values that are not listed',
      spec: aSpec().remove(`${get}/parameters/2/enum`),
      problem:
        "api-docs/things.json:73 #/apis/1/operations/0/parameters/2/enumSince: 'enumSince' without 'enum'; list the values under 'enum'",
    },
    {
      fault: 'letter case of values that are not listed',
      spec: aSpec().set(`${get}/parameters/1/ignoreCase`, true),
      problem:
        "api-docs/things.json:66 #/apis/1/operations/0/parameters/1/ignoreCase: 'ignoreCase' without 'enum'; list the values under 'enum'",
    },
    {
      fault: 'an enum of integers',
      spec: aSpec().set(`${get}/parameters/1/enum`, ['1']),
      problem:
        "api-docs/things.json:66 #/apis/1/operations/0/parameters/1/enum: an enum of type integer; only strings have an 'enum'; numbers have a range",
    },
    {
      fault: 'a number in an enum',
      spec: aSpec().set(`${get}/parameters/2/enum/2`, 3),
      problem:
        'api-docs/things.json:76 #/apis/1/operations/0/parameters/2/enum/2: 3 in an enum of strings; write it as a string',
    },
    {
      fault: 'a version of a value that does not exist',
      spec: aSpec().set(`${get}/parameters/2/enumSince`, { left: ['1.2.0'] }),
      problem:
        "api-docs/things.json:78 #/apis/1/operations/0/parameters/2/enumSince/left: 'left' is not a value of the enum; add it to 'enum' or remove it here",
    },
    {
      fault: 'an enum of a property that is a model',
      spec: aSpec().set('things#/models/ThingMoved/properties/thing/enum', ['a']),
      problem:
        "api-docs/things.json:144 #/models/ThingMoved/properties/thing/enum: an enum of type Thing; only strings have an 'enum'; numbers have a range",
    },
    {
      fault: 'a version of a value that a property does not have',
      spec: aSpec()
        .set('parts#/models/Part/properties/label/enum', ['a'])
        .set('parts#/models/Part/properties/label/enumSince', { b: ['1.2.0'] }),
      problem:
        "api-docs/parts.json:47 #/models/Part/properties/label/enumSince/b: 'b' is not a value of the enum; add it to 'enum' or remove it here",
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});
