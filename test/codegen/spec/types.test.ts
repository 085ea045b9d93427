import type { BrokenSpec } from '../../support/spec/spec-builder';
import { aParameter, aSpec, get, problemsIn } from '../../support/spec/spec-builder';

describe('a type that does not exist', () => {
  it.each<BrokenSpec>([
    {
      fault: 'a result of a model that does not exist',
      spec: aSpec().set(`${get}/type`, 'Gadget'),
      problem:
        "api-docs/things.json:45 #/apis/1/operations/0/type: there is no model 'Gadget'; declare it under models",
    },
    {
      fault: 'a result of a misspelt model',
      spec: aSpec().set(`${get}/type`, 'Thinng'),
      problem: "api-docs/things.json:45 #/apis/1/operations/0/type: there is no model 'Thinng'; did you mean 'Thing'?",
    },
    {
      fault: 'a property of a model that does not exist',
      spec: aSpec().set('things#/models/ThingMoved/properties/thing/$ref', 'Gadget'),
      problem:
        "api-docs/things.json:142 #/models/ThingMoved/properties/thing/$ref: there is no model 'Gadget'; declare it under models",
    },
    {
      fault: 'a list of a model that does not exist',
      spec: aSpec().set('things#/models/Thing/properties/parts/items/$ref', 'Prat'),
      problem:
        "api-docs/things.json:111 #/models/Thing/properties/parts/items/$ref: there is no model 'Prat'; did you mean 'Part'?",
    },
    {
      fault: 'an answer of a model that does not exist',
      spec: aSpec().set(`${get}/responseMessages/1/responseModel`, 'Error'),
      problem:
        "api-docs/things.json:92 #/apis/1/operations/0/responseMessages/1/responseModel: there is no model 'Error'; declare it under models",
    },
    {
      fault: 'no type at all',
      spec: aSpec().remove('things#/models/Thing/properties/name/type'),
      problem:
        "api-docs/things.json:104 #/models/Thing/properties/name: a type needs exactly one of 'type' and '$ref'; 'type' for primitives and arrays, '$ref' for models",
    },
    {
      fault: 'a parameter without a type',
      spec: aSpec()
        .remove(`${get}/parameters/2/type`)
        .remove(`${get}/parameters/2/enum`)
        .remove(`${get}/parameters/2/enumSince`),
      problem:
        "api-docs/things.json:67 #/apis/1/operations/0/parameters/2: a type needs exactly one of 'type' and '$ref'; 'type' for primitives and arrays, '$ref' for models",
    },
    {
      fault: 'two types at once',
      spec: aSpec().set('things#/models/ThingMoved/properties/thing/type', 'string'),
      problem:
        "api-docs/things.json:141 #/models/ThingMoved/properties/thing: a type needs exactly one of 'type' and '$ref'; 'type' for primitives and arrays, '$ref' for models",
    },
    {
      fault: 'an array that does not say of what',
      spec: aSpec().remove('things#/models/Thing/properties/parts/items'),
      problem: `api-docs/things.json:108 #/models/Thing/properties/parts: an array without 'items'; say what it holds: "items": { "type": ... }`,
    },
    {
      fault: 'an array of arrays',
      spec: aSpec().set('things#/models/Thing/properties/parts/items', { type: 'array' }),
      problem:
        'api-docs/things.json:111 #/models/Thing/properties/parts/items/type: an array of arrays; put the inner array into a model',
    },
    {
      fault: 'an unknown type',
      spec: aSpec().set('things#/models/Thing/properties/name/type', 'text'),
      problem:
        "api-docs/things.json:105 #/models/Thing/properties/name/type: unknown type 'text'; use string, integer, number, boolean, object, json, array or a $ref",
    },
    {
      fault: 'an unknown type of a parameter',
      spec: aSpec().set(`${get}/parameters/1`, aParameter({ type: 'int', defaultValue: 1 })),
      problem:
        "api-docs/things.json:62 #/apis/1/operations/0/parameters/1/type: unknown type 'int'; use string, integer, number, boolean, object, json, array or a $ref",
    },
    {
      fault: 'a model named by type',
      spec: aSpec().set('things#/models/Thing/properties/name/type', 'Part'),
      problem: `api-docs/things.json:105 #/models/Thing/properties/name/type: unknown type 'Part'; a model is named by "$ref": "Part"`,
    },
    {
      fault: 'items of a string',
      spec: aSpec().set('things#/models/Thing/properties/name/items', { type: 'string' }),
      problem:
        "api-docs/things.json:107 #/models/Thing/properties/name/items: 'items' on type string; only an array has 'items'",
    },
    {
      fault: 'items of a model',
      spec: aSpec().set(`${get}/items`, { type: 'string' }),
      problem: "api-docs/things.json:95 #/apis/1/operations/0/items: 'items' on type Thing; only an array has 'items'",
    },
    {
      fault: 'a format of a model',
      spec: aSpec().set(`${get}/format`, 'int32'),
      problem:
        "api-docs/things.json:95 #/apis/1/operations/0/format: 'format' on type Thing; only a primitive type has a 'format'",
    },
    {
      fault: 'a format of another type',
      spec: aSpec().set(`${get}/parameters/1/format`, 'date-time'),
      problem:
        "api-docs/things.json:66 #/apis/1/operations/0/parameters/1/format: 'date-time' is not a format of integer; use int32 or int64",
    },
    {
      fault: 'a format of a type that has none',
      spec: aSpec().set('parts#/models/Part/properties/label', {
        type: 'boolean',
        format: 'yesno',
        description: 'Labelled or not.',
      }),
      problem:
        "api-docs/parts.json:42 #/models/Part/properties/label/format: 'yesno' is not a format of boolean; remove 'format'",
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});
