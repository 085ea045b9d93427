import type { BrokenSpec } from '../../support/spec/spec-builder';
import { anOperation, aParameter, aSpec, get, problemsIn } from '../../support/spec/spec-builder';

describe('a path that leads nowhere or to several operations', () => {
  it.each<BrokenSpec>([
    {
      fault: 'two operations behind one method and path',
      spec: aSpec().set('things#/apis/2', {
        path: '/things/{name}',
        description: 'By name',
        operations: [
          anOperation({ method: 'GET', parameters: [aParameter({ name: 'name', paramType: 'path', required: true })] }),
        ],
      }),
      problem:
        'api-docs/things.json:103 #/apis/2/operations/0/method: GET /things/{name} already leads to things.get; change the method or the path',
    },
    {
      fault: 'an alias that leads elsewhere already',
      spec: aSpec().set('parts#/aliases', ['/things']),
      problem:
        'api-docs/parts.json:14 #/apis/0/operations/0/method: GET /things already leads to things.list; change the method or the path',
    },
    {
      fault: 'a path outside its resource',
      spec: aSpec().set('parts#/apis/0/path', '/pieces'),
      problem:
        "api-docs/parts.json:10 #/apis/0/path: '/pieces' is outside /parts; a path of this file starts with /parts",
    },
    {
      fault: 'a parameter that stands twice in the path',
      spec: aSpec().set('things#/apis/1/path', '/things/{thingId}/{thingId}'),
      problem:
        'api-docs/things.json:35 #/apis/1/path: {thingId} stands twice in the path; give each parameter its own name',
    },
    {
      fault: 'an alias with other parameters',
      spec: aSpec().set('things#/apis/1/aliases', ['/things/by-name/{name}']),
      problem:
        "api-docs/things.json:98 #/apis/1/aliases/0: alias '/things/by-name/{name}' has other parameters than '/things/{thingId}'; give it exactly {thingId}",
    },
    {
      fault: 'an alias with parameters where the path has none',
      spec: aSpec().set('things#/apis/0/aliases', ['/things/all/{page}']),
      problem:
        "api-docs/things.json:34 #/apis/0/aliases/0: alias '/things/all/{page}' has other parameters than '/things'; remove its parameters",
    },
    {
      fault: 'an alias outside its resource',
      spec: aSpec().set('things#/apis/0/aliases', ['/all']),
      problem:
        "api-docs/things.json:34 #/apis/0/aliases/0: '/all' is outside /things; a path of this file starts with /things",
    },
    {
      fault: 'an alias of a resource with parameters',
      spec: aSpec().set('parts#/aliases', ['/pieces/{kind}']),
      problem:
        "api-docs/parts.json:48 #/aliases/0: alias '/pieces/{kind}' of a resource has parameters; write a path of plain words: it replaces the start of every path",
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});

describe('a version that cannot be', () => {
  it.each<BrokenSpec>([
    {
      fault: 'versions that do not rise',
      spec: aSpec().set('things#/since', ['1.0.0', '1.2.0', '1.2.0']),
      problem: 'api-docs/things.json:8 #/since/2: 1.2.0 after 1.2.0; list versions from old to new, each once',
    },
    {
      fault: 'an operation older than its resource',
      spec: aSpec().set('things#/apis/0/operations/0/since', ['0.9.0']),
      problem:
        'api-docs/things.json:17 #/apis/0/operations/0/since: 0.9.0 is older than the resource things, which came with 1.0.0; start at 1.0.0 or later',
    },
    {
      fault: 'a parameter older than its operation',
      spec: aSpec().set(`${get}/parameters/1/since`, ['1.0.0']),
      problem:
        'api-docs/things.json:66 #/apis/1/operations/0/parameters/1/since: 1.0.0 is older than the operation get, which came with 1.1.0; start at 1.1.0 or later',
    },
    {
      fault: 'a model older than its resource',
      spec: aSpec().set('parts#/models/Part/since', ['0.9.0']),
      problem:
        'api-docs/parts.json:45 #/models/Part/since: 0.9.0 is older than the resource parts, which came with 1.0.0; start at 1.0.0 or later',
    },
    {
      fault: 'a property older than its model',
      spec: aSpec().set('things#/models/ThingMoved/properties/thing/since', ['1.0.0']),
      problem:
        'api-docs/things.json:144 #/models/ThingMoved/properties/thing/since: 1.0.0 is older than the model ThingMoved, which came with 1.1.0; start at 1.1.0 or later',
    },
    {
      fault: 'a value older than its parameter',
      spec: aSpec().set(`${get}/parameters/2/since`, ['1.3.0']),
      problem:
        'api-docs/things.json:78 #/apis/1/operations/0/parameters/2/enumSince/down: 1.2.0 is older than the enum itself, which came with 1.3.0; start at 1.3.0 or later',
    },
    {
      fault: 'a result older than its operation',
      spec: aSpec().set(`things#/models/Thing/since`, ['1.1.0']).set('things#/apis/0/operations/0/since', ['1.0.0']),
      problem:
        'api-docs/things.json:17 #/apis/0/operations/0/since: 1.0.0 is older than the model Thing, which came with 1.1.0; start at 1.1.0 or later',
    },
    {
      fault: 'a property older than the model it refers to',
      spec: aSpec().set('parts#/models/Part/since', ['1.1.0']).set('parts#/apis/0/operations/0/since', ['1.1.0']),
      problem:
        'api-docs/things.json:108 #/models/Thing/properties/parts: 1.0.0 is older than the model Part, which came with 1.1.0; start at 1.1.0 or later',
    },
    {
      fault: 'a subtype older than its base',
      spec: aSpec().set('things#/models/Notice/since', ['1.2.0']),
      problem:
        'api-docs/things.json:149 #/models/ThingMoved/since: 1.1.0 is older than the model Notice, which came with 1.2.0; start at 1.2.0 or later',
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});
