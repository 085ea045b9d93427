import type { Surface } from '../../../codegen/compat/surface';
import { formatSurface, parseSurface } from '../../../codegen/compat/surface-text';
import { behavesAs, difference } from './change-rows';
import { anOperation, aParameter, surfaceAfter } from './compat-support';

it('lets a resource come and does not let it go', () => {
  const before = surfaceAfter();
  const after = { ...before, resources: [{ id: 'bells', since: ['1.1.0'] }, ...before.resources] };

  expect(difference(before, after)).toEqual(['compatible: added resource bells is new']);
  expect(difference(after, before)).toEqual(['breaking: removed resource bells is gone']);
});

it('lets a header come and apply to more methods, but not go or apply to fewer', () => {
  const before = surfaceAfter();
  const key = (methods: readonly string[], maxLength = 255): Surface => ({
    ...before,
    headers: [{ id: 'Idempotency-Key', methods, maxLength, since: ['1.1.0'] }],
  });

  expect(difference(before, key(['POST']))).toEqual(['compatible: added header Idempotency-Key is new, for POST']);
  expect(difference(key(['POST']), before)).toEqual(['breaking: removed header Idempotency-Key is gone, for POST']);
  expect(difference(key(['POST']), key(['POST', 'PUT']))).toEqual([
    'compatible: changed header Idempotency-Key applies to PUT now',
  ]);
  expect(difference(key(['POST', 'PUT']), key(['POST'], 100))).toEqual([
    'breaking: changed header Idempotency-Key no longer applies to PUT',
    'breaking: changed header Idempotency-Key takes 100 characters at most, was 255',
  ]);
  expect(parseSurface(formatSurface(key(['POST'])))).toEqual(key(['POST']));
});

describe('comparing operations', () => {
  behavesAs({
    'lets one come and does not let it go': {
      edit: (draft) =>
        draft.add('hush', '/phones/hush', anOperation({ type: 'Phone', parameters: [aParameter('softly', {})] })),
      forward: ['compatible: added operation phones.hush is new: GET /phones/hush'],
      backward: ['breaking: removed operation phones.hush is gone: GET /phones/hush'],
    },
    'breaks on another method': {
      edit: (draft) => (draft.operation('ring')['method'] = 'PUT'),
      forward: ['breaking: changed operation phones.ring is reached by PUT now, was POST'],
      backward: ['breaking: changed operation phones.ring is reached by POST now, was PUT'],
    },
    'breaks on another path': {
      edit: (draft) => {
        draft.aliases.length = 0;
        draft.path('list').path = '/phones/all';
      },
      forward: [
        'breaking: changed operation phones.list moved from /phones to /phones/all',
        'breaking: changed operation phones.list is no longer reachable at /telephones',
        'breaking: changed operation phones.listen is no longer reachable at /telephones/events',
        'breaking: changed operation phones.ring is no longer reachable at /telephones/ring/{phoneId}',
        'breaking: changed operation phones.ring is no longer reachable at /telephones/{phoneId}/ring',
      ],
      backward: [
        'breaking: changed operation phones.list moved from /phones/all to /phones',
        'compatible: changed operation phones.list is reachable at /telephones too',
        'compatible: changed operation phones.listen is reachable at /telephones/events too',
        'compatible: changed operation phones.ring is reachable at /telephones/ring/{phoneId} too',
        'compatible: changed operation phones.ring is reachable at /telephones/{phoneId}/ring too',
      ],
    },
    'lets the main path and an alias change places': {
      edit: (draft) => {
        draft.path('ring').path = '/phones/ring/{phoneId}';
        draft.path('ring').aliases = ['/phones/{phoneId}/ring'];
      },
      forward: [
        'compatible: changed operation phones.ring has its main path at /phones/ring/{phoneId} now; /phones/{phoneId}/ring still leads here',
      ],
      backward: [
        'compatible: changed operation phones.ring has its main path at /phones/{phoneId}/ring now; /phones/ring/{phoneId} still leads here',
      ],
    },
    'breaks on another success code': {
      edit: (draft) => (draft.operation('list')['responseMessages'] = [{ code: 201, message: 'Made.' }]),
      forward: ['breaking: changed operation phones.list answers 201 on success, was 200'],
      backward: ['breaking: changed operation phones.list answers 200 on success, was 201'],
    },
    'breaks on another result': {
      edit: (draft) => (draft.operation('list')['items'] = { $ref: 'Owner' }),
      forward: ['breaking: changed operation phones.list answers with Owner[], was Phone[]'],
      backward: ['breaking: changed operation phones.list answers with Phone[], was Owner[]'],
    },
    'breaks where a body is dropped, and where one appears under another code': {
      edit: (draft) => {
        draft.operation('ring')['type'] = 'void';
        draft.operation('ring')['responseMessages'] = [
          { code: 204, message: 'Done.' },
          { code: 404, message: 'No phone.' },
        ];
      },
      forward: [
        'breaking: changed operation phones.ring answers 204 on success, was 200',
        'breaking: changed operation phones.ring answers with no body, was Phone',
      ],
      backward: [
        'breaking: changed operation phones.ring answers 200 on success, was 204',
        'breaking: changed operation phones.ring answers with Phone, was no body',
      ],
    },
    'lets error codes come and go': {
      edit: (draft) =>
        (draft.operation('list')['responseMessages'] as unknown[]).push({ code: 409, message: 'Not now.' }),
      forward: ['compatible: changed operation phones.list may refuse with 409 too'],
      backward: ['compatible: changed operation phones.list no longer refuses with 409'],
    },
    'breaks when a module is needed, not when it no longer is': {
      edit: (draft) => (draft.operation('list')['requiresModules'] = ['lamps']),
      forward: ['breaking: changed operation phones.list needs the module lamps now'],
      backward: ['compatible: changed operation phones.list no longer needs the module lamps'],
    },
    'lets a media type come and does not let it go': {
      edit: (draft) => (draft.operation('list')['produces'] = ['text/csv', 'application/json']),
      forward: ['compatible: changed operation phones.list may answer in text/csv too'],
      backward: ['breaking: changed operation phones.list no longer answers in text/csv'],
    },
    'breaks on another websocket protocol': {
      edit: (draft) => (draft.operation('listen')['websocketProtocol'] = 'bells'),
      forward: ['breaking: changed operation phones.listen has the websocket protocol bells, was phones'],
      backward: ['breaking: changed operation phones.listen has the websocket protocol phones, was bells'],
    },
    'cares neither for texts nor for order': {
      edit: (draft) => {
        draft.operation('ring')['summary'] = 'Make it ring.';
        draft.parameters('ring').reverse();
        draft.parameter('ring.mode')['enum'] = ['short', 'long'];
        draft.property('Phone.id')['description'] = 'Another text.';
      },
      forward: [],
      backward: [],
    },
  });
});

describe('comparing parameters', () => {
  behavesAs({
    'lets an optional one come and does not let it go': {
      edit: (draft) => draft.parameters('ring').push(aParameter('colour', { allowMultiple: true })),
      forward: [
        'compatible: added parameter phones.ring.colour is new: optional string, several allowed, in the query',
      ],
      backward: [
        'breaking: removed parameter phones.ring.colour is gone: optional string, several allowed, in the query',
      ],
    },
    'breaks on a required one that comes, and on one that goes': {
      edit: (draft) => draft.parameters('ring').push(aParameter('colour', { required: true })),
      forward: ['breaking: added parameter phones.ring.colour is new: required string in the query'],
      backward: ['breaking: removed parameter phones.ring.colour is gone: required string in the query'],
    },
    'breaks when one becomes required, not when it becomes optional': {
      edit: (draft) => (draft.parameter('ring.label')['required'] = true),
      forward: ['breaking: changed parameter phones.ring.label is required now, was optional'],
      backward: ['compatible: changed parameter phones.ring.label is optional now, was required'],
    },
    'tells of the need alone when a default comes or goes with it': {
      edit: (draft) => {
        draft.parameter('ring.volume')['required'] = true;
        delete draft.parameter('ring.volume')['defaultValue'];
      },
      forward: ['breaking: changed parameter phones.ring.volume is required now, was optional'],
      backward: ['compatible: changed parameter phones.ring.volume is optional now, was required'],
    },
    'breaks on another type': {
      edit: (draft) => (draft.parameter('ring.label')['type'] = 'boolean'),
      forward: ['breaking: changed parameter phones.ring.label has the type boolean now, was string'],
      backward: ['breaking: changed parameter phones.ring.label has the type string now, was boolean'],
    },
    'lets int32 grow to int64': {
      edit: (draft) => (draft.parameter('ring.count')['format'] = 'int64'),
      forward: ['compatible: changed parameter phones.ring.count has the type int64 now, was int32'],
      backward: ['breaking: changed parameter phones.ring.count has the type int32 now, was int64'],
    },
    'lets an integer grow to a number': {
      edit: (draft) => (draft.parameter('ring.count')['type'] = 'number'),
      forward: ['compatible: changed parameter phones.ring.count has the type number now, was int32'],
      backward: ['breaking: changed parameter phones.ring.count has the type int32 now, was number'],
    },
    'lets one value become several': {
      edit: (draft) => (draft.parameter('ring.label')['allowMultiple'] = true),
      forward: ['compatible: changed parameter phones.ring.label takes several values now, was one'],
      backward: ['breaking: changed parameter phones.ring.label takes one value now, was several'],
    },
    'breaks on another default': {
      edit: (draft) => (draft.parameter('ring.volume')['defaultValue'] = 6),
      forward: ['breaking: changed parameter phones.ring.volume has the default 6 now, was 5'],
      backward: ['breaking: changed parameter phones.ring.volume has the default 5 now, was 6'],
    },
    'lets a first default come and does not let it go': {
      edit: (draft) => (draft.parameter('ring.label')['defaultValue'] = 'none'),
      forward: ['compatible: changed parameter phones.ring.label has the default "none" now, had none'],
      backward: ['breaking: changed parameter phones.ring.label has no default any more, was "none"'],
    },
    'takes a default that is no longer filled in for the same one': {
      edit: (draft) => {
        delete draft.parameter('ring.volume')['defaultValue'];
        draft.parameter('ring.volume')['usualDefault'] = 5;
      },
      forward: [],
      backward: [],
    },
    'lets a value come and does not let it go': {
      edit: (draft) => (draft.parameter('ring.mode')['enum'] = ['long', 'short', 'silent']),
      forward: ['compatible: added value phones.ring.mode=silent is a new value'],
      backward: ['breaking: removed value phones.ring.mode=silent is no longer a value'],
    },
    'breaks when a free text is limited, not when it is freed': {
      edit: (draft) => (draft.parameter('ring.label')['enum'] = ['x', 'y']),
      forward: ["breaking: changed parameter phones.ring.label is limited to 'x', 'y' now, was free"],
      backward: ["compatible: changed parameter phones.ring.label is free now, was one of 'x', 'y'"],
    },
    'says nothing about case where the list of values is gone': {
      edit: (draft) => {
        delete draft.parameter('ring.mode')['enum'];
        delete draft.parameter('ring.mode')['ignoreCase'];
      },
      forward: ["compatible: changed parameter phones.ring.mode is free now, was one of 'long', 'short'"],
      backward: ["breaking: changed parameter phones.ring.mode is limited to 'long', 'short' now, was free"],
    },
    'breaks when case begins to count': {
      edit: (draft) => (draft.parameter('ring.mode')['ignoreCase'] = false),
      forward: ['breaking: changed parameter phones.ring.mode is case-sensitive now'],
      backward: ['compatible: changed parameter phones.ring.mode takes upper and lower case alike now'],
    },
    'breaks on a narrower range, not on a wider one': {
      edit: (draft) => Object.assign(draft.parameter('ring.volume'), { minimum: '1', maximum: '9' }),
      forward: [
        'breaking: changed parameter phones.ring.volume has the minimum 1 now, was 0',
        'breaking: changed parameter phones.ring.volume has the maximum 9 now, was 10',
      ],
      backward: [
        'compatible: changed parameter phones.ring.volume has the minimum 0 now, was 1',
        'compatible: changed parameter phones.ring.volume has the maximum 10 now, was 9',
      ],
    },
    'breaks on less room for a text or a list, and takes more for granted': {
      edit: (draft) => {
        Object.assign(draft.parameter('ring.label'), { maxLength: 100 });
        Object.assign(draft.parameter('ring.tags'), { maxItems: 5, maxLength: 5000 });
      },
      forward: [
        'breaking: changed parameter phones.ring.label has the maxLength 100 now, was 4096',
        'breaking: changed parameter phones.ring.tags has the maxItems 5 now, was 127',
      ],
      backward: ['breaking: changed parameter phones.ring.tags has the maxLength 4096 now, was 5000'],
    },
    'judges both ends of a shifted range': {
      edit: (draft) => Object.assign(draft.parameter('ring.volume'), { minimum: '5', maximum: '15' }),
      forward: [
        'breaking: changed parameter phones.ring.volume has the minimum 5 now, was 0',
        'compatible: changed parameter phones.ring.volume has the maximum 15 now, was 10',
      ],
      backward: [
        'compatible: changed parameter phones.ring.volume has the minimum 0 now, was 5',
        'breaking: changed parameter phones.ring.volume has the maximum 10 now, was 15',
      ],
    },
    'breaks on a first bound, not when it is lifted': {
      edit: (draft) => Object.assign(draft.parameter('ring.count'), { minimum: '0', maximum: '0' }),
      forward: [
        'breaking: changed parameter phones.ring.count has the minimum 0 now, had none',
        'breaking: changed parameter phones.ring.count has the maximum 0 now, had none',
      ],
      backward: [
        'compatible: changed parameter phones.ring.count has no minimum any more, was 0',
        'compatible: changed parameter phones.ring.count has no maximum any more, was 0',
      ],
    },
    'lets one move from the body to the query, where the body counts too, and not back': {
      edit: (draft) => (draft.parameter('ring.note')['paramType'] = 'query'),
      forward: ['compatible: changed parameter phones.ring.note may stand in the query too, was in the body only'],
      backward: ['breaking: changed parameter phones.ring.note moved from the query to the body'],
    },
    'breaks on a move between path and query': {
      edit: (draft) => {
        draft.path('ring').path = '/phones/ring';
        draft.path('ring').aliases = [];
        draft.parameter('ring.phoneId')['paramType'] = 'query';
      },
      forward: [
        'breaking: changed operation phones.ring moved from /phones/{phoneId}/ring to /phones/ring',
        'breaking: changed operation phones.ring is no longer reachable at /phones/ring/{phoneId}',
        'breaking: changed operation phones.ring is no longer reachable at /telephones/ring/{phoneId}',
        'breaking: changed operation phones.ring is no longer reachable at /telephones/{phoneId}/ring',
        'compatible: changed operation phones.ring is reachable at /telephones/ring too',
        'breaking: changed parameter phones.ring.phoneId moved from the path to the query',
      ],
      backward: [
        'breaking: changed operation phones.ring moved from /phones/ring to /phones/{phoneId}/ring',
        'breaking: changed operation phones.ring is no longer reachable at /telephones/ring',
        'compatible: changed operation phones.ring is reachable at /phones/ring/{phoneId} too',
        'compatible: changed operation phones.ring is reachable at /telephones/ring/{phoneId} too',
        'compatible: changed operation phones.ring is reachable at /telephones/{phoneId}/ring too',
        'breaking: changed parameter phones.ring.phoneId moved from the query to the path',
      ],
    },
  });
});

it('lets the items of a list grow as a single parameter may', () => {
  const counts = (items: object) =>
    surfaceAfter((draft) => {
      draft.parameters('ring').push(aParameter('counts', { paramType: 'body', type: 'array', items }));
    });
  const [narrow, wide] = [counts({ type: 'integer', format: 'int64' }), counts({ type: 'number' })];

  expect(difference(narrow, wide)).toEqual([
    'compatible: changed parameter phones.ring.counts has the type number[] now, was int64[]',
  ]);
  expect(difference(wide, narrow)).toEqual([
    'breaking: changed parameter phones.ring.counts has the type int64[] now, was number[]',
  ]);
});
