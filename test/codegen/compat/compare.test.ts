import type { Change } from '../../../codegen/compat/change';
import { compareSurfaces } from '../../../codegen/compat/compare';
import type { Surface } from '../../../codegen/compat/surface';
import type { SpecDraft } from './compat-support';
import { aModel, anOperation, aParameter, reference, surfaceAfter, text } from './compat-support';

/** An edit of the spec, what it means to clients, and what taking it back would mean. */
interface Row {
  readonly edit: (draft: SpecDraft) => void;
  readonly forward: readonly string[];
  readonly backward: readonly string[];
}

const spell = ({ impact, kind, what, id, detail }: Change): string => `${impact}: ${kind} ${what} ${id} ${detail}`;
const difference = (before: Surface, after: Surface): string[] => compareSurfaces(before, after).map(spell);

function behavesAs(rows: Readonly<Record<string, Row>>): void {
  it.each(Object.entries(rows))('%s', (_title, { edit, forward, backward }) => {
    const [before, after] = [surfaceAfter(), surfaceAfter(edit)];

    expect(difference(before, after)).toEqual(forward);
    expect(difference(after, before)).toEqual(backward);
  });
}

it('lets a resource come and does not let it go', () => {
  const before = surfaceAfter();
  const after = { ...before, resources: [{ id: 'bells', since: ['1.1.0'] }, ...before.resources] };

  expect(difference(before, after)).toEqual(['compatible: added resource bells is new']);
  expect(difference(after, before)).toEqual(['breaking: removed resource bells is gone']);
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

describe('comparing models that clients read', () => {
  behavesAs({
    'lets one come and does not let it go': {
      edit: (draft) => draft.models.set('Bell', aModel('Bell', { tone: text }, ['tone'])),
      forward: ['compatible: added model Bell is new'],
      backward: ['breaking: removed model Bell is gone'],
    },
    'lets an event come and does not let it go': {
      edit: (draft) => {
        draft.models.set('Dropped', aModel('Dropped', { phone: reference('Phone') }, ['phone']));
        (draft.model('Event')['subTypes'] as string[]).push('Dropped');
      },
      forward: ['compatible: added event Dropped is new'],
      backward: ['breaking: removed event Dropped is gone'],
    },
    'lets a property come, required or not, and does not let it go': {
      edit: (draft) => {
        Object.assign(draft.properties('Phone'), { colour: text, weight: { ...text, type: 'number' } });
        draft.model('Phone')['required'] = ['id', 'colour'];
      },
      forward: [
        'compatible: added property Phone.colour is new: required string',
        'compatible: added property Phone.weight is new: optional number',
      ],
      backward: [
        'breaking: removed property Phone.colour is gone: string',
        'breaking: removed property Phone.weight is gone: number',
      ],
    },
    'lets a property be there always, and breaks when it may be missing': {
      edit: (draft) => (draft.model('Phone')['required'] = ['id', 'nick']),
      forward: ['compatible: changed property Phone.nick is always there now, was optional'],
      backward: ['breaking: changed property Phone.nick may be missing now, was always there'],
    },
    'breaks on another type of a property, wider or not': {
      edit: (draft) => (draft.property('Rang.times')['format'] = 'int64'),
      forward: ['breaking: changed property Rang.times has the type int64 now, was int32'],
      backward: ['breaking: changed property Rang.times has the type int32 now, was int64'],
    },
    'lets values of a property come and go': {
      edit: (draft) => (draft.property('Phone.state')['enum'] = ['idle', 'ringing', 'broken']),
      forward: ['compatible: added value Phone.state=broken is a new value'],
      backward: ['compatible: removed value Phone.state=broken is no longer a value'],
    },
    'lets a list of values come and does not let it go': {
      edit: (draft) => (draft.property('Phone.nick')['enum'] = ['x']),
      forward: ["compatible: changed property Phone.nick is limited to 'x' now, was free"],
      backward: ["breaking: changed property Phone.nick is free now, was one of 'x'"],
    },
    'breaks on another base': {
      edit: (draft) => {
        draft.model('Event')['subTypes'] = ['Rang'];
        (draft.model('Message')['subTypes'] as string[]).push('Muted');
      },
      forward: ['breaking: changed event Muted is a subtype of Message now, was of Event'],
      backward: ['breaking: changed event Muted is a subtype of Event now, was of Message'],
    },
    'breaks when a model joins a family or leaves it': {
      edit: (draft) => (draft.model('Event')['subTypes'] as string[]).push('Request'),
      forward: ['breaking: changed event Request is a subtype of Event now, was of no model'],
      backward: ['breaking: changed event Request is a subtype of no model now, was of Event'],
    },
    'breaks on another discriminator': {
      edit: (draft) => {
        draft.model('Message')['discriminator'] = 'at';
        draft.model('Message')['required'] = ['type', 'at'];
      },
      forward: [
        'breaking: changed model Message is told apart by at now, was by type',
        'compatible: changed property Message.at is always there now, was optional',
      ],
      backward: [
        'breaking: changed model Message is told apart by type now, was by at',
        'breaking: changed property Message.at may be missing now, was always there',
      ],
    },
    'lets a property move up to the base, and breaks when it moves down': {
      edit: (draft) => {
        delete draft.properties('Rang')['times'];
        draft.properties('Event')['times'] = { ...text, type: 'integer' };
      },
      forward: ['compatible: added property Event.times is new: optional int32'],
      backward: ['breaking: removed property Event.times is gone: int32'],
    },
    'notices what a property lost on its way to the base': {
      edit: (draft) => {
        delete draft.properties('Rang')['phone'];
        draft.model('Rang')['required'] = [];
        draft.properties('Event')['phone'] = reference('Phone');
      },
      forward: [
        'compatible: added property Event.phone is new: optional Phone',
        'breaking: changed property Rang.phone may be missing now, was always there',
      ],
      backward: [
        'breaking: removed property Event.phone is gone: Phone',
        'compatible: changed property Rang.phone is always there now, was optional',
      ],
    },
  });
});

describe('comparing models that clients send as well', () => {
  behavesAs({
    'breaks on a new required property, not on an optional one': {
      edit: (draft) => {
        Object.assign(draft.properties('Setting'), { scope: text, unit: text });
        draft.model('Setting')['required'] = ['name', 'scope'];
      },
      forward: [
        'breaking: added property Setting.scope is new: required string',
        'compatible: added property Setting.unit is new: optional string',
      ],
      backward: [
        'breaking: removed property Setting.scope is gone: string',
        'breaking: removed property Setting.unit is gone: string',
      ],
    },
    'breaks when a property becomes required, and when it becomes optional': {
      edit: (draft) => (draft.model('Setting')['required'] = ['name', 'value']),
      forward: ['breaking: changed property Setting.value is required now, was optional'],
      backward: ['breaking: changed property Setting.value may be missing now, was always there'],
    },
    'lets a value come and does not let it go': {
      edit: (draft) => (draft.property('Setting.kind')['enum'] = ['a', 'b', 'c']),
      forward: ['compatible: added value Setting.kind=c is a new value'],
      backward: ['breaking: removed value Setting.kind=c is no longer a value'],
    },
    'breaks when a list of values comes, and when it goes': {
      edit: (draft) => (draft.property('Setting.value')['enum'] = ['x']),
      forward: ["breaking: changed property Setting.value is limited to 'x' now, was free"],
      backward: ["breaking: changed property Setting.value is free now, was one of 'x'"],
    },
    'counts what is sent over the websocket, which no operation answers with': {
      edit: (draft) => (draft.model('Request')['required'] = ['uri', 'body']),
      forward: ['breaking: changed property Request.body is required now, was optional'],
      backward: ['breaking: changed property Request.body may be missing now, was always there'],
    },
    'follows references from what is sent': {
      edit: (draft) => {
        draft.parameter('ring.settings')['items'] = { $ref: 'Phone' };
        draft.model('Owner')['required'] = ['name'];
      },
      forward: [
        'breaking: changed parameter phones.ring.settings has the type Phone[] now, was Setting[]',
        // Nobody has sent an Owner before.
        'compatible: changed property Owner.name is always there now, was optional',
      ],
      backward: [
        'breaking: changed parameter phones.ring.settings has the type Setting[] now, was Phone[]',
        'breaking: changed property Owner.name may be missing now, was always there',
      ],
    },
  });

  it('breaks on a need that lies behind a reference', () => {
    const sendsPhones = (draft: SpecDraft) => (draft.parameter('ring.settings')['items'] = { $ref: 'Phone' });
    const before = surfaceAfter(sendsPhones);
    const after = surfaceAfter((draft) => {
      sendsPhones(draft);
      draft.model('Owner')['required'] = ['name'];
    });

    expect(difference(before, after)).toEqual(['breaking: changed property Owner.name is required now, was optional']);
  });
});

describe('comparing dates', () => {
  it('takes a newer version for a change that only the description tells', () => {
    const after = surfaceAfter((draft) => (draft.parameter('ring.label')['since'] = ['1.0.0', '1.1.0']));

    expect(difference(surfaceAfter(), after)).toEqual([
      'compatible: changed parameter phones.ring.label declares a change in 1.1.0 that only its description tells',
    ]);
  });

  it('does not tell twice of a change that shows', () => {
    const after = surfaceAfter((draft) => {
      draft.operation('ring')['since'] = ['1.0.0', '1.1.0'];
      draft.parameters('ring').push(aParameter('colour', { since: ['1.1.0'] }));
    });

    expect(difference(surfaceAfter(), after)).toEqual([
      'compatible: added parameter phones.ring.colour is new: optional string in the query',
    ]);
  });

  it('does not mistake a neighbour with a longer name for a part', () => {
    const after = surfaceAfter((draft) => {
      draft.operation('list')['since'] = ['1.0.0', '1.1.0'];
      draft.operation('ring')['responseMessages'] = [{ code: 200, message: 'It rings.' }];
      draft.operation('listen')['requiresModules'] = ['lamps'];
    });

    expect(difference(surfaceAfter(), after)).toEqual([
      'compatible: changed operation phones.list declares a change in 1.1.0 that only its description tells',
      'breaking: changed operation phones.listen needs the module lamps now',
      'compatible: changed operation phones.ring no longer refuses with 404',
    ]);
  });
});
