import { behavesAs, difference } from './change-rows';
import type { SpecDraft } from './compat-support';
import { aModel, aParameter, reference, surfaceAfter, text } from './compat-support';

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
        // No request has had an Owner before.
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
