import { formatProblems, SpecError } from '../../../codegen/spec/problem';
import type { BrokenSpec } from '../../support/spec/spec-builder';
import { aModel, anOperation, aSpec, get, problemsIn } from '../../support/spec/spec-builder';

describe('a model that does not hold together', () => {
  it.each<BrokenSpec>([
    {
      fault: 'a model in two files',
      spec: aSpec().set('parts#/models/Thing', aModel('Thing')),
      problem:
        "api-docs/parts.json:46 #/models/Thing: model 'Thing' is declared in api-docs/things.json too; declare it once; $ref reaches across files",
    },
    {
      fault: 'a model under another name',
      spec: aSpec().set('parts#/models/Part/id', 'Piece'),
      problem: `api-docs/parts.json:37 #/models/Part/id: id 'Piece' under the key 'Part'; write "id": "Part"`,
    },
    {
      fault: 'a misspelt required property',
      spec: aSpec().set('things#/models/Thing/required/0', 'nam'),
      problem:
        "api-docs/things.json:117 #/models/Thing/required/0: 'nam' is required but is not a property of Thing; did you mean 'name'?",
    },
    {
      fault: 'a required property that does not exist',
      spec: aSpec().set('things#/models/Thing/required/1', 'weight'),
      problem:
        "api-docs/things.json:118 #/models/Thing/required/1: 'weight' is required but is not a property of Thing; declare the property or remove it here",
    },
    {
      fault: 'subtypes that nothing tells apart',
      spec: aSpec().remove('things#/models/Notice/discriminator'),
      problem:
        'api-docs/things.json:120 #/models/Notice: Notice has subTypes but no discriminator; name the property that tells them apart: "discriminator": "type"',
    },
    {
      fault: 'a discriminator without subtypes',
      spec: aSpec().set('parts#/models/Part/discriminator', 'label').set('parts#/models/Part/required', ['label']),
      problem:
        'api-docs/parts.json:45 #/models/Part/discriminator: Part has a discriminator but no subTypes; list its subTypes or remove it',
    },
    {
      fault: 'a discriminator of a subtype',
      spec: aSpec().set(
        'things#/models/ThingMoved',
        aModel('ThingMoved', {
          required: ['way'],
          properties: { way: { type: 'string', description: 'Which way.' } },
          subTypes: ['Refusal'],
          discriminator: 'way',
        }),
      ),
      problem:
        'api-docs/things.json:152 #/models/ThingMoved/discriminator: ThingMoved is a subtype of Notice, which has the discriminator; only the root of the family has one',
    },
    {
      fault: 'a discriminator that may be missing',
      spec: aSpec().remove('things#/models/Notice/required'),
      problem:
        "api-docs/things.json:132 #/models/Notice/discriminator: discriminator 'type' is not a required property; add 'type' to properties and required",
    },
    {
      fault: 'a subtype that does not exist',
      spec: aSpec().set('things#/models/Notice/subTypes/1', 'ThingLost'),
      problem:
        "api-docs/things.json:134 #/models/Notice/subTypes/1: subtype 'ThingLost' is not declared; declare the model 'ThingLost' in this file or remove it here",
    },
    {
      fault: 'an event that its family does not name',
      spec: aSpec().set('things#/models/ThingLost', aModel('ThingLost')),
      problem: `api-docs/things.json:160 #/models/ThingLost: model 'ThingLost' is not a subtype, and nothing refers to it; list it in the subTypes of Notice, or write "standalone": true`,
    },
    {
      fault: 'a subtype in another file',
      spec: aSpec().set('things#/models/Notice/subTypes/1', 'Part'),
      problem:
        "api-docs/things.json:134 #/models/Notice/subTypes/1: subtype 'Part' is declared in another file; move it to api-docs/things.json: a family lives in one file",
    },
    {
      fault: 'a subtype of two models',
      spec: aSpec()
        .set('things#/models/Refusal/subTypes', ['ThingMoved'])
        .set('things#/models/Refusal/discriminator', 'message')
        .set('things#/models/Refusal/required', ['message']),
      problem:
        "api-docs/things.json:160 #/models/Refusal/subTypes/0: 'ThingMoved' is already a subtype of Notice; a model has one base",
    },
    {
      fault: 'a ring of subtypes',
      spec: aSpec()
        .set('things#/models/Notice/subTypes', ['ThingMoved', 'Refusal'])
        .remove('things#/models/Notice/discriminator')
        .set('things#/models/ThingMoved/subTypes', ['Notice']),
      problem: 'api-docs/things.json:120 #/models/Notice: Notice is its own ancestor; break the ring of subTypes',
    },
    {
      fault: 'a property that the base has',
      spec: aSpec().set('things#/models/ThingMoved/properties/type', { type: 'string', description: 'Again.' }),
      problem:
        "api-docs/things.json:145 #/models/ThingMoved/properties/type: 'type' is inherited from Notice; remove it: a subtype adds, it does not override",
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});

describe('an operation that does not add up', () => {
  it.each<BrokenSpec>([
    {
      fault: 'a resource path of another resource',
      spec: aSpec().set('parts#/resourcePath', '/things'),
      problem: `api-docs/parts.json:4 #/resourcePath: path '/things' in parts.json; write "/parts"`,
    },
    {
      fault: 'a nickname used twice',
      spec: aSpec().set(`${get}/nickname`, 'list'),
      problem:
        "api-docs/things.json:40 #/apis/1/operations/0/nickname: nickname 'list' is taken by GET /things; give each operation of a resource its own",
    },
    {
      fault: 'a code declared twice',
      spec: aSpec().set(`${get}/responseMessages/2`, { code: 404, message: 'Again.' }),
      problem:
        'api-docs/things.json:95 #/apis/1/operations/0/responseMessages/2/code: code 404 is declared twice; put both conditions into one message',
    },
    {
      fault: 'a code that is no answer',
      spec: aSpec().set(`${get}/responseMessages/2`, { code: 302, message: 'Over there.' }),
      problem:
        'api-docs/things.json:95 #/apis/1/operations/0/responseMessages/2/code: 302 is not a status of an operation; use a 2xx, 4xx or 5xx code (101 for an upgrade)',
    },
    {
      fault: 'no success code',
      spec: aSpec().remove(`${get}/responseMessages/0`),
      problem: 'api-docs/things.json:84 #/apis/1/operations/0/responseMessages: no success code; add 200 or 201',
    },
    {
      fault: 'two success codes',
      spec: aSpec().set(`${get}/responseMessages/2`, { code: 201, message: 'Made.' }),
      problem:
        'api-docs/things.json:84 #/apis/1/operations/0/responseMessages: success codes 200 and 201; an operation has exactly one',
    },
    {
      fault: 'a body where the code promises none',
      spec: aSpec().set(`${get}/responseMessages/0/code`, 204),
      problem:
        "api-docs/things.json:86 #/apis/1/operations/0/responseMessages/0/code: success code 204 for type 'Thing'; use 200 or 201",
    },
    {
      fault: 'no body where the code promises one',
      spec: aSpec().set(
        'things#/apis/0/operations/1',
        anOperation({ responseMessages: [{ code: 200, message: 'Done.' }] }),
      ),
      problem:
        "api-docs/things.json:43 #/apis/0/operations/1/responseMessages/0/code: success code 200 for type 'void'; use 202 or 204",
    },
    {
      fault: 'an upgrade that answers 200',
      spec: aSpec().set(`${get}/upgrade`, 'websocket').set(`${get}/websocketProtocol`, 'things'),
      problem:
        'api-docs/things.json:86 #/apis/1/operations/0/responseMessages/0/code: success code 200 for a websocket upgrade; use 101',
    },
    {
      fault: 'a module that nobody provides',
      spec: aSpec().set('parts#/requiresModules', ['res_parts_store']),
      problem:
        "api-docs/parts.json:48 #/requiresModules/0: there is no module 'res_parts_store'; list it under modules in resources.json",
    },
    {
      fault: 'a misspelt module',
      spec: aSpec().set(`${get}/requiresModules/0`, 'res_thing'),
      problem:
        "api-docs/things.json:47 #/apis/1/operations/0/requiresModules/0: there is no module 'res_thing'; did you mean 'res_things'?",
    },
    {
      fault: 'an upgrade by PUT',
      spec: aSpec().set(
        'things#/apis/0/operations/1',
        anOperation({
          upgrade: 'websocket',
          websocketProtocol: 'things',
          responseMessages: [{ code: 101, message: 'Go on.' }],
        }),
      ),
      problem: 'api-docs/things.json:47 #/apis/0/operations/1/upgrade: a websocket upgrade by PUT; an upgrade is a GET',
    },
    {
      fault: 'an upgrade without its protocol',
      spec: aSpec()
        .set(
          'things#/apis/0/operations/1',
          anOperation({ method: 'GET', upgrade: 'websocket', responseMessages: [{ code: 101, message: 'Go on.' }] }),
        )
        .set('things#/apis/0/operations/0/method', 'POST'),
      problem:
        "api-docs/things.json:32 #/apis/0/operations/1: 'upgrade' and 'websocketProtocol' go together; give both or neither",
    },
    {
      fault: 'a protocol without an upgrade',
      spec: aSpec().set(`${get}/websocketProtocol`, 'things'),
      problem:
        "api-docs/things.json:38 #/apis/1/operations/0: 'upgrade' and 'websocketProtocol' go together; give both or neither",
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});

describe('a spec with faults', () => {
  it('is the only kind that is reported: the small spec of these tests is sound', () => {
    expect(problemsIn(aSpec())).toEqual([]);
  });

  it('has them reported all at once, file by file and from top to bottom', () => {
    const spec = aSpec()
      .set(`${get}/type`, 'Gadget')
      .set('things#/resourcePath', '/thing')
      .set('things#/models/Thing/required/1', 'weight')
      .set('resources#/modules/0/version', '1')
      .set('parts#/apis/0/path', '/pieces')
      .set('parts#/since', ['1.2.0', '1.1.0']);

    expect(problemsIn(spec)).toEqual([
      'api-docs/parts.json:7 #/since/1: 1.1.0 after 1.2.0; list versions from old to new, each once',
      "api-docs/parts.json:11 #/apis/0/path: '/pieces' is outside /parts; a path of this file starts with /parts",
      'api-docs/parts.json:18 #/apis/0/operations/0/since: 1.0.0 is older than the resource parts, which came with 1.2.0; start at 1.2.0 or later',
      "api-docs/resources.json:30 #/modules/0/version: unknown key 'version'; allowed here: name, description",
      'api-docs/things.json:4 #/resourcePath: path \'/thing\' in things.json; write "/things"',
      "api-docs/things.json:45 #/apis/1/operations/0/type: there is no model 'Gadget'; declare it under models",
      'api-docs/things.json:108 #/models/Thing/properties/parts: 1.0.0 is older than the model Part, which came with 1.2.0; start at 1.2.0 or later',
      "api-docs/things.json:118 #/models/Thing/required/1: 'weight' is required but is not a property of Thing; declare the property or remove it here",
    ]);
  });

  it('throws an error that carries every problem and prints as a list with a count', () => {
    const spec = aSpec().set(`${get}/type`, 'Thinng').set('parts#/swaggerVersion', '1.1');
    const error = errorOf(() => spec.load());

    expect(error.message).toBe(
      [
        'api-docs/parts.json:2 #/swaggerVersion: "1.1" is not allowed here; write "1.2"',
        "api-docs/things.json:45 #/apis/1/operations/0/type: there is no model 'Thinng'; did you mean 'Thing'?",
        '2 problems in the spec',
      ].join('\n'),
    );
    expect(error.problems[0]).toEqual({
      file: 'api-docs/parts.json',
      line: 2,
      pointer: '/swaggerVersion',
      message: '"1.1" is not allowed here',
      hint: 'write "1.2"',
    });
  });

  it('counts a single problem in the singular', () => {
    const problem = { file: 'api-docs/a.json', line: 3, pointer: '/b', message: 'this is wrong', hint: 'write that' };

    expect(formatProblems([problem])).toBe('api-docs/a.json:3 #/b: this is wrong; write that\n1 problem in the spec');
  });
});

describe('a broken file', () => {
  it.each([
    ['a key that is wrong', (text: string) => text.replace('"basePath"', '"basPath"')],
    ['a comma that is missing', (text: string) => text.replace('"1.2",', '"1.2"')],
    ['an end that is missing', (text: string) => text.slice(0, text.indexOf('"models"'))],
    ['models that are no object', (text: string) => `${text.slice(0, text.indexOf('"models"'))}"models": [] }`],
  ])('does not make references to its models dangle: %s', (_, rewrite) => {
    const files = problemsIn(aSpec().rewrite('parts', rewrite)).map((problem) => problem.split(':')[0]);

    expect(new Set(files)).toEqual(new Set(['api-docs/parts.json']));
  });

  it('leaves the other files checked', () => {
    const spec = aSpec()
      .rewrite('parts', (text) => text.replace('"1.2",', '"1.2"'))
      .set(`${get}/nickname`, 'list');

    expect(problemsIn(spec)).toEqual([
      'api-docs/parts.json:3 #: not JSON: comma expected; put a comma before this',
      "api-docs/things.json:40 #/apis/1/operations/0/nickname: nickname 'list' is taken by GET /things; give each operation of a resource its own",
    ]);
  });

  it('says nothing about modules when it is the listing that would name them', () => {
    const spec = aSpec().remove('resources#/basePath').set(`${get}/requiresModules/0`, 'res_other');

    expect(problemsIn(spec)).toEqual([
      `api-docs/resources.json:1 #: key 'basePath' is missing; add "basePath": a string`,
    ]);
  });
});

describe('a reported place', () => {
  it('is found although its key needs escaping in a pointer', () => {
    const spec = aSpec().set('parts#/models/Part/properties', { 'a/b~c': { type: 'text', description: 'Odd.' } });

    expect(problemsIn(spec)).toEqual([
      "api-docs/parts.json:41 #/models/Part/properties/a~1b~0c/type: unknown type 'text'; use string, integer, number, boolean, object, json, array or a $ref",
    ]);
  });

  it('is not mistaken for something that every object has', () => {
    const spec = aSpec()
      .set(`${get}/type`, 'toString')
      .set('things#/models/Thing/required/1', 'constructor')
      .rewrite('parts', (text) => text.replace('"basePath"', '"__proto__": {}, "basePath"'));

    expect(problemsIn(spec).map((problem) => problem.replace(/;.*/, ''))).toEqual([
      "api-docs/parts.json:3 #/__proto__: unknown key '__proto__'",
      "api-docs/things.json:45 #/apis/1/operations/0/type: there is no model 'toString'",
      "api-docs/things.json:118 #/models/Thing/required/1: 'constructor' is required but is not a property of Thing",
    ]);
  });

  it('is the ring itself and not a model that merely descends from it', () => {
    const spec = aSpec()
      .set('things#/models/Alarm', aModel('Alarm'))
      .set('things#/models/Notice/subTypes', ['ThingMoved', 'Alarm'])
      .remove('things#/models/Notice/discriminator')
      .set('things#/models/ThingMoved/subTypes', ['Notice']);

    expect(problemsIn(spec)).toEqual([
      'api-docs/things.json:120 #/models/Notice: Notice is its own ancestor; break the ring of subTypes',
    ]);
  });
});

function errorOf(action: () => unknown): SpecError {
  try {
    action();
  } catch (error) {
    if (error instanceof SpecError) return error;
    throw error;
  }
  throw new Error('expected the spec to be refused');
}
