import { channelId } from '../../src/shared/ids';
import type { Channel } from '../../src/engine/calls/channel/channel';
import type { EndpointFacts } from '../../src/engine/endpoint';
import type { EndpointRegistration } from '../../src/engine/endpoints';
import type { HandOver, OutgoingMessage, ReferRequest } from '../../src/engine/messaging';
import { ApiRig, messageOf } from './api-rig';

let api: ApiRig;
beforeEach(() => {
  api = new ApiRig();
});
afterEach(() => api.close());

const shownAlice = { technology: 'PJSIP', resource: 'alice', state: 'online', channel_ids: [] };

function registerPhones(): EndpointRegistration {
  const known: readonly EndpointFacts[] = [
    { resource: 'alice', state: 'online' },
    { resource: 'bob', state: 'offline', maxChannels: 2 },
  ];
  return api.endpoints.register({
    technology: 'PJSIP',
    list: () => known,
    get: (name) => known.find(({ resource }) => resource === name),
  });
}

/** A technology that calls can be made with, whether or not it has endpoints. */
function addTechnology(technology: string): void {
  void api.technologies.add({ name: technology, request: () => ({ outcome: 'refused', reason: 'nobody is there' }) });
}

/** A channel of an endpoint, as its technology makes one. */
function aChannel(id: string, technology: string, endpoint?: string): Channel {
  const channel = api.channels.make({
    id: channelId(id),
    technology,
    name: `${technology}/${endpoint ?? 'x'}-00000000`,
    state: 'Down',
    language: 'en',
    ...(endpoint === undefined ? {} : { endpoint }),
    place: { context: 'default', extension: 's', priority: 1 },
    line: () => ({
      dial: () => ({ outcome: 'dialling' }),
      send: () => undefined,
      carries: () => false,
      hangUp: () => undefined,
    }),
  });
  channel.announce();
  return channel;
}

const subscribe = async (name: string, source: string): Promise<void> => {
  const target = `/applications/${name}/subscription?eventSource=${source}`;
  expect(await api.ask('POST', target)).toMatchObject({ status: 200 });
};

function registerCarrier(result: HandOver = { outcome: 'taken' }) {
  const [messages, refers]: [OutgoingMessage[], ReferRequest[]] = [[], []];
  api.messaging.register({
    technology: 'pjsip',
    send: async (message) => {
      messages.push(message);
      return result;
    },
    refer: async (request) => {
      refers.push(request);
      return result;
    },
  });
  return { messages, refers };
}

describe('the endpoints resource', () => {
  it('lists nothing while no technology has endpoints', async () => {
    expect(await api.ask('GET', '/endpoints')).toEqual({ status: 200, body: [] });
  });

  it.each([
    ['/endpoints/Local', "the technology 'Local' has no endpoints: no technology has any"],
    ['/endpoints/PJSIP/alice', "there is no endpoint 'PJSIP/alice': GET /endpoints lists the existing ones"],
  ])('answers 404 at %s', async (target, message) => {
    expect(await api.ask('GET', target)).toMatchObject({ status: 404, body: { message } });
  });

  it('lists the endpoints of all technologies and of one, by its exact name', async () => {
    registerPhones();
    const body = [
      shownAlice,
      { technology: 'PJSIP', resource: 'bob', state: 'offline', channel_ids: [], max_channels: 2 },
    ];

    expect(await api.ask('GET', '/endpoints')).toEqual({ status: 200, body });
    expect(await api.ask('GET', '/endpoints/PJSIP')).toEqual({ status: 200, body });
    expect(messageOf(await api.ask('GET', '/endpoints/pjsip'))).toContain('ask for PJSIP, in exactly this spelling');
  });

  it('shows one endpoint, its technology in any case', async () => {
    registerPhones();

    expect(await api.ask('GET', '/endpoints/pjsip/alice')).toEqual({ status: 200, body: shownAlice });
    expect(await api.ask('GET', '/endpoints/PJSIP/ALICE')).toMatchObject({ status: 404 });
  });
});

describe('a subscription to endpoints', () => {
  it('reports the state of one or of all of a technology, but not to subscribers of everything', async () => {
    const phones = registerPhones();
    addTechnology('PJSIP');
    const sources = ['PJSIP/alice', 'PJSIP/bob', 'PJSIP', ''];
    const listeners = sources.map((_, index) => api.connect(`app${index}`));
    for (const [index, id] of sources.entries()) await subscribe(`app${index}`, `endpoint:${id}`);
    const everything = api.connect('everything', true);

    phones.changed('alice');

    const change = { type: 'EndpointStateChange', endpoint: shownAlice };
    expect(listeners.map(({ facts }) => facts)).toEqual([[change], [], [change], []]);
    expect(everything.facts).toEqual([]);
  });

  it('reports contacts and peers also to subscribers of everything', async () => {
    registerPhones();
    const [one, all] = [api.connect('one'), api.connect('all', true)];
    await subscribe('one', 'endpoint:PJSIP/alice');
    const endpoint = api.endpoints.get('PJSIP', 'alice');
    if (endpoint === undefined) throw new Error('alice is not registered');

    api.engine.events.emit({ type: 'peer-status-changed', at: 0, endpoint, status: 'Reachable' });
    const contact = {
      uri: 'sip:alice@192.0.2.1',
      aor: 'alice',
      status: 'NonQualified',
      roundTripMicroseconds: 0,
    } as const;
    api.engine.events.emit({ type: 'contact-status-changed', at: 0, endpoint, contact });

    const told = [
      { type: 'PeerStatusChange', endpoint: shownAlice, peer: { peer_status: 'Reachable' } },
      {
        type: 'ContactStatusChange',
        endpoint: shownAlice,
        contact_info: { uri: contact.uri, aor: 'alice', contact_status: 'NonQualified', roundtrip_usec: '0' },
      },
    ];
    expect(one.facts).toEqual(told);
    expect(all.facts).toEqual(told);
  });

  it('reports texts from there, whatever their addressee', async () => {
    registerPhones();
    const [one, other, all] = [api.connect('one'), api.connect('other'), api.connect('all', true)];
    await subscribe('one', 'endpoint:PJSIP/alice');
    await subscribe('other', 'endpoint:PJSIP/bob');
    const message = { from: '<sip:alice@192.0.2.1>', to: 'pjsip:bob@192.0.2.1', body: 'hi', variables: { To: 'bob' } };

    expect(api.messaging.receive(message, api.endpoints.get('PJSIP', 'alice'))).toBe('taken');

    const told = [{ type: 'TextMessageReceived', endpoint: shownAlice, message }];
    expect([one.facts, other.facts, all.facts]).toEqual([told, [], told]);
  });

  it('takes no text that nothing reads, and tells those of all endpoints of texts from elsewhere', async () => {
    registerPhones();
    api.connect('other');
    await subscribe('other', 'endpoint:PJSIP/bob');
    const message = { from: '<sip:nobody@192.0.2.9>', to: 'pjsip:bob@192.0.2.1', body: '', variables: {} };

    expect(api.messaging.receive(message, api.endpoints.get('PJSIP', 'alice'))).toBe('unread');
    expect(api.messaging.receive(message, undefined)).toBe('unread');

    const all = api.connect('all', true);
    expect(api.messaging.receive(message, undefined)).toBe('taken');
    expect(all.facts).toEqual([{ type: 'TextMessageReceived', message }]);
  });

  it('reports the channels of an endpoint, and the endpoint before the first of them and after the last', async () => {
    registerPhones();
    addTechnology('PJSIP');
    const sources = ['PJSIP/alice', 'PJSIP/bob', 'PJSIP', ''];
    const listeners = sources.map((_, index) => api.connect(`app${index}`));
    for (const [index, id] of sources.entries()) await subscribe(`app${index}`, `endpoint:${id}`);

    const channel = aChannel('c1', 'PJSIP', 'alice');
    expect(await api.ask('GET', '/endpoints/PJSIP/alice')).toMatchObject({ body: { channel_ids: ['c1'] } });
    channel.setState('Up');
    channel.variables.set('X', 'y');
    channel.hangUp(16);
    channel.destroy();

    const ofChannel = [
      { type: 'ChannelCreated', channel: { id: 'c1', state: 'Down' } },
      { type: 'ChannelStateChange', channel: { id: 'c1', state: 'Up' } },
      { type: 'ChannelVarset', variable: 'X', channel: { id: 'c1' } },
      { type: 'ChannelHangupRequest', channel: { id: 'c1' } },
      { type: 'ChannelDestroyed', channel: { id: 'c1' } },
    ];
    const all = [
      { type: 'EndpointStateChange', endpoint: { ...shownAlice, channel_ids: ['c1'] } },
      ...ofChannel,
      { type: 'EndpointStateChange', endpoint: { ...shownAlice, channel_ids: [] } },
    ];
    expect(listeners.map(({ facts }) => facts)).toMatchObject([all, [], all, ofChannel]);
  });

  it('of a technology without endpoints tells of all its channels', async () => {
    addTechnology('Local');
    addTechnology('Other');
    const [local, all] = [api.connect('local'), api.connect('all')];
    await subscribe('local', 'endpoint:Local');
    await subscribe('all', 'endpoint:');

    aChannel('c1', 'Local');
    aChannel('c2', 'Other');

    expect(local.facts).toMatchObject([{ type: 'ChannelCreated', channel: { id: 'c1' } }]);
    expect(all.facts).toEqual([]);
    expect(await api.ask('POST', '/applications/local/subscription?eventSource=endpoint:local')).toMatchObject({
      status: 422,
    });
  });

  it('tells each event once, however many subscriptions match', async () => {
    registerPhones();
    addTechnology('PJSIP');
    const app = api.connect('app');
    await subscribe('app', 'endpoint:PJSIP/alice,endpoint:PJSIP');
    const channel = aChannel('c1', 'PJSIP', 'alice');
    await subscribe('app', 'channel:c1,channel:');

    channel.setState('Up');

    expect(app.facts.map(({ type }) => type)).toEqual(['EndpointStateChange', 'ChannelCreated', 'ChannelStateChange']);
  });
});

describe('sending a message', () => {
  it('hands it to the technology of its destination', async () => {
    const { messages } = registerCarrier();

    expect(await api.ask('PUT', '/endpoints/sendMessage?to=pjsip:sip:bob@example.com&from=me&body=hi')).toEqual({
      status: 202,
    });
    expect(messages).toEqual([{ to: 'pjsip:sip:bob@example.com', from: 'me', body: 'hi', variables: new Map() }]);
  });

  it('hands it to an endpoint under the address of its technology', async () => {
    registerPhones();
    const { messages } = registerCarrier();

    expect(await api.ask('PUT', '/endpoints/Pjsip/alice/sendMessage?from=me')).toEqual({ status: 202 });
    expect(messages).toMatchObject([{ to: 'pjsip:alice', body: '' }]);
  });

  it('takes variables of every JSON type as their text', async () => {
    const { messages } = registerCarrier();
    const variables = {
      a: 'x',
      n: 5,
      yes: true,
      nil: null,
      long: { value: 7 },
      none: { value: null },
      deep: { x: [1] },
      list: [1, 2],
    };

    await api.ask('PUT', '/endpoints/sendMessage?to=pjsip:alice&from=me', { variables });

    expect(Object.fromEntries(messages[0]?.variables ?? [])).toEqual({
      a: 'x',
      n: '5',
      yes: 'true',
      nil: '',
      long: '7',
      none: '',
      deep: '{"x":[1]}',
      list: '[1,2]',
    });
  });

  it.each([
    ['/endpoints/sendMessage', 'to'],
    ['/endpoints/sendMessage?to=&from=me', 'to'],
    ['/endpoints/sendMessage?to=pjsip:alice', 'from'],
    ['/endpoints/PJSIP/alice/sendMessage', 'from'],
  ])('refuses %s for want of a parameter', async (target, parameter) => {
    expect(await api.ask('PUT', target)).toMatchObject({ status: 400, body: { parameter } });
  });

  it('refuses variables that are not an object', async () => {
    expect(await api.ask('PUT', '/endpoints/sendMessage?to=pjsip:a&from=me', { variables: 'x' })).toMatchObject({
      status: 400,
      body: { parameter: 'variables' },
    });
  });

  it.each([
    ['/endpoints/sendMessage?to=pjsip:alice&from=me', "no technology 'pjsip'"],
    ['/endpoints/sendMessage?to=bogus&from=me', 'in front of a colon'],
    ['/endpoints/PJSIP/alice/sendMessage?from=me', "no endpoint 'PJSIP/alice'"],
  ])('finds nobody at %s', async (target, words) => {
    const reply = await api.ask('PUT', target);

    expect(reply.status).toBe(404);
    expect(messageOf(reply)).toContain(words);
  });

  it('passes on why the technology refused', async () => {
    registerCarrier({ outcome: 'refused', reason: 'it is not registered' });

    const reply = await api.ask('PUT', '/endpoints/sendMessage?to=pjsip:alice&from=me');

    expect(reply).toMatchObject({
      status: 404,
      body: { message: "'pjsip:alice' cannot be reached: it is not registered" },
    });
  });
});

describe('referring an endpoint', () => {
  it.each([
    ['beside the variables', { display_name: 'Carol', variables: { 'X-A': 1 } }],
    ['among them too, where it does not count', { display_name: 'Carol', variables: { display_name: 'D', 'X-A': 1 } }],
  ])('takes the display name %s', async (_where, body) => {
    registerPhones();
    const { refers } = registerCarrier();

    await api.ask('POST', '/endpoints/refer?to=pjsip:alice&from=me&refer_to=sip:x', body);
    await api.ask('POST', '/endpoints/PJSIP/bob/refer?from=me&refer_to=sip:x', body);

    const expected = { displayName: 'Carol', variables: new Map([['X-A', '1']]) };
    expect(refers).toMatchObject([expected, expected]);
  });

  it('hands the request to the technology, with the display name taken out of the variables', async () => {
    registerPhones();
    const { refers } = registerCarrier();
    const body = { variables: { display_name: 'Carol', 'X-A': 1 } };

    expect(await api.ask('POST', '/endpoints/refer?to=pjsip:alice&from=me&refer_to=sip:x&to_self=yes', body)).toEqual({
      status: 202,
    });
    expect(await api.ask('POST', '/endpoints/PJSIP/bob/refer?from=me&refer_to=sip:x')).toEqual({ status: 202 });
    const common = { from: 'me', referTo: 'sip:x' };
    expect(refers).toEqual([
      { ...common, to: 'pjsip:alice', toSelf: true, displayName: 'Carol', variables: new Map([['X-A', '1']]) },
      { ...common, to: 'pjsip:bob', toSelf: false, displayName: undefined, variables: new Map() },
    ]);
  });

  it.each([
    ['/endpoints/refer?from=me&refer_to=sip:x', 'to'],
    ['/endpoints/refer?to=pjsip:a&from=me', 'refer_to'],
    ['/endpoints/refer?to=pjsip:a&from=me&refer_to=sip:x&to_self=maybe', 'to_self'],
    ['/endpoints/PJSIP/alice/refer?refer_to=sip:x', 'from'],
  ])('refuses %s', async (target, parameter) => {
    expect(await api.ask('POST', target)).toMatchObject({ status: 400, body: { parameter } });
  });

  it.each(['/endpoints/refer?to=bogus&from=me&refer_to=sip:x', '/endpoints/PJSIP/alice/refer?from=me&refer_to=sip:x'])(
    'finds nobody at %s',
    async (target) => {
      expect(await api.ask('POST', target)).toMatchObject({ status: 404 });
    },
  );
});
