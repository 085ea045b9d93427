import type { BrokenSpec } from '../../support/spec/spec-builder';
import { aSpec, get, problemsIn } from '../../support/spec/spec-builder';

describe('a file that is not JSON', () => {
  it.each<BrokenSpec>([
    {
      fault: 'a missing comma',
      spec: aSpec().rewrite('things', (text) => text.replace('"1.2",', '"1.2"')),
      problem: 'api-docs/things.json:3 #: not JSON: comma expected; put a comma before this',
    },
    {
      fault: 'a comma too many',
      spec: aSpec().rewrite('things', (text) => text.replace('"message": "The things."', '"message": "The things.",')),
      problem:
        'api-docs/things.json:29 #: not JSON: property name expected; write a key in double quotes, or remove the comma before',
    },
    {
      fault: 'a comment',
      spec: aSpec().rewrite('parts', (text) => text.replace('{', '{ // parts')),
      problem: 'api-docs/parts.json:1 #: not JSON: invalid comment token; JSON has no comments: use a description',
    },
    {
      fault: 'a value left out',
      spec: aSpec().rewrite('parts', (text) => text.replace('"resourcePath": "/parts"', '"resourcePath": ')),
      problem: 'api-docs/parts.json:4 #: not JSON: value expected; write a value, or remove the comma before',
    },
    {
      fault: 'a file cut off',
      spec: aSpec().rewrite('parts', (text) => text.slice(0, text.indexOf(',\n  "since"'))),
      problem: 'api-docs/parts.json:4 #: not JSON: close brace expected; close the object with }',
    },
    {
      fault: 'an empty file',
      spec: aSpec().rewrite('parts', () => ''),
      problem: 'api-docs/parts.json:1 #: the file is empty; write its content or remove it',
    },
    {
      fault: 'text after the end',
      spec: aSpec().rewrite('parts', (text) => `${text}\n}`),
      problem: 'api-docs/parts.json:48 #: not JSON: end of file expected; remove what follows the end of the document',
    },
    {
      fault: 'a key that stands twice',
      spec: aSpec().rewrite('things', (text) =>
        text.replace('"nickname": "list",', '"nickname": "list",\n "method": "GET",'),
      ),
      problem:
        "api-docs/things.json:16 #/apis/0/operations/0/method: key 'method' stands twice in one object; keep one of them",
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});

describe('an entry of the wrong shape', () => {
  it.each<BrokenSpec>([
    {
      fault: 'an unknown key that looks like a known one',
      spec: aSpec().set(`${get}/sumary`, 'x'),
      problem: "api-docs/things.json:95 #/apis/1/operations/0/sumary: unknown key 'sumary'; did you mean 'summary'?",
    },
    {
      fault: 'an unknown key that looks like none',
      spec: aSpec().set('resources#/modules/0/version', '1'),
      problem: "api-docs/resources.json:30 #/modules/0/version: unknown key 'version'; allowed here: name, description",
    },
    {
      fault: 'a missing text',
      spec: aSpec().remove(`${get}/summary`),
      problem: `api-docs/things.json:38 #/apis/1/operations/0: key 'summary' is missing; add "summary": a string`,
    },
    {
      fault: 'a missing version',
      spec: aSpec().remove('things#/since'),
      problem: `api-docs/things.json:1 #: key 'since' is missing; add "since": an array, each entry a version as major.minor.patch, such as "1.7.0"`,
    },
    {
      fault: 'a missing choice',
      spec: aSpec().remove(`${get}/parameters/0/paramType`),
      problem: `api-docs/things.json:50 #/apis/1/operations/0/parameters/0: key 'paramType' is missing; add "paramType": "path", "query" or "body"`,
    },
    {
      fault: 'a missing name',
      spec: aSpec().remove(`${get}/nickname`),
      problem: `api-docs/things.json:38 #/apis/1/operations/0: key 'nickname' is missing; add "nickname": a name of letters, digits and _ that does not start with a digit`,
    },
    {
      fault: 'a number for a text',
      spec: aSpec().set(`${get}/summary`, 5),
      problem:
        'api-docs/things.json:41 #/apis/1/operations/0/summary: a number stands where a string belongs; write a string',
    },
    {
      fault: 'null for a text',
      spec: aSpec().set(`${get}/summary`, null),
      problem:
        'api-docs/things.json:41 #/apis/1/operations/0/summary: null stands where a string belongs; write a string',
    },
    {
      fault: 'a text for a flag',
      spec: aSpec().set(`${get}/parameters/0/required`, 'yes'),
      problem:
        'api-docs/things.json:54 #/apis/1/operations/0/parameters/0/required: a string stands where true or false belongs; write true or false',
    },
    {
      fault: 'a text for a code',
      spec: aSpec().set(`${get}/responseMessages/0/code`, '200'),
      problem:
        'api-docs/things.json:86 #/apis/1/operations/0/responseMessages/0/code: a string stands where a whole number belongs; write a whole number',
    },
    {
      fault: 'an object for a default',
      spec: aSpec().set(`${get}/parameters/1/defaultValue`, {}),
      problem:
        'api-docs/things.json:65 #/apis/1/operations/0/parameters/1/defaultValue: an object stands where a string, number or boolean belongs; write a string, number or boolean',
    },
    {
      fault: 'an object for a list',
      spec: aSpec().set(`${get}/parameters`, {}),
      problem:
        'api-docs/things.json:49 #/apis/1/operations/0/parameters: an object stands where an array belongs; write an array',
    },
    {
      fault: 'a list for an object',
      spec: aSpec().set('parts#/models', []),
      problem: 'api-docs/parts.json:35 #/models: an array stands where an object belongs; write an object',
    },
    {
      fault: 'a text for an object',
      spec: aSpec().set('things#/apis/0', '/things'),
      problem: 'api-docs/things.json:9 #/apis/0: a string stands where an object belongs; write an object',
    },
    {
      fault: 'an empty text',
      spec: aSpec().set(`${get}/parameters/0/description`, ' '),
      problem:
        'api-docs/things.json:53 #/apis/1/operations/0/parameters/0/description: the text is empty; say what a reader needs to know',
    },
    {
      fault: 'an empty list',
      spec: aSpec().set('parts#/apis', []),
      problem: 'api-docs/parts.json:8 #/apis: the list is empty; give at least one entry',
    },
    {
      fault: 'an entry listed twice',
      spec: aSpec().set(`${get}/parameters/2/enum/2`, 'up'),
      problem:
        "api-docs/things.json:76 #/apis/1/operations/0/parameters/2/enum/2: 'up' is listed twice; keep one of them",
    },
    {
      fault: 'a version that is none',
      spec: aSpec().set(`${get}/since`, ['1.1']),
      problem: `api-docs/things.json:43 #/apis/1/operations/0/since/0: '1.1' is not allowed here; write a version as major.minor.patch, such as "1.7.0"`,
    },
    {
      fault: 'a number for a version',
      spec: aSpec().set(`${get}/since`, [2]),
      problem:
        'api-docs/things.json:43 #/apis/1/operations/0/since/0: a number stands where a string belongs; write a version as major.minor.patch, such as "1.7.0"',
    },
    {
      fault: 'a name with a blank',
      spec: aSpec().set(`${get}/nickname`, 'look at'),
      problem:
        "api-docs/things.json:40 #/apis/1/operations/0/nickname: 'look at' is not allowed here; write a name of letters, digits and _ that does not start with a digit",
    },
    {
      fault: 'a path without its slash',
      spec: aSpec().set('things#/apis/0/path', 'things'),
      problem: `api-docs/things.json:10 #/apis/0/path: 'things' is not allowed here; write a path such as "/channels/{channelId}"`,
    },
    {
      fault: 'a listed path without its format',
      spec: aSpec().set('resources#/apis/1/path', '/api-docs/parts.json'),
      problem: `api-docs/resources.json:15 #/apis/1/path: '/api-docs/parts.json' is not allowed here; write a path such as "/api-docs/channels.{format}"`,
    },
    {
      fault: 'a number for a bound',
      spec: aSpec().set(`${get}/parameters/1/minimum`, 0),
      problem:
        'api-docs/things.json:63 #/apis/1/operations/0/parameters/1/minimum: a number stands where a string belongs; write a number in quotes, such as "0"',
    },
    {
      fault: 'a bound that is not a number',
      spec: aSpec().set(`${get}/parameters/1/minimum`, 'none'),
      problem: `api-docs/things.json:63 #/apis/1/operations/0/parameters/1/minimum: 'none' is not allowed here; write a number in quotes, such as "0"`,
    },
    {
      fault: 'a method nobody knows',
      spec: aSpec().set(`${get}/method`, 'PATCH'),
      problem:
        'api-docs/things.json:39 #/apis/1/operations/0/method: "PATCH" is not allowed here; write "GET", "POST", "PUT" or "DELETE"',
    },
    {
      fault: 'another version of the format',
      spec: aSpec().set('parts#/swaggerVersion', 2),
      problem: 'api-docs/parts.json:2 #/swaggerVersion: 2 is not allowed here; write "1.2"',
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});

describe('a listing that does not fit the files', () => {
  it.each<BrokenSpec>([
    {
      fault: 'no listing',
      spec: aSpec().removeFile('resources'),
      problem: 'api-docs/resources.json:1 #: there is no resources.json; add the file that lists all resources',
    },
    {
      fault: 'a listed resource without a file',
      spec: aSpec().removeFile('parts').remove('things#/models/Thing/properties/parts'),
      problem:
        'api-docs/resources.json:15 #/apis/1/path: there is no file parts.json; add api-docs/parts.json or remove this entry',
    },
    {
      fault: 'a file that is not listed',
      spec: aSpec().remove('resources#/apis/1'),
      problem:
        'api-docs/parts.json:1 #: parts.json is not listed; add "/api-docs/parts.{format}" to resources.json, or remove the file',
    },
    {
      fault: 'a resource listed twice',
      spec: aSpec().set('resources#/apis/2', { path: '/api-docs/things.{format}', description: 'Again.' }),
      problem: 'api-docs/resources.json:19 #/apis/2/path: things.json is listed twice; remove this entry',
    },
    {
      fault: 'a module listed twice',
      spec: aSpec().set('resources#/modules/1', { name: 'res_things', description: 'Again.' }),
      problem: "api-docs/resources.json:32 #/modules/1/name: module 'res_things' is listed twice; remove this entry",
    },
    {
      fault: 'a common code declared twice',
      spec: aSpec().set('resources#/responseMessages/1', { code: 400, message: 'Again.' }),
      problem:
        'api-docs/resources.json:26 #/responseMessages/1/code: code 400 is declared twice; put both conditions into one message',
    },
    {
      fault: 'a common answer of an unknown model',
      spec: aSpec().set('resources#/responseMessages/0/responseModel', 'Failure'),
      problem:
        "api-docs/resources.json:23 #/responseMessages/0/responseModel: there is no model 'Failure'; declare it under models of a resource",
    },
  ])('is reported: $fault', ({ spec, problem }) => {
    expect(problemsIn(spec)).toEqual([problem]);
  });
});
